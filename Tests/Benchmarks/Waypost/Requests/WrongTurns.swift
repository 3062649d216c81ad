// Junctions where a drive leaves its route, and the streets it takes then.

import DataStructures
import Geo
import Navigation
import RoadNetwork

/// Chooses where drives leave their routes: at any junction, into any street open to cars.
struct WrongTurns {
    private let network: NetworkDataset
    private let family: UInt8
    private let closing: UInt64
    private let times: MappedColumn<UInt32>
    /// The junctions by their places.
    private var nodes: [SIMD2<Int32>: NodeID] = [:]

    /// How far a wrong street is driven, at most and at least.
    private static let (mostMeters, leastMeters) = (800.0, 300.0)

    init(_ network: NetworkDataset) {
        self.network = network
        let description = network.description
        family = UInt8(1) << UInt8(description.familyIndex(named: "motor") ?? 0)
        closing = ["Driving an Automobile", "Oneway"]
            .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
        times = network.costs[description.cost(named: "TravelTime")?.column ?? 0]
        for row in 0..<UInt32(network.nodeCount) {
            let node = NodeID(row: row)
            nodes[Self.key(network.coordinate(of: node))] = node
        }
    }

    private static func key(_ place: Coordinate) -> SIMD2<Int32> {
        SIMD2(Int32((place.x * 1e7).rounded()), Int32((place.y * 1e7).rounded()))
    }

    /// Returns the streets a car may take from a junction.
    private func exits(from node: NodeID) -> [EdgeID] {
        network.edges(leaving: node).map { EdgeID(row: network.outEdges[$0]) }.filter {
            network.edgeFamilies[$0.row] & family != 0
                && network.edgeRestrictions[$0.row] & closing == 0
        }
    }

    /// Chooses a junction between the middle of a route and its last fifth; `nil` if none has
    /// another exit.
    func random(
        from route: FollowedRoute, using random: inout SeededGenerator
    ) -> RouteSimulator.WrongTurn? {
        let length = route.meters[route.meters.count - 1]
        let own = Set(route.line.map(Self.key))
        var choices: [(vertex: Int, edge: EdgeID)] = []
        for vertex in route.line.indices.dropFirst().dropLast()
        where (0.5...0.8).contains(route.meters[vertex] / length) {
            guard let node = nodes[Self.key(route.line[vertex])] else { continue }
            let beside = [route.line[vertex - 1], route.line[vertex + 1]].map(Self.key)
            for edge in exits(from: node) {
                let line = network.shape(of: edge)
                // Neither where the route goes on nor where it comes from.
                if line.count > 1, !beside.contains(Self.key(line[1])) {
                    choices.append((vertex, edge))
                }
            }
        }
        guard let choice = choices.randomElement(using: &random) else { return nil }
        let (line, meters, seconds) = street(from: choice.edge)
        // A street that comes back to the route is no wrong turn.
        guard meters >= Self.leastMeters,
            !line.dropFirst().contains(where: { own.contains(Self.key($0)) })
        else { return nil }
        return RouteSimulator.WrongTurn(
            offset: route.meters[choice.vertex], line: line,
            metersPerSecond: seconds > 0 ? max(3, min(40, meters / seconds)) : 10)
    }

    /// Follows a street, straight on at junctions.
    private func street(
        from first: EdgeID
    ) -> (line: [Coordinate], meters: Double, seconds: Double) {
        var (edge, line, meters, seconds) = (first, [Coordinate](), 0.0, 0.0)
        while true {
            let shape = network.shape(of: edge)
            line += line.isEmpty ? shape[...] : shape.dropFirst()
            meters += Geodesic.lengthMeters(of: shape)
            seconds += Double(times[edge.row]) / 1_000
            guard meters < Self.mostMeters, shape.count > 1 else { break }
            let arrival = Geodesic.bearingDegrees(
                from: shape[shape.count - 2], to: shape[shape.count - 1])
            func turn(_ exit: EdgeID) -> Double {
                let line = network.shape(of: exit)
                guard line.count > 1 else { return 180 }
                let course = Geodesic.bearingDegrees(from: line[0], to: line[1])
                return abs((course - arrival).remainder(dividingBy: 360))
            }
            let onward = exits(from: network.head(of: edge)).min { turn($0) < turn($1) }
            guard let onward, turn(onward) < 100 else { break }
            edge = onward
        }
        return (line, meters, seconds)
    }
}
