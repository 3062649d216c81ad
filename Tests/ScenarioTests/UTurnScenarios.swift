// Where a route may turn round: policies at dead ends, bends and crossings, and at stops.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct UTurnScenarios {
    /// A street with a bend at b and a dead end at c.
    private let bend = NetworkSketch.street("abc", seconds: 10)

    /// The same street with another leaving at b.
    private let crossing = NetworkSketch(
        """
            d
            |
        a---b---c
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("bd", seconds: 10)
    }

    /// The cost from the middle of ab, heading for b, back to the same place heading for a.
    private func turningRound(_ sketch: NetworkSketch, _ policy: UTurnPolicy) throws -> Int64? {
        let places = [
            sketch.place("a", "b", at: 0.5, right: 10), sketch.place("b", "a", at: 0.5, right: 10),
        ]
        return try milliseconds(sketch, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
            $0.restrictUTurns = policy
            // Keeps stops from moving to places that need no U-turn.
            $0.keepInPlace()
        }
    }

    @Test(
        arguments: [
            (UTurnPolicy.allowBacktrack, 10_000), (.atDeadEndsAndIntersections, 30_000),
            (.atDeadEndsOnly, 30_000), (.noBacktrack, nil),
        ] as [(UTurnPolicy, Int64?)])
    func `a bend is neither dead end nor crossing`(policy: UTurnPolicy, cost: Int64?) throws {
        #expect(try turningRound(bend, policy) == cost)
    }

    @Test(
        arguments: [
            (UTurnPolicy.allowBacktrack, 10_000), (.atDeadEndsAndIntersections, 10_000),
            (.atDeadEndsOnly, 30_000), (.noBacktrack, nil),
        ] as [(UTurnPolicy, Int64?)])
    func `a crossing of three streets lets most turn round`(
        policy: UTurnPolicy, cost: Int64?
    ) throws {
        #expect(try turningRound(crossing, policy) == cost)
    }

    @Test func `where none may turn round, a start moves to the street that leads there`()
        throws
    {
        // At the crossing, right of the vehicle when it comes from d.
        let places = [
            crossing.place("a", "b", at: 0.5, right: 10),
            crossing.place("b", "a", at: 0.5, right: 10),
        ]
        var parameters = RouteParameters(through: places)
        parameters.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
        parameters.restrictUTurns = .noBacktrack
        let result = try NetworkLayer.sketched(crossing).solve(parameters)
        #expect(result.impedance == 5_000)
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
        #expect(result.stop(0, "SnapX") == .double(crossing.place("b").x))
        #expect(result.stop(0, "SnapY") == .double(crossing.place("b").y))
        #expect(result.messageText.contains("Stop 1 was moved to a street 101 m away"))
        #expect(result.status(stop: 1) == .ok)
    }

    @Test(
        arguments: [
            (UTurnPolicy.allowBacktrack, 10_000), (.atDeadEndsAndIntersections, 10_000),
            (.atDeadEndsOnly, 10_000), (.noBacktrack, nil),
        ] as [(UTurnPolicy, Int64?)])
    func `a dead end lets all but one policy turn round`(
        policy: UTurnPolicy, cost: Int64?
    ) throws {
        let sketch = NetworkSketch.street("ab", seconds: 10)
        #expect(try turningRound(sketch, policy) == cost)
    }

    @Test(
        arguments: [
            (UTurnPolicy.allowBacktrack, 10_000), (.atDeadEndsAndIntersections, 10_000),
            (.atDeadEndsOnly, 10_000), (.noBacktrack, nil),
        ] as [(UTurnPolicy, Int64?)])
    func `a node barred to the whole family is a dead end`(
        policy: UTurnPolicy, cost: Int64?
    ) throws {
        var sketch = bend
        sketch.bar("b", under: TestNetwork.automobile | TestNetwork.bus)
        #expect(try turningRound(sketch, policy) == cost)
    }

    @Test func `a node barred to cars but not to buses stays a bend`() throws {
        var sketch = bend
        sketch.bar("b", under: TestNetwork.automobile)
        #expect(try turningRound(sketch, .atDeadEndsOnly) == nil)
        #expect(try turningRound(sketch, .allowBacktrack) == 10_000)
    }

    @Test func `a street closed to the request still counts, a footpath never does`() throws {
        // Valence belongs to the mode family, so a stricter request never costs less.
        var closed = bend
        closed.road("ac", seconds: 900) { $0.restrictions = TestNetwork.automobile }
        #expect(try turningRound(closed, .atDeadEndsOnly) == nil)
        var path = bend
        path.road("ac", seconds: 900) { $0.families = TestNetwork.foot }
        #expect(try turningRound(path, .atDeadEndsOnly) == 30_000)
    }
}

/// Turning round at a stop is free unless its curb approach forbids it.
struct TurningAtStopScenarios {
    private let street = NetworkSketch.street("abc", seconds: 10)

    /// The cost from the middle of ab by a stop on bc back to the middle of ab.
    private func thereAndBack(
        _ share: Double, curb: CurbApproach = .eitherSide, right meters: Double = 0,
        _ policy: UTurnPolicy
    ) throws -> Int64? {
        let home = street.place("a", "b", at: 0.5)
        let places = [home, street.place("b", "c", at: share, right: meters), home]
        return try milliseconds(street, places) {
            $0.setStops([[:], ["CurbApproach": .integer(curb.rawValue)], [:]])
            $0.restrictUTurns = policy
        }
    }

    @Test(arguments: UTurnPolicy.allCases)
    func `a stop on either side is turned round at`(policy: UTurnPolicy) throws {
        #expect(try thereAndBack(0.5, policy) == 20_000)
    }

    @Test(
        arguments: [
            (UTurnPolicy.allowBacktrack, 30_000), (.atDeadEndsAndIntersections, 30_000),
            (.atDeadEndsOnly, 30_000), (.noBacktrack, nil),
        ] as [(UTurnPolicy, Int64?)])
    func `a stop without U-turn sends the vehicle on to the next place to turn`(
        policy: UTurnPolicy, cost: Int64?
    ) throws {
        #expect(try thereAndBack(0.5, curb: .noUTurn, policy) == cost)
    }

    @Test(arguments: [0.3, 0.5])
    func `a stop is reached where the vehicle first passes it, before it turns round`(
        share: Double
    ) throws {
        let home = street.place("a", "b", at: 0.5)
        let result = try answer(street, [home, street.place("b", "c", at: share), home]) {
            $0.setStops([[:], ["CurbApproach": .integer(CurbApproach.noUTurn.rawValue)], [:]])
            $0.restrictUTurns = .atDeadEndsOnly
        }
        #expect(result.quanta?.first?.impedance == 30_000)
        let reached = try #require(result.number("Cumul_TravelTime", stop: 1))
        #expect(abs(reached - (5 + 10 * share) / 60) < 1e-6)
    }

    @Test(arguments: [false, true])
    func `if it is visited twice, the vehicle turns round after the second time`(
        hasClock: Bool
    ) throws {
        var sketch = street
        if hasClock { sketch.condition(on: "bc", "23:01-23:02", tag: "fast", seconds: 9) }
        let (home, stop) = (sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5))
        let straight = ["CurbApproach": AttributeValue.integer(CurbApproach.noUTurn.rawValue)]
        let result = try answer(sketch, [home, stop, stop, stop, home]) {
            $0.setStops([[:], straight, straight, straight, [:]])
            $0.restrictUTurns = .atDeadEndsOnly
            if hasClock { $0.startTime = .milliseconds(monday(23, 0)) }
        }
        #expect(result.quanta?.first?.impedance == 30_000)
        let reached = (1..<4).map { result.number("Cumul_TravelTime", stop: $0) ?? -1 }
        for minutes in reached { #expect(abs(minutes - 10 / 60) < 1e-6, "\(reached)") }
    }

    @Test(arguments: [0.3, 0.5])
    func `so it is where the hour closes a street on the way`(share: Double) throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |
            d---e
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("adeb", seconds: 30)
        sketch.condition(
            on: "ab", "22:00-06:00", tag: "access:conditional=no @ (22:00-06:00)",
            restrictions: TestNetwork.automobile)
        let stops = [
            sketch.place("a", "d", at: 0.5), sketch.place("b", "c", at: share),
            sketch.place("b", "e", at: 0.5),
        ]
        let result = try answer(sketch, stops) {
            $0.setStops([[:], ["CurbApproach": .integer(CurbApproach.noUTurn.rawValue)], [:]])
            $0.restrictUTurns = .atDeadEndsOnly
            $0.startTime = .milliseconds(monday(23, 0))
        }
        #expect(result.quanta?.first?.impedance == 110_000)
        let reached = try #require(result.number("Cumul_TravelTime", stop: 1))
        #expect(abs(reached - (75 + 10 * share) / 60) < 1e-6)
    }

    @Test func `a stop on the right is left in the direction it was reached in`() throws {
        #expect(try thereAndBack(0.5, curb: .rightSide, right: 5, .atDeadEndsOnly) == 30_000)
        // Coming from the dead end, the stop lies left.
        #expect(try thereAndBack(0.5, curb: .leftSide, right: 5, .atDeadEndsOnly) == 30_000)
        #expect(try thereAndBack(0.5, curb: .rightSide, right: 5, .noBacktrack) == nil)
    }

    @Test(arguments: [0.1, 0.2, 0.3, 0.37, 0.49, 0.7, 0.9])
    func `the stop may lie anywhere and be reached along or against the drawn line`(
        share: Double
    ) throws {
        let far = street.place("b", "c", at: 0.5)
        let near = street.place("a", "b", at: share)
        let cost = 2 * (5_000 + 10_000 - Int64((10_000 * share).rounded()))
        #expect(try milliseconds(street, [far, near, far]) == cost)
        let mirrored = 2 * (5_000 + Int64((10_000 * share).rounded()))
        let home = street.place("a", "b", at: 0.5)
        let there = street.place("b", "c", at: share)
        #expect(try milliseconds(street, [home, there, home]) == mirrored)
    }

    @Test func `a stop at a bend is turned round at`() throws {
        let home = street.place("a", "b", at: 0.5)
        #expect(try milliseconds(street, [home, street.place("b"), home]) == 10_000)
    }

    /// A street `1 2 3` to the east and one from 2 to the north, into which none from 1 may turn.
    /// Vehicles turn back at 3, or go round a block if there is one.
    private static func forbiddenTurn(hasBlock: Bool) -> String {
        let nodes: [(Int, Double, Double)] = [
            (1, 4, 50), (2, 4.006, 50), (3, 4.0085, 50), (4, 4.006, 50.002),
            (5, 4.0085, 50.002), (6, 4.012, 50),
        ]
        let block = [[3, 5, 4], [3, 6]]
        return nodes.map { "<node id='\($0.0)' lon='\($0.1)' lat='\($0.2)'/>" }.joined()
            + ([[1, 2], [2, 3], [2, 4]] + (hasBlock ? block : [])).enumerated().map { row, street in
                "<way id='\(row + 1)'>" + street.map { "<nd ref='\($0)'/>" }.joined()
                    + "<tag k='highway' v='residential'/></way>"
            }.joined()
                + """
                <relation id='1'><member type='way' ref='1' role='from'/>\
                <member type='node' ref='2' role='via'/><member type='way' ref='3' role='to'/>\
                <tag k='type' v='restriction'/><tag k='restriction' v='no_left_turn'/></relation>
                """
    }

    @Test(arguments: [(true, 880.0...960), (false, 620.0...700)])
    func `a car goes round a block of a minute, and turns back where there is none`(
        hasBlock: Bool, meters: ClosedRange<Double>
    ) throws {
        let town = Self.forbiddenTurn(hasBlock: hasBlock)
        let places = [Coordinate(x: 4.003, y: 50), Coordinate(x: 4.006, y: 50.0008)]
        let result = try answer(from: .imported(town), places) {
            $0.restrictUTurns = .atDeadEndsAndIntersections
        }
        let length = try #require(result.total("Total_Length"))
        #expect(meters.contains(length), "\(length) m")
    }
}
