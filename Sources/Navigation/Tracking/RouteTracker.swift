// Follows a vehicle along a route. Start here for tracking. Positions are sought in
// RouteTracker+Search.swift, leaving is judged in RouteTracker+Deviation.swift, coming back in
// RouteTracker+Return.swift.

import Geo

/// Follows a vehicle along one route: a pure function from a state and a fix to a state and events.
///
/// Write your own to replace ``RouteTracker``.
public protocol RouteTracking: Sendable {
    /// Takes in a fix.
    func track(_ fix: Fix, from state: TrackerState)
        -> (state: TrackerState, events: [TrackerEvent])
    /// Takes in a fix where the streets beside the route are known. By default they are ignored.
    func track(_ fix: Fix, from state: TrackerState, beside corridor: Corridor?)
        -> (state: TrackerState, events: [TrackerEvent])
    /// Lets time pass without a fix.
    func pass(to time: Int64, from state: TrackerState)
        -> (state: TrackerState, events: [TrackerEvent])
}

extension RouteTracking {
    /// Takes in a fix, and ignores the streets beside the route.
    public func track(
        _ fix: Fix, from state: TrackerState, beside corridor: Corridor?
    ) -> (state: TrackerState, events: [TrackerEvent]) {
        track(fix, from: state)
    }
}

/// Follows a vehicle along a route by its fixes.
///
/// ```swift
/// let tracker = RouteTracker(index)
/// var state = TrackerState()
/// for fix in fixes {
///     let (next, events) = tracker.track(fix, from: state)
///     state = next
///     if events.contains(.arrived) { break }
/// }
/// ```
///
/// The tracker reads no clock and draws no random number: the same fixes give the same states. It
/// keeps nothing itself, so one tracker serves any number of vehicles on its route.
///
/// **The place.** A fix is sought on the route only from a little behind the last position to as
/// far ahead as the time and the speed allow. Loops, streets driven there and back, and crossings
/// therefore keep their pass, and a fix costs the same whatever the route's length. Among the
/// positions there, distance, course and the expected progress decide together.
///
/// **Leaving.** A single distance cannot tell a bad fix from a wrong turn. Errors of receivers last
/// for seconds, so the tracker looks at how the sideways offset changes: at what remains after the
/// part that the last offset explains. It adds up the evidence of these changes and of the course
/// against the hypothesis that the vehicle follows the route, in nats, to the left and to the right
/// apart, and never below 0. The vehicle has left once the sum reaches ``Settings/evidence`` and
/// the offset is larger than the stated accuracy explains. On a road beside the route the course
/// agrees, so two more sums leave the course out and look for a distance of 24 m and more that
/// stays.
/// Method: cumulative sums; E. S. Page, *Continuous Inspection Schemes*, Biometrika 41 (1954),
/// [doi:10.1093/biomet/41.1-2.100](https://doi.org/10.1093/biomet/41.1-2.100).
///
/// **Corridor.** If the streets that leave the route are known, each fix is also compared with the
/// ways into them. What the offset from such a way and the offset from the route have changed by
/// gives the ratio of both likelihoods, and so do both courses. If the vehicle follows the route,
/// the chance that the logarithm of their product ever exceeds *a* is at most e to the power −*a*
/// for each street; ``Settings/corridorEvidence`` is chosen for 20,000 streets in 1,000 km, of
/// which few lead the route's way.
/// Method: A. Wald, *Sequential Tests of Statistical Hypotheses*, Annals of Mathematical Statistics
/// 16 (1945), [doi:10.1214/aoms/1177731118](https://doi.org/10.1214/aoms/1177731118).
///
/// **Bad fixes.** Some fixes decide nothing: those at 0,0, off the Earth, out of order, with an
/// accuracy above 100 m, farther from the last than a vehicle drives, or more than an hour from it.
/// But if three fixes of the last two kinds agree with each other, they are believed.
///
/// **Tunnels.** Call ``pass(to:from:)`` each second without a fix. The position goes on by speed
/// for ten seconds, in a tunnel to its end and for five minutes at most.
public struct RouteTracker: RouteTracking {
    /// The figures a tracker judges by.
    public struct Settings: Hashable, Codable, Sendable {
        /// The evidence in nats at which a vehicle has left the route.
        public var evidence = 9.7
        /// The additional evidence asked for where fixes state no course, in nats.
        public var evidenceWithoutCourse = 1.5
        /// The evidence in nats at which a vehicle has entered a street of the corridor.
        public var corridorEvidence = 9.0
        /// The time in seconds after which a receiver's error has mostly changed.
        public var correlationSeconds = 9.5
        /// The seconds for which a position goes on by speed outside of tunnels.
        public var blindSeconds = 10.0
        /// The seconds for which a position goes on by speed in a tunnel.
        public var tunnelSeconds = 300.0
        /// If a vehicle stops within this distance of a waypoint or the end, in a straight line and
        /// along the route, it has reached it. If it left the route farther back, or waits at a
        /// traffic light, it must stand for two minutes.
        public var stopMeters = 75.0

