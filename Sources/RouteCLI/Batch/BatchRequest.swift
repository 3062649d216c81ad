// The request of a batch: the same for every group but for the stops.

import Geo
import NetworkAnalysis
import RouteAPI

/// The request that every group of a batch gets, without its stops.
struct BatchRequest {
    /// The fields of the request without stops, with the times of one beginning of the batch.
    let fields: [String: String]
    /// Notes for the user on how times are read.
    let notes: [String]
    /// The times of stops.
    let windows: StopWindows
}

extension RequestDraft {
    /// The request of every group of a batch.
    ///
    /// A batch that continues on another day means the same times as when it was begun.
    ///
    /// - Parameters:
    ///   - service: The time zone of the service, if known.
    ///   - begun: When the batch was begun, for "today" and "now".
    ///   - dates: The order of day and month in dates that do not show it.
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
    func batch(
        in service: ServiceZone, begun: Int64, dates: DateOrder? = nil
    ) throws -> BatchRequest {
        let clock = RequestClock(service: service.clock, chosen: zone, now: begun)
        var fields = fields
        if let start {
            let (text, isUTC) = try clock.fields(ofStart: start)
            fields["startTime"] = start == .now ? String(begun) : text
            if let isUTC = start == .now ? true : isUTC { fields["startTimeIsUTC"] = "\(isUTC)" }
        }
        let startIsUTC = fields["startTimeIsUTC"]?.lowercased() == "true"
        let given = fields["timeWindowsAreUTC"].map { $0.lowercased() == "true" }
        let windows = StopWindows(
            clock: clock, start: clock.local(ofStart: start, isUTC: startIsUTC), isUTC: given,
            areUsed: fields["useTimeWindows"]?.lowercased() == "true", dates: dates)
        fields["timeWindowsAreUTC"] = "\(windows.areUTC)"
        var notes: [String] = []
        let hasTimes = start?.needsZone ?? false || fields["useTimeWindows"] == "true"
        if hasTimes, zone == nil, !service.isNamed, service.clock != nil {
            notes.append(
                "times without a zone are read as UTC, because the service states no other zone; "
                    + "--time-zone sets one, such as --time-zone Europe/Lisbon")
        }
        return BatchRequest(fields: fields, notes: notes, windows: windows)
    }
}

/// Converts the written times of stops, in the same manner for every group of a batch.
struct StopWindows: Sendable {
    private let clock: RequestClock
    /// The start on local clocks, if known.
    private let start: Int64?
    /// What the request says; `nil` where it does not.
    private let isUTC: Bool?
    /// Whether the request uses windows.
    private let areUsed: Bool
    /// The order of day and month in dates that do not show it.
    let dates: DateOrder?

    init(clock: RequestClock, start: Int64?, isUTC: Bool?, areUsed: Bool, dates: DateOrder?) {
        self.clock = clock
        self.start = start
        self.isUTC = isUTC
        self.areUsed = areUsed
        self.dates = dates
    }

    /// Whether the windows of a request are instants; otherwise they are local times.
    var areUTC: Bool { isUTC ?? !clock.readsLocally }

    /// A time on local clocks as the windows of the request are.
    ///
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
    func value(ofLocal time: Int64) throws -> Int64 {
        areUTC ? try clock.instant(.wallClock(time), day: 0) : time
    }

    /// The stops with their times as milliseconds, and sentences about windows of a later day.
    ///
    /// A stop with a time that cannot be read keeps it, and is left out of the route with that.
    ///
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
    func settled(_ stops: FeatureSet) throws -> (set: FeatureSet, notes: [String]) {
        let times = WindowTimes(stops, dates: dates)
        // Without text, numbers are as the request needs them, unless they are read in a zone that
        // is not the service's.
        guard !times.isEmpty || isUTC == nil && areUTC else { return (stops, []) }
        let settled = try times.settled(
            by: WindowTimes.Rules(
                clock: clock, start: start, isUTC: areUTC ? isUTC : false, areUsed: areUsed,
                keepsProblems: true))
        return (settled.set, settled.notes)
    }
}
