// A session's reports in words, ordered by time.

import Navigation
import RouteAPI

/// Writes a session's timeline.
struct ReplayTimeline {
    private var lines: [String] = []
    private var start: Int64?
    private var now: Int64 = 0
    /// The routes by their ids, for the texts of maneuvers.
    private var routes: [String: FollowedRoute] = [:]
    private var active: String?
    /// The minute whose position was written last.
    private var minute: Double?

    /// Returns the timeline as lines of minutes, seconds and words.
    ///
    /// - Complexity: O(*n*) in the inputs and outputs.
    static func text(of recording: SessionRecording) -> String {
        var timeline = ReplayTimeline()
        if let resumed = recording.resumed { timeline.goOn(from: resumed) }
        for step in recording.steps {
            timeline.note(step.input)
            for output in step.outputs { timeline.note(output) }
        }
        return timeline.lines.joined(separator: "\n")
    }

    private mutating func goOn(from resumed: SessionRecording.Resumed) {
        routes = resumed.routes
        active = resumed.state.live.active?.id
        guard let active else { return }
        add("goes on along route \(active) at \(Self.meters(resumed.state.tracker.shownMeters))")
        if let proposal = resumed.state.live.proposal?.id { add("route \(proposal) is proposed") }
    }

    private mutating func note(_ input: NavigatorInput) {
        switch input {
        case .set(let route, let time):
            pass(to: time)
            keep(route)
        case .fix: break
        case .tick(let time): pass(to: time)
        case .selected(let id): add("the driver selects \(id)")
        case .refused(let id): add("the driver refuses \(id)")
        case .skipWaypoint: add("the driver skips a waypoint")
        case .charge(let left): add("the charge is \(left)")
        case .corridor(let streets, let id):
            add("the streets beside route \(id) are known: \(streets.branches.count)")
        case .answered(let request, let answer):
            add("request \(request) is answered")
            switch answer {
            case .refreshed(let route, _, _):
                if let active, var route {
                    // Waypoints stay: one may have been skipped.
                    if let known = routes[active] { route.waypoints = known.waypoints }
                    routes[active] = route
                }
            case .proposals(let proposals, _): proposals.forEach { keep($0) }
            case .replanned(let route): keep(route)
            case .directions(let maneuvers, _):
                if let active { routes[active]?.maneuvers += maneuvers }
            }
        case .failed(let request, _): add("request \(request) has failed")
        }
    }

    private mutating func keep(_ route: NavigatorRoute) {
        // The id of a route that is there is rejected.
        if routes[route.offer.id] == nil { routes[route.offer.id] = route.route }
    }

    private mutating func pass(to time: Int64) {
        if start == nil { start = time }
        now = max(now, time)
    }

    private mutating func note(_ output: NavigatorOutput) {
        switch output {
        case .tracked(let event): note(event)
        case .live(let action): note(action)
        case .waypointSkipped(let id):
            if let active { routes[active]?.waypoints.removeAll { $0.id == id } }
            add("waypoint \(id) is skipped")
        case .invalidRoute(let id, let reason): add("route \(id) cannot be followed: \(reason)")
        }
    }

    private mutating func note(_ event: TrackerEvent) {
        let route = active.flatMap { routes[$0] }
        switch event {
        case .progress(let progress):
            let minute = (seconds / 60).rounded(.down)
            guard minute != self.minute else { return }
            self.minute = minute
            let left = Int((progress.remainder.seconds / 60).rounded())
            add(
                "at \(Self.meters(progress.meters)); "
                    + "\(Self.meters(progress.remainder.meters)) and \(left) min are left"
                    + (progress.isEstimated ? " (estimated)" : ""))
        case .announcement(let maneuver, let stage, let meters):
            let text = route?.maneuvers[safe: maneuver]?.text ?? "maneuver \(maneuver + 1)"
            add("in \(Self.meters(meters)) (\(stage)): \(text)")
        case .eventNear(let event, let meters):
            let kind = route?.events[safe: event]?.kind ?? "event \(event + 1)"
            add("in \(Self.meters(meters)): \(kind)")
        case .waypointReached(let waypoint):
            add("waypoint \(route?.waypoints[safe: waypoint]?.id ?? "\(waypoint + 1)") is reached")
        case .deviated(let meters):
            add(meters.map { "the route is left at \(Self.meters($0))" } ?? "not on the route")
        case .rejoined(let meters): add("on the route at \(Self.meters(meters))")
        case .arrived: add("the end is reached")
        }
    }

    private mutating func note(_ action: LiveRouteAction) {
        switch action {
        case .send(let number, let request): add("request \(number): \(Self.words(request))")
        case .cancel(let number): add("request \(number) is cancelled")
        case .added(let id, let reason):
            add("route \(id) is added" + (reason.map { ": \($0.rawValue)" } ?? ""))
        case .activeChanged(let id):
            active = id
            add("route \(id) is active")
        case .removed(let id):
            routes[id] = nil
            add("route \(id) is removed")
        case .refreshed(let id): add("route \(id) has new times")
        case .conditionsOutdated(let id): add("the conditions of route \(id) are outdated")
        case .left: break
        case .replanFailed(let seconds): add("no other route; again in \(Int(min(seconds, 1e9))) s")
        case .selectionRejected(let id): add("\(id) is no proposal that may be selected")
        }
    }

    private static func words(_ request: LiveRouteRequest) -> String {
        switch request {
        case .refresh(let meters): "times from \(Self.meters(meters))"
        case .better(let meters): "a better route from \(Self.meters(meters))"
        case .withinRange(let reached):
            "the route that uses up the least, after \(reached) waypoints"
        case .replan(let reached): "another route, after \(reached) waypoints"
        case .rejoin(_, let deviations): "a path back, deviation \(deviations)"
        case .directions(let meters): "directions from \(Self.meters(meters))"
        }
    }

    private static func meters(_ meters: Double) -> String {
        meters.isFinite && abs(meters) < 1e9 ? "\(Int(meters.rounded())) m" : "\(meters) m"
    }

    /// The seconds since the session's start.
    private var seconds: Double { (Double(now) - Double(start ?? now)) / 1_000 }

    private mutating func add(_ text: String) {
        let whole = Int(max(0, min(seconds, 1e12)))
        let rest = whole % 60
        let clock = "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        lines.append(String(repeating: " ", count: max(0, 7 - clock.count)) + clock + "  " + text)
    }
}

extension Array {
    /// Returns an element, or `nil` if there is none at the index.
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
