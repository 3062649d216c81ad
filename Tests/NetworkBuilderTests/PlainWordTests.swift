// Words as mappers write them, `Yes` and `yes `, mean the plain word.

import RoadNetwork
import Testing

@testable import NetworkBuilder

struct PlainWordTests {
    @Test(arguments: [
        ("Yes", "yes"), ("yes ", "yes"), ("\tPrivate", "private"), ("NO", "no"),
        ("Agricultural; Destination", "agricultural; destination"),
        ("Use_Sidepath", "use_sidepath"), ("Only|Designated", "only|designated"),
        // Values of more than plain words keep their case.
        ("RO:urban", "RO:urban"), (" 50 mph ", "50 mph"), ("DE:Rural", "DE:Rural"), ("", ""),
        ("  ", ""),
    ])
    func `words are read without blanks and capitals`(text: String, word: String) {
        #expect(TagSet.plainWord(text) == word)
    }

    @Test func `a street is what its words mean, and keeps its name`() throws {
        var town = Town("a----b----c----d")
        town.way("ab", ["oneway": "Yes ", "name": "Rua de São João", "ref": "A 7"])
        town.way("bc", ["access": "Private", "maxspeed": "RO:urban"])
        town.way("cd", ["motor_vehicle:conditional": "No @ (Mo-Fr 07:00-09:00)"])
        town.tag("c", ["barrier": "Bollard", "motor_vehicle": "No"])
        let built = try town.build()
        #expect(built.restrictions("ba").contains("Oneway"))
        #expect(!built.restrictions("ab").contains("Oneway"))
        #expect(built.restrictions("bc").contains("Through Traffic Prohibited"))
        #expect(!built.contents.conditions.edges.isEmpty)
        #expect(built.contents.barredNodes.count == 1)
        let names = Set(built.contents.segmentName.map { built.contents.name(row: $0) })
        #expect(names.contains("Rua de São João"))
        let numbers = Set(built.contents.segmentRef.map { built.contents.name(row: $0) })
        #expect(numbers.contains("A 7"))
    }

    @Test(arguments: [
        (
            ["access": "no @ (22:00-06:00)"], ["access:conditional": "no @ (22:00-06:00)"]
        ),
        (
            ["maxspeed": "30 @ (22:00-06:00)", "oneway": "yes"],
            ["maxspeed:conditional": "30 @ (22:00-06:00)", "oneway": "yes"]
        ),
        (
            ["motor_vehicle:backward": "no @ (Mo-Fr)"],
            ["motor_vehicle:backward:conditional": "no @ (Mo-Fr)"]
        ),
        // Where something stands under the key for conditions, and where a part has none.
        (
            ["access": "no @ (Su)", "access:conditional": "no @ (Sa)"],
            ["access": "no @ (Su)", "access:conditional": "no @ (Sa)"]
        ),
        (["maxspeed": "50; 30 @ (22:00-06:00)"], ["maxspeed": "50; 30 @ (22:00-06:00)"]),
        // Where nobody understands the condition, the value stands.
        (
            ["access": "private @ (staff, deliveries)"],
            ["access": "private @ (staff, deliveries)"]
        ),
        (
            ["motor_vehicle": "destination @ (residents and visitors)"],
            ["motor_vehicle": "destination @ (residents and visitors)"]
        ),
        (
            ["motor_vehicle": "no @ residents"], ["motor_vehicle:conditional": "no @ residents"]
        ),
        (["name": "Bar @ Home"], ["name": "Bar @ Home"]),
        (["access:conditional": "no @ (Su)"], ["access:conditional": "no @ (Su)"]),
    ])
    func `a condition under the key without its suffix is one`(
        tags: [String: String], expected: [String: String]
    ) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let found = rules.readable(TagSet(tags)).pairs { _ in true }
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value) }) == expected)
    }
}
