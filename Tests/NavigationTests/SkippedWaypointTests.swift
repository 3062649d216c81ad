// A driver who skips a waypoint: by the rules alone, and on a drive.

import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct SkippedWaypointTests {
    private let second = LiveRouteOffer(id: "second", lengthMeters: 9_000)
    private let faster = LiveRouteOffer(
        id: "faster", lengthMeters: 18_000, leavesAtMeters: 5_000, gainSeconds: 400)

    // MARK: By the rules alone

    @Test(arguments: [false, true])
    func `another route is looked for, also in place of an imported one`(isImported: Bool) {
        var session = LiveSession()
        session.begin(isImported: isImported)
        session.send(.progressed(meters: 3_000, maneuverSeconds: nil, waypointsReached: 2))
        session.send(.waypointSkipped)
        #expect(session.sent.map(\.request) == [.replan(waypointsReached: 2)])
        session.answer(.replanned(second))
        #expect(
            session.told == [
                "added first", "active first", "added second waypointSkipped", "active second",
                "removed first",
            ])
        // Nothing is left of it.
        #expect(!session.state.isSkipping)
        session.send(.deviated(leftMeters: 10))
        session.answer(.replanned(LiveRouteOffer(id: "third", lengthMeters: 9_000)))
        #expect(session.told.contains("added third deviated"))
    }

    @Test func `it is looked for again until it comes`() {
        var session = LiveSession()
        session.begin()
        session.send(.waypointSkipped)
        for seconds in [1, 2, 4] {
            session.fail()
            #expect(session.told.last == "retry in \(seconds)")
            let before = session.sent.count
            session.wait(seconds)
            #expect(session.sent.count == before + 1)
        }
        // No answer is a failure too.
        session.wait(30)
        #expect(session.told.last == "retry in 8")
        session.wait(8)
        session.answer(.replanned(second))
        #expect(session.state.active?.id == "second")
    }

    @Test func `meanwhile the route has new times, but nothing is looked for that leads there`() {
        var session = LiveSession { $0.acceptance = .manual }
        session.begin()
        session.update([faster])
        #expect(session.state.proposal == faster)
        session.send(.waypointSkipped)
        #expect(session.state.proposal == nil)
        #expect(session.told.last == "removed faster")
        session.fail(retrySeconds: 3_600)
        session.wait(300)
        session.answer(.refreshed(isBlocked: false))
        #expect(session.told.last == "refreshed first")
        #expect(session.sent.last?.request == .refresh(meters: 0))
        // A better route that was being looked for is given up.
        var other = LiveSession()
        other.begin()
        other.wait(300)
        other.answer(.refreshed(isBlocked: false))
        #expect(other.requests.values.contains(.better(meters: 0)))
        other.send(.waypointSkipped)
        #expect(Array(other.requests.values) == [.replan(waypointsReached: 0)])
    }

    @Test func `a vehicle that leaves its route meanwhile, or comes back to it, is led on`() {
        var session = LiveSession()
        session.begin(isImported: true)
        session.send(.waypointSkipped)
        session.send(.deviated(leftMeters: 500))
        #expect(Array(session.requests.values) == [.replan(waypointsReached: 0)])
        session.send(.rejoined)
        #expect(Array(session.requests.values) == [.replan(waypointsReached: 0)])
        session.answer(.replanned(second))
        #expect(session.told.contains("added second waypointSkipped"))
    }

    @Test func `where the caller brings routes, none is requested`() {
        var session = LiveSession { $0.deviationMode = .wait }
        session.begin()
        session.send(.waypointSkipped)
        session.wait(299)
        #expect(session.sent.isEmpty)
        // Neither is a better one, which would lead there, too.
        session.wait(1)
        session.answer(.refreshed(isBlocked: false))
        #expect(session.sent.map(\.request) == [.refresh(meters: 0)])
        session.begin("second")
        #expect(session.told.suffix(3) == ["added second", "active second", "removed first"])
    }

    // MARK: On a drive

    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A road of 20 km with waypoints at 1,000 and 2,000 m.
    private var road: FollowedRoute {
        var road = FollowedRoute(line: [place(0), place(20_000)], metersPerSecond: 10)
        road.waypoints = [.init(offset: 1_000, id: "a"), .init(offset: 2_000, id: "b")]
        return road
    }

    @Test func `it is passed without a word, and the next one counts`() throws {
        var session = NavigatorSession()
        session.put(.set(NavigatorRoute(id: "first", road), time: 0))
        try session.drive([place(0), place(500)])
        session.put(.skipWaypoint)
        #expect(session.told.last == "skipped a")
        #expect(session.navigator.activeRoute?.waypoints.map(\.id) == ["b"])
        #expect(session.navigator.state.tracker.waypointsReached == 0)
        try session.drive([place(500), place(1_500)])
        #expect(session.told.filter { $0.hasPrefix("waypoint") } == [])
        #expect(session.navigator.state.tracker.phase == .following)
        try session.drive([place(1_500), place(2_500)])
        #expect(session.told.filter { $0.hasPrefix("waypoint") } == ["waypoint 0"])
        // No waypoint is left.
        #expect(session.put(.skipWaypoint).isEmpty)
        #expect(try session.recording.replay() == nil)
    }

    @Test func `a waypoint reached off the route is not looked for instead`() throws {
        var session = NavigatorSession()
        session.put(.set(NavigatorRoute(id: "first", road), time: 0))
        let beside = [(600.0, 0.0), (600, 50), (990, 50)].map { place($0, $1) }
        try session.drive([place(0)] + beside)
        for _ in 0..<140 {
            session.second(
                Fix(
                    time: session.time, longitude: beside[2].x, latitude: beside[2].y,
                    accuracyMeters: 7.5, metersPerSecond: 0))
        }
        #expect(session.told.contains("deviated"))
        #expect(session.told.contains("waypoint 0"))
        let outputs = session.put(.skipWaypoint)
        #expect(outputs.first == .waypointSkipped(id: "b"))
        let isAsked = outputs.contains {
            if case .live(.send(_, .replan(waypointsReached: 1))) = $0 { true } else { false }
        }
        #expect(isAsked, "\(outputs)")
    }

    @Test func `new times do not bring it back`() throws {
        var session = NavigatorSession { $0.intervalSeconds = 60 }
        let road = road
        session.answer = { request in
            if case .refresh = request { .refreshed(road, isBlocked: false) } else { nil }
        }
        session.put(.set(NavigatorRoute(id: "first", road), time: 0))
        try session.drive([place(0), place(500)])
        session.put(.skipWaypoint)
        try session.drive([place(500), place(1_500)])
        #expect(session.told.contains("refreshed first"))
        #expect(session.navigator.activeRoute?.waypoints.map(\.id) == ["b"])
        #expect(session.told.filter { $0.hasPrefix("waypoint") } == [])
    }

    @Test func `the route that comes is followed from the vehicle's place`() throws {
        var session = NavigatorSession()
        let line = [place(500), place(600), place(600, 9_000)]
        var rest = FollowedRoute(line: line, metersPerSecond: 10)
        rest.waypoints = [.init(offset: 5_000, id: "b")]
        session.answer = { [rest] request in
            request == .replan(waypointsReached: 0)
                ? .replanned(NavigatorRoute(id: "second", rest)) : nil
        }
        #expect(session.put(.skipWaypoint).isEmpty)
        session.put(.set(NavigatorRoute(id: "first", road), time: 0))
        try session.drive([place(0), place(500)])
        session.put(.skipWaypoint)
        try session.drive([place(500), place(600), place(600, 300)])
        #expect(
            session.told == [
                "added first", "active first", "on route", "skipped a",
                "added second waypointSkipped", "active second", "removed first", "on route",
            ])
        #expect(session.navigator.state.tracker.phase == .following)
        let read = try SessionRecording(jsonLines: session.recording.jsonLines())
        #expect(try read.replay() == nil)
    }
}
