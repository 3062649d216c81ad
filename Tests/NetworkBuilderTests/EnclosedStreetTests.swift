// Tests with the oracle how marking enclosed streets affects what can be reached.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct EnclosedStreetTests {
    private static let vehicle = [
        ActiveRestriction(mask: TestNetwork.automobile, effect: .prohibits),
        ActiveRestriction(mask: TestNetwork.oneway, effect: .prohibits),
    ]

    /// The cost from the end of every edge to the end of every other.
    private func costs(
        _ drawn: RandomNetwork, _ more: ActiveRestriction? = nil
    ) -> [[UInt32?]] {
        let network = drawn.dataset
        let edges = 0..<UInt32(network.edgeCount)
        let router = ReferenceRouter(
            network: network, prohibitions: drawn.prohibitions,
            key: MetricKey(
                column: TestNetwork.travelTime, family: 0,
                restrictions: Self.vehicle + [more].compactMap(\.self), uTurns: .everywhere),
            barriers: BarrierSet(), attribute: 0)
        let ends = edges.map { SearchDestination(edge: $0, fraction: 1) }
        return edges.map { edge in
            router.costs(from: [SearchOrigin(edge: edge, fraction: 1)], to: ends)
        }
    }

    private func limited(isThroughTraffic: Bool) -> ActiveRestriction {
        ActiveRestriction(
            mask: TestNetwork.throughTraffic, effect: .prohibits,
            isThroughTraffic: isThroughTraffic)
    }

    @Test func `no path is lost, and all that limited streets lead to is reached`() throws {
        var (gained, asked) = (0, 0)
        for seed in UInt64(0)..<200 {
            var generator = SeededGenerator(seed &+ 310_000)
            let nodes = Int.random(in: 4...14, using: &generator)
            let degree = Double.random(in: 1.6...2.8, using: &generator)
            let drawn = try RandomNetwork(
                nodes: nodes, meanDegree: degree, seed: seed, marksEnclosed: false)
            let marked = try RandomNetwork(nodes: nodes, meanDegree: degree, seed: seed)
            let before = costs(drawn, limited(isThroughTraffic: true))
            let after = costs(marked, limited(isThroughTraffic: true))
            for (old, new) in zip(before.joined(), after.joined()) {
                if let old { #expect(new.map { $0 <= old } ?? false, "seed \(seed)") }
                if old == nil, new != nil { gained += 1 }
            }
            let parts = Parts(
                whole: costs(drawn), free: costs(drawn, limited(isThroughTraffic: false)))
            for (street, edge) in parts.joined {
                asked += 2
                #expect(after[street][edge] != nil, "seed \(seed): from \(street) to \(edge)")
                #expect(after[edge][street] != nil, "seed \(seed): from \(edge) to \(street)")
            }
        }
        #expect(asked > 1_500)
        #expect(gained > 100)
    }
}

/// Connected parts, from the sets of edges reachable from each edge.
private struct Parts {
    /// Pairs of an edge in a part's free streets and another edge in the same part.
    var joined: [(street: Int, edge: Int)] = []

    /// - Parameters:
    ///   - whole: The edges reachable from each edge over all streets.
    ///   - free: The edges reachable over free streets alone.
    init(whole: [[UInt32?]], free: [[UInt32?]]) {
        func classes(_ reach: [[UInt32?]]) -> [[Int]] {
            let all = reach.indices.filter { reach[$0][$0] != nil }
            var left = Set(all)
            return all.compactMap { edge in
                guard left.contains(edge) else { return nil }
                let own = all.filter { reach[edge][$0] != nil && reach[$0][edge] != nil }
                left.subtract(own)
                return own
            }
        }
        let parts = classes(whole)
        let islands = classes(free)
        var networks: [(part: [Int], streets: [Int])] = []
        for part in parts {
            let inside = islands.filter { part.contains($0[0]) }
            guard let most = inside.map(\.count).max() else { continue }
            networks.append((part, inside.first { $0.count == most } ?? []))
        }
        for (part, streets) in networks {
            // An edge on a free way from one free network to another belongs to neither.
            let isCrossed = part.contains { edge in
                !streets.contains(edge) && free[edge][edge] != nil
                    && networks.contains { free[$0.streets[0]][edge] != nil }
                    && networks.contains { free[edge][$0.streets[0]] != nil }
            }
            if !isCrossed { joined += part.map { (streets[0], $0) } }
        }
    }
}
