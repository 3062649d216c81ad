// Tests limits on vehicles under conditions, and what conditions make of limits.

import RoadNetwork
import Testing

@testable import NetworkBuilder

extension ConditionalTagTests {
    @Test(
        arguments: [
            ("7.5", "none @ destination", ["weight>7500kg: through"]),
            ("7.5", "no @ (delivery)", ["weight>7500kg: through"]),
            ("7.5", "none @ (Anlieger frei)", ["weight>7500kg: through"]),
            ("7.5", "none @ permit_holder", ["weight>7500kg: through"]),
            ("7.5", "none @ (delivery 06:00-10:00)", []),
            (
                "7.5", "12 @ (22:00-06:00)",
                ["weight>7500kg AND NOT (22:00-06:00): all", "weight>12000kg AND 22:00-06:00: all"]
            ),
            ("7.5", "none @ (bus)", ["weight>7500kg AND NOT (bus): all"]),
            (
                "7.5", "none @ (destination AND 06:00-20:00)",
                [
                    "weight>7500kg AND NOT (06:00-20:00): all",
                    "weight>7500kg AND 06:00-20:00: through",
                ]
            ),
            (
                "7.5", "3.5 @ (22:00-06:00); none @ destination",
                ["weight>7500kg: through", "weight>3500kg AND 22:00-06:00: through"]
            ),
            ("7.5", "16 @ (destination)", ["weight>7500kg: through", "weight>16000kg: all"]),
            (nil, "7.5 @ (22:00-06:00)", ["weight>7500kg AND 22:00-06:00: all"]),
            // Requests do not say that a driver is disabled, and a limit only for traffic with a
            // stop there is none.
            ("7.5", "none @ (disabled)", []), (nil, "7.5 @ (destination)", []),
        ] as [(String?, String, [String])])
    func `a clause with a higher limit or none lifts those before it`(
        own: String?, clauses: String, expected: [String]
    ) throws {
        let definition = try NetworkDefinition.shipped()
        let limit = try #require(definition.conditionalLimit("maxweight"))
        let found = LimitClauses(
            ConditionalTag(key: "maxweight:conditional", value: clauses),
            of: own.map { ["maxweight": $0] } ?? [:], limit)
        let through = try mask("Through Truck Traffic Prohibited")
        let trucks = try mask("Driving a Truck")
        let texts = found.closures.map { closure in
            let kind =
                closure.mask & trucks != 0 && closure.mask & through == 0
                ? "all"
                : closure.mask & through != 0 && closure.mask & trucks == 0 ? "through" : "mixed"
            return "\(closure.condition): \(kind)"
        }
        #expect(texts.sorted() == expected.sorted())
        #expect(found.liftsOwn == (own != nil && !expected.isEmpty))
    }

    @Test func `a limit lifted for traffic with a stop there is none of the street`() throws {
        let through = try mask("Through Truck Traffic Prohibited")
        let limit = try mask("Weight Restriction")
        let found = try restrictions([
            "highway": "residential", "maxweight": "7.5",
            "maxweight:conditional": "none @ destination",
        ])
        #expect(found.always & (limit | through) == 0)
        #expect(found.variants.map { $0 & (limit | through) } == [through])
        let oneWay = RoadRules(try NetworkDefinition.shipped())
        let tags: TagSet = [
            "highway": "residential", "maxweight:forward": "7.5",
            "maxweight:forward:conditional": "none @ destination",
        ]
        let variants = try #require(
            oneWay.verdict(on: tags, conditionals: tags.conditionals).variants?.variants)
        #expect(variants.map { $0.forward.restrictions & through } == [through])
        #expect(variants.map { $0.backward.restrictions & (limit | through) } == [0])
    }

    @Test(
        arguments: [
            (
                ["maxweight": "7.5", "maxweight:hgv:conditional": "none @ destination"], [true],
                [true]
            ),
            (
                ["maxweight": "7.5", "maxweight:hgv:forward:conditional": "none @ destination"],
                [true], [true]
            ),
            // The kind's own value outranks the general one.
            (
                [
                    "maxweight": "7.5", "maxweight:hgv": "10",
                    "maxweight:hgv:conditional": "none @ (delivery)",
                ], [false, true, true], [true, false, true]
            ),
            // What lifts nothing leaves the limit to the street.
            (
                ["maxweight": "7.5", "maxweight:hgv:conditional": "3.5 @ (22:00-06:00)"], [false],
                [false]
            ),
        ] as [([String: String], [Bool], [Bool])])
    func `a clause of one kind of vehicles lifts the limit of all for its own kind`(
        tags: [String: String], others: [Bool], trucks: [Bool]
    ) throws {
        let through = try mask("Through Truck Traffic Prohibited")
        let closing = try mask("Driving an Automobile") | mask("Driving a Bus")
        let found = try restrictions(
            TagSet(tags.merging(["highway": "residential"]) { own, _ in own }))
        #expect(found.variants.map { $0 & closing == closing } == others, "\(found)")
        #expect(found.variants.map { $0 & through != 0 } == trucks, "\(found)")
    }

    @Test(
        arguments: [
            ("5", "hgv:conditional", "destination @ (weight>5)", true, false),
            ("5", "hgv:conditional", "delivery @ (maxweight > 5 t)", true, false),
            ("5", "motor_vehicle:conditional", "destination @ (weight>5)", true, true),
            // Above another weight, or for none with a stop there, it says nothing of the limit.
            ("5", "hgv:conditional", "destination @ (weight>3.5)", false, false),
            ("5", "hgv:conditional", "no @ (weight>5)", false, false),
            ("5", "hgv:conditional", "destination @ (height>5)", false, false),
        ])
    func `a condition above a limit says who may exceed it`(
        limit: String, key: String, value: String, trucks: Bool, buses: Bool
    ) throws {
        let tags: TagSet = ["highway": "residential", "maxweight": limit, key: value]
        let restriction = try mask("Weight Restriction")
        let found = try restrictions(tags)
        // Once some may exceed it, it is no limit of the street, but closes it to the others.
        #expect((found.always & restriction == 0) == trucks, "\(found)")
        guard trucks else { return }
        let through = try mask("Through Truck Traffic Prohibited")
        #expect(found.variants.contains { $0 & through != 0 })
        let closing = try (mask("Driving a Truck"), mask("Driving a Bus"))
        #expect(found.variants.allSatisfy { $0 & closing.0 == 0 })
        #expect(found.variants.allSatisfy { $0 & closing.1 == 0 } == buses)
    }

    @Test func `a limit that one kind of vehicles has lifted is none of the street`() throws {
        let reader = try #require(
            try NetworkDefinition.shipped().conditionalLimit("maxweight")
        ).reader
        let tags: TagSet = ["maxweight": "7.5"]
        let clauses = ConditionalClauses(
            [ConditionalTag(key: "maxweight:hgv:conditional", value: "none @ destination")],
            of: tags, RoadRules(try NetworkDefinition.shipped()))
        #expect(reader.value(for: tags.replacing(clauses.always), nil) == nil)
    }
}
