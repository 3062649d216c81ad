// Stops that state the vehicle's heading.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct BearingScenarios {
    /// The north side is one-way to the west, the other sides are two-way.
    private let sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """
    ) {
        $0.oneWay("ba", seconds: 10)
        $0.road("bcda", seconds: 10)
    }

    /// A route that leaves a place with this bearing.
    private func ask(
        _ place: Coordinate, bearing: Double?, tolerance: Double? = nil, to end: Coordinate
    ) throws -> AnalysisResult {
        try answer(sketch, [place, end, end]) {
            var attributes: [String: AttributeValue] = [:]
            attributes["Bearing"] = bearing.map { .double($0) }
            attributes["BearingTol"] = tolerance.map { .double($0) }
            $0.setStops([attributes, [:], [:]])
        }
    }

    @Test func `a street is left in the direction of the bearing`() throws {
        let place = sketch.place("d", "c", at: 0.3)
        let end = sketch.place("d")
        #expect(try ask(place, bearing: nil, to: end).impedance == 3_000)
        #expect(try ask(place, bearing: 270, to: end).impedance == 3_000)
        // East, and round by c, b and a.
        #expect(try ask(place, bearing: 90, to: end).impedance == 37_000)
        #expect(try ask(place, bearing: -270, to: end).impedance == 37_000)
        #expect(try ask(place, bearing: 450, to: end).impedance == 37_000)
    }

    @Test(arguments: [(30, 100, 37), (30, 104, 37), (180, 170, 37), (180, 190, 3)])
    func `the tolerance is the full width round the street`(
        width: Double, bearing: Double, seconds: Int64
    ) throws {
        let place = sketch.place("d", "c", at: 0.3)
        let result = try ask(place, bearing: bearing, tolerance: width, to: sketch.place("d"))
        #expect(result.impedance == seconds * 1_000)
    }

    @Test func `a closer street in another direction is passed over`() throws {
        // 50 m south of the one-way street, 100 m from the sides, 150 m from the south.
        let place = sketch.place("a", "b", at: 0.5, right: 50)
        let west = try ask(place, bearing: 270, to: sketch.place("c"))
        #expect(abs(try #require(west.number("DistanceToNetworkInMeters", stop: 0)) - 50) < 0.1)
        let east = try ask(place, bearing: 90, to: sketch.place("c"))
        #expect(abs(try #require(east.number("DistanceToNetworkInMeters", stop: 0)) - 150) < 0.1)
        #expect(east.impedance == 5_000)
    }

    @Test func `a bearing that no street has is reported`() throws {
        let place = sketch.place("d", "c", at: 0.3, right: 12)
        let result = try ask(place, bearing: 45, to: sketch.place("c"))
        #expect(result.status(stop: 0) == .notLocated)
        #expect(result.messageText.contains("in the direction 45° ± 15° (Bearing)"))
        #expect(result.messageText.contains("Without Bearing, a street lies 12 m away"))
    }

    @Test(arguments: [(1, "The nearest is 10"), (20, nil)] as [(Double, String?)])
    func `a street in the direction of the bearing is named only if it is not far`(
        scale: Double, says: String?
    ) throws {
        // From the middle of the street, the sides lie 100 m or 2 km away.
        let sketch = NetworkSketch("a---b\n|   |\nd---c", scale: scale) {
            $0.road("abcda", seconds: 100)
        }
        let place = sketch.place("d", "c", at: 0.5, right: 12)
        let result = try answer(sketch, [place, sketch.place("c"), sketch.place("b")]) {
            $0.setStops([["Bearing": .double(0), "BearingTol": .double(20)], [:], [:]])
            $0.locateSettings = LocateSettingsByInput(
                fallback: LocateSettings(toleranceMeters: 50, allowAutoRelocate: true))
        }
        #expect(result.status(stop: 0) == .notLocated)
        #expect(result.messageText.contains("Without Bearing, a street lies 12 m away"))
        #expect(result.messageText.contains("The nearest is") == (says != nil))
        if let says { #expect(result.messageText.contains(says)) }
    }

    @Test func `beyond the tolerance, the nearest street in any direction is named`() throws {
        let sketch = NetworkSketch("a---b\n|   |\nd---c", scale: 20) {
            $0.road("abcda", seconds: 100)
        }
        // The sides lie 2 km away, and no barrier closes them.
        let place = sketch.place("d", "c", at: 0.5, right: 60)
        let result = try answer(sketch, [place, sketch.place("c"), sketch.place("b")]) {
            $0.setStops([["Bearing": .double(0), "BearingTol": .double(20)], [:], [:]])
            $0.locateSettings = LocateSettingsByInput(
                fallback: LocateSettings(toleranceMeters: 50, allowAutoRelocate: true))
        }
        #expect(result.status(stop: 0) == .notLocated)
        #expect(result.messageText.contains("Without Bearing, the nearest is 6"))
        #expect(!result.messageText.contains("closed by"))
    }
}
