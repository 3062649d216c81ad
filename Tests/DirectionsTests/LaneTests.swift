// Tests the lanes named in directions.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct LaneTests {
    /// A street with lanes before a crossing.
    private func crossing(_ lanes: [LaneTurns]) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b.....c
            .......
            ......s
            """)
        sketch.oneWay("ab", seconds: 20) { ($0.name, $0.lanes) = ("Main St", lanes) }
        sketch.road("bc", seconds: 20) { $0.name = "Main St" }
        sketch.road("nbs", seconds: 20) { $0.name = "Oak Ave" }
        return sketch
    }

    @Test(
        arguments: [
            (
                [.left, .left, .through, .right], "abn",
                "Turn left on Oak Ave. Use the left two lanes"
            ),
            ([.left, .left, .through, .right], "abs", "Turn right on Oak Ave. Use the right lane"),
            ([.left, [.through, .right]], "abs", "Turn right on Oak Ave. Use the right lane"),
            ([.through, .through], "abn", "Turn left on Oak Ave"),
            ([.left, .left], "abn", "Turn left on Oak Ave"),
            ([[], []], "abn", "Turn left on Oak Ave"),
            ([.left, .through, .left], "abn", "Turn left on Oak Ave"),
            ([.reverse, .left, .through], "abn", "Turn left on Oak Ave. Use the middle lane"),
            // A lane of buses is there, but leads cars nowhere.
            (
                [.through, .right, [.right, .reserved]], "abs",
                "Turn right on Oak Ave. Use the middle lane"
            ),
            ([.through, [.right, .reserved]], "abs", "Turn right on Oak Ave"),
            ([.left, [.reserved], .left, .through], "abn", "Turn left on Oak Ave"),
        ] as [([LaneTurns], String, String)])
    func `lanes that lead to a turn are named where others do not`(
        lanes: [LaneTurns], word: String, expected: String
    ) throws {
        let trip = try DrawnTrip(crossing(lanes), along: word)
        #expect(trip.steps.last == expected)
    }

    @Test func `lanes alone do not tell straight on, and walkers hear of none`() throws {
        let sketch = crossing([.left, .through])
        #expect(try DrawnTrip(sketch, along: "abc").steps.count == 1)
        #expect(
            try DrawnTrip(sketch, along: "abn", options: DirectionsOptions(family: "foot"))
                .steps.last == "Turn left on Oak Ave")
    }

    @Test func `lanes to a ramp show its side`() throws {
        var sketch = NetworkSketch(
            """
            a..........b..........c
            ...............d..........e
            """)
        for (word, lanes) in [("ab", [.through, .through, .slightRight]), ("bc", [])]
            as [(String, [LaneTurns])]
        {
            sketch.oneWay(word, seconds: 10) {
                ($0.reference, $0.roadClass, $0.lanes) = ("A 8", .motorway, lanes)
            }
        }
        sketch.oneWay("bde", seconds: 10) {
            ($0.roadClass, $0.flags, $0.destination) = (.motorway, .link, "Nice")
        }
        let trip = try DrawnTrip(sketch, along: "abde")
        #expect(trip.steps.last == "Take the exit on the right toward Nice. Use the right lane")
    }

    @Test(arguments: [
        ("de", "Links auf „Oak Ave“ abbiegen. Die beiden linken Spuren benutzen"),
        ("fr", "Tournez à gauche sur Oak Ave. Prenez l’une des deux voies de gauche"),
        ("es", "Gire a la izquierda por Oak Ave. Use los dos carriles de la izquierda"),
    ])
    func `lanes are named in every language`(language: String, expected: String) throws {
        let trip = try DrawnTrip(
            crossing([.left, .left, .through]), along: "abn",
            options: DirectionsOptions(language: language))
        #expect(trip.steps.last == expected)
    }

    @Test(
        arguments: [
            ([.left, .through, .through, .right], [], ". Use the middle two lanes"),
            ([.left, .through], [], ". Use the right lane"),
            ([[.left, .through], .through], [], ""),
            ([.slightLeft, .slightRight], [], ""),
            // The arrows belong to the next junction.
            ([.left, .through], [.left, .through], ""),
        ] as [([LaneTurns], [LaneTurns], String)])
    func `where going straight on is told, so are its lanes`(
        lanes: [LaneTurns], ahead: [LaneTurns], expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b.....c
            .......
            ......s
            """)
        sketch.oneWay("ab", seconds: 20) { ($0.name, $0.lanes) = ("Main St", lanes) }
        sketch.oneWay("bc", seconds: 20) { ($0.name, $0.lanes) = ("High St", ahead) }
        sketch.road("nbs", seconds: 20) { $0.name = "Oak Ave" }
        let trip = try DrawnTrip(sketch, along: "abc")
        #expect(trip.steps.last == "Continue forward on High St" + expected)
    }

    @Test func `lanes straight on do not keep a sentence from another`() throws {
        var sketch = NetworkSketch(
            """
            a.....b.....c
            .
            ......d.....f
            .
            .
            .
            .
            .
            ......e
            """, scale: 0.25)
        sketch.road("abc", seconds: 5) { $0.name = "Mill Rd" }
        sketch.road("bd", seconds: 5) { $0.lanes = [.left, .through] }
        sketch.road("de", seconds: 5) { $0.name = "Mill Rd" }
        sketch.road("df", seconds: 5) { $0.name = "Oak Ave" }
        let steps = try DrawnTrip(sketch, along: "abde").steps
        #expect(
            Array(steps.dropFirst()) == ["Turn right, then immediately continue forward on Mill Rd"]
        )
    }

    @Test(
        arguments: [
            ([.slightLeft, .through, .slightRight], ". Use the middle lane"),
            ([.through, .slightRight, .right], ". Use the middle lane"),
            ([.slightLeft, .through], ""),
        ] as [([LaneTurns], String)])
    func `the lanes to the middle of a fork lie between those to its sides`(
        lanes: [LaneTurns], expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ...................................c
            a.....b
            ...................................d
            ...................................e
            """)
        func lay(_ word: String, _ name: String, _ lanes: [LaneTurns] = []) {
            sketch.oneWay(word, seconds: 20) {
                ($0.name, $0.roadClass, $0.lanes) = (name, .primary, lanes)
            }
        }
        lay("ab", "Ring", lanes)
        lay("bc", "Inner Ring")
        lay("bd", "Ring")
        lay("be", "Outer Ring")
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep to the middle at the fork to stay on Ring" + expected)
    }

    @Test(
        arguments: [
            ([.left, .through, .right], "opqe", "Use the right lane"),
            ([.left, .through, .right], "opqrn", "Use the middle lane"),
            ([.left, .through, .right], "opqrsw", "Use the left lane"),
            ([[.left, .through], [.through, .right]], "opqrsw", "Use the left lane"),
            ([.reverse, .left, .right], "opqrspo", "Use the left lane"),
            ([[.left, .through], [.through, .right]], "opqrn", ""),
            ([.left, .through, .right], "opqrspo", ""),
        ] as [([LaneTurns], String, String)])
    func `lanes before a roundabout are named by where its exit leads`(
        lanes: [LaneTurns], word: String, expected: String
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
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20) { $0.lanes = lanes }
        for word in ["ws", "nr", "eq"] { sketch.road(word, seconds: 20) }
        let step = try #require(try DrawnTrip(sketch, along: word).steps.last)
        #expect(step.split(separator: ". ").dropFirst().joined() == expected, "\(step)")
    }

    @Test func `the curves of a roundabout's entry and exit do not choose its lanes`() throws {
        // Straight over, but the entry bends to the right and the exit to the left.
        var sketch = NetworkSketch(
            """
            ......n
            .
            .
            .
            .
            .
            .
            ......k
            .......r
            .
            .....s...q
            .
            .......p
            ......m
            .
            .
            .
            .
            .
            .
            ......o
            """, scale: 0.1)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.oneWay("omp", seconds: 10) { $0.lanes = [.slightLeft, .through] }
        sketch.oneWay("rkn", seconds: 10)
        #expect(
            try DrawnTrip(sketch, along: "ompqrkn").steps.last
                == "At the roundabout, take the first exit. Use the right lane")
    }

    @Test(
        arguments: [
            ([.reverse, .left, .through], ". Use the left lane"),
            ([.left, .left, .through], ". Use the left two lanes"),
            ([.through, .right], ""),
        ] as [([LaneTurns], String)])
    func `lanes to turn back from are named`(lanes: [LaneTurns], expected: String) throws {
        var sketch = NetworkSketch(
            """
            f.........e.........d
            a.........b.........c
            """, scale: 0.1)
        sketch.oneWay("ab", seconds: 5) { ($0.name, $0.lanes) = ("Main St", lanes) }
        for word in ["bc", "def"] { sketch.oneWay(word, seconds: 5) { $0.name = "Main St" } }
        sketch.road("be", seconds: 6)
        #expect(
            try DrawnTrip(sketch, along: "abef").steps.last
                == "Make a U-turn on Main St" + expected)
    }
}
