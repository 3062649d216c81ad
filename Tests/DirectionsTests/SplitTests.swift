// Tests what is told where a road splits, or two turns follow at once, in doubtful cases.

import Foundation
import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct SplitTests {
    /// A street from a over b to e, and a branch at b that bends to the right over 40 m.
    private func split(degrees: Double, _ street: String, _ branch: String) -> NetworkSketch {
        // Meters to the east and to the south of b.
        var places: [(x: Double, y: Double)] = [(-100, 0), (0, 0), (100, 0)]
        var (x, y) = (0.0, 0.0)
        for (share, meters) in [(0.125, 10.0), (0.375, 10), (0.625, 10), (0.875, 10), (1, 60)] {
            x += meters * cos(degrees * share * .pi / 180)
            y += meters * sin(degrees * share * .pi / 180)
            places.append((x, y))
        }
        var rows = Array(repeating: Array(repeating: Character("."), count: 401), count: 100)
        for (letter, place) in zip("abepqrcd", places) {
            rows[Int(place.y.rounded())][Int((place.x * 2).rounded()) + 200] = letter
        }
        var sketch = NetworkSketch(rows.map { String($0) }.joined(separator: "\n"), scale: 0.01)
        sketch.road("abe", seconds: 10) { $0.name = street }
        sketch.road("bpqrcd", seconds: 5) { $0.name = branch }
        return sketch
    }

    @Test(
        arguments: [95.0, 120, 156],
        [("Main St", "Oak Ave"), ("Main St", ""), ("", ""), ("Main St", "Main St")])
    func `a branch that bends back is told where the road splits`(
        degrees: Double, names: (String, String)
    ) throws {
        let trip = try DrawnTrip(split(degrees: degrees, names.0, names.1), along: "abpqrcd")
        #expect(trip.types.dropFirst() == [.bearRight], "\(trip.texts)")
        #expect(trip.entries[2].spans == [LegSpan(leg: 0, elements: 1..<6)])
    }

    /// A jog of 10 m to the left onto a carriageway, and the street that leaves where it begins.
    @Test(arguments: [
        (beside: "", forbidden: false, ["Turn left on Main St"]),
        // It leads back.
        ("bw", false, ["Turn left on Main St"]),
        ("be", false, ["Turn left", "Bear right on Main St"]),
        ("be", true, ["Turn left, then immediately turn right on Main St"]),
    ])
    func `a jog beside a street that leaves alike is no bend, though a sign forbids the street`(
        beside: String, forbidden: Bool, steps: [String]
    ) throws {
        var sketch = NetworkSketch(
            """
            ............n
            .
            .d.e
            .
            .
            ..........c.b
            .
            ................g
            .
            .......w....s
            """, scale: 0.1)
        sketch.road("sbn", seconds: 20) { $0.name = "Oak Ave" }
        sketch.oneWay("gcd", seconds: 20) { ($0.name, $0.roadClass) = ("Main St", .secondary) }
        sketch.road("bc", seconds: 6)
        if !beside.isEmpty { sketch.road(beside, seconds: 20) { $0.name = "Mill Rd" } }
        if forbidden { sketch.forbid("sbe") }
        let options = DirectionsOptions(
            closingRestrictions: TestNetwork.oneway | TestNetwork.automobile)
        let told = try DrawnTrip(sketch, along: "sbcd", options: options).steps
        #expect(Array(told.dropFirst()) == steps, "\(told)")
    }

    @Test(arguments: [(path: "", 2), ("cx", 3)])
    func `a walker passes no path to the side of the second of two turns said at once`(
        path: String, count: Int
    ) throws {
        var sketch = NetworkSketch(
            """
            a.........b.........g
            ..........c
            ..........d.........e
            ...........x
            ..........f
            """, scale: 0.1)
        for word in ["abg", "de"] { sketch.road(word, seconds: 2) }
        sketch.road("bcdf", seconds: 2) { $0.name = "Oak Ave" }
        if !path.isEmpty { sketch.road(path, seconds: 2) { $0.roadClass = .footway } }
        let options = DirectionsOptions(family: "foot")
        let steps = try DrawnTrip(sketch, along: "abcde", options: options).steps
        #expect(steps.count == count, "\(steps)")
    }

    @Test(arguments: [("", "Keep right at the fork"), ("bs", "Continue forward")])
    func `a path between two others is no side of a fork to a walker`(
        path: String, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ............d
            a.....b.....c
            ......s
            """)
        for word in ["abc", "bd"] { sketch.road(word, seconds: 20) { $0.roadClass = .path } }
        if !path.isEmpty { sketch.road(path, seconds: 20) { $0.roadClass = .path } }
        let options = DirectionsOptions(family: "foot")
        let told = try DrawnTrip(sketch, along: "abc", options: options).steps
        #expect(told.last?.hasPrefix(expected) == true, "\(told)")
    }

    @Test func `a highway that bends where an exit goes straight on is told`() throws {
        var sketch = NetworkSketch(
            """
            ..............c
            .
            a.....b
            ................d
            """)
        sketch.oneWay("abc", seconds: 10) { ($0.roadClass, $0.reference) = (.motorway, "A 1") }
        sketch.oneWay("bd", seconds: 10) { ($0.roadClass, $0.flags) = (.motorway, .link) }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last
                == "Keep left at the fork to stay on A 1")
    }

    /// A ramp that turns right for 10 m, and winds down below the bridge to its left.
    @Test func `a ramp that winds below the road ahead is told by its first side`() throws {
        var sketch = NetworkSketch(
            """
            w.....n
            ......b......a
            .
            .
            .
            .
            .
            .
            ...s
            """, scale: 0.1)
        sketch.road("abw", seconds: 5) { $0.name = "High Bridge" }
        sketch.road("bns", seconds: 5) { $0.name = "Ramp Way" }
        for family in ["motor", "foot"] {
            let options = DirectionsOptions(family: family)
            #expect(
                try DrawnTrip(sketch, along: "abns", options: options).steps.last
                    == "Turn right on Ramp Way")
        }
    }

    @Test(arguments: [
        ("abc", "Keep left at the fork to stay on Ring"),
        ("abd", "Keep right at the fork to stay on Ring"),
    ])
    func `branches that bear to one side alike are a fork`(word: String, expected: String) throws {
        var sketch = NetworkSketch(
            """
            ...................c
            .....................d
            .
            .
            .
            a......b
            """, scale: 0.2)
        sketch.road("ab", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        for word in ["bc", "bd"] {
            sketch.oneWay(word, seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        }
        #expect(try DrawnTrip(sketch, along: word).steps.last == expected)
    }

    @Test(arguments: [RoadClass.residential, .secondary])
    func `joining a greater road from its side is told though it has the name`(
        roadClass: RoadClass
    ) throws {
        var sketch = NetworkSketch(
            """
            .............c
            .
            a......b
            .
            .d
            """, scale: 0.2)
        sketch.oneWay("ab", seconds: 20) { ($0.name, $0.roadClass) = ("Hill Rd", roadClass) }
        sketch.road("dbc", seconds: 20) { ($0.name, $0.roadClass) = ("Hill Rd", .secondary) }
        let steps = try DrawnTrip(sketch, along: "abc").steps.dropFirst()
        #expect(
            steps == (roadClass == .residential ? ["Bear left to stay on Hill Rd"] : []))
    }

    @Test func `a lane that shifts beside the street is kept to at a fork`() throws {
        var sketch = NetworkSketch(
            """
            .............................................................................d
            .....................................c
            .
            .
            a.............................b.................................................e
            """, scale: 0.02)
        sketch.road("ab", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        sketch.oneWay("be", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        sketch.oneWay("bcd", seconds: 20) { ($0.name, $0.roadClass) = ("Ring", .primary) }
        let steps = try DrawnTrip(sketch, along: "abcd").steps
        #expect(steps.last == "Keep left at the fork to stay on Ring", "\(steps)")
    }
}
