// Low and narrow places on a street: they limit passage, not access up to them.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct NodeLimitScenarios {
    /// A street with a height restrictor of 2.1 m at `b`, and a detour round it.
    private let sketch = NetworkSketch(
        """
        a---b---c
        |       |
        d-------e
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("adec", seconds: 30)
        $0.limitHeight(at: "b", centimeters: 210)
    }

    /// The impedance for a vehicle of this height in meters.
    private func cost(
        height: String, _ stops: some DrawnStops, restrictions: [String] = ["Height Restriction"],
        usage: String = "PROHIBITED"
    ) throws -> Int64? {
        try milliseconds(sketch, stops) {
            $0.restrictionAttributeNames = ["Driving an Automobile"] + restrictions
            $0.restrictUTurns = .allowBacktrack
            $0.attributeParameterValues = [
                ("Vehicle Height (meters)", height), ("Restriction Usage", usage),
            ].map {
                AttributeParameterValue(
                    attributeName: "Height Restriction", parameterName: $0.0, value: $0.1)
            }
        }
    }

    @Test(
        arguments: [("0", 20_000), ("2.1", 20_000), ("2.11", 90_000), ("4", 90_000)]
            as [(String, Int64)])
    func `a low place stops vehicles higher than it`(height: String, cost: Int64) throws {
        #expect(try self.cost(height: height, "ac") == cost)
    }

    @Test func `both sides of it can be reached, and left by turning back`() throws {
        let near = sketch.place("a", "b", at: 0.5)
        let beyond = sketch.place("b", "c", at: 0.5)
        #expect(try cost(height: "4", [sketch.place("a"), near]) == 5_000)
        #expect(try cost(height: "4", [sketch.place("a"), beyond]) == 95_000)
        #expect(try cost(height: "4", [near, beyond]) == 100_000)
        #expect(try cost(height: "2", [near, beyond]) == 10_000)
    }

    @Test func `only the restriction makes it bind, and only as a prohibition`() throws {
        #expect(try cost(height: "4", "ac", restrictions: []) == 20_000)
        #expect(try cost(height: "4", "ac", usage: "AVOID_HIGH") == 20_000)
    }
}
