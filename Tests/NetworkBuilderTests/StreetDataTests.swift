// Compares ways, source nodes, limits, lanes and spans of drawn and real networks with plain
// counts.

import Foundation
import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct StreetDataTests {
    private func town() throws -> BuiltTown {
        var town = Town(
            """
            a--b--c--d--e
               |     |
               f     g
            """
        )
        town.way("abcde")
        town.way("bf")
        town.way("gd")
        return try town.build()
    }

    @Test func `a way is its segments in order, with nodes at junctions and between`() throws {
        let built = try town()
        let network = try built.dataset()
        let edges = network.ways.segments(ofWay: 1).map(\.edgeAlong.row)
        #expect(edges == [built.edge("ab"), built.edge("bd"), built.edge("de")])
        #expect(network.ways.segments(ofWay: 4).isEmpty)
        let junction = try #require(built.node("b"))
        #expect(network.nodeID(of: junction) == Town.id("b"))
        let middle = try #require(built.edge("bd"))
        #expect(
            network.place(ofNodeID: Town.id("c")) == .vertex(segment: middle >> 1, vertex: 1))
        #expect(network.place(ofNodeID: Town.id("z")) == nil)
    }

    @Test func `parts of a way between two of its nodes run from the one to the other`() throws {
        let built = try town()
        let network = try built.dataset()
        func parts(_ from: Character, _ to: Character) -> [EdgePart] {
            network.segments(ofWay: 1, between: Town.id(from), and: Town.id(to))
        }
        func edge(_ name: String) throws -> UInt32 { try #require(built.edge(name)) }
        #expect(
            try parts("a", "d") == [EdgePart(edge: edge("ab")), EdgePart(edge: edge("bd"))])
        #expect(
            try parts("e", "b") == [EdgePart(edge: edge("ed")), EdgePart(edge: edge("db"))])
        let half = parts("a", "c")
        #expect(try half.map(\.edge) == [edge("ab"), edge("bd")])
        #expect(abs((half.last?.lastShare ?? 0) - 0.5) < 1e-6)
        let back = parts("c", "a")
        #expect(try back.map(\.edge) == [edge("db"), edge("ba")])
        #expect(abs((back.first?.firstShare ?? 0) - 0.5) < 1e-6)
        #expect(parts("a", "f").isEmpty)
        #expect(parts("a", "a").isEmpty)
        let pair = network.edges(fromNode: Town.id("c"), toNode: Town.id("d"))
        #expect(try pair.map(\.edge) == [edge("bd")])
        #expect(pair.first?.lastShare == 1)
        #expect(network.edges(fromNode: Town.id("a"), toNode: Town.id("d")).isEmpty)
    }

    @Test func `parts of a roundabout keep to its direction`() throws {
        var town = Town(
            """
            a--b--c--g
               |  |
               e--d--h
            """
        )
        town.way("ab")
        town.way("bedcb", ["junction": "roundabout"])
        town.way("cg")
        town.way("dh")
        let built = try town.build()
        let network = try built.dataset()
        let parts = network.segments(ofWay: 2, between: Town.id("c"), and: Town.id("d"))
        #expect(parts.allSatisfy { $0.edge & 1 == 0 })
        let nodes = parts.map { network.head(of: EdgeID(row: $0.edge)).row }
        #expect(nodes.first == built.node("b"))
        #expect(nodes.last == built.node("d"))
    }

    @Test(
        arguments: [
            ("maxspeed=50", 50, 50), ("maxspeed=50 maxspeed:backward=30", 50, 30),
            ("maxspeed:forward=30_mph", 48, nil), ("maxspeed=none", nil, nil),
            ("maxspeed=none maxspeed:forward=120", 120, nil), ("maxspeed=signals", nil, nil),
            ("maxspeed:type=DE:rural", 100, 100), ("maxspeed=walk", 7, 7), ("", nil, nil),
            ("maxspeed=160", 160, 160), ("maxspeed=161", nil, nil),
            ("oneway=yes maxspeed=999", nil, nil),
        ] as [(String, UInt8?, UInt8?)])
    func `limits by direction`(text: String, forward: UInt8?, backward: UInt8?) throws {
        var town = Town("a--b")
        town.way("ab", tags(text))
        let built = try town.build()
        let network = try built.dataset()
        #expect(network.speedLimit(of: try #require(built.edge("ab"))) == forward)
        #expect(network.speedLimit(of: try #require(built.edge("ba"))) == backward)
    }

    @Test(
        arguments: [
            ("lanes=2", [LaneTurns(), []], [LaneTurns(), []], true),
            ("lanes=2", [[]], [[]], false),
            ("lanes=3", [], [], false), ("lanes=3 lanes:both_ways=1", [[]], [[]], false),
            ("lanes=3 lanes:forward=2", [[], []], [[]], false),
            ("turn:lanes=left|through;right", [.left, [.through, .right]], [], true),
            ("turn:lanes=left|through", [], [], false),
            (
                "turn:lanes:backward=|reverse;slight_left", [], [[], [.reverse, .slightLeft]], false
            ),
            ("lanes=4 turn:lanes:forward=none|right", [[], .right], [[], []], false),
            ("lanes=many", [], [], true), ("lanes=999", [], [], true),
        ] as [(String, [LaneTurns], [LaneTurns], Bool)])
    func `lanes and arrows by direction`(
        text: String, forward: [LaneTurns], backward: [LaneTurns], isOneWay: Bool
    ) throws {
        var tags = tags(text)
        if isOneWay { tags["oneway"] = "yes" }
        let lanes = RoadRules(try NetworkDefinition.shipped()).lanes(of: TagSet(tags))
        #expect(lanes.forward == forward)
        #expect(lanes.backward == (isOneWay ? [] : backward))
        var town = Town("a--b")
        town.way("ab", tags)
        let built = try town.build()
        let network = try built.dataset()
        #expect(network.lanes(of: try #require(built.edge("ab"))) == lanes.forward)
        #expect(network.lanes(of: try #require(built.edge("ba"))) == lanes.backward)
    }

    @Test(
        arguments: [
            ("vehicle:lanes=yes|yes|no bus:lanes=yes|yes|designated", [2]),
            ("psv:lanes=||designated", [2]), ("bicycle:lanes=|designated|", [1]),
            ("hov:lanes=designated||", [0]), ("access:lanes=no||", [0]),
            ("hov:lanes=only|only|", [0, 1]),
            // The lane may be used all the same.
            ("psv:lanes=||designated vehicle:lanes=yes|yes|yes", []),
            ("access:lanes=||no motorcar:lanes=||yes", []),
            // These are no lanes of the arrows.
            ("psv:lanes=|designated", []), ("bus:lanes=yes|yes|yes", []),
            ("hgv:lanes=||no", []), ("psv:lanes:backward=||designated", []),
        ] as [(String, [Int])])
    func `lanes that cars may not use are reserved`(text: String, reserved: [Int]) throws {
        var tags = tags(text)
        (tags["oneway"], tags["turn:lanes"]) = ("yes", "left|Through|")
        var expected: [LaneTurns] = [.left, .through, []]
        for lane in reserved { expected[lane].insert(.reserved) }
        let lanes = RoadRules(try NetworkDefinition.shipped()).lanes(of: TagSet(tags))
        #expect(lanes.forward == expected)
    }

    @Test(
        arguments: [
            ("tunnel=yes", EdgeFlags.tunnel), ("bridge=viaduct", .bridge), ("toll=yes", .toll),
            ("toll:lanes=yes|yes", .toll), ("toll:lanes=yes|no", []),
            ("surface=gravel", .unpaved), ("surface=asphalt", []),
            ("access=private", .restrictedAccess), ("access=destination", .restrictedAccess),
            ("access=private motor_vehicle=yes", []),
            ("motor_vehicle=destination", .restrictedAccess), ("junction=roundabout", []),
        ] as [(String, EdgeFlags)])
    func `spans of a street`(text: String, spans: EdgeFlags) throws {
        var town = Town("a--b")
        town.way("ab", tags(text))
        let built = try town.build()
        let edge = try #require(built.edge("ab"))
        #expect(try built.dataset().spanFlags(of: edge) == spans)
    }
}

