// Scenarios for a navigator: a driver who steers onto a proposal, other routes, failing servers.

import Foundation
import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct NavigatorTests {
    /// A place some meters east and north of the drawing's corner.
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A road from west to east, 20 km long.
    private var straight: FollowedRoute {
        FollowedRoute(line: [place(0), place(20_000)], metersPerSecond: 10)
    }

    /// Another route from the place at 3,000 m: it turns north at 5,000 m.
    private var north: NavigatorRoute {
        let line = [place(3_000), place(5_000), place(5_000, 3_000), place(20_000)]
        let route = FollowedRoute(line: line, metersPerSecond: 10)
        return NavigatorRoute(
            LiveRouteOffer(
                id: "north", lengthMeters: route.meters[3], leavesAtMeters: 5_000,
                gainSeconds: 400), route)
    }

    /// A session at 4,000 m with the proposal waiting.
    private func proposed(
        _ acceptance: LiveRouteSettings.Acceptance = .manual
    ) throws -> NavigatorSession {
        var session = NavigatorSession { $0.acceptance = acceptance }
        let north = north
        session.answer = { request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: false)
            case .better, .withinRange: .proposals([north], reason: .betterRoute)
            default: nil
            }
        }
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(4_000)])
        return session
    }

    @Test func `steering onto a proposal accepts it`() throws {
        var session = try proposed()
        let begun = [
            "added first", "active first", "on route", "refreshed first",
            "added north betterRoute",
        ]
        #expect(session.told == begun)
        try session.drive([place(4_000), place(5_000), place(5_000, 1_000)])
        #expect(session.told == begun + ["active north", "removed first"])
        #expect(session.navigator.state.tracker.phase == .following)
        // 2,000 m to the junction, and nearly 1,000 m after it.
        #expect(abs(session.navigator.state.tracker.shownMeters - 2_990) < 15)
    }

    @Test func `driving on past its junction ends a proposal`() throws {
        var session = try proposed()
        try session.drive([place(4_000), place(5_400)])
        #expect(session.told.last == "removed north")
        #expect(!session.told.contains("deviated"))
    }

    @Test func `a third road at the proposal's junction is a deviation`() throws {
        var session = try proposed()
        try session.drive([place(4_000), place(5_000), place(5_000, -500)])
        #expect(session.told.contains("deviated"))
        #expect(!session.told.contains("active north"))
        #expect(session.told.contains("removed north"))
    }

    @Test func `leaving before the proposal's junction is a deviation`() throws {
        var session = try proposed()
        try session.drive([place(4_000), place(4_400), place(4_400, 500)])
        #expect(session.told.contains("deviated"))
        #expect(!session.told.contains("active north"))
    }

    @Test func `an accepted proposal is followed from the vehicle's place`() throws {
        let session = try proposed(.automatic)
        #expect(
            session.told.suffix(4) == [
                "added north betterRoute", "active north", "removed first", "on route",
            ])
        #expect(abs(session.navigator.state.tracker.shownMeters - 990) < 15)
    }

    /// Chooses the first proposal, blocked or not.
    private struct First: ProposalSelecting {
        func select(from offers: [LiveRouteOffer], reason: AddedReason) -> String? {
            offers.first?.id
        }
    }

    @Test(arguments: [true, false])
    func `a selector that wants a blocked route does not get it`(isBlocked: Bool) throws {
        var session = NavigatorSession(selector: First())
        var wanted = north
        wanted.offer.isBlocked = isBlocked
        session.answer = { [wanted] request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: true)
            case .better, .withinRange: .proposals([wanted], reason: .avoidBlockage)
            default: nil
            }
        }
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(4_000)])
        let begun = ["added first", "active first", "on route", "refreshed first"]
        let accepted = [
            "added north avoidBlockage", "active north", "removed first", "on route",
        ]
        #expect(session.told == begun + (isBlocked ? ["rejected north"] : accepted))
        #expect(session.navigator.state.live.active?.id == (isBlocked ? "first" : "north"))
    }

    @Test func `another route replaces the one that was left`() throws {
        var session = NavigatorSession()
        let other = FollowedRoute(
            line: [place(1_000), place(1_000, 2_000), place(5_000, 2_000)], metersPerSecond: 10)
        session.answer = { _ in .replanned(NavigatorRoute(id: "second", other)) }
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(1_000), place(1_000, 600)])
        #expect(
            session.told == [
                "added first", "active first", "on route", "deviated", "left first",
                "added second deviated", "active second", "removed first", "on route",
            ])
        #expect(abs(session.navigator.state.tracker.shownMeters - 590) < 15)
    }

    @Test func `where a line that was matched in part ends, another route goes on`() throws {
        var session = NavigatorSession()
        var part = FollowedRoute(line: [place(0), place(1_000)], metersPerSecond: 10)
        part.isPartial = true
        let rest = FollowedRoute(line: [place(990), place(2_000)], metersPerSecond: 10)
        session.answer = { _ in .replanned(NavigatorRoute(id: "rest", rest)) }
        session.put(.set(NavigatorRoute(id: "part", part), time: 0))
        try session.drive([place(0), place(1_500)])
        #expect(
            session.told == [
                "added part", "active part", "on route", "deviated", "left part",
                "added rest deviated", "active rest", "removed part", "on route",
            ])
        try session.drive([place(1_500), place(2_000)])
        #expect(session.told.last == "arrived")
    }

    @Test func `a dead server is asked again and again, and the route goes on when it is back`()
        throws
    {
        var session = NavigatorSession()
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(1_000), place(1_000, 900)])
        let retries = session.told.filter { $0.hasPrefix("retry") }
        #expect(Array(retries.prefix(5)) == [1, 2, 4, 8, 10].map { "retry in \($0)" })
        let back = FollowedRoute(
            line: [place(1_000), place(1_000, 2_000)], metersPerSecond: 10)
        session.answer = { _ in .replanned(NavigatorRoute(id: "back", back)) }
        try session.drive([place(1_000, 900), place(1_000, 1_200)])
        #expect(session.navigator.state.live.active?.id == "back")
        #expect(session.told.last == "on route")
    }

    @Test func `a slow server's answer counts nothing after the vehicle is back on its route`()
        throws
    {
        var session = NavigatorSession()
        session.latency = 300
        session.answer = { [straight] _ in .replanned(NavigatorRoute(id: "late", straight)) }
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(1_000), place(1_000, 200), place(1_200, 200)])
        try session.drive([place(1_200, 200), place(1_200), place(2_500)])
        // Late answers are given up, which tells that another route is asked for again.
        #expect(
            session.told.filter { !$0.hasPrefix("retry") } == [
                "added first", "active first", "on route", "deviated", "left first", "on route",
            ])
    }

    @Test func `a server that never answers leaves the conditions outdated`() throws {
        var session = NavigatorSession()
        session.latency = nil
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(13_000)])
        #expect(session.told == ["added first", "active first", "on route", "outdated first"])
        let straight = straight
        session.latency = 1
        session.answer = { request in
            if case .refresh = request { .refreshed(straight, isBlocked: false) } else { nil }
        }
        try session.drive([place(13_000), place(17_000)])
        #expect(session.told.last == "refreshed first")
    }

    @Test func `a refreshed route has the present times`() throws {
        var session = NavigatorSession()
        let slower = FollowedRoute(line: straight.line, metersPerSecond: 5)
        session.answer = { request in
            if case .refresh = request { .refreshed(slower, isBlocked: false) } else { nil }
        }
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        try session.drive([place(0), place(4_000)])
        #expect(session.told.last == "refreshed first")
        let duration = try #require(session.navigator.activeRoute?.durationSeconds)
        #expect(abs(duration - 4_000) < 5)
        // A route with another line is not this one.
        let short = FollowedRoute(line: [place(0), place(10_000)], metersPerSecond: 5)
        session.answer = { request in
            if case .refresh = request { .refreshed(short, isBlocked: false) } else { nil }
        }
        try session.drive([place(4_000), place(7_000)])
        #expect(session.told.last == "invalid first")
        #expect(session.navigator.activeRoute?.durationSeconds == duration)
    }

    @Test func `directions that come piece by piece are announced`() throws {
        var session = NavigatorSession { $0.isUpdated = false }
        var route = straight
        route.maneuvers = [.init(offset: 1_000, text: "Keep on", type: "esriDMTStraight")]
        var offer = LiveRouteOffer(id: "first", lengthMeters: 20_000)
        offer.directionsMeters = 6_000
        session.answer = { _ in
            .directions(
                [.init(offset: 2_000, text: "Turn", type: "esriDMTTurnLeft")],
                upToMeters: 20_000)
        }
        session.put(.set(NavigatorRoute(offer, route), time: 0))
        try session.drive([place(0), place(2_100)])
        let announced = session.recording.steps.flatMap(\.outputs).compactMap {
            if case .tracked(.announcement(let maneuver, .now, _)) = $0 { maneuver } else { nil }
        }
        #expect(announced == [0, 1])
        #expect(session.navigator.activeRoute?.maneuvers.count == 2)
    }

    @Test func `a route that cannot be followed is told, and changes nothing`() throws {
        var session = NavigatorSession()
        session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
        let broken = FollowedRoute(line: [place(0)], meters: [0], seconds: [0])
        session.put(.set(NavigatorRoute(id: "broken", broken), time: 0))
        session.answer = { _ in .replanned(NavigatorRoute(id: "broken", broken)) }
        try session.drive([place(0), place(500), place(500, 100)])
        #expect(session.navigator.state.live.active?.id == "first")
        #expect(session.told.contains("invalid broken"))
        #expect(session.told.contains("retry in 1"))
    }

    @Test func `an app that died goes on where it was`() throws {
        var session = try proposed()
        let state = try JSONDecoder().decode(
            NavigatorState.self, from: JSONEncoder().encode(session.navigator.state))
        let resumed = try Navigator(
            live: session.navigator.live, resuming: state,
            routes: ["first": straight, "north": north.route])
        var other = session
        other.navigator = resumed
        try session.drive([place(4_000), place(5_000), place(5_000, 1_000)])
        try other.drive([place(4_000), place(5_000), place(5_000, 1_000)])
        #expect(try other.recording.jsonLines() == session.recording.jsonLines())
    }

    @Test func `an app that died while it waited asks again`() throws {
        let drives: [([Coordinate], (LiveRouteRequest) -> Bool)] = [
            (
                [place(0), place(1_000), place(1_000, 150)],
                { if case .replan = $0 { true } else { false } }
            ),
            ([place(0), place(3_020)], { if case .refresh = $0 { true } else { false } }),
        ]
        for (line, isWanted) in drives {
            var session = NavigatorSession()
            session.latency = nil
            session.put(.set(NavigatorRoute(id: "first", straight), time: 0))
            try session.drive(line)
            let asked = session.recording.steps.flatMap(\.outputs).count {
                if case .live(.send(_, let request)) = $0 { isWanted(request) } else { false }
            }
            #expect(asked == 1)
            let state = try JSONDecoder().decode(
                NavigatorState.self, from: JSONEncoder().encode(session.navigator.state))
            let resuming = try Navigator(
                live: session.navigator.live, resuming: state,
                routes: session.navigator.routes)
            var resumed = resuming
            let input = NavigatorInput.tick(time: session.time)
            let outputs = resumed.handle(input)
            var recording = SessionRecording(live: session.navigator.live.settings)
            recording.append(input, outputs)
            #expect(try recording.replay(with: resuming) == nil)
            #expect(try recording.replay() != nil)
            let again = outputs.contains {
                if case .live(.send(_, let request)) = $0 { isWanted(request) } else { false }
            }
            #expect(again, "\(outputs)")
        }
    }

    @Test func `new times with the first directions alone keep those known`() throws {
        var session = NavigatorSession()
        var route = straight
        route.maneuvers = [1_000.0, 15_000].map {
            .init(offset: $0, text: "Turn", type: "esriDMTTurnLeft")
        }
        var page = FollowedRoute(line: straight.line, metersPerSecond: 5)
        page.maneuvers = [route.maneuvers[0]]
        session.answer = { [page] request in
            if case .refresh = request { .refreshed(page, isBlocked: false) } else { nil }
        }
        session.put(.set(NavigatorRoute(id: "first", route), time: 0))
        try session.drive([place(0), place(4_000)])
        #expect(session.told.last == "refreshed first")
        #expect(session.navigator.activeRoute?.maneuvers == route.maneuvers)
    }
}
