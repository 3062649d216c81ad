// Barriers and other nodes under the shipped rules.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct NodeRuleTests {
    /// The barred travelers, by letters: car, truck, bus, emergency vehicle, bicycle, foot.
    @Test(arguments: [
        (["barrier": "bollard"], "ctbe"),
        (["barrier": "bollard", "bollard": "rising"], ""),
        (["barrier": "bollard", "bollard": "removable"], "ctb"),
        (["barrier": "bollard", "motor_vehicle": "yes"], "e"),
        (["barrier": "gate"], ""),
        (["barrier": "gate", "access": "no"], "ctbeyf"),
        (["barrier": "gate", "access": "private"], ""),
        (["barrier": "gate", "access": "no", "foot": "yes"], "ctbey"),
        (["barrier": "lift_gate", "motor_vehicle": "no", "bus": "yes"], "ct"),
        (["barrier": "cattle_grid"], ""),
        (["barrier": "kerb", "kerb": "lowered"], ""),
        (["barrier": "kerb", "kerb": "raised"], "ctb"),
        (["barrier": "block"], "ctbe"),
        (["barrier": "wall"], "ctbeyf"),
        (["barrier": "kissing_gate"], "ctbey"),
        (["barrier": "something_new"], "ctbe"),
        // Access of a node that is no barrier is about something else, such as the crossing.
        (["highway": "crossing", "bicycle": "no"], ""),
    ])
    func `the travelers that a barrier bars`(tags: [String: String], expected: String) throws {
        let ruling = try Self.rules().ruling(ofNode: TagSet(tags))
        let description = try Self.rules().definition.description
        let barred = travelers.filter { letter in
            ruling.barred & (description.restriction(named: letter.value)?.mask ?? 0) != 0
        }
        #expect(String(barred.map { $0.key }) == expected)
    }

    @Test func `gates and toll booths act on the segments that touch them`() throws {
        let description = try Self.rules().definition.description
        func names(_ tags: TagSet) throws -> [String] {
            let ruling = try Self.rules().ruling(ofNode: tags)
            return description.restrictions.filter { ruling.touching & $0.mask != 0 }.map(\.name)
        }
        #expect(try names(["barrier": "gate"]) == ["Avoid Gates"])
        #expect(
            try names(["barrier": "toll_booth"])
                == [
                    "Avoid Toll Roads", "Avoid Toll Roads for Trucks", "Avoid Toll Roads for Buses",
                    "Avoid Toll Roads for Motorcycles",
                ])
    }

    @Test func `signals and small roundabouts are flags`() throws {
        let rules = try Self.rules()
        #expect(rules.ruling(ofNode: ["highway": "traffic_signals"]).flags == .signals)
        #expect(rules.ruling(ofNode: ["highway": "mini_roundabout"]).flags == .miniRoundabout)
        #expect(rules.ruling(ofNode: ["barrier": "toll_booth"]).flags == .tollBooth)
        #expect(rules.ruling(ofNode: ["highway": "crossing"]).isPlain)
    }

    private static func rules() throws -> RoadRules { RoadRules(try NetworkDefinition.shipped()) }
}
