// What routes on real streets pass, against a plain count over the nodes of the OSM file.

import DataStructures
import Geo
import NetworkAnalysis
@testable import NetworkBuilder
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct RealConditionProperties {
    @Test func `events of 300 routes are the nodes of the file along them`() async throws {
        let network = try await Extract.sample.build()
        let file = try OSMNodes(path: Extract.sample.path)
        let layer = NetworkLayer(network: network)
        var random = SeededGenerator(8)
        var (compared, passed, lights) = (0, 0, 0)
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
            let signals = result.routeEvents.filter { $0.kind == .trafficSignals }
            for light in file.lights(along: edges, of: network) {
                let found = signals.filter {
                    Geodesic.distanceMeters(from: $0.place, to: light.place) < 0.3
                }
                lights += 1
                #expect(
                    found.count == light.count,
                    "at \(light.place), from \(places[0]) to \(places[1])")
            }
            let events = result.routeEvents.map(\.kind).filter { $0 != .trafficSignals }
            passed += events.count
            #expect(
                events.map(\.rawValue).sorted() == expected.map { "\($0)" }.sorted(),
                "from \(places[0]) to \(places[1])")
        }
        #expect(compared == 300)
        #expect(passed > 300)
        #expect(lights > 100, "\(lights)")
    }

    /// The traversed edges; `nil` when a part of one is traversed.
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

/// The nodes of an OSM file with what is at them, and the ways through them.
private struct OSMNodes {
    private var tags: [Int64: TagSet] = [:]
    private var nodesOfWay: [Int64: [Int64]] = [:]

    init(path: String) throws {
        let reader = try OSMReader(path: path, kinds: [.nodes, .ways])
        while let object = try reader.next() {
            guard object.isWay else {
                if object.isTagged { tags[object.id] = object.tags }
                continue
            }
            var nodes: [Int64] = []
            for node in object.wayNodes where node != nodes.last { nodes.append(node) }
            nodesOfWay[object.id] = nodes
        }
    }

    /// What lies along some edges, traffic lights apart; `nil` when an edge is not found in the
    /// file, or more than once.
    func kinds(along edges: [EdgeID], of network: NetworkDataset) -> [StreetPointKind]? {
        var kinds: [StreetPointKind] = []
        for edge in edges {
            guard let (nodes, isAlong) = nodes(of: edge, network) else { return nil }
            kinds += nodes.dropFirst().flatMap { self.kinds(at: $0, isAlong: isAlong) }
        }
        return kinds
    }

    /// A traffic light on a path, and how often the path meets it.
    struct Light {
        var place: Coordinate
        var count: Int
    }

    /// Within this, in meters, lights may be those of the junction behind them: the
    /// build's 30, and some for lengths that are measured otherwise.
    private static let reach = 33.0

    /// The traffic lights along some edges of which the tags and the streets say for which traffic
    /// they are: those with a direction, those of one-way streets, and those on junctions without
    /// others before them. Empty when an edge is not found in the file.
    func lights(along edges: [EdgeID], of network: NetworkDataset) -> [Light] {
        var found: [Int64: (place: Coordinate, count: Int?)] = [:]
        func isJunction(_ node: NodeID) -> Bool { network.nodeValence[0][node.row] >= 3 }
        // Meters since the last light; none matters behind a junction.
        var clear = edges.first.map { isJunction(network.tail(of: $0)) ? .infinity : 0 } ?? 0.0
        for edge in edges {
            guard let (nodes, isAlong) = nodes(of: edge, network) else { return [] }
            let line = network.shape(of: edge)
            let isOneWay = EdgeFlags(rawValue: network.edgeFlags[edge.row & ~1]).contains(.oneWay)
            for place in nodes.indices.dropFirst() {
                clear += Geodesic.distanceMeters(from: line[place - 1], to: line[place])
                let isEnd = place == nodes.count - 1 && isJunction(network.head(of: edge))
                if let tags = tags[nodes[place]], tags["highway"] == "traffic_signals" {
                    let stated = tags["traffic_signals:direction"] ?? tags["direction"]
                    let direction = ["forward", "backward"].first { $0 == stated }
                    var count: Int?
                    if isEnd {
                        count = direction == nil && clear > Self.reach ? 1 : nil
                    } else if let direction {
                        count = (direction == "forward") == isAlong ? 1 : 0
                    } else if isOneWay {
                        count = 1
                    }
                    let before = found[nodes[place]].map(\.count) ?? 0
                    found[nodes[place]] = (
                        line[place], before.flatMap { sum in count.map { sum + $0 } }
                    )
                    clear = 0
                }
                if isEnd { clear = .infinity }
            }
        }
        return found.values.compactMap { light in
            light.count.map { Light(place: light.place, count: $0) }
        }
    }

    /// The nodes of an edge in the direction of travel, and whether that is the way's.
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

    /// What traffic along a way, or against it, meets at a node.
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
        return kinds
    }
}
