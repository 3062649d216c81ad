// Tests hours that hold for one direction.

import RoadNetwork
import Testing

@testable import NetworkBuilder

struct OpeningHoursTests {
    @Test(
        arguments: [
            (
                ["opening_hours:forward": "08:00-19:40", "opening_hours:backward": "08:10-19:50"],
                ["24/7 AND NOT (08:00-19:40)", "24/7 AND NOT (08:10-19:50)"], [0b01, 0b10]
            ),
            (
                ["opening_hours": "06:00-22:00", "opening_hours:forward": "08:00-19:40"],
                ["24/7 AND NOT (08:00-19:40)", "24/7 AND NOT (06:00-22:00)"], [0b01, 0b10]
            ),
            (["opening_hours:backward": "08:10-19:50"], ["24/7 AND NOT (08:10-19:50)"], [0b10]),
            (["opening_hours": "08:10-19:50"], ["24/7 AND NOT (08:10-19:50)"], [0b11]),
        ] as [([String: String], [String], [Int])])
    func `a ferry may have hours of each direction`(
        tags: [String: String], conditions: [String], closed: [Int]
    ) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let tags = TagSet(tags.merging(["route": "ferry"]) { own, _ in own })
        let variants = try #require(
            rules.verdict(on: tags, conditionals: rules.conditionals(of: tags)).variants)
        #expect(variants.conditions == conditions)
        let walking = try #require(rules.definition.description.restriction(named: "Walking")).mask
        for (bit, directions) in closed.enumerated() {
            let variant = variants.variants[(1 << bit) - 1]
            let found = [variant.forward, variant.backward].enumerated().reduce(0) { bits, ruling in
                ruling.element.restrictions & walking != 0 ? bits | 1 << ruling.offset : bits
            }
            #expect(found == directions, "\(conditions[bit])")
        }
    }
}
