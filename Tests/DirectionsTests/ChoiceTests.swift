// Tests when a choice of road is announced in doubtful cases: closed and minor roads, narrow forks.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct ChoiceTests {
    @Test func `a turn is reported though the other street is closed`() throws {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b
            .......
            ......s
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("bn", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("sb", seconds: 20) { $0.name = "Oak Ave" }
        let trip = try DrawnTrip(sketch, along: "abn")
        #expect(trip.steps.last == "Turn left to stay on Main St")
        #expect(trip.types.last == .turnLeft)
    }

    @Test func `bearing off where a closed street goes straight on is reported`() throws {
        var sketch = NetworkSketch(
            """
            a.....b........d
            ..........c
            """)
        sketch.road("abc", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("db", seconds: 20) { $0.name = "Oak Ave" }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Bear right to stay on Main St")
    }

    @Test(arguments: [
        (RoadClass.secondary, RoadClass.tertiary, "Keep left at the fork"),
        (.cycleway, .path, "Keep left at the fork"), (.track, .path, "Bear left"),
    ])
    func `a lesser road that lies a little straighter is told where no road has a name`(
        roads: (RoadClass, RoadClass, told: String)
    ) throws {
        func told(_ name: String) throws -> String? {
            var sketch = NetworkSketch(
                """
                ............c
                a.....b
                ...............d
                """)
            sketch.road("abc", seconds: 20) { ($0.roadClass, $0.name) = (roads.0, name) }
            sketch.road("bd", seconds: 20) { $0.roadClass = roads.1 }
            return try DrawnTrip(sketch, along: "abc").steps.last
        }
        #expect(try told("")?.hasPrefix(roads.told) == true)
        #expect(try told("Main St") == "Go east on Main St")
    }

    @Test func `joining a road that comes from elsewhere is reported`() throws {
        var sketch = NetworkSketch(
            """
            x
            a..........b
            ...............c
            """)
        sketch.oneWay("abc", seconds: 20) { $0.reference = "N 1" }
        sketch.oneWay("xb", seconds: 20) { $0.reference = "N 1" }
        let trip = try DrawnTrip(sketch, along: "abc")
        #expect(trip.steps.last == "Bear right to stay on N 1")
        #expect(try DrawnTrip(sketch, along: "xbc").steps.count == 1)
    }

    @Test func `where two carriageways become one street, its bend is none`() throws {
        var sketch = NetworkSketch(
            """
            ..........c
            .
            .
            ......b
            .
            .
            ....x.a
            """)
        sketch.oneWay("ab", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("bx", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { $0.name = "Main St" }
        sketch.forbid("abx")
        let options = DirectionsOptions(
            closingRestrictions: TestNetwork.oneway | TestNetwork.automobile)
        #expect(
            try DrawnTrip(sketch, along: "abc", options: options).steps == ["Go north on Main St"])
    }

    @Test(arguments: [
        ("High St", ["Go east on High St (N 2)", "Continue forward on Mill Rd (N 2)"]),
        ("Oak Ave", ["Go east on High St (N 2) toward Oak Ave"]),
    ])
    func `a road that goes on by number is told where its name turns off`(
        side: String, steps: [String]
    ) throws {
        var sketch = NetworkSketch(
            """
            a.....b.....c
            .........d
            """)
        sketch.road("ab", seconds: 20) { ($0.name, $0.reference) = ("High St", "N 2") }
        sketch.road("bc", seconds: 20) { ($0.name, $0.reference) = ("Mill Rd", "N 2") }
        sketch.road("bd", seconds: 20) { $0.name = side }
        let told = try DrawnTrip(sketch, along: "abc").steps
        #expect(told == steps, "\(told)")
    }

    @Test(arguments: [RoadClass.residential, .unclassified])
    func `a lesser road that goes straight on is distinguished`(roadClass: RoadClass) throws {
        var sketch = NetworkSketch(
            """
            a.....b........d
            ............c
            """)
        sketch.road("abc", seconds: 20) { ($0.name, $0.roadClass) = ("Main St", .tertiary) }
        sketch.road("bd", seconds: 20) { ($0.name, $0.roadClass) = ("Side St", roadClass) }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Bear right to stay on Main St")
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep left at the fork onto Side St")
    }

    @Test func `a turn off a driveway that goes straight on is reported`() throws {
        var sketch = NetworkSketch(
            """
            a.....b........d
            .
            .........c
            """)
        sketch.road("abc", seconds: 20) { $0.name = "Main St" }
        sketch.road("bd", seconds: 20) { $0.roadClass = .service }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Turn right to stay on Main St")
    }

    @Test func `branches of a narrow fork are distinguished, though both go straight on`() throws {
        var sketch = NetworkSketch(
            """
            ...................................c
            a.....b
            ...................................d
            ...................................e
            """)
        sketch.road("ab", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        sketch.oneWay("bc", seconds: 20) { ($0.name, $0.roadClass) = ("Inner Ring", .primary) }
        sketch.oneWay("bd", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep right at the fork to stay on Ring")
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last
                == "Keep left at the fork onto Inner Ring")
        sketch.oneWay("be", seconds: 20) { ($0.name, $0.roadClass) = ("Outer Ring", .primary) }
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep to the middle at the fork to stay on Ring")
    }

    @Test func `a branch that sets out along the same line makes no middle of two`() throws {
        var sketch = NetworkSketch(
            """
            d
            .
            .
            c
            .
            .
            b
            .
            a
            """)
        sketch.road("ab", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        sketch.oneWay("bc", seconds: 20) { ($0.name, $0.roadClass) = ("Inner Ring", .primary) }
        sketch.oneWay("bd", seconds: 20) { ($0.name, $0.roadClass) = ("Outer Ring", .primary) }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Continue forward on Inner Ring")
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last == "Continue forward on Outer Ring")
    }

    @Test func `branches that lie to one side are reported by their order`() throws {
        var sketch = NetworkSketch(
            """
            a.....b
            ...................................c
            ...................................d
            """)
        sketch.road("abc", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        sketch.road("bd", seconds: 20) { ($0.name, $0.roadClass) = ("Outer Ring", .primary) }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last
                == "Keep left at the fork to stay on Ring")
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep right at the fork onto Outer Ring")
    }

    @Test func `ramps that part are reported, however straight one goes on`() throws {
        var sketch = NetworkSketch(
            """
            m
            a.....b..............c
            .............d
            """)
        for word in ["ab", "bc", "bd"] {
            sketch.oneWay(word, seconds: 20) { ($0.roadClass, $0.flags) = (.motorway, .link) }
        }
        #expect(try DrawnTrip(sketch, along: "abc").types.last == .forkLeft)
        #expect(try DrawnTrip(sketch, along: "abd").types.last == .forkRight)
    }

    @Test func `a street left straight on is reported, however short`() throws {
        var sketch = NetworkSketch(
            """
            .............d
            .
            a.....b..............c
            .....................e
            """)
        sketch.road("abd", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20)
        sketch.road("ce", seconds: 20) { $0.name = "Oak Ave" }
        let steps = try DrawnTrip(sketch, along: "abce", scale: 0.13).steps
        #expect(steps.dropFirst() == ["Continue forward", "Turn right on Oak Ave"])
    }

    @Test func `the first direction is that before the first turn`() throws {
        var sketch = NetworkSketch(
            """
            a...b
            .
            .
            .
            .
            ....s
            """, scale: 0.1)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bs", seconds: 20) { $0.name = "Oak Ave" }
        #expect(
            try DrawnTrip(sketch, along: "abs").steps == [
                "Go east on Main St toward Oak Ave", "Turn right on Oak Ave",
            ])
    }

    @Test func `crossing one carriageway askew is no turn of its own`() throws {
        var sketch = NetworkSketch(
            """
            f...............e..........d
            .
            a.............b............c
            .
            ..............s
            """, scale: 0.1)
        sketch.oneWay("abc", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.oneWay("def", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .primary) }
        sketch.road("sb", seconds: 5) { $0.name = "Oak Ave" }
        sketch.road("be", seconds: 5) { $0.name = "Oak Sq" }
        #expect(
            try DrawnTrip(sketch, along: "sbef").steps.dropFirst() == ["Turn left on Main St"])
    }

    @Test func `a carriageway that leads back is not called by the one behind it`() throws {
        var sketch = NetworkSketch(
            """
            .
            ................n
            .
            .
            s.......b
            .........e
            .
            x.................f
            .....h
            """, scale: 0.1)
        sketch.oneWay("nbx", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .tertiary) }
        sketch.oneWay("ef", seconds: 5) { ($0.name, $0.roadClass) = ("Main St", .tertiary) }
        sketch.road("sbeh", seconds: 5) { $0.name = "" }
        let steps = try DrawnTrip(sketch, along: "sbef").steps
        #expect(
            Array(steps.dropFirst()) == ["Turn right, then immediately bear left on Main St"])
    }

    @Test func `a nameless street is not called by another that leaves beside it`() throws {
        var sketch = NetworkSketch(
            """
            a.....b.....c
            .
            ......d
            .
            .
            .
            .
            .
            ......e
            """, scale: 0.25)
        sketch.road("abc", seconds: 5) { $0.name = "Mill Rd" }
        sketch.road("bd", seconds: 5) { $0.name = "" }
        sketch.road("de", seconds: 5) { $0.name = "Mill Rd" }
        let steps = try DrawnTrip(sketch, along: "abde").steps
        #expect(
            Array(steps.dropFirst()) == ["Turn right, then immediately continue forward on Mill Rd"]
        )
    }

    @Test func `where a road ends, a word says which of two streets to one side`() throws {
        var sketch = NetworkSketch(
            """
            ......c
            .
            a.....b
            .
            .....e...d
            """)
        for street in ["ab", "bc", "bd", "be"] {
            sketch.road(street, seconds: 20) { $0.name = "" }
        }
        #expect(try DrawnTrip(sketch, along: "abd").steps.last == "Bear right")
        #expect(try DrawnTrip(sketch, along: "abe").steps.last == "Make a sharp right")
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "At the end of the road, turn left")
    }

    @Test func `a fork of one street is reported, whatever the classes`() throws {
        var sketch = NetworkSketch(
            """
            .............c
            a.....b
            .............d
            """)
        sketch.road("abc", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .secondary) }
        sketch.road("bd", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .residential) }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last
                == "Keep left at the fork to stay on Ring")
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep right at the fork to stay on Ring")
    }

    @Test func `a road that divides into carriageways goes on`() throws {
        var sketch = NetworkSketch(
            """
            .............d
            a.....b
            ..........c
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("bc", seconds: 20) { $0.name = "Ring" }
        sketch.oneWay("db", seconds: 20) { $0.name = "Ring" }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Continue forward on Ring")
    }

    @Test func `a turn and a bend to the other side at once are one instruction`() throws {
        var sketch = NetworkSketch(
            """
            ..........n
            .
            a.........b
            ..........c
            ......e
            .
            .............d
            """, scale: 0.1)
        for word in ["ab", "nbc", "cd", "ce"] { sketch.road(word, seconds: 5) }
        #expect(
            try DrawnTrip(sketch, along: "abcd").steps.dropFirst()
                == ["Turn right, then immediately turn left"])
    }

    @Test func `a turn behind another road to its side is not said at once`() throws {
        func steps(_ other: String) throws -> [String] {
            var sketch = NetworkSketch(
                """
                a.........b.........g
                y.........c.........x
                ..........d.........e
                ..........f
                """, scale: 0.1)
            for word in ["abg", "bcdf", "de", other] { sketch.road(word, seconds: 2) }
            return Array(try DrawnTrip(sketch, along: "abcde").steps.dropFirst())
        }
        #expect(try steps("cx") == ["Turn right", "Turn left"])
        #expect(try steps("cy") == ["Turn right, then immediately turn left"])
    }

    /// A street that bends to the right and back within some meters.
    private func kinked() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a
            .
            ................e
            .
            ........b
            .
            .........c
            .
            ................f
            .........................d
            """, scale: 0.05)
        for word in ["abcd", "be"] { sketch.road(word, seconds: 5) }
        return sketch
    }

    @Test func `a bend that the street undoes at once is none`() throws {
        #expect(try DrawnTrip(kinked(), along: "abcd").steps.count == 1)
    }

    @Test func `a bend that is undone beside another street is a fork`() throws {
        var sketch = kinked()
        sketch.road("bf", seconds: 5)
        #expect(
            try DrawnTrip(sketch, along: "abcd").steps.dropFirst()
                == ["Keep right at the fork"])
    }

    @Test func `a short piece has the direction of the path, not of another street`() throws {
        var sketch = NetworkSketch(
            """
            .
            ...................................................e
            .
            .
            .
            .
            .
            .
            .
            .
            .
            ...........................c
            a...................b
            .
            ..............................................................d
            .
            .
            .
            .
            .
            .
            .
            ........................g
            """, scale: 0.02)
        for word in ["abcd", "bg", "ce"] { sketch.road(word, seconds: 5) }
        #expect(
            try DrawnTrip(sketch, along: "abcd").steps.dropFirst()
                == ["Keep right at the fork"])
    }
}
