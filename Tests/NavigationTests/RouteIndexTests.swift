// Positions on a route: measures, searches, what is left and what comes next.

import DataStructures
import Geo
import Navigation
import Testing

@Suite struct RouteIndexTests {
    /// A route that crosses itself at the middle of its first street, and comes back along it.
    private let eight = RouteSketch(
        """
                  d---------c
                  |         |
        a---------+---------b
                  |
                  e---------f
        """)

    @Test func `measures add up and have signs`() throws {
        let index = try eight.index("abcde")
        let places = stride(from: 0, through: index.lengthMeters, by: 17).map {
            index.position(atMeters: $0)
        }
        for (a, b, c) in zip(zip(places, places.dropFirst(3)), places.dropFirst(9)).map({
            ($0.0.0, $0.0.1, $0.1)
        }) {
            #expect(abs(index.meters(from: a, to: b) - 51) < 0.02)
            #expect(index.meters(from: a, to: b) == -index.meters(from: b, to: a))
            let sum = index.seconds(from: a, to: b) + index.seconds(from: b, to: c)
            #expect(abs(sum - index.seconds(from: a, to: c)) < 1e-9)
        }
        #expect(abs(index.lengthMeters - (200 + 20 + 100 + 40)) < 0.05)
        #expect(index.durationSeconds == index.seconds(from: .start, to: index.end))
    }

    @Test func `what is advanced is the distance, and the ends hold`() throws {
        let index = try eight.index("abcde")
        let middle = index.position(atMeters: 150)
        let ahead = index.advanced(middle, byMeters: 75.25)
        #expect(abs(index.meters(from: middle, to: ahead) - 75.25) < 1e-6)
        #expect(index.advanced(middle, byMeters: -1_000) == .start)
        #expect(index.advanced(middle, byMeters: 1_000) == index.end)
    }

    @Test func `what is left of the legs adds up to what is left, with the delay`() throws {
        let line = [0.0, 1_000, 3_000, 4_000].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: line, metersPerSecond: 10)
        route.waypoints = [1, 2].map { .init(offset: route.meters[$0], id: "\($0)") }
        route.delays = zip(route.meters.dropFirst(), [30.0, 30, 90]).map {
            .init(offset: $0, seconds: $1)
        }
        let index = try RouteIndex(route)
        for (meters, reached, delays) in [
            (0.0, 0, [30.0, 0, 60]), (500, 0, [15, 0, 60]), (1_500, 1, [0, 60]),
            (3_500, 2, [30]), (index.lengthMeters, 2, [0]),
        ] {
            let position = index.position(atMeters: meters)
            let whole = index.remainder(from: position)
            let legs = index.legRemainders(from: position, waypointsReached: reached)
            #expect(legs.count == 3 - reached)
            #expect(abs(legs.map(\.meters).reduce(0, +) - whole.meters) < 0.01)
            #expect(abs(legs.map(\.seconds).reduce(0, +) - whole.seconds) < 0.01)
            let told = try legs.map { try #require($0.delaySeconds) }
            for (found, wanted) in zip(told, delays) { #expect(abs(found - wanted) < 0.1) }
            #expect(abs(told.reduce(0, +) - (whole.delaySeconds ?? -1)) < 0.01)
        }
        #expect(
            index.legRemainders(from: .start, waypointsReached: 9).map { $0.meters.rounded() }
                == [(index.lengthMeters - route.meters[2]).rounded()])
        route.delays = []
        #expect(try RouteIndex(route).remainder(from: .start).delaySeconds == nil)
    }

    @Test func `the remainder is the whole at the start and nothing at the end`() throws {
        let index = try eight.index("abcde")
        let whole = index.remainder(from: .start)
        #expect(whole.meters == index.lengthMeters)
        #expect(whole.seconds == index.durationSeconds)
        #expect(whole.progress == 0)
        let end = index.remainder(from: index.end)
        #expect((end.meters, end.seconds, end.progress) == (0, 0, 1))
    }

    @Test func `each priority picks its own pass of a crossing`() throws {
        let index = try eight.index("abcdef")
        let crossing = RouteSketch.place(east: 100, north: -18)
        let raw = index.closest(to: crossing, maximumMeters: 15)
        let first = index.closest(to: crossing, priority: .start, maximumMeters: 15)
        let late = index.closest(
            to: crossing, priority: .position(index.position(atMeters: 300)), maximumMeters: 15)
        // The second pass runs through the place, the first one 2 m below it.
        #expect(abs((raw?.meters ?? 0) - 338) < 0.1)
        #expect(abs((first?.meters ?? 0) - 100) < 0.1)
        #expect(late == raw)
        #expect(index.closest(to: crossing, priority: .start, maximumMeters: 1) == raw)
        let far = RouteSketch.place(east: 50, north: 500)
        #expect(index.closest(to: far, maximumMeters: 100) == nil)
        #expect(index.closest(to: Coordinate(x: .nan, y: 0)) == nil)
    }

