// Random travel settings, in a request's words and in the engine's terms.

package import DataStructures
import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Restrictions, usages, impedance and U-turn policy drawn at random.
package struct RandomTravel {
    /// The request's words.
    private var names: [String] = []
    private var values: [AttributeParameterValue] = []
    package let impedance: String
    private let policy: UTurnPolicy
    /// The engine's terms.
    package let attribute: Int
    package private(set) var key: MetricKey

    /// Whether some usage makes the search cost differ from the reported one.
    package var hasFactors: Bool { key.restrictions.contains { $0.effect != .prohibits } }

    package init(_ generator: inout SeededGenerator) {
        let isFoot = generator.chance(0.2)
        let costs = [("TravelTime", 0), ("Length", 1), ("WalkTime", 2)]
        (impedance, attribute) = costs[isFoot ? 2 : generator.chance(0.7) ? 0 : 1]
        let policies: [(UTurnPolicy, UTurnRule)] = [
            (.allowBacktrack, .everywhere), (.atDeadEndsOnly, .deadEnds),
            (.atDeadEndsAndIntersections, .deadEndsAndIntersections), (.noBacktrack, .nowhere),
        ]
        let (policy, rule) = policies[Int.random(in: 0..<4, using: &generator)]
        self.policy = policy
        key = MetricKey(
            column: attribute, family: isFoot ? 1 : 0, restrictions: [], uTurns: rule)
        if isFoot {
            add("Walking", TestNetwork.walking)
        } else if generator.chance(0.7) {
            add("Driving an Automobile", TestNetwork.automobile)
        } else {
            add("Driving a Bus", TestNetwork.bus)
        }
        // Drivers keep to directions, whether the request names the rule or not.
        let namesDirections = generator.chance(0.7)
        if namesDirections || !isFoot {
            add("Oneway", TestNetwork.oneway, isNamed: namesDirections)
        }
        if generator.chance(0.5) {
            add(
                "Through Traffic Prohibited", TestNetwork.throughTraffic, isThrough: true,
                usage: Self.usage(&generator))
        }
        if generator.chance(0.5) {
            add("Avoid Toll Roads", TestNetwork.toll, usage: Self.usage(&generator))
        }
        if generator.chance(0.4) {
            let centimeters = UInt32.random(in: 180...420, using: &generator)
            values.append(
                AttributeParameterValue(
                    attributeName: "Height Restriction", parameterName: "Vehicle Height (meters)",
                    value: "\(centimeters / 100).\(centimeters % 100 / 10)\(centimeters % 10)"))
            add(
                "Height Restriction", TestNetwork.height, usage: Self.usage(&generator),
                limit: .init(column: 0, vehicleValue: centimeters))
        }
    }

    private static func usage(
        _ generator: inout SeededGenerator
    ) -> (word: String, effect: RestrictionEffect) {
        if generator.chance(0.5) { return ("PROHIBITED", .prohibits) }
        let words = [
            ("AVOID_HIGH", 5_000), ("AVOID_MEDIUM", 2_000), ("AVOID_LOW", 1_300),
            ("PREFER_LOW", 800), ("PREFER_MEDIUM", 500), ("PREFER_HIGH", 200), ("1.237", 1_237),
        ]
        let (word, thousandths) = words[Int.random(in: 0..<words.count, using: &generator)]
        return (word, .scales(CostFactor(thousandths: thousandths)))
    }

    private mutating func add(
        _ name: String, _ mask: UInt64, isThrough: Bool = false,
        usage: (word: String, effect: RestrictionEffect) = ("PROHIBITED", .prohibits),
        limit: ActiveRestriction.Limit? = nil, isNamed: Bool = true
    ) {
        if isNamed {
            names.append(name)
            values.append(
                AttributeParameterValue(
                    attributeName: name, parameterName: RestrictionAttribute.usageParameterName,
                    value: usage.word))
        }
        key.restrictions.append(
            ActiveRestriction(
                mask: mask, effect: usage.effect, limit: limit, isThroughTraffic: isThrough))
    }

    /// Writes the travel settings into a request.
    package func apply(to parameters: inout RouteParameters) {
        parameters.impedanceAttributeName = impedance
        parameters.restrictionAttributeNames = names
        parameters.attributeParameterValues = values
        parameters.restrictUTurns = policy
    }
}
