// What a device says while it moves.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct SpeechTests {
    /// Two turns with a short street between them, and a long one behind.
    private func street(seconds: Int) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a......b
            .......|
            .......c......d
            """)
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        sketch.road("bc", seconds: Double(seconds)) { $0.name = "Steps Lane" }
        sketch.road("cd", seconds: 40) { $0.name = "Low Street" }
        return sketch
    }

    private func steps(
        _ language: String, _ style: DirectionsStyle, seconds: Int = 4, unit: String = "km"
    ) throws -> [String] {
        var options = DirectionsOptions(
            language: language, metersPerLengthUnit: unit == "km" ? 1_000 : 1_609.344,
            lengthUnitName: unit)
        options.style = style
        return try DrawnTrip(street(seconds: seconds), along: "abcd", options: options)
            .entries.map(\.text)
    }

    @Test func `what follows at once is said with the maneuver before`() throws {
        #expect(
            try steps("en-US", .navigation) == [
                "Start at A", "Go east on Quay",
                "In 350 m, turn right on Steps Lane, then immediately turn left on Low Street",
                "Turn left on Low Street", "In 350 m, finish at B",
            ])
        #expect(
            Array(try steps("en-US", .navigation, seconds: 20)[2...3]) == [
                "In 350 m, turn right on Steps Lane", "In 200 m, turn left on Low Street",
            ])
        #expect(try steps("en-US", .desktop)[2] == "Turn right on Steps Lane")
    }

    @Test func `distances are in feet and miles where the request has them`() throws {
        #expect(
            Array(try steps("en-US", .navigation, seconds: 20, unit: "mi")[2...3]) == [
                "In 0.2 mi, turn right on Steps Lane", "In 0.1 mi, turn left on Low Street",
            ])
    }

    @Test(arguments: DirectionsLanguages.builtIn.supported)
    func `every language says distances and what follows`(language: String) throws {
        let texts = try steps(language, .navigation)
        #expect(texts[2].contains("350") && texts[2].contains("Steps Lane"), "\(texts[2])")
        #expect(texts[2].contains("Low Street"), "\(texts[2])")
        #expect(!texts[2].contains("  "), "\(texts[2])")
    }

    @Test func `on foot the compass is said once`() throws {
        var options = DirectionsOptions(language: "en-US")
        options.style = .campus
        let trip = try DrawnTrip(
            street(seconds: 20), along: ["ab", "bcd"], options: options)
        let compass = ["north", "east", "south", "west"]
        let said = trip.entries.filter { entry in compass.contains { entry.text.contains($0) } }
        #expect(said.map(\.text) == ["Go east on Quay toward Steps Lane"])
    }

    @Test(
        arguments: [
            (4.0, nil), (44, "40 m"), (120, "100 m"), (374, "350 m"), (540, "500 m"),
            (949, "900 m"),
            (1_240, "1.2 km"), (9_960, "10 km"), (12_600, "13 km"),
        ] as [(Double, String?)])
    func `metric distances are rounded as they are spoken`(meters: Double, spoken: String?) {
        let words = DirectionsLanguages.builtIn.phrases("en-US").words
        let distance = SpokenDistance(meters: meters, inUnitsOf: "km")
        #expect(distance.map { words.length($0.value, decimals: $0.decimals, $0.unit) } == spoken)
    }

    @Test(
        arguments: [
            (5.0, nil), (30, "100 ft"), (150, "500 ft"), (162, "0.1 mi"), (1_500, "0.9 mi"),
            (20_000, "12 mi"),
        ] as [(Double, String?)])
    func `imperial distances are rounded as they are spoken`(meters: Double, spoken: String?) {
        let words = DirectionsLanguages.builtIn.phrases("en-US").words
        let distance = SpokenDistance(meters: meters, inUnitsOf: "mi")
        #expect(distance.map { words.length($0.value, decimals: $0.decimals, $0.unit) } == spoken)
    }

    @Test func `time that barriers add is said`() throws {
        let network = try street(seconds: 20).build()
        let path = NetworkPath(
            elements: street(seconds: 20).edges(along: "ab").map {
                NetworkPath.Element(edge: EdgeID(row: $0))
            })
        var leg = DirectionsLeg(path: path, milliseconds: [340_000], centimeters: [35_000])
        leg.barrierMilliseconds = [0: 300_000]
        let entries = DirectionsWriter(network: network, options: DirectionsOptions()).write(
            stops: [DirectionsStop(name: "A"), DirectionsStop(name: "B")], legs: [leg])
        #expect(
            entries[1].text
                == "Go east on Quay toward Steps Lane. You pass a barrier, which adds 5 min")
    }
}
