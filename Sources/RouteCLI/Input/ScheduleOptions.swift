// Options for when routes start and in which order they visit stops.

import ArgumentParser

/// The start of routes, time windows and the order of stops.
struct ScheduleOptions: ParsableArguments {
    @Option(
        name: [.customLong("start-time"), .customLong("depart")],
        help: ArgumentHelp(
            "When to start: now, 09:30 (today), 2026-11-21T09:30, 2026-11-21T09:30:00+01:00, or "
                + "epoch milliseconds.", valueName: "time"))
    var startTime: String?

    @Flag(help: "Respect the stops' time windows.")
    var timeWindows = false

    @Flag(help: "Find the best order of the stops; the first and the last stay in place.")
    var bestSequence = false

    @Flag(help: "Let the best order begin anywhere.")
    var freeFirst = false

    @Flag(help: "Let the best order end anywhere.")
    var freeLast = false

    func validate() throws {
        if freeFirst || freeLast, !bestSequence {
            throw ValidationError("--free-first and --free-last need --best-sequence.")
        }
    }

    /// Writes the options into a request; the start time is left as text.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String]) throws {
        fields["startTime"] = try startTime.map {
            try StartText.checked($0, option: "--start-time")
        }
        if timeWindows { fields["useTimeWindows"] = "true" }
        if bestSequence {
            fields["findBestSequence"] = "true"
            fields["preserveFirstStop"] = freeFirst ? "false" : "true"
            fields["preserveLastStop"] = freeLast ? "false" : "true"
        }
    }
}
