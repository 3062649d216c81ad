// Tests routes whose times ahead are new.

import DataStructures
import Geo
import Testing

@testable import Navigation

@Suite struct RouteRenewalTests {
    @Test(arguments: UInt64(1)...20)
    func `a route renewed by its own rest is the same route`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let route = RandomRoute.make(meters: 3_000, using: &random)
        let index = try RouteIndex(route)
        let meters = (Double.random(in: 0...3_000, using: &random) * 100).rounded() / 100
        let position = index.position(atMeters: meters)
        let place = index.coordinate(at: position)
        let ahead = (position.segment + 1)..<route.line.count
        let seconds = index.seconds(at: position)
        let rest = FollowedRoute(
            line: [place] + route.line[ahead],
            meters: [0] + route.meters[ahead].map { max(0, $0 - meters) },
            seconds: [0] + route.seconds[ahead].map { max(0, $0 - seconds) })
        let renewed = try RouteIndex(index.renewed(by: rest, fromMeters: meters))
        #expect(abs(renewed.lengthMeters - index.lengthMeters) < 0.02, "seed \(seed)")
        #expect(abs(renewed.durationSeconds - index.durationSeconds) < 0.02, "seed \(seed)")
        for share in [0.1, 0.3, 0.5, 0.7, 0.9] {
            let there = index.lengthMeters * share
            let (old, new) = (
                index.position(atMeters: there), renewed.position(atMeters: there)
            )
            #expect(
                Geodesic.distanceMeters(
                    from: index.coordinate(at: old), to: renewed.coordinate(at: new)) < 0.1,
                "seed \(seed)")
            #expect(
                abs(index.seconds(at: old) - renewed.seconds(at: new)) < 0.1, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(1)...20)
    func `an index gives its route back`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        var route = RandomRoute.make(meters: 3_000, using: &random)
        route.maneuvers = [.init(offset: 1_500, text: "Turn", type: "esriDMTTurnLeft")]
        route.waypoints = [.init(offset: 1_200, id: "stop")]
        route.energy = [.init(offset: 2_000, total: 1)]
        route.isPartial = seed % 2 == 0
        // Some routes cross the 180th meridian.
        if seed % 3 == 0 {
            let shift = 180 - route.line[route.line.count / 2].x
            route.line = route.line.map {
                Coordinate(x: Coordinate.wrapped(longitude: $0.x + shift), y: $0.y)
            }
        }
        let index = try RouteIndex(route)
        let back = index.route
        #expect(back.maneuvers == route.maneuvers && back.waypoints == route.waypoints)
        #expect(back.energy == route.energy && back.isPartial == route.isPartial)
        let again = try RouteIndex(back)
        #expect(again.route == back, "seed \(seed)")
        #expect(again.lengthMeters == index.lengthMeters)
        #expect(again.durationSeconds == index.durationSeconds)
    }

    @Test func `what lies behind stays, and what lies ahead is the rest's`() throws {
        let line = [0.0, 1_000, 2_000].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: line, metersPerSecond: 10)
        route.maneuvers = [.init(offset: 1_500, text: "Turn", type: "esriDMTTurnLeft")]
        route.waypoints = [.init(offset: 1_200, id: "stop")]
        route.events = [.init(offset: 100, kind: "works"), .init(offset: 1_900, kind: "works")]
        route.spans = [.init(start: 300, end: 900, kind: FollowedRoute.Span.tunnel)]
        let index = try RouteIndex(route)
        var rest = FollowedRoute(
            line: [RouteSketch.place(east: 500, north: 0)] + line.dropFirst(), metersPerSecond: 5)
        rest.events = [.init(offset: 50, kind: "accident")]
        rest.spans = [.init(start: 0, end: 400, kind: FollowedRoute.Span.tunnel)]
        rest.delays = [.init(offset: 1_500, seconds: 150)]
        let renewed = index.renewed(by: rest, fromMeters: 500)
        #expect(renewed.line.count == 4)
        #expect(renewed.events.map(\.kind) == ["works", "accident"])
        #expect(renewed.events.map(\.offset) == [100, 550])
        #expect(renewed.spans.map(\.start) == [300, 500])
        #expect(renewed.spans.map(\.end) == [500, 900])
        #expect(renewed.maneuvers == route.maneuvers && renewed.waypoints == route.waypoints)
        let new = try RouteIndex(renewed)
        #expect(abs((new.delayLeft(fromMeters: 1_000) ?? 0) - 100) < 1)
        #expect(abs(new.durationSeconds - (50 + 300)) < 1)
    }
}
