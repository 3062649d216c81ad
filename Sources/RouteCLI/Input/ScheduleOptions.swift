// Options for the start of routes and the order of their stops.

import ArgumentParser
import Preparation
import RouteAPI

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

    @Flag(
        help: ArgumentHelp(
            "Start as late as the time windows allow; without it and without --start-time a route "
                + "starts when the window of its first stop opens."))
    var optimizeStartTime = false

    @Flag(help: "Find the best order of the stops; the first and the last stay in place.")
    var bestSequence = false

    @Flag(help: "Let the best order begin anywhere.")
    var freeFirst = false

    @Flag(help: "Let the best order end anywhere.")
    var freeLast = false

    @Option(
        help: ArgumentHelp(
            "What the best order makes small when none keeps all time windows: the sum of the "
                + "lateness, or the count of late stops before it.", valueName: "sum|count"))
    var latenessObjective: LatenessChoice?

    @Flag(
        help: "Let stops with a Sequence keep that place in the best order; others go round them.")
    var keepSequence = false

    @Option(
        help: ArgumentHelp(
            "The minutes that a route should take; a longer one is reported, and counts as late in "
                + "the best order.", valueName: "minutes"))
    var maxTotalTime: Double?

    @Option(
        help: ArgumentHelp(
            "Leave out stops that would be reached more than this after their window; 0 keeps "
                + "every window.", valueName: "minutes"))
    var maxViolationTime: Double?

    @Option(
        help: ArgumentHelp(
            "How long the search for the best order of a route may take; 1 by default.",
            valueName: "seconds"))
    var maxSequencingTime: Double?

    func validate() throws {
        if let maxViolationTime, !(maxViolationTime >= 0) || !timeWindows {
            throw ValidationError(
                "--max-violation-time needs minutes of 0 or more, and --time-windows.")
        }
        if let maxSequencingTime, !(maxSequencingTime > 0) || !bestSequence {
            throw ValidationError(
                "--max-sequencing-time needs seconds above 0, and --best-sequence.")
        }
        if keepSequence, !bestSequence {
            throw ValidationError("--keep-sequence needs --best-sequence.")
        }
        if let maxTotalTime, !(maxTotalTime > 0) {
            throw ValidationError("--max-total-time needs minutes above 0.")
        }
        if freeFirst || freeLast, !bestSequence {
            throw ValidationError("--free-first and --free-last need --best-sequence.")
        }
        if latenessObjective != nil, !(bestSequence && timeWindows) {
            throw ValidationError(
                "--lateness-objective needs --best-sequence and --time-windows.")
        }
        if optimizeStartTime, !timeWindows {
            throw ValidationError("--optimize-start-time needs --time-windows.")
        }
        if optimizeStartTime, startTime != nil {
            throw ValidationError("Give --start-time or --optimize-start-time, not both.")
        }
    }

    /// Writes the options into a request; the start time stays text.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String]) throws {
        fields["startTime"] = try startTime.map {
            try StartText.checked($0, option: "--start-time")
        }
        if timeWindows { fields["useTimeWindows"] = "true" }
        if optimizeStartTime { fields["optimizeStartTime"] = "true" }
        if keepSequence { fields["preserveSequence"] = "true" }
        if let maxViolationTime { fields["maxViolationTime"] = "\(maxViolationTime)" }
        if let maxSequencingTime { fields["maxSequencingTime"] = "\(maxSequencingTime)" }
        if let maxTotalTime { fields["maxTotalTime"] = "\(maxTotalTime)" }
        if let latenessObjective {
            fields["latenessObjective"] = latenessObjective.rule.rawValue
        }
        if bestSequence {
            fields["findBestSequence"] = "true"
            fields["preserveFirstStop"] = freeFirst ? "false" : "true"
            fields["preserveLastStop"] = freeLast ? "false" : "true"
        }
    }
}

/// The values of `latenessObjective`.
enum LatenessChoice: String, CaseIterable, ExpressibleByArgument {
    case sum
    case count

    var rule: LatenessRule {
        switch self {
        case .sum: .sum
        case .count: .count
        }
    }
}
