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
        ] as [([LaneTurns], String, String)])
    func `lanes that lead to a turn are named where others do not`(
        lanes: [LaneTurns], word: String, expected: String
    ) throws {
        let trip = try DrawnTrip(crossing(lanes), along: word)
        #expect(trip.steps.last == expected)
    }

    @Test func `going straight on names no lanes, nor do walkers' directions`() throws {
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
}
