// Vehicle limits compare whole centimeters: a vehicle exactly as high as the sign passes, and a
// centimeter more does not.

import RouteAPI
import RouteTesting
import Testing

struct ExactLimitScenarios {
    /// Whether a vehicle of this height in meters passes the limit.
    private func passes(height: String, limitCentimeters: UInt32) throws -> Bool {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("ab", seconds: 10)
        sketch.road("bc", seconds: 10) { $0.heightCentimeters = limitCentimeters }
        return try milliseconds(sketch, [sketch.place("a"), sketch.place("b", "c", at: 0.5)]) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.locateSettings = LocateSettingsByInput(
                stops: LocateSettings(toleranceMeters: 1, allowAutoRelocate: false))
            $0.ignoreInvalidLocations = true
            $0.attributeParameterValues = [.vehicleHeight(height)]
        } != nil
    }

    /// The same, where a stop without a usable street counts as not passing.
    private func outcome(height: String, limitCentimeters: UInt32) throws -> Bool {
        do {
            return try passes(height: height, limitCentimeters: limitCentimeters)
        } catch let error as RouteRequestError where error.identifier == .tooFewStops {
            return false
        }
    }

    @Test func `a vehicle exactly as high as the limit passes, whatever the number`() throws {
        for centimeters in UInt32(100)...UInt32(500) {
            let height = "\(centimeters / 100).\(centimeters % 100 / 10)\(centimeters % 10)"
            #expect(try outcome(height: height, limitCentimeters: centimeters), "\(height) m")
        }
    }

    @Test func `a vehicle higher by less than a centimeter does not`() throws {
        #expect(try !outcome(height: "4.001", limitCentimeters: 400))
        #expect(try !outcome(height: "4.401", limitCentimeters: 440))
    }
}
