// Follows a vehicle along routes that change. Start here to build an app: a navigator runs the
// trackers and the rules for you.

/// What a ``Navigator`` knows between two inputs, apart from the routes.
///
/// Encode it, and ``Navigator/routes`` with it, to go on after the app died.
public struct NavigatorState: Hashable, Codable, Sendable {
    /// The active route, the proposals and the requests.
    public internal(set) var live = LiveRouteState()
    /// Where the vehicle is on the active route.
    public internal(set) var tracker = TrackerState()
    /// Where the vehicle is on the proposal.
    public internal(set) var proposalTracker = TrackerState()

    /// Creates the state before a route is set.
    public init() {}
}

/// Follows a vehicle along routes that change: from an input to outputs.
///
/// ```swift
/// var navigator = Navigator()
/// var outputs = navigator.handle(.set(NavigatorRoute(id: "1", route), time: 0))
/// outputs += navigator.handle(.fix(fix))
/// for case .tracked(.progress(let progress)) in outputs {
///     print("\(Int(progress.remainder.meters)) m left")
/// }
/// ```
///
/// A navigator joins the parts of this module. A ``RouteTracker`` follows the vehicle on the active
/// route, another on the proposal, and their events go to the ``LiveRoute``. If the vehicle leaves
/// the active route but follows the proposal, it has steered onto it. The navigator opens no
/// connection: carry out each ``LiveRouteAction/send(request:_:)`` and put in the answer. Put in a
/// tick each second.
///
/// It reads no clock and draws no random number: the same inputs give the same outputs. A
/// ``SessionRecording`` keeps both and replays them.
public struct Navigator: Sendable {
    /// The rules for the route.
    public let live: LiveRoute
    /// What the navigator knows.
    public private(set) var state: NavigatorState
    /// The active route and the proposal, by their ids.
    private var indices: [String: RouteIndex] = [:]
    /// The streets beside the active route, with its id; `nil` if they are unknown.
    private var corridor: (id: String, streets: Corridor)?
    private let makeTracker: @Sendable (RouteIndex) -> any RouteTracking

    /// The milliseconds after a fix before the position goes on by speed.
    private static let leastBlindMilliseconds = 1_500.0
    /// The evidence against a proposal, in nats, from which the vehicle may be on a third road.
    private static let greatestEvidence = 3.0

    /// Creates a navigator that goes on where another one was.
    ///
    /// Answers to its requests do not come any more: what is still wanted is requested again with
    /// the next tick.
    ///
    /// - Parameters:
    ///   - live: The rules for the route.
    ///   - state: What an earlier navigator knew.
    ///   - routes: The routes of that state, by their ids.
    ///   - makeTracker: Makes the tracker of a route.
    /// - Throws: ``FollowedRouteError`` if a route cannot be followed.
    public init(
        live: LiveRoute = LiveRoute(), resuming state: NavigatorState,
        routes: [String: FollowedRoute],
        makeTracker: @escaping @Sendable (RouteIndex) -> any RouteTracking = { RouteTracker($0) }
    ) throws(FollowedRouteError) {
        self.init(live: live, makeTracker: makeTracker)
        self.state = state
        self.state.live.boundCounts()
        self.state.tracker.boundCounts()
        self.state.proposalTracker.boundCounts()
        self.state.live.forgetRequests()
        for (id, route) in routes { indices[id] = try RouteIndex(route) }
    }

    /// Creates a navigator without a route.
    ///
    /// - Parameters:
    ///   - live: The rules for the route.
    ///   - makeTracker: Makes the tracker of a route.
    public init(
        live: LiveRoute = LiveRoute(),
        makeTracker: @escaping @Sendable (RouteIndex) -> any RouteTracking = { RouteTracker($0) }
    ) {
        self.live = live
        self.makeTracker = makeTracker
        state = NavigatorState()
    }

    /// The active route; `nil` before one is set.
    public var activeRoute: RouteIndex? { state.live.active.flatMap { indices[$0.id] } }

    /// The proposed route; `nil` if there is none.
    public var proposedRoute: RouteIndex? { state.live.proposal.flatMap { indices[$0.id] } }

    /// The active route and the proposal, by their ids, as they are now.
    ///
    /// - Complexity: O(*n*) in the vertices.
    public var routes: [String: FollowedRoute] { indices.mapValues(\.route) }

