// Repeated names count once.

import RouteAPI
import RouteTesting
import Testing

struct RepeatedNameScenarios {
    @Test func `an avoided restriction named twice is avoided once`() throws {
        let sketch = NetworkSketch.street("ab", seconds: 10) { $0.restrictions = TestNetwork.toll }
        let once = try milliseconds(sketch, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads"]
        }
        let twice = try milliseconds(sketch, "ab") {
            $0.restrictionAttributeNames = ["Avoid Toll Roads", "avoid toll roads"]
        }
        #expect(once == 20_000)
        #expect(twice == once)
    }

    @Test func `a limit that does not bind is not reported as used`() throws {
        let sketch = NetworkSketch.street("ab", seconds: 10) { $0.heightCentimeters = 400 }
        let result = try answer(sketch, "ab") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.attributeParameterValues = [
                .usage("AVOID_HIGH", of: "Height Restriction"),
                .vehicleHeight("2"),
            ]
        }
        #expect(result.impedance == 10_000)
        #expect(result.messages.isEmpty)
    }
}