        /// Creates the figures as measured for cars.
        public init() {}
    }

    /// The route.
    public let index: RouteIndex
    /// The figures to judge by.
    public let settings: Settings

    /// Creates a tracker for a route.
    public init(_ index: RouteIndex, settings: Settings = Settings()) {
        self.index = index
        self.settings = settings
    }

    /// Takes in a fix.
    ///
    /// - Complexity: O(log *n* + *k*) while the route is followed, for *k* vertices within reach;
    ///   O(log *n*) with a bounded number of segments while it is not.
    public func track(
        _ fix: Fix, from state: TrackerState
    ) -> (state: TrackerState, events: [TrackerEvent]) {
        track(fix, from: state, beside: nil)
    }

    /// Takes in a fix where the streets beside the route are known.
    ///
    /// - Parameter corridor: The streets that leave the route around the position; `nil` if they
    ///   are unknown.
    /// - Complexity: As without a corridor; *k* counts the vertices of up to twelve streets too.
    public func track(
        _ fix: Fix, from state: TrackerState, beside corridor: Corridor?
    ) -> (state: TrackerState, events: [TrackerEvent]) {
        var state = state
        var events: [TrackerEvent] = []
        guard state.phase != .arrived else { return (state, []) }
        guard fix.isUsable else { return (state, []) }
        guard let last = state.last else {
            state.last = fix
            state.metersPerSecond = fix.speed ?? 0
            keep(fix, &state)
            approach(fix, &state, &events)
            return (state, events)
        }
        // Differences of hostile times must not overflow.
        var seconds = (Double(fix.time) - Double(last.time)) / 1_000
        guard seconds > 0 || seconds < -Self.longestDisorderSeconds else { return (state, []) }
        guard isReachable(fix, from: last, seconds: seconds, &state) else { return (state, []) }
        if !Self.isPlausible(seconds) {
            resetTimes(to: fix.time, &state)
            seconds = 1
        }
        let motion = motion(at: fix, state)
        note(motion, fix, &state)
        switch state.phase {
        case .approaching: approach(fix, &state, &events)
        case .following: follow(fix, motion, seconds, corridor, &state, &events)
        case .deviated: seekReturn(fix, motion, seconds, &state, &events)
        case .arrived: break
        }
        state.last = fix
        keep(fix, &state)
        stop(fix, &state, &events)
        return (state, events)
    }

    /// Lets time pass without a fix: the position goes on by speed for a bounded time.
    ///
    /// - Complexity: O(log *n*).
    public func pass(
        to time: Int64, from state: TrackerState
    ) -> (state: TrackerState, events: [TrackerEvent]) {
        guard state.phase == .following, let last = state.last else { return (state, []) }
        let seconds = (Double(time) - Double(last.time)) / 1_000
        let ahead = state.metersPerSecond * max(0, seconds)
        var reached = state.meters + min(ahead, state.metersPerSecond * settings.blindSeconds)
        // A vehicle may lose reception shortly before the tunnel's mouth is reached.
        if let tunnel = index.tunnel(atMeters: state.meters, slackMeters: 50) {
            let longest = state.metersPerSecond * settings.tunnelSeconds
            reached = max(
                reached, min(tunnel.end, state.meters + min(ahead, longest)))
        }
        reached = min(reached, index.lengthMeters)
        guard seconds > 0, reached > state.shownMeters else { return (state, []) }
        var state = state
        var events: [TrackerEvent] = []
        state.shownMeters = reached
        tell(isEstimated: true, &state, &events)
        return (state, events)
    }