/// Compares the sample network with its file, read again by a plain count.
@Suite struct StreetCountTests {
    private struct PlainWay {
        var id: Int64
        var nodes: [Int64]
    }

    /// Kinds which depend also on the nearby junction and on neighboring points.
    private static let guides: [StreetPointKind] = [.trafficSignals, .stopSign, .yieldSign]

    /// The kinds, except lights and signs, that a path along the way meets at a node, with the tags
    /// listed anew.
    private static func kinds(_ tags: TagSet) -> [StreetPointKind] {
        var kinds: [StreetPointKind] = []
        let isForward = tags["direction"] != "backward"
        if ["level_crossing", "crossing"].contains(tags["railway"]) {
            kinds.append(.railwayCrossing)
        }
        if tags["highway"] == "crossing" { kinds.append(.pedestrianCrossing) }
        let calming = tags["traffic_calming"] ?? "no"
        let narrows = ["no", "island", "choker", "chicane", "painted_island"].contains(calming)
        let barrier = tags["barrier"] ?? "no"
        if !narrows || ["speed_bump", "rumble_strip"].contains(barrier), isForward {
            kinds.append(.speedBump)
        }
        if barrier == "toll_booth", isForward { kinds.append(.tollBooth) }
        if ["border_control", "checkpoint"].contains(barrier), isForward {
            kinds.append(.checkpoint)
        }
        if tags["ford"] ?? "no" != "no" || tags["highway"] == "ford" { kinds.append(.ford) }
        let isOpen = ["access", "vehicle", "motor_vehicle", "motorcar"].contains { key in
            ["yes", "permissive", "designated", "public"].contains(tags[key])
        }
        if gates.contains(barrier), !isOpen { kinds.append(.gate) }
        return kinds
    }

