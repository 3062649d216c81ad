// Tests ferries, stairs, and maneuvers that are left out or joined.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct OtherManeuverTests {
    @Test func `a ferry is boarded and left`() throws {
        var sketch = NetworkSketch("a.....b......c......d")
        sketch.road("ab", seconds: 20) { $0.name = "Quay" }
        sketch.road("bc", seconds: 900) {
            ($0.name, $0.roadClass, $0.flags) = ("Nice – Bastia", .ferry, .ferry)
        }
        sketch.road("cd", seconds: 20) { $0.name = "Harbor St" }
        let trip = try DrawnTrip(sketch, along: "abcd")
        #expect(
            trip.steps == [
                "Go east on Quay", "Take the ferry Nice – Bastia",
                "Leave the ferry and go east on Harbor St",
            ])
        #expect(trip.types == [.straight, .ferry, .endOfFerry])
    }

    @Test func `a landing does not end the stairs, a path does`() throws {
        var sketch = NetworkSketch("a.....b...cd...e......f...g")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        for flight in ["bc", "de", "fg"] {
            sketch.road(flight, seconds: 20) {
                ($0.roadClass, $0.families) = (.steps, TestNetwork.foot)
            }
        }
        for level in ["cd", "ef"] {
            sketch.road(level, seconds: 5) {
                ($0.roadClass, $0.families) = (.footway, TestNetwork.foot)
            }
        }
        let trip = try DrawnTrip(
            sketch, along: "abcdefg", scale: 0.25, options: DirectionsOptions(family: "foot"))
        #expect(trip.steps == ["Go east on Main St", "Take the stairs", "Take the stairs"])
    }

    @Test(arguments: [("", ""), ("ce", "Turn right"), ("cx", "Turn right")])
    func `where flights of stairs part, the one taken is told`(
        beside: String, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            .....x
            a..b..c..e
            .
            ......d
            """, scale: 0.2)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        for word in ["bcd", beside] where !word.isEmpty {
            sketch.road(word, seconds: 20) { $0.roadClass = .steps }
        }
        let options = DirectionsOptions(family: "foot")
        let told = try DrawnTrip(sketch, along: "abcd", options: options).steps
        #expect(
            told == ["Go east on Main St", "Take the stairs", expected].filter { !$0.isEmpty })
    }

    @Test(arguments: [
        ("abc", "Turn left, then immediately take the stairs"), ("abe", "Take the stairs"),
        ("abd", "Turn right, then immediately take the stairs High Steps"),
    ])
    func `where several flights of stairs begin, the side is said`(
        word: String, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ......c
            .......
            a.....b.....e
            .......
            ......d
            """, scale: 0.2)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        for flight in ["bc", "be", "bd"] {
            sketch.road(flight, seconds: 20) {
                ($0.roadClass, $0.families) = (.steps, TestNetwork.foot)
                $0.name = flight == "bd" ? "High Steps" : ""
            }
        }
        for style in [DirectionsStyle.desktop, .navigation] {
            var options = DirectionsOptions(family: "foot")
            options.style = style
            let trip = try DrawnTrip(sketch, along: word, options: options)
            #expect(trip.steps.last?.lowercased().hasSuffix(expected.lowercased()) == true)
            #expect(trip.types.last == .stairs)
        }
    }

    @Test func `stairs are reported to walkers`() throws {
        var sketch = NetworkSketch("a.....b......c......d")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { ($0.roadClass, $0.families) = (.steps, TestNetwork.foot) }
        sketch.road("cd", seconds: 20) {
            ($0.roadClass, $0.families) = (.footway, TestNetwork.foot)
        }
        let trip = try DrawnTrip(
            sketch, along: "abcd", options: DirectionsOptions(family: "foot"))
        #expect(trip.steps == ["Go east on Main St", "Take the stairs"])
        #expect(trip.types.last == .stairs)
    }

    @Test func `a name that holds for a moment is not reported`() throws {
        var sketch = NetworkSketch("a.....b......c......d")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { $0.name = "Small Sq" }
        sketch.road("cd", seconds: 20) { $0.name = "High St" }
        #expect(try DrawnTrip(sketch, along: "abcd", scale: 1.6).steps.count == 3)
        #expect(
            try DrawnTrip(sketch, along: "abcd", scale: 0.25).steps == [
                "Go east on Main St toward Small Sq", "Continue forward on High St",
            ])
        #expect(
            try DrawnTrip(sketch, along: "abc", scale: 0.25).steps.last
                == "Continue forward on Small Sq",
            "the street of the destination is reported however short the stretch on it")
        #expect(
            try DrawnTrip(sketch, along: "abc", share: 0...0.05, scale: 0.25).steps.count == 1,
            "but not for its corner")
    }

    @Test func `the street before a turn is named with the maneuver before`() throws {
        var sketch = NetworkSketch(
            """
            ............n
            .............
            a.....b.....c.....d
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Left St" }
        sketch.road("bcd", seconds: 20) { $0.name = "Test St" }
        sketch.road("cn", seconds: 20) { $0.name = "North St" }
        let turn = try DrawnTrip(sketch, along: "abcn")
        #expect(
            turn.steps == [
                "Go east on Left St. The road becomes Test St",
                "Turn left on North St",
            ])
        #expect(
            try DrawnTrip(sketch, along: "abcn", scale: 0.25).steps.first
                == "Go east on Left St toward Test St", "75 m are soon over")
        #expect(
            try DrawnTrip(sketch, along: "abcd").steps
                == ["Go east on Left St toward Test St", "Continue forward on Test St"],
            "the street of the destination has a step of its own")
        var options = DirectionsOptions()
        options.writesShortTexts = true
        #expect(
            try DrawnTrip(sketch, along: "abcn", options: options).entries[1].shortText
                == "Go east on Left St")
    }

    @Test func `a road that was not announced is never one to stay on`() throws {
        var sketch = NetworkSketch(
            """
            a.....b.c....d
            ........
            ........e
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bce", seconds: 20) { $0.name = "Small Sq" }
        sketch.road("cd", seconds: 20) { $0.name = "High St" }
        #expect(
            try DrawnTrip(sketch, along: "abce", scale: 0.8).steps.last == "Turn right on Small Sq")
    }

    @Test func `a road that the sentence before names is one to stay on`() throws {
        var sketch = NetworkSketch(
            """
            a.....b.....c....d
            .
            ............e
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bce", seconds: 20) { $0.name = "Long St" }
        sketch.road("cd", seconds: 20) { $0.name = "High St" }
        #expect(
            try DrawnTrip(sketch, along: "abce").steps == [
                "Go east on Main St. The road becomes Long St", "Turn right to stay on Long St",
            ])
    }

    @Test func `a bridge with a name of its own is reported unless it is short`() throws {
        var sketch = NetworkSketch("a.....b......c......d")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { ($0.name, $0.flags) = ("Old Bridge", .bridge) }
        sketch.road("cd", seconds: 20) { $0.name = "Main St" }
        #expect(
            try DrawnTrip(sketch, along: "abcd", scale: 1.6).steps == [
                "Go east on Main St toward Old Bridge", "Continue forward on Old Bridge",
                "Continue forward on Main St",
            ])
        #expect(
            try DrawnTrip(sketch, along: "abcd", scale: 0.25).steps == [
                "Go east on Main St toward Old Bridge"
            ])
    }

    /// Oak Ave crosses Main St, offset by one character.
    private func staggered() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            w.....ac....e
            .......
            .......s..m
            """)
        sketch.road("wace", seconds: 20) { $0.name = "Main St" }
        sketch.road("na", seconds: 20) { $0.name = "Oak Ave" }
        sketch.road("cs", seconds: 20) { $0.name = "Oak Ave" }
        return sketch
    }

    @Test func `two turns in a row are one thing to do`() throws {
        let trip = try DrawnTrip(staggered(), along: "nacs", scale: 0.5)
        #expect(
            trip.steps == [
                "Go south on Oak Ave toward Main St",
                "Turn left, then immediately turn right on Oak Ave",
            ])
        #expect(trip.types.last == .turnLeftRight)
        #expect(try DrawnTrip(staggered(), along: "nacs").types.count == 3, "50 m are two turns")
        var confusing = staggered()
        confusing.road("am", seconds: 20)
        #expect(
            try DrawnTrip(confusing, along: "nacs", scale: 0.5).types.count == 3,
            "two streets lead to the first side")
    }

    @Test func `turning back over a divided road is a U-turn`() throws {
        var sketch = NetworkSketch(
            """
            a.......b......c
            d.......e......f
            """)
        sketch.oneWay("cba", seconds: 20) { $0.name = "Main St" }
        sketch.oneWay("def", seconds: 20) { $0.name = "Main St" }
        sketch.road("be", seconds: 5)
        let trip = try DrawnTrip(sketch, along: "deba", scale: 0.25)
        #expect(trip.steps == ["Go east on Main St", "Make a U-turn on Main St"])
        #expect(trip.types.last == .uTurn)
    }
}