    /// Whether a vehicle can have come from one fix to another; three fixes in a row that cannot,
    /// but that can have come from each other, are believed.
    private func isReachable(
        _ fix: Fix, from last: Fix, seconds: Double, _ state: inout TrackerState
    ) -> Bool {
        func reaches(_ from: Fix, _ seconds: Double) -> Bool {
            let speed = max(8, state.metersPerSecond, fix.speed ?? 0)
            let farthest =
                (speed * 1.5 + 8) * seconds + 4 * max(from.deviationMeters, fix.deviationMeters)
            return meters(from: from, to: fix) <= farthest
        }
        if Self.isPlausible(seconds), reaches(last, seconds) {
            state.jumps = 0
            state.jumped = nil
            return true
        }
        let since = state.jumped.map { (Double(fix.time) - Double($0.time)) / 1_000 } ?? 0
        if let jumped = state.jumped, Self.isPlausible(since), reaches(jumped, since) {
            state.jumps += 1
        } else {
            state.jumps = 1
        }
        state.jumped = fix
        guard state.jumps >= 3 else { return false }
        state.jumps = 0
        state.jumped = nil
        return true
    }

    /// Fixes this much older than the last one came out of order and are left out. Older ones may
    /// show that a receiver has set its clock.
    private static let longestDisorderSeconds = 10.0

    /// Whether so many seconds may lie between two fixes. Beyond an hour, a wrong time is more
    /// likely.
    private static func isPlausible(_ seconds: Double) -> Bool {
        seconds > 0 && seconds <= 3_600
    }

    /// Forgets measurements by the old clock after the receiver has set it.
    private func resetTimes(to time: Int64, _ state: inout TrackerState) {
        state.recent = []
        state.offset = nil
        state.weighed = time
        state.stoppedSince = nil
    }

    /// Updates the speed.
    private func note(_ motion: Motion, _ fix: Fix, _ state: inout TrackerState) {
        if let speed = motion.speed {
            let gain = fix.speed == nil ? 0.4 : 0.7
            state.metersPerSecond += (speed - state.metersPerSecond) * gain
        }
        let isStopped = state.metersPerSecond < 1
        if !isStopped {
            state.stoppedSince = nil
        } else if state.stoppedSince == nil || isWalking(to: fix, state) {
            state.stoppedSince = fix.time
            state.stoppedAt = isSlow ? fix : nil
        }
    }

    /// Returns the distance between two fixes.
    func meters(from: Fix, to: Fix) -> Double {
        let offset = offset(from: from, to: to)
        return (offset * offset).sum().squareRoot()
    }

    /// Returns the meters east and north from one fix to another.
    func offset(from: Fix, to: Fix) -> SIMD2<Double> {
        let scale = Geodesic.metersPerDegree(atLatitude: to.latitude)
        let turn = (to.longitude - from.longitude).remainder(dividingBy: 360)
        return SIMD2(turn * scale.x, (to.latitude - from.latitude) * scale.y)
    }
}

// MARK: - Telling

extension RouteTracker {
    /// Tells the position, and what comes near there.
    func tell(
        isEstimated: Bool = false, _ state: inout TrackerState, _ events: inout [TrackerEvent]
    ) {
        let meters = state.shownMeters
        let position = index.position(atMeters: meters)
        events.append(
            .progress(
                .init(
                    position: position, meters: meters, remainder: index.remainder(from: position),
                    isEstimated: isEstimated)))
        announce(&state, &events)
        while state.eventsTold < index.events.count {
            let left = index.events[state.eventsTold].offset - meters
            let near = AnnouncementStage.near.meters(
                atSpeed: state.metersPerSecond, isWalk: index.isWalk)
            guard left <= near else { break }
            let isKnown = state.toldAhead?.contains(state.eventsTold) ?? false
            if left > 0, !isKnown {
                events.append(.eventNear(event: state.eventsTold, meters: left))
            }
            state.eventsTold += 1
        }
        // Only fixes reach a waypoint or the end.
        guard !isEstimated else { return }
        while let waypoint = nextWaypoint(state), waypoint.offset <= meters + 10 {
            events.append(.waypointReached(state.waypointsReached))
            state.waypointsReached += 1
        }
        guard index.lengthMeters - meters <= 15, nextWaypoint(state) == nil else { return }
        if index.isPartial {
            // The way goes on where the route does not.
            leave(&state)
            events.append(.deviated(leftMeters: meters))
        } else {
            state.phase = .arrived
            events.append(.arrived)
        }
    }

    /// Begins to look for the vehicle's return to the route.
    func leave(_ state: inout TrackerState) {
        state.phase = .deviated
        state.count = 0
        state.candidate = nil
        state.soughtMeters = nil
        state.corridor = nil
    }