    /// Takes in an input.
    ///
    /// - Complexity: As ``RouteTracker/track(_:from:)`` for a fix, O(*n*) for a route with *n*
    ///   vertices, O(log *n*) otherwise.
    public mutating func handle(_ input: NavigatorInput) -> [NavigatorOutput] {
        var outputs: [NavigatorOutput] = []
        switch input {
        case .set(let route, let time):
            // The id of a route that is there is rejected below; its index stays.
            if indices[route.offer.id] == nil, !keep(route, &outputs) { break }
            apply(.set(route.offer, time: time), &outputs)
        case .fix(let fix): follow(fix, &outputs)
        case .tick(let time):
            apply(.tick(time: time), &outputs)
            goOn(to: time, &outputs)
        case .charge(let left): apply(.charged(left: left), &outputs)
        case .selected(let id): apply(.selected(id: id), &outputs)
        case .refused(let id): apply(.refused(id: id), &outputs)
        case .skipWaypoint: skipWaypoint(&outputs)
        case .corridor(let streets, let id):
            if state.live.active?.id == id { corridor = (id, streets) }
        case .answered(let request, let answer): take(answer, to: request, &outputs)
        case .failed(let request, let retrySeconds):
            apply(.failed(request: request, retrySeconds: retrySeconds), &outputs)
        }
        dropUnused()
        return outputs
    }
}

// MARK: - Following

extension Navigator {
    private mutating func follow(_ fix: Fix, _ outputs: inout [NavigatorOutput]) {
        if let proposed = proposedRoute, let id = state.live.proposal?.id {
            let events: [TrackerEvent]
            (state.proposalTracker, events) = makeTracker(proposed).track(
                fix, from: state.proposalTracker)
            let hasLeft = events.contains { if case .deviated = $0 { true } else { false } }
            if hasLeft { apply(.passed(id: id), &outputs) }
        }
        guard let active = activeRoute else { return }
        let events: [TrackerEvent]
        let streets = corridor?.id == state.live.active?.id ? corridor?.streets : nil
        (state.tracker, events) = makeTracker(active).track(
            fix, from: state.tracker, beside: streets)
        tell(events, on: active, &outputs)
    }

    /// Lets the position go on by speed where fixes are missing.
    private mutating func goOn(to time: Int64, _ outputs: inout [NavigatorOutput]) {
        guard let active = activeRoute, let last = state.tracker.lastFixTime,
            Double(time) - Double(last) >= Self.leastBlindMilliseconds
        else { return }
        let events: [TrackerEvent]
        (state.tracker, events) = makeTracker(active).pass(to: time, from: state.tracker)
        tell(events, on: active, &outputs)
    }

    private mutating func tell(
        _ events: [TrackerEvent], on active: RouteIndex, _ outputs: inout [NavigatorOutput]
    ) {
        for event in events {
            switch event {
            case .progress(let progress):
                outputs.append(.tracked(event))
                apply(
                    .progressed(
                        meters: progress.meters,
                        maneuverSeconds: active.secondsToManeuver(from: progress),
                        waypointsReached: state.tracker.waypointsReached,
                        energyLeft: active.energyLeft(fromMeters: progress.meters),
                        junctionSeconds: state.live.betterLeavesMeters.map {
                            active.seconds(
                                from: progress.position, to: active.position(atMeters: $0))
                        }), &outputs)
            case .deviated(let meters):
                // Steering onto the proposal is no deviation.
                if let proposal = state.live.proposal, isOn(proposal, leftMeters: meters) {
                    apply(.steered(id: proposal.id), &outputs)
                    return
                }
                outputs.append(.tracked(event))
                apply(.deviated(leftMeters: meters), &outputs)
            case .rejoined:
                outputs.append(.tracked(event))
                apply(.rejoined, &outputs)
            case .arrived:
                outputs.append(.tracked(event))
                apply(.arrived, &outputs)
            case .waypointReached:
                outputs.append(.tracked(event))
                // A vehicle off its route that stops at a waypoint makes no progress on the route.
                state.live.waypointsReached = state.tracker.waypointsReached
            case .announcement, .eventNear: outputs.append(.tracked(event))
            }
        }
    }

    /// Takes the next waypoint from the active route, and asks for one that does not lead there.
    private mutating func skipWaypoint(_ outputs: inout [NavigatorOutput]) {
        let next = state.tracker.waypointsReached
        guard let id = state.live.active?.id, !state.live.hasArrived, let route = indices[id],
            let rest = route.removingWaypoint(next)
        else { return }
        outputs.append(.waypointSkipped(id: route.waypoints[next].id))
        indices[id] = rest
        apply(.waypointSkipped, &outputs)
    }

    /// Whether the vehicle, having left the active route somewhere, drives on the proposal.
    private func isOn(_ proposal: LiveRouteOffer, leftMeters: Double?) -> Bool {
        guard state.proposalTracker.phase == .following else { return false }
        if let leaves = proposal.leavesAtMeters, let leftMeters {
            guard leftMeters >= leaves - live.settings.steeringMeters else { return false }
        }
        // On a third road, there is evidence against the proposal too.
        return state.proposalTracker.evidence < Self.greatestEvidence
    }

