// Conditional restrictions on the vehicle, decided by the request's values.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct VehicleConditionScenarios {
    /// A street `bc` closed by some condition, and a detour of three minutes.
    private func sketch(_ conditions: String...) -> NetworkSketch {
        NetworkSketch(
            """
            a---b---c---e
                |   |
                d---f
            """
        ) {
            $0.road("abce", seconds: 60) { $0.name = "Main Street" }
            $0.road("bdfc", seconds: 60)
            for condition in conditions {
                $0.condition(
                    on: "bc", condition, tag: "motor_vehicle:conditional=no @ (\(condition))",
                    restrictions: TestNetwork.automobile)
            }
        }
    }

    /// The minutes from a to e for a vehicle of this height in meters.
    private func minutes(
        _ sketch: NetworkSketch, height: String?, at start: Int64? = nil
    ) throws -> Double? {
        let layer = try layer(sketch) { $0.timeZoneName = "Europe/Lisbon" }
        let result = try answer(from: layer, sketch.places("ae")) { parameters in
            parameters.startTime = start.map { .milliseconds($0) }
            guard let height else { return }
            parameters.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            parameters.attributeParameterValues = [.vehicleHeight(height)]
        }
        return result.total("Total_TravelTime")
    }

    @Test func `a vehicle above the height drives round, without a start time too`() throws {
        let sketch = sketch("height>3.8")
        #expect(try minutes(sketch, height: "4") == 5)
        #expect(try minutes(sketch, height: "3.8") == 3)
        #expect(try minutes(sketch, height: "4", at: monday(12)) == 5)
        #expect(try minutes(sketch, height: "3.8", at: monday(12)) == 3)
    }

    @Test(arguments: [
        ("height>3.8", "3", false), ("height>3.8", "4", false),
        ("height>3.8 AND Mo-Fr 08:00-20:00", "3", false),
        ("height>3.8 AND Mo-Fr 08:00-20:00", "4", true), ("Mo-Fr 08:00-20:00", "3", true),
    ])
    func `only conditions on the time are said to need a start time`(
        condition: String, height: String, isSaid: Bool
    ) throws {
        let drawn = sketch(condition)
        let result = try answer(drawn, "ae") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.attributeParameterValues = [.vehicleHeight(height)]
        }
        let texts = result.messages.map(\.text)
        #expect(texts.contains { $0.contains("were not evaluated") } == isSaid, "\(texts)")
    }

    @Test func `a vehicle whose height is not known is not concerned`() throws {
        #expect(try minutes(sketch("height>3.8"), height: nil) == 3)
        #expect(try minutes(sketch("height>3.8"), height: "0") == 3)
        #expect(try minutes(sketch("height<=3.8"), height: nil) == 3)
    }

    @Test func `a condition on vehicle and time needs both`() throws {
        let sketch = sketch("height>3.8 AND 22:00-06:00")
        #expect(try minutes(sketch, height: "4", at: monday(23)) == 5)
        #expect(try minutes(sketch, height: "4", at: monday(12)) == 3)
        #expect(try minutes(sketch, height: "3", at: monday(23)) == 3)
        #expect(try minutes(sketch, height: "4") == 3)
    }

    @Test func `a turn may be closed to some vehicles`() throws {
        var sketch = sketch()
        sketch.forbid("abc", when: "height>3.8")
        #expect(try minutes(sketch, height: "4") == 5)
        #expect(try minutes(sketch, height: "3") == 3)
        #expect(try minutes(sketch, height: "4", at: monday(12)) == 5)
    }
}