    private func announce(_ state: inout TrackerState, _ events: inout [TrackerEvent]) {
        guard let next = index.nextManeuver(afterMeters: state.shownMeters) else { return }
        let left = index.maneuvers[next].offset - state.shownMeters
        guard
            let stage = AnnouncementStage.stage(
                meters: left, metersPerSecond: state.metersPerSecond, isWalk: index.isWalk)
        else { return }
        if let told = state.announced, told.maneuver == next, told.stage >= stage { return }
        state.announced = .init(maneuver: next, stage: stage)
        events.append(.announcement(maneuver: next, stage: stage, meters: left))
    }

    /// The next waypoint, if any is left.
    func nextWaypoint(_ state: TrackerState) -> FollowedRoute.Waypoint? {
        state.waypointsReached < index.waypoints.count
            ? index.waypoints[state.waypointsReached] : nil
    }

    /// The part of the route between the last waypoint reached and the next, in meters.
    func reach(_ state: TrackerState) -> ClosedRange<Double> {
        // A state may have been made on another route.
        let reached = min(state.waypointsReached, index.waypoints.count)
        let start = reached > 0 ? index.waypoints[reached - 1].offset : 0
        return start...max(start, nextWaypoint(state)?.offset ?? index.lengthMeters)
    }

    /// The milliseconds for which a vehicle stands beside a waypoint or the end to have reached it,
    /// if little of the route is left up to there.
    private static let stopMilliseconds = 5_000.0
    /// The same if it has left the route before, or a traffic light is ahead: longer than lights
    /// are red.
    private static let longStopMilliseconds = 120_000.0

    /// Counts a waypoint or the end as reached if the vehicle stops beside it.
    ///
    /// Near in a straight line is not enough: on another street, a vehicle stops for other reasons.
    private func stop(_ fix: Fix, _ state: inout TrackerState, _ events: inout [TrackerEvent]) {
        guard state.phase == .following || state.phase == .deviated,
            let since = state.stoppedSince,
            case let stood = Double(fix.time) - Double(since), stood >= stopMilliseconds
        else { return }
        if index.isPartial, nextWaypoint(state) == nil { return }
        let target = nextWaypoint(state)?.offset ?? index.lengthMeters
        let isFollowing = state.phase == .following
        let left = target - (isFollowing ? state.shownMeters : state.soundMeters)
        if isFollowing, left > stopMeters { return }
        let place = index.coordinate(at: index.position(atMeters: target))
        let there = Fix(time: fix.time, longitude: place.x, latitude: place.y)
        guard meters(from: there, to: fix) <= stopMeters else { return }
        let isAtHand = left <= stopMeters && !hasLight(from: target - left, to: target)
        guard isAtHand || stood >= Self.longStopMilliseconds else { return }
        if nextWaypoint(state) != nil {
            events.append(.waypointReached(state.waypointsReached))
            state.waypointsReached += 1
            // The next stop needs a drive first.
            state.stoppedSince = nil
        } else {
            state.phase = .arrived
            events.append(.arrived)
        }
    }

    /// Whether the route is traveled so slowly that receivers cannot tell moving from standing by a
    /// few fixes: on foot.
    private var isSlow: Bool { index.metersPerSecond < 3 }

    /// How near a stop has to be to a waypoint or the end: what the route takes a quarter of a
    /// minute for, 75 m for cars.
    private var stopMeters: Double {
        min(settings.stopMeters, max(25, index.metersPerSecond * 15))
    }

    /// The least duration of a stop, in milliseconds. A walker must stand for as long as 25 m take:
    /// only then does a receiver tell standing from walking.
    private var stopMilliseconds: Double {
        isSlow
            ? max(Self.stopMilliseconds, 25_000 / max(0.5, index.metersPerSecond))
            : Self.stopMilliseconds
    }

    /// Whether a vehicle that seems to stand has gone on at half the route's pace since then.
    private func isWalking(to fix: Fix, _ state: TrackerState) -> Bool {
        guard let start = state.stoppedAt, isSlow else { return false }
        let seconds = (Double(fix.time) - Double(start.time)) / 1_000
        return meters(from: start, to: fix) > max(12, seconds * index.metersPerSecond / 2)
    }

    /// Whether a traffic light stands between two measures in meters. A vehicle may stand a little
    /// beyond its line.
    private func hasLight(from start: Double, to end: Double) -> Bool {
        guard let first = index.nextEvent(afterMeters: start - 10) else { return false }
        return index.events[first...].prefix { $0.offset <= end }
            .contains { $0.kind == FollowedRoute.Event.trafficSignals }
    }
}
