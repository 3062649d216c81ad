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
    /// Whether the provider brings the streets beside a route when it follows.
    var hasCorridors = true
    /// Whether the provider follows at all, as far as it has said.
    private var isOffered = true
    /// The failures in a row, when the last one was, and for how long nothing is asked after it.
    private var failures = 0
    private var failedTime: Int64 = 0
    private var waitMilliseconds = 0.0

    /// How many fixes are sent.
    private static let mostFixes = 20
    /// The delays after a failure, in milliseconds: a minute, and twice as long after each further
    /// one, up to ten minutes.
    private static let delays = 60_000.0...600_000

    /// Returns whether the provider is asked to follow.
    func isPossible(at time: Int64) -> Bool {
        guard isOffered, !fixes.isEmpty else { return false }
        let since = Double(time) - Double(failedTime)
        // A clock that was set back must not lengthen the wait.
        return since < 0 || since >= waitMilliseconds
    }

    /// Keeps a usable fix.
    mutating func keep(_ fix: Fix) {
        if fixes.count >= Self.mostFixes { fixes.removeFirst() }
        fixes.append(fix)
    }

    /// Notes that the provider could follow.
    mutating func noteSuccess() {
        failures = 0
        waitMilliseconds = 0
    }

    /// Notes that a request to follow failed. If the provider cannot follow at all, it is not asked
    /// again; after any other failure it is asked again later.
    mutating func note(_ error: any Error, at time: Int64) {
        if error is CancellationError { return }
        let failure = error as? RouteTaskError
        if failure?.isNotOffered ?? false { return noteNotOffered() }
        failures = min(failures + 1, 30)
        failedTime = time
        let delay = Self.delays.lowerBound * Double(1 << (failures - 1))
        waitMilliseconds = max(
            min(delay, Self.delays.upperBound), (failure?.retryAfterSeconds ?? 0) * 1_000)
    }

    /// Notes that the provider cannot follow.
    mutating func noteNotOffered() { isOffered = false }

    /// Notes that a refresh failed while the provider could not follow. If the server cannot
    /// refresh either, the whole layer is away, for example while it is replaced; following is then
    /// tried again later.
    mutating func noteRefreshFailed(_ error: any Error, at time: Int64) {
        guard !isOffered, (error as? RouteTaskError)?.isNotOffered ?? false else { return }
        isOffered = true
        failures = 0
        failedTime = time
        waitMilliseconds = Self.delays.lowerBound
    }

    /// Returns whether a corridor is to be asked for: too little of it is left ahead.
    func needsCorridor(of route: LiveRouteOffer, at meters: Double) -> Bool {
        guard hasCorridors, corridorRequest == nil else { return false }
        let known = corridorID == route.id ? corridorMeters : 0
        return known < route.lengthMeters && meters + Self.corridorAheadMeters > known
    }

    /// If less than this is left of a corridor, the next one is asked for, in meters.
    private static let corridorAheadMeters = 1_500.0

    /// Takes the proposals that came with the active route's last new times, if they are still
    /// good.
    mutating func takeHeld(activeID: String?, time: Int64) -> NavigatorAnswer? {
        defer { held = nil }
        guard let held, held.activeID == activeID, time >= held.time,
            Double(time) - Double(held.time) <= Double(LiveRoute.betterMilliseconds)
        else { return nil }
        return held.answer
    }
}

extension RouteTaskError {
    /// Whether the failure says that the server does not offer the request at all. Other failures
    /// may pass.
    fileprivate var isNotOffered: Bool {
        let status =
            switch self {
            case .unreachable: 200
            case .service(let envelope): envelope.code
            case .unexpectedReply(_, let status, _): status
            }
        return [0, 404, 405, 410, 501].contains(status)
    }
}
