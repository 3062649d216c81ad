// The request of a batch: the same for every group except for the stops.

import Batches
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
    /// - Throws: `MissingZone` if a zone is needed and none is known.
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
            WindowTimes.Rules(
                clock: clock,
                start: start.flatMap { clock.local(ofStart: $0, isUTC: startIsUTC) },
                order: RequestDraft.shiftOrder(of: fields), isUTC: given,
                areUsed: fields["useTimeWindows"]?.lowercased() == "true", keepsProblems: true),
            dates: dates, advice: FileOptions.advice.dates)
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
