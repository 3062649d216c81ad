// The attributes of drawn and random test networks.

package import NetworkBuilder
package import RoadNetwork

/// Turns without cost.
package struct FreeTurns: TurnCostModel {
    private let columns: Int

    package init(columns: Int) { self.columns = columns }

    package func costs(of turn: TurnSituation) -> [UInt32] {
        [UInt32](repeating: 0, count: columns)
    }
}

/// Attributes shared by drawn and random networks.
package enum TestNetwork {
    package static let travelTime = 0
    package static let length = 1
    package static let walkTime = 2

    package static let oneway: UInt64 = 1 << 0
    package static let automobile: UInt64 = 1 << 1
    package static let bus: UInt64 = 1 << 2
    package static let walking: UInt64 = 1 << 3
    package static let throughTraffic: UInt64 = 1 << 4
    package static let toll: UInt64 = 1 << 5
    package static let height: UInt64 = 1 << 6

    package static let motor: UInt8 = 1 << 0
    package static let foot: UInt8 = 1 << 1

    /// Two families, three stored costs, two derived ones, seven restrictions and one limit.
    package static func description(drivingSide: DrivingSide = .right) -> NetworkDescription {
        func usage(_ value: String) -> AttributeParameter {
            AttributeParameter(
                name: RestrictionAttribute.usageParameterName, defaultValue: value)
        }
        func restriction(
            _ name: String, _ bit: Int, rule: RestrictionRule = .flag,
            usage word: String = "PROHIBITED",
            _ more: [AttributeParameter] = [], family: String? = nil,
            includes: [String] = [], access: String? = nil
        ) -> RestrictionAttribute {
            var attribute = RestrictionAttribute(
                name: name, bit: bit, rule: rule, parameters: [usage(word)] + more, family: family,
                includes: includes, access: access)
            attribute.isAboutDirection = name == "Oneway"
            return attribute
        }
        return NetworkDescription(
            name: "Test",
            families: [
                ModeFamily(
                    name: "motor",
                    accessRestrictions: ["Driving an Automobile", "Driving a Bus"],
                    directionRestriction: "Oneway"),
                ModeFamily(name: "foot", accessRestrictions: ["Walking"]),
            ],
            costs: [
                CostAttribute(
                    name: "TravelTime", kind: .time, units: "esriNAUMinutes", column: 0,
                    unitsPerQuantum: 1 / 60_000, family: "motor"),
                CostAttribute(
                    name: "Length", kind: .length, units: "esriNAUMeters", column: 1,
                    unitsPerQuantum: 0.01),
                CostAttribute(
                    name: "WalkTime", kind: .time, units: "esriNAUMinutes", column: 2,
                    unitsPerQuantum: 1 / 60_000, family: "foot"),
                CostAttribute(
                    name: "Kilometers", kind: .length, units: "esriNAUKilometers", column: 1,
                    unitsPerQuantum: 1e-5, isStored: false),
                CostAttribute(
                    name: "Miles", kind: .length, units: "esriNAUMiles", column: 1,
                    unitsPerQuantum: 1 / 160_934.4, isStored: false),
            ],
            restrictions: [
                restriction("Oneway", 0),
                restriction("Driving an Automobile", 1, family: "motor", includes: ["Oneway"]),
                restriction("Driving a Bus", 2, family: "motor", includes: ["Oneway"]),
                restriction("Walking", 3, family: "foot"),
                restriction(
                    "Through Traffic Prohibited", 4, rule: .throughTraffic,
                    access: "Driving an Automobile"),
                restriction("Avoid Toll Roads", 5, usage: "AVOID_MEDIUM"),
                restriction(
                    "Height Restriction", 6,
                    rule: .limit(column: 0, parameter: "Vehicle Height (meters)"),
                    [AttributeParameter(name: "Vehicle Height (meters)", defaultValue: "0")]),
            ],
            limits: [LimitAttribute(name: "maxheight", units: "meters")],
            drivingSide: drivingSide, attribution: "drawn for a test")
    }
}

extension NetworkDataset {
    /// Assembles a draft and opens it in memory.
    ///
    /// - Parameters:
    ///   - withHierarchies: Pass `false` for large networks without small cuts.
    ///   - marksEnclosed: Pass `false` to keep exactly the limited streets in the draft.
    package static func assembled(
        _ draft: consuming NetworkDraft, turnCosts: (some TurnCostModel)? = FreeTurns?.none,
        withHierarchies: Bool = true, marksEnclosed: Bool = true
    ) throws -> NetworkDataset {
        var contents =
            if let turnCosts {
                NetworkAssembly.assemble(draft, turnCosts: turnCosts)
            } else {
                NetworkAssembly.assemble(draft, turnCosts: FreeTurns(columns: 3))
            }
        if marksEnclosed { _ = EnclosedStreets.mark(in: &contents) }
        if withHierarchies { try HierarchyStage.add(to: &contents) }
        return try NetworkDataset(bytes: DatasetEncoder.encode(contents))
    }
}
