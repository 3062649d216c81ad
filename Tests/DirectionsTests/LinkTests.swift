// Tests slip lanes, links for turning back, merging, and signs over links.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct LinkTests {
    @Test func `a slip lane that is the curve of a junction is part of the turn`() throws {
        var sketch = NetworkSketch(
            """
            a.............b.....e......f
            ..................p
            .
            ....................c
            .
            ....................d
            """, scale: 0.1)
        sketch.road("abef", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.road("ecd", seconds: 5) { ($0.name, $0.roadClass) = ("Oak Ave", .primary) }
        sketch.oneWay("bpc", seconds: 5) { ($0.flags, $0.roadClass) = (.link, .primary) }
        let trip = try DrawnTrip(sketch, along: "abpcd")
        #expect(trip.steps.last == "Turn right on Oak Ave")
        #expect(trip.types.last == .turnRight)
        #expect(trip.entries[2].spans == [LegSpan(leg: 0, elements: 1..<4)])
    }

    @Test func `a link that ends at a crossing is reported at both ends`() throws {
        var sketch = NetworkSketch(
            """
            a.............b.....n......f
            ....................p
            .
            ....................d
            """, scale: 0.1)
        sketch.road("abf", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.road("npd", seconds: 5) { ($0.name, $0.roadClass) = ("Oak Ave", .primary) }
        sketch.oneWay("bp", seconds: 6) { ($0.flags, $0.roadClass) = (.link, .primary) }
        let left = try DrawnTrip(sketch, along: "abpn")
        #expect(left.steps.suffix(2) == ["Bear right", "Turn left on Oak Ave"])
        #expect(left.types.suffix(2) == [.bearRight, .turnLeft])
        #expect(
            try DrawnTrip(sketch, along: "abpd").steps.suffix(2) == [
                "Bear right", "Turn right on Oak Ave",
            ])
    }

    /// Main St with two carriageways, joined at b and e by a connection of so many rows of 10 m.
    private func divided(rows: Int, _ name: String = "") -> NetworkSketch {
        let gap = String(repeating: ".\n", count: rows - 1)
        var sketch = NetworkSketch(
            "f.........e.........d\n" + gap + "a.........b.........c", scale: 0.1)
        sketch.oneWay("abc", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.oneWay("def", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.road("be", seconds: 6) { ($0.name, $0.roadClass) = (name, .primary) }
        return sketch
    }

    @Test(arguments: [1, 3, 6])
    func `turning back over a connection of up to 60 m is a U-turn`(rows: Int) throws {
        let trip = try DrawnTrip(divided(rows: rows), along: "abef")
        #expect(trip.steps == ["Go east on Main St", "Make a U-turn on Main St"])
        #expect(trip.types.last == .uTurn)
    }

    @Test func `turning back over a long connection or another street is two turns`() throws {
        #expect(
            try DrawnTrip(divided(rows: 7), along: "abef").types == [
                .straight, .turnLeft, .turnLeft,
            ])
        #expect(
            try DrawnTrip(divided(rows: 5, "Oak Ave"), along: "abef").types == [
                .straight, .turnLeft, .turnLeft,
            ])
    }

    @Test func `a loop that turns right round is reported by the side it turns to`() throws {
        var sketch = NetworkSketch(
            """
            f..................e......d
            ......................p
            ......................q
            a..................b......c
            """, scale: 0.1)
        sketch.oneWay("abc", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.oneWay("def", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.oneWay("bqpe", seconds: 2) { ($0.flags, $0.roadClass) = (.link, .primary) }
        #expect(
            try DrawnTrip(sketch, along: "abqpef").steps == [
                "Go east on Main St", "Make a U-turn on Main St",
            ])
    }

    @Test(arguments: [RoadClass.motorway, .trunk, .primary, .secondary])
    func `joining traffic from a ramp is merging, whatever the road`(
        roadClass: RoadClass
    ) throws {
        var sketch = NetworkSketch(
            """
            a...........b............c
            y........z
            .
            x
            """)
        sketch.oneWay("abc", seconds: 20) {
            ($0.roadClass, $0.reference) = (roadClass, "N 14")
        }
        sketch.road("xy", seconds: 20) { $0.name = "Quay" }
        sketch.oneWay("yzb", seconds: 20) { ($0.roadClass, $0.flags) = (roadClass, .link) }
        let trip = try DrawnTrip(sketch, along: "xyzbc")
        #expect(trip.steps.last == "Merge onto N 14")
        #expect(trip.types.last == .highwayMerge)
    }

    @Test(arguments: [
        (RoadClass.motorway, "", false, "Merge onto A 2"),
        (.motorway, "bd", false, "Keep right at the fork onto A 2"),
        // Traffic comes from w.
        (.motorway, "bd", true, "Merge onto A 2"), (.primary, "", true, "Merge onto A 2"),
        (.primary, "bd", true, "Keep right at the fork onto A 2"),
    ])
    func `where a ramp parts, a side is chosen and nobody merges`(
        roadClass: RoadClass, branch: String, joins: Bool, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            x.....w
            .
            y........z....b............d
            .
            ......................c
            """)
        sketch.road("xy", seconds: 20) { $0.name = "Quay" }
        for ramp in ["yzb", branch] where !ramp.isEmpty {
            sketch.oneWay(ramp, seconds: 20) { ($0.roadClass, $0.flags) = (roadClass, .link) }
        }
        for road in joins ? ["bc", "wb"] : ["bc"] {
            sketch.oneWay(road, seconds: 20) {
                ($0.roadClass, $0.reference) = (roadClass, "A 2")
            }
        }
        #expect(try DrawnTrip(sketch, along: "xyzbc").steps.last == expected)
    }

    /// A motorway with an exit at b over p to q, where it joins another highway from m.
    private func interchange(_ ramp: (inout NetworkSketch.Road) -> Void) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a...........b............c
            ........................p
            m..............................q..........r
            """)
        sketch.oneWay("abc", seconds: 10) {
            ($0.roadClass, $0.reference) = (.motorway, "A 29")
        }
        sketch.oneWay("mqr", seconds: 10) {
            ($0.roadClass, $0.reference) = (.motorway, "A 44;IC 1")
        }
        sketch.oneWay("bpq", seconds: 10) {
            ($0.roadClass, $0.flags) = (.motorway, .link)
            ramp(&$0)
        }
        return sketch
    }

    @Test func `a ramp without a sign leads toward the highway ahead`() throws {
        let trip = try DrawnTrip(interchange { _ in }, along: "abpqr")
        #expect(
            trip.steps == [
                "Go east on A 29", "Take the exit on the right toward A 44", "Merge onto A 44",
            ])
    }

    @Test(arguments: ["A 44", "A29;A 44"])
    func `a number on a ramp is a sign and no road`(number: String) throws {
        let trip = try DrawnTrip(interchange { $0.reference = number }, along: "abpqr")
        #expect(
            trip.steps == [
                "Go east on A 29", "Take the exit on the right toward A 44", "Merge onto A 44",
            ])
    }

    @Test func `a sentence names no road and place twice`() throws {
        let trip = try DrawnTrip(
            interchange {
                $0.name = "Nó da Madalena"
                $0.destination = "Nó da Madalena, Porto"
            }, along: "abpqr")
        #expect(
            trip.steps[1] == "Take the exit on the right onto Nó da Madalena toward Porto")
    }
}
