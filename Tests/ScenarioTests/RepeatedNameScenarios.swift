// Repeated names count once.

import RouteAPI
import RouteTesting
import Testing

struct RepeatedNameScenarios {
    @Test func `an avoided restriction named twice is avoided once`() throws {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10) { $0.restrictions = TestNetwork.toll }
        let places = [sketch.place("a"), sketch.place("b")]
        let once = try milliseconds(sketch, places) {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
        }
        let twice = try milliseconds(sketch, places) {
            $0.restrictionAttributeNames = ["Avoid Toll Roads", "avoid toll roads"]
        }
        #expect(once == 20_000)
        #expect(twice == once)
    }

    @Test func `a limit that does not bind is not reported as used`() throws {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10) { $0.heightCentimeters = 400 }
        let result = try answer(sketch, [sketch.place("a"), sketch.place("b")]) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.attributeParameterValues = [
                AttributeParameterValue(
                    attributeName: "Height Restriction", parameterName: "Restriction Usage",
                    value: "AVOID_HIGH"),
                AttributeParameterValue(
                    attributeName: "Height Restriction",
                    parameterName: "Vehicle Height (meters)", value: "2"),
            ]
        }
        #expect(result.quanta?.first?.impedance == 10_000)
        #expect(result.messages.isEmpty)
    }
}
