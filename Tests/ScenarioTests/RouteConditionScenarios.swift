// What answers report along a route: speeds, jams, events, spans, lanes, legs, pages of directions.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct RouteConditionScenarios {
    /// Two streets of 200 m at 36 km/h, and one between them to the north.
    private let sketch = NetworkSketch(
        """
            d
            |
        a---b---c
        """
    ) {
        $0.road("ab", seconds: 20) {
            $0.name = "West Street"
            $0.speedLimit = 50
            $0.flags = [.tunnel, .toll]
            $0.lanes = [.left, .through, [.through, .right]]
            $0.put(.trafficSignals, at: 1, .forward)
            $0.put(.speedBump, at: 0.25, .backward)
            $0.put(.pedestrianCrossing, at: 0.5)
        }
        $0.road("bc", seconds: 20) {
            $0.reference = "N 7"
            $0.flags = [.toll]
            $0.put(.railwayCrossing, at: 0.75)
        }
        $0.road("bd", seconds: 20)
    }

    /// A route through letters with conditions and legs.
    private func ask(
        _ stops: String, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, stops) {
            $0.returnConditions = true
            $0.returnLegs = true
            change(&$0)
        }
    }

    @Test func `each street has its speed and its limit`() throws {
        let route = try #require(try ask("ac").conditions?.first)
        #expect(route.speeds.compactMap(\.self).map { ($0 * 10).rounded() } == [360, 360])
        #expect(route.limits == [50, nil])
        #expect(route.jams == [.free, .free])
        #expect(route.flags == [.tolls])
    }

    @Test func `a limit follows its condition at the time of travel, as the speed does`() throws {
        var drawn = sketch
        drawn.condition(
            on: "ab", "22:00-06:00", tag: "maxspeed:conditional=30 @ (22:00-06:00)", seconds: 40,
            speedLimit: 30)
        // One conditional limit without effect on the street's time, and another ending a limit.
        drawn.condition(
            on: "bc", "22:00-06:00", tag: "maxspeed:conditional=70 @ (22:00-06:00)",
            speedLimit: 70)
        drawn.condition(
            on: "bd", "22:00-06:00", tag: "maxspeed:conditional=none @ (22:00-06:00)",
            speedLimit: 0)
        let layer = try layer(drawn) { $0.timeZoneName = "Europe/Lisbon" }
        func limits(_ stops: String, _ hour: Int?) throws -> [Int?] {
            try #require(
                try answer(from: layer, drawn.places(stops)) {
                    $0.returnConditions = true
                    $0.startTime = hour.map {
                        .milliseconds(monday($0))
                    }
                }.conditions?.first
            ).limits
        }
        #expect(try limits("ac", 12) == [50, nil])
        #expect(try limits("ac", 23) == [30, 70])
        #expect(try limits("ca", 23) == [70, 30])
        #expect(try limits("ac", nil) == [50, nil])
        #expect(try limits("bd", 23) == [nil])
    }

    @Test func `a limit follows its condition on routes under way too`() throws {
        let midnight: Int64 = 1_719_187_200_000
        let hour: Int64 = 3_600_000
        var drawn = NetworkSketch(
            """
                d---e
                |   |
            a---b---c---f
            """)
        drawn.road("ab", seconds: 20) { $0.speedLimit = 50 }
        drawn.road("bcf", seconds: 20)
        drawn.road("bdec", seconds: 20)
        drawn.condition(
            on: "ab", "22:00-06:00", tag: "maxspeed:conditional=30 @ (22:00-06:00)", seconds: 40,
            speedLimit: 30)
        let plain = try layer(drawn) { $0.timeZoneName = "UTC" }
        let layer = NetworkLayer(
            network: plain.network, configuration: plain.configuration, analyses: .all,
            now: { midnight + 23 * hour })
        let solved = try answer(from: layer, drawn.places("af")) {
            $0.startTime = .milliseconds(midnight + 12 * hour)
            $0.returnRouteHandle = true
        }
        func refreshed(_ start: StartTime?) throws -> [Int?]? {
            try layer.refresh(solved.handle()) {
                $0.startTime = start
                $0.returnConditions = true
            }.conditions?.first?.limits
        }
        #expect(try refreshed(nil) == [50, nil, nil])
        #expect(try refreshed(.now) == [30, nil, nil])
        #expect(try refreshed(.milliseconds(midnight + 13 * hour)) == [50, nil, nil])
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: [],
                closures: [EdgeClosure(edge: drawn.edge("b", "c"), from: nil, until: nil)],
                made: midnight + 23 * hour, on: layer.network))
        let better = try layer.better(solved.handle()) {
            $0.minDeviationDistance = 0
            $0.minDeviationTime = 0
            $0.returnConditions = true
        }
        #expect(drawn.letters(along: better) == "abdecf")
        #expect(better.conditions?.first?.limits == [30, nil, nil, nil, nil])
    }

    @Test func `events are those of the direction, in order, with meters and seconds`() throws {
        let events = try ask("ac").routeEvents
        #expect(events.map(\.kind) == [.pedestrianCrossing, .trafficSignals, .railwayCrossing])
        #expect(events.map(\.street) == ["West Street", "West Street", "N 7"])
        #expect(events.map { ($0.meters / 10).rounded() } == [10, 20, 35])
        #expect(events.map { $0.seconds.rounded() } == [10, 20, 35])
        let middle = sketch.place("a", "b", at: 0.5)
        #expect(Geodesic.distanceMeters(from: events[0].place, to: middle) < 0.1)
        let back = try ask("ca").routeEvents
        #expect(back.map(\.kind) == [.railwayCrossing, .pedestrianCrossing, .speedBump])
        #expect(try ask("bc").routeEvents.map(\.kind) == [.railwayCrossing])
        #expect(try ask("ab").routeEvents.map(\.kind) == [.pedestrianCrossing, .trafficSignals])
    }

    @Test func `events lie in the output system`() throws {
        let event = try #require(try ask("ac") { $0.outSR = .webMercator }.routeEvents.first)
        #expect(event.place.x > 1_000_000 && event.place.y > 6_000_000)
    }

    @Test func `neighboring edges that use the same thing are one span`() throws {
        let spans = try ask("ac").routeSpans
        #expect(spans.map(\.kind) == [.tunnel, .toll])
        #expect(spans.map { ($0.fromMeters / 10).rounded() } == [0, 0])
        #expect(spans.map { ($0.toMeters / 10).rounded() } == [20, 40])
        #expect(spans[0].line == sketch.places("ab"))
        #expect(spans[1].line.first == sketch.place("a"))
        #expect(spans[1].line.last == sketch.place("c"))
        #expect(try ask("bd").routeSpans.isEmpty)
        #expect(try ask("bd").conditions?.first?.flags == [])
    }

    @Test func `lanes that lead where the route goes are active`() throws {
        let through = try #require(try ask("ac").conditions?.first?.lanes)
        #expect(through.map { $0.lanes.map(\.isActive) } == [[false, true, true]])
        #expect(through.first?.lanes.last?.turns == ["through", "right"])
        let left = try #require(try ask("ad").conditions?.first?.lanes)
        #expect(left.map { $0.lanes.map(\.isActive) } == [[true, false, false]])
        #expect(left.map { ($0.meters / 10).rounded() } == [20])
        #expect(try ask("bc").conditions?.first?.lanes == [])
    }

    @Test func `a jam has the class that its share of the free speed has`() throws {
        let town = try TrafficTown(sketch)
        let classes: [(Double, JamClass)] = [
            (1.2, .free), (0.81, .free), (0.79, .slow), (0.56, .slow), (0.54, .heavy),
            (0.31, .heavy), (0.29, .jammed), (0.06, .jammed), (0.04, .blocked),
        ]
        for (share, jam) in classes {
            town.publish(["bc": 36 * share])
            let result = try town.ask("ac") {
                $0.returnConditions = true
                $0.returnLegs = true
            }
            let route = try #require(result.conditions?.first)
            #expect(route.jams == [.free, jam], "\(share)")
            let lengths = route.jamLengths
            #expect(abs(lengths[jam] - (jam == .free ? 400 : 200)) < 5, "\(share)")
            #expect(abs(lengths.meters - 400) < 5, "\(share)")
            let speed = try #require(route.speeds.last ?? nil)
            #expect(abs(speed - 36 * share) < 0.1, "\(share)")
            let delay = try #require(result.routeLegs.first?.delays["TravelTime"])
            #expect(abs(delay * 60 - (20 / share - 20)) < 0.1, "\(share)")
        }
    }

    @Test func `a closed street on a given route is blocked with all its meters`() throws {
        let town = try TrafficTown(sketch)
        let handle = try town.handle("abc") { _ in }
        town.publish(closed: ["bc"])
        let result = try town.layer.refresh(handle) { $0.returnConditions = true }
        let route = try #require(result.conditions?.first)
        try #require(route.legJams.count == 2)
        #expect(route.legJams[0][.blocked] == 0 && route.legJams[0][.free] > 0)
        #expect(route.legJams[1][.free] == 0 && route.legJams[1][.blocked] > 0)
        #expect(route.jamLengths[.blocked] == route.legJams[1].meters)
    }

    @Test func `a network declares its own shares`() throws {
        var sketch = sketch
        sketch.description.jamShares = JamShares(free: 0.5, slow: 0.4, heavy: 0.3, jammed: 0.2)
        let town = try TrafficTown(sketch)
        town.publish(["ab": 20])
        let result = try town.ask("ac") { $0.returnConditions = true }
        #expect(result.conditions?.first?.jams == [.free, .free])
    }

    @Test func `legs name their stops, their roles and their points`() throws {
        let legs = try ask("abc").routeLegs
        #expect(legs.map(\.fromStopID) == [1, 2] && legs.map(\.toStopID) == [2, 3])
        #expect(legs.map(\.fromRole) == [.origin, .waypoint])
        #expect(legs.map(\.toRole) == [.waypoint, .destination])
        #expect(legs.map(\.points) == [0...1, 1...2])
        #expect(legs.map { $0.seconds ?? 0 } == [20, 20])
        #expect(legs.allSatisfy { $0.delays.isEmpty }, "there is no traffic")
    }

    @Test func `a route that is a point has one piece`() throws {
        let middle = sketch.place("a", "b", at: 0.5)
        let result = try answer(sketch, [middle, middle]) { $0.returnConditions = true }
        let route = try #require(result.conditions?.first)
        #expect(route.speeds.count == 1 && route.limits == [50] && route.jams == [.free])
        #expect(route.flags == [] && result.routeEvents.isEmpty && result.routeSpans.isEmpty)
    }

    @Test func `the last page of directions has the arrival, and none comes after it`() throws {
        func texts(from: Double, length: Double) throws -> [String] {
            let result = try ask("ad") {
                $0.returnDirections = true
                $0.directionsFrom = from
                $0.directionsLength = length
            }
            return try #require(result.directions?.first).steps.map(\.text)
        }
        let whole = try texts(from: 0, length: 0)
        #expect(whole.count == 4)
        #expect(try texts(from: 0, length: 100) == Array(whole[..<2]))
        #expect(try texts(from: 100, length: 50).isEmpty)
        #expect(try texts(from: 150, length: 100) == [whole[2]])
        #expect(try texts(from: 250, length: 10_000) == [whole[3]])
        #expect(try texts(from: 10_000, length: 10_000).isEmpty)
        #expect(try texts(from: 1e300, length: 1e300).isEmpty)
        #expect(try texts(from: 100, length: 0) == Array(whole[2...]))
    }
}
