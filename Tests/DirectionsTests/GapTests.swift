// Short pieces with another name, between carriageways or behind a turn, are not told, and a road
// with several names is the same road under each.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct GapTests {
    @Test func `a street that goes on beyond a divided road is not told again`() throws {
        var sketch = NetworkSketch(
            """
            .......q.t.......
            .................
            a......b.c......d
            .................
            .......p.u.......
            """, scale: 0.2)
        sketch.road("ab", seconds: 20) { $0.name = "Mill Rd" }
        sketch.road("bc", seconds: 2) { $0.name = "Ring Ave" }
        sketch.road("cd", seconds: 20) { $0.name = "Mill Rd" }
        sketch.oneWay("qbp", seconds: 20) { $0.name = "Ring Ave" }
        sketch.oneWay("uct", seconds: 20) { $0.name = "Ring Ave" }
        let steps = try DrawnTrip(sketch, along: "abcd").steps
        #expect(steps == ["Go east on Mill Rd toward Ring Ave"])
    }

    @Test func `the other carriageway behind the driver is not the road turning away`() throws {
        var sketch = NetworkSketch(
            """
            e................
            a......b.c......d
            """, scale: 0.2)
        sketch.oneWay("ab", seconds: 20) { $0.name = "Mill Rd" }
        sketch.oneWay("be", seconds: 20) { $0.name = "Mill Rd" }
        sketch.oneWay("bc", seconds: 2)
        sketch.road("cd", seconds: 20) { $0.name = "Mill Rd" }
        #expect(try DrawnTrip(sketch, along: "abcd").steps == ["Go east on Mill Rd"])
    }

    @Test func `a piece of some meters behind a turn gives it no name`() throws {
        var sketch = NetworkSketch(
            """
            ............n....
            .................
            a...........b....
            ............c....
            .................
            ..............s..
            ............d....
            """, scale: 0.1)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bn", seconds: 20) { $0.name = "Elm St" }
        sketch.road("bc", seconds: 1) { $0.name = "County 66" }
        sketch.road("cd", seconds: 20) { $0.name = "Hague Ave" }
        let steps = try DrawnTrip(sketch, along: "abcd").steps
        #expect(steps.last == "Turn right on Hague Ave", "\(steps)")
        // If another street to that side has the name, the piece keeps its own.
        sketch.road("bs", seconds: 20) { $0.name = "Hague Ave" }
        let others = try DrawnTrip(sketch, along: "abcd").steps
        #expect(others.dropFirst().first?.contains("on County 66") == true, "\(others)")
    }

    @Test func `a road with several names goes on under each of them`() throws {
        var sketch = NetworkSketch(
            """
            .......x.......y............
            a......b.......c.......d...............e
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Fifth Ave" }
        sketch.road("bc", seconds: 20) { $0.name = "Leonard Ave, Fifth Ave" }
        sketch.road("cd", seconds: 20) { $0.name = "Fifth Ave" }
        sketch.road("de", seconds: 20) { $0.name = "Leonard Ave" }
        sketch.road("bx", seconds: 20) { $0.name = "Oak Ave" }
        sketch.road("cy", seconds: 20) { $0.name = "Elm Ave" }
        let steps = try DrawnTrip(sketch, along: "abcde").steps
        #expect(
            steps == ["Go east on Fifth Ave toward Oak Ave", "Continue forward on Leonard Ave"])
    }

    @Test(arguments: [
        ("west st", "At the roundabout, take the first exit onto East St"),
        ("Star Circle", "At Star Circle, take the first exit onto East St"),
    ])
    func `a ring with the name of a street that meets it is a roundabout`(
        name: String, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            w.....s.q.....e
            .......p
            ........
            .......o
            """)
        sketch.oneWay("pqrsp", seconds: 2) { ($0.flags, $0.name) = (.roundabout, name) }
        sketch.road("ws", seconds: 20) { $0.name = "West St" }
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        sketch.road("eq", seconds: 20) { $0.name = "East St" }
        sketch.road("op", seconds: 20) { $0.name = "South St" }
        #expect(try DrawnTrip(sketch, along: "opqe").steps.last == expected)
    }

    @Test func `two turns are told if a street goes straight on at the second`() throws {
        var sketch = NetworkSketch(
            """
            a.....b......f
            ......c.......
            ..............
            ..............
            ..........d...
            ......e.......
            """, scale: 0.2)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bf", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("bc", seconds: 2)
        sketch.oneWay("cd", seconds: 20) { $0.name = "Oak Ave" }
        sketch.oneWay("ce", seconds: 20) { $0.name = "Elm Ave" }
        let trip = try DrawnTrip(sketch, along: "abcd")
        #expect(trip.types.last == .turnRightLeft, "\(trip.steps)")
    }

    @Test(arguments: [
        ("Star St", "At Round Sq, take the first exit onto Star St"),
        ("Round Sq", "At the roundabout, take the first exit onto Round Sq"),
    ])
    func `a ring is not called by a street that gets its name some meters on`(
        name: String, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ........n
            .
            ........m
            ........c.b
            .......d...a
            .
            .......f...h.............e
            ........g.i
            """, scale: 0.1)
        sketch.oneWay("habcdfgih", seconds: 2) { $0.name = "Round Sq" }
        sketch.road("eh", seconds: 20) { $0.name = "East St" }
        sketch.road("cm", seconds: 2) { $0.name = "" }
        sketch.road("mn", seconds: 20) { $0.name = name }
        #expect(try DrawnTrip(sketch, along: "ehabcmn").steps.dropFirst() == [expected])
    }

    /// A street that moves over by 5 m at a driveway, and gets another name there.
    @Test func `a jog of the only road is no turn, though its name changes`() throws {
        var sketch = NetworkSketch(
            """
            a....b
            .
            .
            .
            .
            .....cd
            w.....e.........f
            .
            ......s
            """, scale: 0.1)
        for (word, name) in [("ab", "Main St"), ("bcd", "Old St"), ("def", "New St")] {
            sketch.road(word, seconds: 20) { $0.name = name }
        }
        for driveway in ["cw", "es"] {
            sketch.road(driveway, seconds: 20) { $0.roadClass = .service }
        }
        #expect(
            try DrawnTrip(sketch, along: "abcdef").steps.dropFirst()
                == ["Turn right on Old St", "Turn left on New St"])
    }
}
