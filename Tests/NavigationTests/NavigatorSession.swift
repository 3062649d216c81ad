// A drive with a navigator and a scripted server, recorded.

import Geo
import Navigation
import RouteAPI

/// Runs a navigator with a fix and a tick a second, answers its requests after a while, and records
/// everything. At the end the session replays itself.
struct NavigatorSession {
    var navigator: Navigator
    private var kept: ReplayedRecording
    var time: Int64 = 0
    /// Answers a request; `nil` fails it.
    var answer: (LiveRouteRequest) -> NavigatorAnswer? = { _ in nil }
    /// The seconds until a request is answered; `nil` if it never is.
    var latency: Int? = 1
    /// What was told beside positions, in words.
    var told: [String] = []
    /// The requests under way, with the time at which they are answered.
    private var underWay: [Int: (request: LiveRouteRequest, due: Int64)] = [:]

    /// What went in and came out so far.
    var recording: SessionRecording { kept.recording }

    /// Creates a session without a route; it replays itself unless the caller does.
    init(
        selector: any ProposalSelecting = GreatestGain(), retry: (any RetryPolicy)? = nil,
        isReplayed: Bool = true,
        _ change: (inout LiveRouteSettings) -> Void = { _ in }
    ) {
        var settings = LiveRouteSettings()
        change(&settings)
        func make(_ settings: LiveRouteSettings) -> Navigator {
            Navigator(live: LiveRoute(settings: settings, selector: selector, retry: retry))
        }
        navigator = make(settings)
        kept = ReplayedRecording(
            SessionRecording(live: navigator.live), makeNavigator: isReplayed ? make : nil)
    }

    /// Puts in one input, and keeps what comes out.
    @discardableResult
    mutating func put(_ input: NavigatorInput) -> [NavigatorOutput] {
        let outputs = navigator.handle(input)
        if !isKnownUniquelyReferenced(&kept) { kept = kept.copy() }
        kept.recording.append(input, outputs)
        for output in outputs { hear(output) }
        return outputs
    }

    private mutating func hear(_ output: NavigatorOutput) {
        switch output {
        case .tracked(.progress), .tracked(.announcement), .tracked(.eventNear): break
        case .tracked(.waypointReached(let waypoint)): told.append("waypoint \(waypoint)")
        case .tracked(.deviated): told.append("deviated")
        case .tracked(.rejoined): told.append("on route")
        case .tracked(.arrived): told.append("arrived")
        case .waypointSkipped(let id): told.append("skipped \(id)")
        case .invalidRoute(let id, _): told.append("invalid \(id)")
        case .live(.send(let number, let request)):
            if let latency { underWay[number] = (request, time + Int64(latency) * 1_000) }
        case .live(.cancel(let number)): underWay[number] = nil
        case .live(.added(let id, let reason)):
            told.append("added \(id)" + (reason.map { " \($0.rawValue)" } ?? ""))
        case .live(.activeChanged(let id)): told.append("active \(id)")
        case .live(.removed(let id)): told.append("removed \(id)")
        case .live(.refreshed(let id)): told.append("refreshed \(id)")
        case .live(.conditionsOutdated(let id)): told.append("outdated \(id)")
        case .live(.left(let id)): told.append("left \(id)")
        case .live(.replanFailed(let seconds)): told.append("retry in \(Int(seconds))")
        case .live(.selectionRejected(let id)): told.append("rejected \(id)")
        }
    }

    /// Lets a second pass: answers what is due, then puts in a fix, if there is one, and a tick.
    mutating func second(_ fix: Fix? = nil) {
        for (number, waiting) in underWay.sorted(by: { $0.key < $1.key })
        where waiting.due <= time {
            underWay[number] = nil
            if let answer = answer(waiting.request) {
                put(.answered(request: number, answer))
            } else {
                put(.failed(request: number, retrySeconds: nil))
            }
        }
        if let fix { put(.fix(fix)) }
        put(.tick(time: time))
        time += 1_000
    }

    /// Drives along places without errors.
    mutating func drive(_ line: [Coordinate], metersPerSecond: Double = 10) throws {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: metersPerSecond))
        var meters = 0.0
        while meters < index.lengthMeters {
            let position = index.position(atMeters: meters)
            let place = index.coordinate(at: position)
            let ahead = index.coordinate(at: index.advanced(position, byMeters: 2))
            second(
                Fix(
                    time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                    courseDegrees: Geodesic.bearingDegrees(from: place, to: ahead),
                    metersPerSecond: metersPerSecond))
            meters += metersPerSecond
        }
    }

    /// Lets seconds pass without fixes.
    mutating func wait(_ seconds: Int) {
        for _ in 0..<seconds { second() }
    }
}