    /// Puts an event through the rules, and goes over to another route if they say so.
    private mutating func apply(_ event: LiveRouteEvent, _ outputs: inout [NavigatorOutput]) {
        let active = state.live.active?.id
        let proposal = state.live.proposal?.id
        let actions: [LiveRouteAction]
        (state.live, actions) = live.handle(event, in: state.live)
        outputs += actions.map { .live($0) }
        let now = state.live.active?.id
        guard now != active else {
            if state.live.proposal?.id != proposal { state.proposalTracker = TrackerState() }
            return
        }
        // The vehicle is already being followed on a proposal that becomes active.
        let last = state.tracker.last
        state.tracker =
            now == proposal && proposal != nil ? state.proposalTracker : TrackerState()
        state.proposalTracker = TrackerState()
        guard let last, let route = activeRoute, state.tracker.last == nil else { return }
        let events: [TrackerEvent]
        (state.tracker, events) = makeTracker(route).track(last, from: state.tracker)
        tell(events, on: route, &outputs)
    }
}

// MARK: - Answers

extension Navigator {
    private mutating func take(
        _ answer: NavigatorAnswer, to request: Int, _ outputs: inout [NavigatorOutput]
    ) {
        guard state.live.isUnderWay(request) else { return }
        let taken: LiveRouteAnswer?
        switch answer {
        case .refreshed(let route, let isBlocked, let meters):
            taken =
                renew(route, &outputs)
                ? .refreshed(
                    isBlocked: isBlocked, energyLeft: energyLeft, leavesAtMeters: meters) : nil
        case .proposals(let routes, let reason):
            let usable = routes.filter { indices[$0.offer.id] == nil && keep($0, &outputs) }
            taken = .proposals(usable.map(\.offer), reason: reason)
        case .replanned(let route):
            let isNew = indices[route.offer.id] == nil
            taken = isNew && keep(route, &outputs) ? .replanned(route.offer) : nil
        case .directions(let maneuvers, let meters):
            taken = extend(maneuvers, &outputs) ? .directions(upToMeters: meters) : nil
        }
        apply(
            taken.map { .answered(request: request, $0) }
                ?? .failed(request: request, retrySeconds: nil), &outputs)
    }

    /// The energy that the rest of the active route needs; `nil` if it is unknown.
    private var energyLeft: Double? {
        activeRoute.flatMap { $0.energyLeft(fromMeters: state.live.meters) }
    }

    /// Keeps a route's index; `false` if the route cannot be followed.
    private mutating func keep(
        _ route: NavigatorRoute, _ outputs: inout [NavigatorOutput]
    ) -> Bool {
        do throws(FollowedRouteError) {
            indices[route.offer.id] = try RouteIndex(route.route)
            return true
        } catch {
            outputs.append(.invalidRoute(id: route.offer.id, reason: error.description))
            return false
        }
    }

    /// Takes over the active route's present times.
    private mutating func renew(
        _ route: FollowedRoute?, _ outputs: inout [NavigatorOutput]
    ) -> Bool {
        guard let route else { return true }
        guard let id = state.live.active?.id, let old = indices[id] else { return false }
        do throws(FollowedRouteError) {
            var route = route
            let length = route.meters.last ?? 0
            route.isPartial = old.isPartial
            // The answer may still lead to a waypoint that was skipped.
            route.waypoints = old.waypoints.map { waypoint in
                var kept = waypoint
                kept.offset = min(kept.offset, length)
                return kept
            }
            // The answer may hold the first page of the directions, or the directions ahead.
            if route.maneuvers.last?.offset ?? 0 < old.maneuvers.last?.offset ?? 0 {
                route.maneuvers = old.maneuvers.map { maneuver in
                    var kept = maneuver
                    kept.offset = min(kept.offset, length)
                    return kept
                }
            }
            let new = try RouteIndex(route)
            guard abs(new.lengthMeters - old.lengthMeters) < 1 else {
                throw .lengthDiffers(expected: old.lengthMeters, found: new.lengthMeters)
            }
            state.tracker.renewEvents(from: old, to: new)
            indices[id] = new
            return true
        } catch {
            outputs.append(.invalidRoute(id: id, reason: error.description))
            return false
        }
    }

    /// Takes over more maneuvers of the active route.
    private mutating func extend(
        _ maneuvers: [FollowedRoute.Maneuver], _ outputs: inout [NavigatorOutput]
    ) -> Bool {
        guard let id = state.live.active?.id, let old = indices[id] else { return false }
        do throws(FollowedRouteError) {
            indices[id] = try old.adding(maneuvers)
            return true
        } catch {
            outputs.append(.invalidRoute(id: id, reason: error.description))
            return false
        }
    }

    /// Lets go of routes that are neither active nor proposed.
    private mutating func dropUnused() {
        let used = [state.live.active?.id, state.live.proposal?.id]
        guard indices.count > used.count(where: { $0 != nil }) else { return }
        indices = indices.filter { used.contains($0.key) }
        if let known = corridor?.id, known != state.live.active?.id { corridor = nil }
    }
}

extension RouteIndex {
    /// Returns the seconds to the next maneuver; `nil` if there is none.
    fileprivate func secondsToManeuver(from progress: TrackerEvent.Progress) -> Double? {
        nextManeuver(afterMeters: progress.meters).map {
            seconds(from: progress.position, to: position(atMeters: maneuvers[$0].offset))
        }
    }
}
