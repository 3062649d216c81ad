// Curb approaches at both ends of a route: right side, left side, no U-turn.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct CurbApproachScenarios {
    /// A block to drive round; U-turns are not allowed.
    private let block = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) { $0.road("abcda", seconds: 10) }

    /// A route from the middle of da to a stop beside ab, right or left of the street from a to b.
    private func arriving(_ curb: CurbApproach, right meters: Double) throws -> AnalysisResult {
        let places = [
            block.place("d", "a", at: 0.5), block.place("a", "b", at: 0.5, right: meters),
        ]
        return try answer(block, places) {
            $0.setStops([[:], ["CurbApproach": .integer(curb.rawValue)]])
        }
    }

    @Test(
        arguments: [
            (CurbApproach.eitherSide, 10, 10_000), (.rightSide, 10, 10_000),
            (.leftSide, 10, 30_000),
            (.noUTurn, 10, 10_000), (.eitherSide, -10, 10_000), (.rightSide, -10, 30_000),
            (.leftSide, -10, 10_000), (.noUTurn, -10, 10_000), (.rightSide, 0, 10_000),
            (.leftSide, 0, 10_000),
        ] as [(CurbApproach, Double, Int64)])
    func `a stop is approached with the curb on the asked side`(
        curb: CurbApproach, meters: Double, cost: Int64
    ) throws {
        #expect(try arriving(curb, right: meters).impedance == cost)
    }

    @Test func `the answer says on which side the stop lay`() throws {
        let right = try arriving(.rightSide, right: 10)
        #expect(right.stop(1, "ArriveCurbApproach") == .integer(1))
        #expect(right.stop(1, "DepartCurbApproach") == .null)
        #expect(right.stop(1, "CurbApproach") == .integer(1))
        #expect(right.stop(1, "SideOfEdge") == .integer(1))
        let left = try arriving(.leftSide, right: 10)
        #expect(left.stop(1, "ArriveCurbApproach") == .integer(2))
        #expect(left.stop(1, "SideOfEdge") == .integer(1))
        #expect(left.stop(0, "ArriveCurbApproach") == .null)
    }

    @Test(arguments: [CurbApproach.rightSide, .leftSide])
    func `a stop on the line lies where its curb approach has it, also if it is sent again`(
        curb: CurbApproach
    ) throws {
        // Driven from a to b, as the street is drawn, and from b to a.
        for (from, side) in [("d", curb.rawValue), ("c", 3 - curb.rawValue)] {
            let places = [block.place(Character(from)), block.place("a", "b", at: 0.5)]
            #expect(try sentTwice(places, curb).stop(1, "SideOfEdge") == .integer(side))
        }
    }

    @Test(
        arguments: [(.leftSide, 15_000), (.rightSide, 25_000)] as [(CurbApproach, Int64)])
    func `a stop off a corner keeps its curb if it is sent again`(
        curb: CurbApproach, cost: Int64
    ) throws {
        let corner = block.place("b")
        // North east of it: left of the street from a, right of that from c.
        let stop = Coordinate(x: corner.x + 1e-4, y: corner.y + 1e-4)
        let places = [block.place("d", "a", at: 0.5), stop]
        #expect(try sentTwice(places, curb).impedance == cost)
    }

    /// The route to a stop with a curb approach. Sends the place from the answer again, which must
    /// give the same route.
    private func sentTwice(
        _ places: [Coordinate], _ curb: CurbApproach
    ) throws -> AnalysisResult {
        let code = AttributeValue.integer(curb.rawValue)
        func ask(_ fields: [String: AttributeValue]) throws -> AnalysisResult {
            try answer(block, places) {
                $0.setStops([[:], fields.merging(["CurbApproach": code]) { $1 }])
            }
        }
        let found = try ask([:])
        #expect(found.stop(1, "ArriveCurbApproach") == code)
        var place: [String: AttributeValue] = [:]
        for name in ["SourceID", "SourceOID", "PosAlong", "SideOfEdge"] {
            place[name] = found.stop(1, name)
        }
        let again = try ask(place)
        #expect(again.impedance == found.impedance)
        #expect(again.stop(1, "ArriveCurbApproach") == code)
        return found
    }

    @Test(
        arguments: [
            (CurbApproach.eitherSide, 10_000), (.rightSide, 30_000), (.leftSide, 10_000),
        ] as [(CurbApproach, Int64)])
    func `a stop is left with the curb on the asked side`(
        curb: CurbApproach, cost: Int64
    ) throws {
        // West of da, so left when driving north.
        let places = [block.place("d", "a", at: 0.5, right: -10), block.place("a", "b", at: 0.5)]
        let found = try milliseconds(block, places) {
            $0.setStops([["CurbApproach": .integer(curb.rawValue)], [:]])
        }
        #expect(found == cost)
    }

    @Test(arguments: [DrivingSide.right, .left])
    func `the side is the vehicle's, whichever side traffic keeps to`(side: DrivingSide) throws {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """, drivingSide: side)
        sketch.road("abcda", seconds: 10)
        let places = [sketch.place("d", "a", at: 0.5), sketch.place("a", "b", at: 0.5, right: 10)]
        for (curb, cost) in [(1, 10_000), (2, 30_000)] as [(Int, Int64)] {
            let found = try milliseconds(sketch, places) {
                $0.setStops([[:], ["CurbApproach": .integer(curb)]])
            }
            #expect(found == cost)
        }
    }

    @Test func `a middle stop on one side is driven through`() throws {
        let places = [
            block.place("d", "a", at: 0.5), block.place("a", "b", at: 0.5, right: 10),
            block.place("d", "a", at: 0.5),
        ]
        let through = try milliseconds(block, places) {
            $0.setStops([[:], ["CurbApproach": .integer(1)], [:]])
        }
        #expect(through == 40_000)
        #expect(try milliseconds(block, places) == 20_000)
    }

    @Test func `a middle stop without U-turn is driven through from either side`() throws {
        let places = [
            block.place("d", "a", at: 0.5), block.place("a", "b", at: 0.5, right: 10),
            block.place("d", "a", at: 0.5),
        ]
        let through = try milliseconds(block, places) {
            $0.setStops([[:], ["CurbApproach": .integer(3)], [:]])
        }
        #expect(through == 40_000)
    }

    @Test func `the whole chain is cheapest, not each leg`() throws {
        // Reaching bc over b takes 9 s, but the vehicle must then leave to the south: 9 + 35.
        // Coming from the south takes 31 s, and the last stop lies 5 s ahead.
        let places = [
            block.place("a", "b", at: 0.5), block.place("b", "c", at: 0.4),
            block.place("a", "b", at: 0.9),
        ]
        let cost = try milliseconds(block, places) {
            $0.setStops([[:], ["CurbApproach": .integer(3)], [:]])
        }
        #expect(cost == 36_000)
    }
}

struct CurbOnOneWayScenarios {
    /// A block whose north side is one-way from a to b.
    private let block = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.oneWay("ab", seconds: 10)
        $0.road("bcda", seconds: 10)
    }

    @Test func `the near side of a one-way street can be asked for`() throws {
        let places = [block.place("d", "a", at: 0.5), block.place("a", "b", at: 0.5, right: 10)]
        for curb in [0, 1, 3] {
            let cost = try milliseconds(block, places) {
                $0.setStops([[:], ["CurbApproach": .integer(curb)]])
            }
            #expect(cost == 10_000)
        }
    }

    @Test func `the far side of a one-way street cannot, and the message says what can`() throws {
        let places = [
            block.place("d", "a", at: 0.5), block.place("a", "b", at: 0.5, right: 10),
            block.place("c"),
        ]
        let result = try answer(block, places) {
            $0.setStops([[:], ["CurbApproach": .integer(2), "Name": .string("Bakery")], [:]])
        }
        #expect(result.status(stop: 1) == .elementNotTraversable)
        #expect(result.messageText.contains("\"Bakery\""))
        #expect(result.messageText.contains("CurbApproach 2 (left side) cannot be met"))
        #expect(result.messageText.contains("0 (either side) can"))
        #expect(result.impedance == 15_000)
    }

    @Test func `a start on a one-way street leaves in its direction whatever its side`() throws {
        let places = [block.place("a", "b", at: 0.5, right: 10), block.place("a")]
        let cost = try milliseconds(block, places) {
            $0.setStops([["CurbApproach": .integer(1)], [:]])
        }
        #expect(cost == 35_000)
    }
}
