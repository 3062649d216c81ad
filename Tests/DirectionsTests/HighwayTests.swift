// Tests ramps, exits, merging, slip lanes and forks of highways.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct HighwayTests {
    /// A motorway a-b-c-d with an exit at b to x and an entry from y at c.
    private func motorway(
        _ exit: (inout NetworkSketch.Road) -> Void = { _ in }
    ) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a...........b............c...........d
            .................x....y
            .................z....w
            """)
        sketch.oneWay("abcd", seconds: 20) {
            $0.roadClass = .motorway
            $0.reference = "A 8"
            $0.name = "La Provençale"
        }
        sketch.oneWay("bx", seconds: 20) {
            $0.roadClass = .motorway
            $0.flags = .link
            $0.destination = "Nice, Saint-Isidore"
            exit(&$0)
        }
        sketch.oneWay("yc", seconds: 20) {
            $0.roadClass = .motorway
            $0.flags = .link
        }
        sketch.road("wyxz", seconds: 20) { $0.name = "Quay" }
        return sketch
    }

    @Test func `leaving a motorway is an exit toward its sign`() throws {
        let trip = try DrawnTrip(motorway(), along: "abxz")
        #expect(
            trip.steps == [
                "Go east on A 8", "Take the exit on the right toward Nice, Saint-Isidore",
                "Turn right on Quay",
            ])
        #expect(trip.types == [.straight, .highwayExit, .turnRight])
    }

    @Test func `an exit with a number is taken by it, in every language`() throws {
        let sketch = motorway { $0.exit = "12B" }
        let steps = [
            "en": "Take exit 12B on the right toward Nice, Saint-Isidore",
            "de": "Rechts die Ausfahrt 12B Richtung Nice, Saint-Isidore nehmen",
            "fr": "Prenez la sortie 12B à droite, direction Nice, Saint-Isidore",
            "es": "Tome la salida 12B a la derecha en dirección a Nice, Saint-Isidore",
        ]
        let titles = [
            "en": "Exit 12B", "de": "Ausfahrt 12B", "fr": "Sortie 12B", "es": "Salida 12B",
        ]
        for (language, sentence) in steps {
            let trip = try DrawnTrip(
                sketch, along: "abxz", options: DirectionsOptions(language: language))
            #expect(trip.steps[1] == sentence)
            let exits = trip.entries.flatMap(\.strings).filter { $0.type == .exit }.map(\.string)
            #expect(exits == [titles[language]])
        }
    }

    @Test func `entering a motorway is a ramp and merging`() throws {
        let trip = try DrawnTrip(motorway(), along: "wycd")
        #expect(
            trip.steps == [
                "Go north on Quay", "Take the ramp on the right toward A 8", "Merge onto A 8",
            ])
        #expect(trip.types == [.straight, .rampRight, .highwayMerge])
    }

    @Test func `passing exits and entries is silent`() throws {
        #expect(try DrawnTrip(motorway(), along: "abcd").steps == ["Go east on A 8"])
    }

    @Test func `a motorway that forks asks for a side`() throws {
        var sketch = NetworkSketch(
            """
            .........................c
            a...........b............d
            """)
        sketch.oneWay("abd", seconds: 20) { ($0.roadClass, $0.reference) = (.motorway, "A 8") }
        sketch.oneWay("bc", seconds: 20) {
            ($0.roadClass, $0.reference, $0.destination) = (.motorway, "A 57", "Toulon")
        }
        let trip = try DrawnTrip(sketch, along: "abc")
        #expect(trip.steps.last == "Keep left at the fork onto A 57 toward Toulon")
        #expect(trip.types.last == .forkLeft)
        #expect(
            try DrawnTrip(sketch, along: "abd").steps.last
                == "Keep right at the fork to stay on A 8")
    }

    @Test func `a motorway may become another`() throws {
        var sketch = NetworkSketch("a...........b............d")
        sketch.oneWay("ab", seconds: 20) { ($0.roadClass, $0.reference) = (.motorway, "A 8") }
        sketch.oneWay("bd", seconds: 20) { ($0.roadClass, $0.reference) = (.motorway, "A 10") }
        let trip = try DrawnTrip(sketch, along: "abd")
        #expect(trip.steps.last == "Continue forward on A 10")
        #expect(trip.types.last == .highwayChange)
    }

    @Test func `a rest area is left for by an exit`() throws {
        var sketch = NetworkSketch(
            """
            a...........b............d
            .......................c
            """)
        sketch.oneWay("abd", seconds: 20) { ($0.roadClass, $0.reference) = (.motorway, "A 8") }
        sketch.oneWay("bc", seconds: 20) { $0.roadClass = .service }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last
                == "Take the exit on the right onto the service road")
    }

    @Test func `a ramp that bears the highway's number is no highway`() throws {
        var sketch = NetworkSketch(
            """
            a...........b............d
            ..................c
            """)
        sketch.oneWay("abd", seconds: 20) { ($0.roadClass, $0.reference) = (.motorway, "A 8") }
        sketch.oneWay("bc", seconds: 20) {
            ($0.roadClass, $0.reference, $0.flags) = (.motorway, "A8", .link)
        }
        #expect(try DrawnTrip(sketch, along: "abc").steps.last == "Take the exit on the right")
    }

    @Test(arguments: [(10.0, ManeuverType.highwayExit), (60.0, .rampRight)])
    func `a trunk road is a highway where it is fast`(
        seconds: Double, expected: ManeuverType
    ) throws {
        var sketch = NetworkSketch(
            """
            a...........b............d
            ..................c
            """)
        sketch.oneWay("abd", seconds: seconds) { $0.roadClass = .trunk }
        sketch.oneWay("bc", seconds: seconds) { ($0.roadClass, $0.flags) = (.trunk, .link) }
        #expect(try DrawnTrip(sketch, along: "abc").types.last == expected)
    }
}
