// Tests signs over lanes, for the road itself and for the streets that the lanes lead into.

import RoadNetwork
import Testing

@testable import NetworkBuilder

struct LaneSignTests {
    @Test(arguments: [
        ("destination:lanes=Nice|Nice", "Nice"),
        ("destination:lanes=Nice;Cannes|Nice;Grasse", "Nice"),
        ("destination:lanes=Nice|Cannes; Grasse|", ""),
        ("destination:lanes=none|Nice", "Nice"),
        ("destination:lanes=Nice|Nice destination:ref:lanes=A 8|A 8", "A 8, Nice"),
        ("destination:lanes=Nice|Cannes destination:ref:lanes=A 8|A 8;E 80", "A 8"),
        ("destination:lanes=Nice|Nice destination:ref:lanes=A 8", "Nice"),
        ("destination=Antibes destination:lanes=Nice|Nice", "Antibes"),
        ("destination=Antibes destination:ref:lanes=A 8|A 8", "A 8, Antibes"),
        ("destination=Antibes destination:ref:lanes=A 8|E 80", "Antibes"),
        ("destination:street:lanes=Rue A|Rue A", "Rue A"),
        ("destination:lanes:forward=Nice|Nice", "Nice"),
        ("destination:lanes=", ""), ("destination:lanes=|", ""),
    ])
    func `the sign of a road is what its lanes have in common`(
        tags: String, expected: String
    ) throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        var all = ["highway": "motorway_link", "oneway": "yes"]
        for pair in tags.split(separator: " destination").joined(separator: "\ndestination")
            .split(separator: "\n")
        {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            all[String(parts[0])] = String(parts[1])
        }
        let labels = rules.labels(of: TagSet(all))
        #expect(labels.forwardDestination == expected)
        #expect(labels.backwardDestination == "")
    }

    @Test func `on a road with both directions a sign over lanes needs its direction`() throws {
        let rules = RoadRules(try NetworkDefinition.shipped())
        let labels = rules.labels(of: [
            "highway": "primary", "destination:lanes": "Nice|Nice",
            "destination:lanes:backward": "Cannes|Cannes",
        ])
        #expect(labels.forwardDestination == "")
        #expect(labels.backwardDestination == "Cannes")
    }

    /// The signs on some edges, if a road from `a` to `b` has these tags.
    private func signs(
        _ tags: [String: String], ways: [(String, [String: String])], of edges: [String]
    ) throws -> [String] {
        var town = Town(
            """
            ------n
            a-----b-----c
            ------s-----d
            """)
        town.way("ab", ["oneway": "yes"].merging(tags) { $1 })
        for (word, tags) in ways { town.way(word, tags) }
        let built = try town.build()
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(built.assembled))
        return try edges.map { word in
            network.destination(of: EdgeID(row: try #require(built.edge(word))))
        }
    }

    private static let motorway = ["highway": "motorway"]
    private static let ramp = ["highway": "motorway_link", "oneway": "yes"]

    @Test(arguments: [
        ("through|slight_right", "Nice|Cannes;Grasse", ["Nice", "Cannes, Grasse"]),
        ("|slight_right", "Nice|Cannes;Grasse", ["Nice", "Cannes, Grasse"]),
        ("slight_left|slight_right", "Nice|Cannes", ["Nice", "Cannes"]),
        ("", "Nice|Nice|Cannes", ["Nice", "Cannes"]),
        ("", "Nice||Cannes", ["", ""]),
        ("", "|Cannes", ["", "Cannes"]),
        ("through|through|through;slight_right", "Nice|Nice|Nice;Cannes", ["Nice", "Cannes"]),
        ("through|slight_right", "Nice", ["", ""]),
    ])
    func `where a highway forks each branch has the sign over its lanes`(
        turns: String, lanes: String, expected: [String]
    ) throws {
        var tags = Self.motorway
        tags["destination:lanes"] = lanes
        if !turns.isEmpty { tags["turn:lanes"] = turns }
        let ways = [("bc", Self.motorway), ("bd", Self.ramp)]
        #expect(try signs(tags, ways: ways, of: ["bc", "bd"]) == expected)
    }

    @Test func `a branch keeps the sign that it has itself`() throws {
        var tags = Self.motorway
        tags["destination:lanes"] = "Nice|Cannes"
        let ramp = Self.ramp.merging(["destination": "Grasse"]) { $1 }
        let found = try signs(
            tags, ways: [("bc", Self.motorway), ("bd", ramp)], of: ["bc", "bd"])
        #expect(found == ["Nice", "Grasse"])
    }

    @Test(arguments: [
        (
            "left|through|through;right", "Trondheim|Stockholm;Oslo|Oslo;Ekeberg",
            ["Trondheim", "Stockholm, Oslo", "Ekeberg"]
        ),
        ("left|through", "Ring 2|", ["Ring 2", "", ""]),
        ("through|right|right", "Oslo|Moss|Moss", ["", "Oslo", "Moss"]),
        ("reverse;left|through", "Ring 2|Oslo", ["Ring 2", "Oslo", ""]),
    ])
    func `at a crossing arrows say which street a sign is of`(
        turns: String, lanes: String, expected: [String]
    ) throws {
        let tags = ["turn:lanes": turns, "destination:lanes": lanes]
        let ways = [("bc", [:]), ("nb", [:]), ("bs", [:])] as [(String, [String: String])]
        #expect(try signs(tags, ways: ways, of: ["bn", "bc", "bs"]) == expected)
    }

    @Test func `the sign over a lane of buses is theirs`() throws {
        let tags = [
            "turn:lanes": "left|through|through;right", "psv:lanes": "|designated|",
            "destination:lanes": "Ring 2|Oslo|Oslo;Ekeberg",
        ]
        let ways = [("bc", [:]), ("nb", [:]), ("bs", [:])] as [(String, [String: String])]
        #expect(
            try signs(tags, ways: ways, of: ["bn", "bc", "bs"])
                == ["Ring 2", "Oslo, Ekeberg", "Oslo, Ekeberg"])
    }

    @Test func `an arrow to a street further on says nothing of the ones here`() throws {
        let tags = ["turn:lanes": "left|through", "destination:lanes": "Ring 2|Oslo"]
        let ways = [("bc", [:]), ("bs", [:])] as [(String, [String: String])]
        #expect(try signs(tags, ways: ways, of: ["bc", "bs"]) == ["Oslo", ""])
    }

    @Test func `a sign is of no street that may not be taken`() throws {
        let tags = ["turn:lanes": "left|through|right", "destination:lanes": "A|B|C"]
        let ways =
            [("bc", [:]), ("nb", ["oneway": "yes"]), ("bs", [:])]
            as [(String, [String: String])]
        #expect(try signs(tags, ways: ways, of: ["bn", "bc", "bs"]) == ["", "B", "C"])
    }
}
