// What a session keeps to follow its route with one request instead of several.

import RouteTaskClient

/// What a session remembers about its requests to follow the route.
struct FollowMemory: Sendable {
    /// Proposals that came with new times, until the navigator asks for a better route.
    struct Held: Sendable {
        /// The active route then.
        var activeID: String
        /// The proposals, as an answer.
        var answer: NavigatorAnswer
        /// When they came.
        var time: Int64
    }

    /// The latest usable fixes.
    private(set) var fixes: [Fix] = []
    /// Proposals that came with new times.
    var held: Held?
    /// The route whose corridor is known or was asked for last, and the meters it reaches to.
    var corridorID: String?
    var corridorMeters = 0.0
    /// When the corridor was asked for last; `nil` if never for this route.
    var corridorTime: Int64?
    /// The request for a corridor that is under way.
    var corridorRequest: RouteCalculation?
    /// The failures in a row.
    private var failures = 0

    /// How many fixes are sent.
    private static let mostFixes = 20
    /// If the provider fails this often in a row, it cannot follow and is not asked again.
    private static let mostFailures = 2
    /// How long proposals stay good, in milliseconds: two minutes.
    private static let heldMilliseconds: Int64 = 120_000

    /// Whether the provider is asked to follow.
    var isPossible: Bool { failures < Self.mostFailures && !fixes.isEmpty }

    /// Keeps a usable fix.
    mutating func keep(_ fix: Fix) {
        if fixes.count >= Self.mostFixes { fixes.removeFirst() }
        fixes.append(fix)
    }

    /// Notes whether the provider could follow.
    mutating func note(succeeded: Bool) {
        failures = succeeded ? 0 : min(failures + 1, Self.mostFailures)
    }

    /// Takes the proposals that came with the active route's last new times, if they are still
    /// good.
    mutating func takeHeld(activeID: String?, time: Int64) -> NavigatorAnswer? {
        defer { held = nil }
        guard let held, held.activeID == activeID, time >= held.time,
            Double(time) - Double(held.time) <= Double(Self.heldMilliseconds)
        else { return nil }
        return held.answer
    }
}