    /// Barriers that must be opened, unless a tag opens them to all.
    private static let gates = [
        "gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate", "bump_gate",
    ]

    /// The sign at a node that may be for traffic along the way.
    private static func sign(_ tags: TagSet) -> StreetPointKind? {
        guard tags["direction"] != "backward" else { return nil }
        return switch tags["highway"] {
        case "stop": .stopSign
        case "give_way": .yieldSign
        default: nil
        }
    }

    @Test func `ways, nodes and points of the sample are those of its file`() throws {
        let path = Extract.sample.path
        let contents = try NetworkReading(.shipped()).contents(of: [path])
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        var ways: [PlainWay] = []
        var pointsAt: [Int64: [StreetPointKind]] = [:]
        var signAt: [Int64: StreetPointKind] = [:]
        var known: Set<Int64> = []
        let reader = try OSMReader(path: path, kinds: [.nodes, .ways])
        while let object = try reader.next() {
            guard object.isWay else {
                known.insert(object.id)
                if object.isTagged {
                    pointsAt[object.id] = Self.kinds(object.tags)
                    signAt[object.id] = Self.sign(object.tags)
                }
                continue
            }
            var nodes: [Int64] = []
            for node in object.wayNodes where node != nodes.last { nodes.append(node) }
            ways.append(PlainWay(id: object.id, nodes: nodes))
        }
        var inner: [UInt32: [ShapeNode]] = [:]
        network.shapeNodes.forEachNode { node in
            inner[node.segment, default: []].append(node)
            return true
        }
        var (compared, counted, signs) = (0, 0, 0)
        for way in ways where way.nodes.allSatisfy(known.contains) {
            let segments = network.ways.segments(ofWay: way.id)
            guard !segments.isEmpty else { continue }
            compared += 1
            #expect(ids(of: segments, inner, on: network) == way.nodes, "way \(way.id)")
            let expected = way.nodes.dropFirst().flatMap { pointsAt[$0] ?? [] }
            let met = segments.flatMap { segment in
                network.streetPoints.points(onSegment: segment.segment)
                    .filter { $0.share(along: segment.edgeAlong) != nil }.map(\.kind)
            }
            let plain = met.filter { !Self.guides.contains($0) }
            counted += plain.count
            let order = { (kind: StreetPointKind) in kind.rawValue }
            #expect(plain.map(order).sorted() == expected.map(order).sorted(), "way \(way.id)")
            // Some signs are for the other direction, for other streets or for lights that are off.
            let drawn = way.nodes.dropFirst().compactMap { signAt[$0] }
            for kind in [StreetPointKind.stopSign, .yieldSign] {
                let count = met.count { $0 == kind }
                signs += count
                #expect(count <= drawn.count { $0 == kind }, "\(kind) of way \(way.id)")
            }
        }
        #expect(compared > 1_000)
        #expect(counted > 100)
        #expect(signs > 20, "\(signs)")
        #expect(network.structuralFaults() == [])
    }

    /// The ids of the nodes along segments, from their shapes' vertices.
    private func ids(
        of segments: [WaySegment], _ inner: [UInt32: [ShapeNode]], on network: NetworkDataset
    ) -> [Int64] {
        guard let first = segments.first else { return [] }
        var ids = [network.nodeID(of: network.tail(of: first.edgeAlong).row)]
        for segment in segments {
            let nodes = (inner[segment.segment] ?? []).sorted { $0.vertex < $1.vertex }
            ids += nodes.map(\.id)
            ids.append(network.nodeID(of: network.head(of: segment.edgeAlong).row))
        }
        return ids
    }
}
