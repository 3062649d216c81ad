// When a better route is told where maneuvers follow on each other.

import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct QuietTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    // MARK: By the rules alone

    /// A session whose new times came 20 s before a maneuver, with a better route or without.
    private func refreshed(
        leavesAt meters: Double?, _ change: (inout LiveRouteSettings) -> Void = { _ in }
    ) -> LiveSession {
        var session = LiveSession(change)
        session.begin()
        session.wait(300)
        session.send(.progressed(meters: 3_000, maneuverSeconds: 20, waypointsReached: 0))
        session.answer(.refreshed(isBlocked: false, leavesAtMeters: meters))
        return session
    }

    private let better = LiveRouteRequest.better(meters: 3_100)

    @Test(
        arguments: [(nil, false), (-1, false), (69.9, false), (70, true), (1_000, true)]
            as [(Double?, Bool)])
    func `after a turn it is told if it leaves the route 70 s ahead or more`(
        junction: Double?, isTold: Bool
    ) {
        var session = refreshed(leavesAt: 5_000)
        for seconds in [20, 12, 1.0] {
            session.send(
                .progressed(
                    meters: 3_000, maneuverSeconds: seconds, waypointsReached: 0,
                    junctionSeconds: 2_000))
        }
        #expect(session.sent.count == 1)
        session.send(
            .progressed(
                meters: 3_100, maneuverSeconds: 60, waypointsReached: 0, junctionSeconds: junction))
        #expect(session.sent.dropFirst().map(\.request) == (isTold ? [better] : []))
        // Before the next maneuver it is too late, and after it the same holds.
        session.send(
            .progressed(
                meters: 3_100, maneuverSeconds: 55, waypointsReached: 0, junctionSeconds: 90))
        #expect(session.sent.count == (isTold ? 2 : 1))
        session.send(
            .progressed(
                meters: 3_100, maneuverSeconds: 65, waypointsReached: 0, junctionSeconds: 90))
        #expect(session.sent.dropFirst().map(\.request) == [better])
    }

    @Test func `times that grew are no turn that was passed`() {
        var session = refreshed(leavesAt: 5_000)
        session.send(
            .progressed(
                meters: 3_000, maneuverSeconds: 60, waypointsReached: 0, junctionSeconds: 500))
        #expect(session.sent.count == 1)
    }

    @Test func `the seconds are a setting`() {
        for (seconds, isTold) in [(40.0, true), (41, false)] {
            var session = refreshed(leavesAt: 5_000) { $0.quietSeconds = seconds }
            for (maneuver, junction) in [(5.0, 45.0), (30, 40)] {
                session.send(
                    .progressed(
                        meters: 3_100, maneuverSeconds: maneuver, waypointsReached: 0,
                        junctionSeconds: junction))
            }
            #expect(session.sent.dropFirst().map(\.request) == (isTold ? [better] : []))
        }
    }

    // MARK: On a drive

    /// A drive through a town with a turn each minute. New times come after five minutes.
    private func drive(
        leavesAt meters: Double?, to end: Double = 4_900
    ) throws -> NavigatorSession {
        var session = NavigatorSession { $0.acceptance = .manual }
        var town = FollowedRoute(line: [place(0), place(20_000)], metersPerSecond: 10)
        town.maneuvers = stride(from: 600.0, to: 20_000, by: 600).map {
            .init(offset: $0, text: "Turn", type: "esriDMTTurnLeft")
        }
        let line = [place(3_000), place(5_000), place(5_000, 3_000), place(20_000)]
        let faster = FollowedRoute(line: line, metersPerSecond: 10)
        let north = NavigatorRoute(
            LiveRouteOffer(
                id: "north", lengthMeters: faster.meters[3], leavesAtMeters: 5_000,
                gainSeconds: 400), faster)
        session.answer = { request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: false, leavesAtMeters: meters)
            case .better: .proposals([north], reason: .betterRoute)
            default: nil
            }
        }
        session.put(.set(NavigatorRoute(id: "first", town), time: 0))
        try session.drive([place(0), place(end)])
        return session
    }

    @Test func `in town a better route that came with the times is told, after a turn`() throws {
        let session = try drive(leavesAt: 5_000)
        #expect(session.told.contains("added north betterRoute"))
        let asked = try #require(
            session.recording.steps.first { step in
                step.outputs.contains {
                    if case .live(.send(_, .better)) = $0 { true } else { false }
                }
            })
        let meters = asked.outputs.compactMap {
            if case .tracked(.progress(let progress)) = $0 { progress.meters } else { nil }
        }
        // The first turn after the new times is at 3,600 m.
        #expect(meters.count == 1 && (3_600..<3_620).contains(meters[0]), "\(meters)")
        #expect(try session.recording.replay() == nil)
    }

    @Test func `without a better route nothing is looked for between the turns`() throws {
        let session = try drive(leavesAt: nil)
        #expect(session.told.filter { $0.contains("north") } == [])
    }

    @Test func `one whose junction is near when a turn is passed is not told`() throws {
        // It leaves the route 40 s after the turn at 3,600 m.
        let session = try drive(leavesAt: 4_000)
        #expect(session.told.filter { $0.contains("north") } == [])
    }

    @Test(arguments: [(40, true), (130, false)])
    func `one that came two minutes ago is told no more, since its answer has lapsed`(
        standing: Int, isTold: Bool
    ) throws {
        // The new times came at 3,000 m. The vehicle stands before the turn at 3,600 m.
        var session = try drive(leavesAt: 5_000, to: 3_550)
        for _ in 0..<standing {
            let place = place(3_550)
            session.second(
                Fix(
                    time: session.time, longitude: place.x, latitude: place.y,
                    accuracyMeters: 7.5, metersPerSecond: 0))
        }
        try session.drive([place(3_550), place(3_700)])
        #expect(session.told.contains("added north betterRoute") == isTold)
    }
}
