// The request of a batch: the same for every group except for the stops.

import Geo
import Preparation
import RouteAPI

/// The request for every group of a batch, without its stops.
struct BatchRequest {
    /// The request's fields without stops; all times refer to the beginning of the batch.
    let fields: [String: String]
    /// Notes for the user on how times are read.
    let notes: [String]
    /// How the stops' times are read.
    let windows: StopWindows
}

extension RequestDraft {
    /// Makes the request for every group of a batch.
    ///
    /// If a batch continues on another day, its times mean the same as when it began.
    ///
    /// - Parameters:
    ///   - service: The service's time zone, if known.
    ///   - begun: When the batch began, for "today" and "now".
    ///   - dates: The order of day and month in dates that do not show it.
    /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
    func batch(
        in service: ServiceZone, begun: Int64, dates: DateOrder? = nil
    ) throws -> BatchRequest {
        let clock = WrittenClock(service: service.clock, chosen: zone, now: begun)
        var fields = fields
        if let start {
            let (text, isUTC) = try clock.fields(ofStart: start)
            fields["startTime"] = start == .now ? String(begun) : text
            if let isUTC = start == .now ? true : isUTC { fields["startTimeIsUTC"] = "\(isUTC)" }
        }
        let startIsUTC = fields["startTimeIsUTC"]?.lowercased() == "true"
        let given = fields["timeWindowsAreUTC"].map { $0.lowercased() == "true" }
        let windows = StopWindows(
            clock: clock,
            start: start.flatMap { clock.local(ofStart: $0, isUTC: startIsUTC) },
            order: RequestDraft.shiftOrder(of: fields), isUTC: given,
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

/// Converts the stops' written times, in the same way for every group of a batch.
struct StopWindows: Sendable {
    private let clock: WrittenClock
    /// The start on local clocks, if there is one and it is known.
    private let start: Int64?
    /// What is known of the stop with which a shift begins, if there is no start.
    private let order: ShiftBeginnings.Order
    /// The request's own `timeWindowsAreUTC`; `nil` if it says nothing.
    private let isUTC: Bool?
    /// Whether the request uses windows.
    private let areUsed: Bool
    /// The order of day and month in dates that do not show it.
    let dates: DateOrder?

    init(
        clock: WrittenClock, start: Int64?, order: ShiftBeginnings.Order, isUTC: Bool?,
        areUsed: Bool, dates: DateOrder?
    ) {
        self.clock = clock
        self.start = start
        self.order = order
        self.isUTC = isUTC
        self.areUsed = areUsed
        self.dates = dates
    }

    /// Whether the request's windows are instants; otherwise they are local times.
    var areUTC: Bool { isUTC ?? !clock.readsLocally }

    /// Converts a time on local clocks to the form of the request's windows.
    ///
    /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
    func value(ofLocal time: Int64) throws -> Int64 {
        areUTC ? try clock.instant(.wallClock(time), day: 0) : time
    }

    /// Converts the stops' times to milliseconds, with notes about windows on a later day.
    ///
    /// If a time cannot be read, the stop keeps it, and the route leaves the stop out for that
    /// reason.
    ///
    /// - Throws: ``CommandFailure`` if a zone is needed and none is known.
    func settled(_ stops: FeatureSet) throws -> (set: FeatureSet, notes: [String]) {
        let times = WindowTimes(stops, dates: dates)
        // Without text, numbers already have the request's form, unless they are read in a zone
        // other than the service's.
        guard !times.isEmpty || isUTC == nil && areUTC else { return (stops, []) }
        let settled = try times.settled(
            by: WindowTimes.Rules(
                clock: clock, start: start, order: order, isUTC: areUTC ? isUTC : false,
                areUsed: areUsed, keepsProblems: true))
        return (settled.set, settled.notes)
    }
}