    @Test func `a window keeps the search on its part of the route`() throws {
        let index = try eight.index("abcdef")
        let crossing = RouteSketch.place(east: 100, north: -18)
        let early = index.closest(to: crossing, within: 0...250)
        #expect(abs((early?.meters ?? 0) - 100) < 0.1)
        let edge = index.closest(to: crossing, within: 0...60)
        #expect(abs((edge?.meters ?? 0) - 60) < 0.02)
    }

    /// A stretch in another one, and a long one after them.
    private var stretches: RouteIndex {
        get throws {
            let line = [0.0, 300_000].map { RouteSketch.place(east: $0, north: 0) }
            var route = FollowedRoute(line: line, meters: [0, 300_000], seconds: [0, 10_000])
            route.spans = [
                .init(start: 1_000, end: 9_000, kind: "bridge"),
                .init(start: 2_000, end: 3_000, kind: FollowedRoute.Span.tunnel),
                .init(start: 100_000, end: 250_000, kind: FollowedRoute.Span.tunnel),
            ]
            return try RouteIndex(route)
        }
    }

    @Test(
        arguments: [
            (0, [], 0), (999.9, [], 0), (1_000, [0], 1), (1_999.9, [0], 1), (2_000, [1, 0], 2),
            (2_999.9, [1, 0], 2), (3_000, [0], 2), (8_999.9, [0], 2), (9_000, [], 2),
            (99_999.9, [], 2), (100_000, [2], nil),
            // A stretch that began more than 100 km before is left out.
            (200_000, [2], nil), (200_000.1, [], nil), (249_999, [], nil), (300_000, [], nil),
        ] as [(Double, [Int], Int?)])
    func `stretches count from their start to before their end, the last to begin first`(
        meters: Double, spans: [Int], next: Int?
    ) throws {
        let index = try stretches
        #expect(index.spans(atMeters: meters) == spans)
        #expect(index.nextSpan(afterMeters: meters) == next)
    }

    @Test func `a stretch counts before its start with slack, not after its end`() throws {
        let index = try stretches
        #expect(index.spans(atMeters: 1_990, slackMeters: 9.9) == [0])
        #expect(index.spans(atMeters: 1_990, slackMeters: 10) == [1, 0])
        #expect(index.spans(atMeters: 3_000, slackMeters: 10) == [0])
        #expect(index.spans(atMeters: 9_000, slackMeters: 10) == [])
    }

