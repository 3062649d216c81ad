// Compares what routes on real streets pass with a plain count over the OSM file's nodes.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing
@testable import NetworkBuilder

struct RealConditionProperties {
    @Test func `events of 300 routes are the nodes of the file along them`() async throws {
        let network = try await Extract.sample.build()
        let file = try OSMNodes(path: Extract.sample.path)
        let layer = NetworkLayer(network: network)
        var random = SeededGenerator(8)
        let guides: [RouteEvent.Kind] = [.trafficSignals, .stopSign, .yieldSign]
        var (compared, passed, lights, signs) = (0, 0, 0, 0)
        for _ in 0..<2_000 where compared < 300 {
            let places = (0..<2).map { _ in
                network.coordinate(
                    of: NodeID(
                        row: UInt32.random(in: 0..<UInt32(network.nodeCount), using: &random)))
            }
            var parameters = RouteParameters(through: places)
            parameters.returnDirections = false
            parameters.returnConditions = true
            parameters.returnTraversedEdges = true
            guard let result = try layer.solveIfPossible(parameters) else { continue }
            guard let edges = wholeEdges(of: result),
                let expected = file.kinds(along: edges, of: network)
            else { continue }
            compared += 1
            for guide in file.guides(along: edges, of: network) {
                let found = result.routeEvents.filter {
                    $0.kind.rawValue == "\(guide.kind)"
                        && Geodesic.distanceMeters(from: $0.place, to: guide.place) < 0.3
                }
                if guide.kind == .trafficSignals { lights += 1 } else { signs += 1 }
                #expect(
                    found.count == guide.count,
                    "\(guide) from \(places[0]) to \(places[1])")
            }
            let events = result.routeEvents.map(\.kind).filter { !guides.contains($0) }
            passed += events.count
            #expect(
                events.map(\.rawValue).sorted() == expected.map { "\($0)" }.sorted(),
                "from \(places[0]) to \(places[1])")
        }
        #expect(compared == 300)
        #expect(passed > 300)
        #expect(lights > 100, "\(lights)")
        #expect(signs > 10, "\(signs)")
    }

    /// The traversed edges; `nil` if any is traversed in part.
    private func wholeEdges(of result: AnalysisResult) -> [EdgeID]? {
        guard let set = result.traversedEdges, !set.features.isEmpty else { return nil }
        var edges: [EdgeID] = []
        for row in set.features {
            guard case .integer(let id)? = set.value("EID", of: row),
                case .double(let from)? = set.value("FromPosition", of: row),
                case .double(let to)? = set.value("ToPosition", of: row), abs(from - to) == 1
            else { return nil }
            edges.append(EdgeID(row: UInt32(id)))
        }
        return edges
    }
}

/// An OSM file's nodes with what is at them, and the ways through them.
private struct OSMNodes {
    private var tags: [Int64: TagSet] = [:]
    /// The places of traffic lights.
    private var lights: [Coordinate] = []
    private var nodesOfWay: [Int64: [Int64]] = [:]

    init(path: String) throws {
        let reader = try OSMReader(path: path, kinds: [.nodes, .ways])
        while let object = try reader.next() {
            guard object.isWay else {
                if object.isTagged {
                    tags[object.id] = object.tags
                    if Self.guide(object.tags) == .trafficSignals, let place = object.location {
                        lights.append(
                            FixedCoordinate(
                                longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7
                            ).coordinate)
                    }
                }
                continue
            }
            var nodes: [Int64] = []
            for node in object.wayNodes where node != nodes.last { nodes.append(node) }
            nodesOfWay[object.id] = nodes
        }
    }

    /// The points along some edges, except lights and signs; `nil` if an edge is not in the file,
    /// or more than once.
    func kinds(along edges: [EdgeID], of network: NetworkDataset) -> [StreetPointKind]? {
        var kinds: [StreetPointKind] = []
        for edge in edges {
            guard let (nodes, isAlong) = nodes(of: edge, network) else { return nil }
            kinds += nodes.dropFirst().flatMap { self.kinds(at: $0, isAlong: isAlong) }
        }
        return kinds
    }

    /// A traffic light or sign on a path, and how often the path meets it.
    struct Guide {
        var kind: StreetPointKind
        var place: Coordinate
        var count: Int
    }

    /// Within this many meters, lights may belong to other traffic, and signs may serve when lights
    /// are off. The build uses 30; the rest allows for lengths measured differently.
    private static let reach = 33.0

    private static func guide(_ tags: TagSet) -> StreetPointKind? {
        switch tags["highway"] {
        case "traffic_signals": .trafficSignals
        case "crossing"
        where tags["crossing"] == "traffic_signals" || tags["crossing:signals"] == "yes":
            .trafficSignals
        case "stop": .stopSign
        case "give_way": .yieldSign
        default: nil
        }
    }

    /// The lights and signs along some edges whose tags or streets say which traffic they serve:
    /// with a direction tag, on one-way streets, and lights at junctions. Skips points with other
    /// lights before them, and signs near lights. Empty if an edge is not in the file, or more than
    /// once.
    func guides(along edges: [EdgeID], of network: NetworkDataset) -> [Guide] {
        var found: [Int64: (kind: StreetPointKind, place: Coordinate, count: Int?)] = [:]
        // Meters since the last light and the last junction; before the path, nothing is known.
        var (sinceLight, sinceJunction) = (0.0, 0.0)
        if let first = edges.first, network.nodeValence[0][network.tail(of: first).row] >= 3 {
            sinceLight = .infinity
        }
        for edge in edges {
            guard let (nodes, isAlong) = nodes(of: edge, network) else { return [] }
            let line = network.shape(of: edge)
            let isOneWay = EdgeFlags(rawValue: network.edgeFlags[edge.row & ~1]).contains(.oneWay)
            let isJunction = network.nodeValence[0][network.head(of: edge).row] >= 3
            for place in nodes.indices.dropFirst() {
                let step = Geodesic.distanceMeters(from: line[place - 1], to: line[place])
                sinceLight += step
                sinceJunction += step
                let isEnd = place == nodes.count - 1 && isJunction
                defer { if isEnd { sinceJunction = 0 } }
                guard let tags = tags[nodes[place]], let kind = Self.guide(tags) else { continue }
                let isLight = kind == .trafficSignals
                let stated =
                    (isLight ? tags["traffic_signals:direction"] : nil) ?? tags["direction"]
                let direction = ["forward", "backward"].first { $0 == stated }
                var count: Int?
                if isEnd {
                    count = isLight && direction == nil ? 1 : nil
                } else if let direction {
                    count = (direction == "forward") == isAlong ? 1 : 0
                } else if isOneWay {
                    count = 1
                }
                let near = lights.count {
                    Geodesic.distanceMeters(from: $0, to: line[place]) < Self.reach
                }
                if isLight {
                    // Just behind a junction, lights of its other streets lie before it too.
                    let isAlone = near == 1 || sinceJunction > Self.reach
                    if sinceLight <= Self.reach || !isAlone { count = nil }
                    sinceLight = 0
                } else if near > 0 {
                    count = nil
                }
                let before = found[nodes[place]].map(\.count) ?? 0
                found[nodes[place]] = (
                    kind, line[place], before.flatMap { sum in count.map { sum + $0 } }
                )
            }
        }
        return found.values.compactMap { guide in
            guide.count.map { Guide(kind: guide.kind, place: guide.place, count: $0) }
        }
    }

    /// An edge's nodes in the direction of travel, and whether this is the OSM way's direction.
    private func nodes(of edge: EdgeID, _ network: NetworkDataset) -> ([Int64], Bool)? {
        guard let all = nodesOfWay[network.segmentWay[edge.segment]] else { return nil }
        let tail = network.nodeID(of: network.tail(of: edge).row)
        let head = network.nodeID(of: network.head(of: edge).row)
        let count = network.shape(of: edge).count
        var found: [([Int64], Bool)] = []
        for start in 0..<max(0, all.count - count + 1) {
            let part = Array(all[start..<(start + count)])
            if part.first == tail, part.last == head { found.append((part, true)) }
            if part.first == head, part.last == tail { found.append((part.reversed(), false)) }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The points that traffic along a way, or against it, meets at a node.
    private func kinds(at node: Int64, isAlong: Bool) -> [StreetPointKind] {
        guard let tags = tags[node] else { return [] }
        var kinds: [StreetPointKind] = []
        let other = isAlong ? "backward" : "forward"
        let isMet = tags["direction"] != other
        if ["level_crossing", "crossing"].contains(tags["railway"]) {
            kinds.append(.railwayCrossing)
        }
        if tags["highway"] == "crossing" { kinds.append(.pedestrianCrossing) }
        let narrows = ["no", "island", "choker", "chicane", "painted_island"]
        let isCalmed = tags["traffic_calming"].map { !narrows.contains($0) } ?? false
        let barrier = tags["barrier"] ?? ""
        if isMet, isCalmed || ["speed_bump", "rumble_strip"].contains(barrier) {
            kinds.append(.speedBump)
        }
        if isMet, barrier == "toll_booth" { kinds.append(.tollBooth) }
        if isMet, ["border_control", "checkpoint"].contains(barrier) { kinds.append(.checkpoint) }
        if tags["ford"] ?? "no" != "no" || tags["highway"] == "ford" { kinds.append(.ford) }
        let gates = [
            "gate", "lift_gate", "swing_gate", "sliding_gate", "hampshire_gate", "bump_gate",
        ]
        let isOpen = ["access", "vehicle", "motor_vehicle", "motorcar"].contains { key in
            ["yes", "permissive", "designated", "public"].contains(tags[key])
        }
        if gates.contains(barrier), !isOpen { kinds.append(.gate) }
        return kinds
    }
}