    @Test func `a position survives its measure`() throws {
        var random = SeededGenerator(7)
        let route = RandomRoute.make(meters: 20_000, using: &random)
        let index = try RouteIndex(route)
        for _ in 0..<500 {
            let meters = Double.random(in: 0...index.lengthMeters, using: &random)
            let position = index.position(atMeters: meters)
            #expect(abs(index.meters(at: position) - meters) < 1e-6)
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `boxes lose nothing: the nearest position is that of a plain search`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let route = RandomRoute.make(meters: 8_000, using: &random)
        let index = try RouteIndex(route)
        let measure = LineMeasure(route.line)
        for _ in 0..<20 {
            let vertex = route.line[Int.random(in: 0..<route.line.count, using: &random)]
            let place = Coordinate(
                x: vertex.x + Double.random(in: -0.01...0.01, using: &random),
                y: vertex.y + Double.random(in: -0.01...0.01, using: &random))
            let scale = Geodesic.metersPerDegree(atLatitude: place.y)
            let expected = measure.nearest(to: place, scale: scale).meters
            let found = try #require(index.closest(to: place))
            #expect(abs(found.distanceMeters - expected) < 0.05, "seed \(seed)")
            // With a limit, boxes out of reach are skipped.
            let near = index.closest(to: place, maximumMeters: expected + 0.1)
            #expect(near?.position == found.position, "seed \(seed)")
        }
    }

    @Test func `the 180th meridian is a line like any other`() throws {
        let line = [179.99, -179.99, -179.98].map { Coordinate(x: $0, y: 10) }
        var meters = [0.0]
        meters.append(Geodesic.distanceMeters(from: line[0], to: line[1]))
        meters.append(meters[1] + Geodesic.distanceMeters(from: line[1], to: line[2]))
        let index = try RouteIndex(
            FollowedRoute(line: line, meters: meters, seconds: [0, 100, 150]))
        let found = try #require(index.closest(to: Coordinate(x: -179.985, y: 10)))
        #expect(abs(found.meters - 2_741) < 2)
        #expect(abs(index.coordinate(at: found.position).x + 179.985) < 1e-6)
    }

    @Test func `a turn that costs time is behind at its measure`() throws {
        let line = [0, 100, 100, 200].map { RouteSketch.place(east: $0, north: 0) }
        let index = try RouteIndex(
            FollowedRoute(line: line, meters: [0, 100, 100, 200], seconds: [0, 10, 15, 25]))
        #expect(index.seconds(at: index.position(atMeters: 100)) == 15)
        #expect(index.seconds(at: RoutePosition(segment: 0, share: 1)) == 10)
    }

    @Test func `what comes next is found by measure`() throws {
        var route = eight.route("abcde")
        route.maneuvers = [0, 200, 200, 320].map {
            .init(offset: $0, text: "At \($0)", type: "esriDMTTurnLeft")
        }
        route.events = [.init(offset: 150, kind: "trafficSignals")]
        let index = try RouteIndex(route)
        #expect(index.nextManeuver(afterMeters: 0) == 1)
        #expect(index.nextManeuver(afterMeters: 199.9) == 1)
        #expect(index.nextManeuver(afterMeters: 200) == 3)
        #expect(index.nextManeuver(afterMeters: 320) == nil)
        #expect(index.nextEvent(afterMeters: 149) == 0)
        #expect(index.nextEvent(afterMeters: 150) == nil)
    }

    @Test func `people who walk hear of a turn shortly before it`() throws {
        let line = [Coordinate(x: 7.42, y: 43.73), Coordinate(x: 7.43, y: 43.73)]
        let walk = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 1.4))
        let ride = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 4))
        #expect(walk.isWalk && !ride.isWalk)
        func stage(_ meters: Double, isWalk: Bool) -> AnnouncementStage? {
            .stage(meters: meters, metersPerSecond: 1.4, isWalk: isWalk)
        }
        #expect(stage(250, isWalk: true) == nil && stage(250, isWalk: false) == .far)
        #expect(stage(56, isWalk: true) == .far && stage(56, isWalk: false) == .near)
        #expect(stage(20, isWalk: true) == .near && stage(20, isWalk: false) == .now)
        #expect(stage(8, isWalk: true) == .now)
    }

    @Test func `announcements come earlier at speed`() {
        #expect(AnnouncementStage.stage(meters: 900, metersPerSecond: 10) == nil)
        #expect(AnnouncementStage.stage(meters: 900, metersPerSecond: 30) == .far)
        #expect(AnnouncementStage.stage(meters: 101, metersPerSecond: 0) == .far)
        #expect(AnnouncementStage.stage(meters: 100, metersPerSecond: 0) == .near)
        #expect(AnnouncementStage.stage(meters: 100, metersPerSecond: 25) == .now)
    }

    @Test func `a vertex takes 24 bytes at most, and a vehicle 2 kB`() throws {
        var random = SeededGenerator(3)
        let route = RandomRoute.make(meters: 1_500_000, using: &random)
        let index = try RouteIndex(route)
        #expect(route.line.count > 40_000)
        #expect(Double(index.lineBytes) / Double(route.line.count) <= 24)
        // A state on the heap: its fields, and four fixes where they state no speed.
        let bytes = MemoryLayout<TrackerState>.stride + 4 * MemoryLayout<Fix>.stride + 32
        #expect(bytes <= 2_000)
    }

    @Test func `what is no route is refused with its reason`() {
        let line = [0, 100, 200].map { RouteSketch.place(east: $0, north: 0) }
        func refusal(_ route: FollowedRoute) -> FollowedRouteError? {
            do throws(FollowedRouteError) {
                _ = try RouteIndex(route)
                return nil
            } catch { return error }
        }
        #expect(
            refusal(FollowedRoute(line: [line[0]], meters: [0], seconds: [0]))
                == .tooFewVertices(found: 1))
        #expect(
            refusal(FollowedRoute(line: line, meters: [0, 1], seconds: [0, 1, 2]))
                == .countsDiffer(vertices: 3, meters: 2, seconds: 3))
        #expect(
            refusal(FollowedRoute(line: line, meters: [0, 100, 99], seconds: [0, 1, 2]))
                == .invalidVertex(2))
        #expect(
            refusal(FollowedRoute(line: line, meters: [0, .nan, 200], seconds: [0, 1, 2]))
                == .invalidVertex(1))
        var route = FollowedRoute(line: line, meters: [0, 100, 200], seconds: [0, 1, 2])
        route.waypoints = [.init(offset: 300, id: "a")]
        #expect(refusal(route) == .invalidOffsets(list: "waypoints"))
        #expect(refusal(route)?.description.contains("waypoints") == true)
    }
}
