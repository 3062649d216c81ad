// Proves that there is no path, without searching the whole network.

import RoadNetwork
import Synchronization

/// Proves for some legs that they have no path.
///
/// Without it, a search between unconnected places would visit the whole network before it gives
/// up. Two checks are made, each on a graph that contains every edge and turn a request may use:
/// whether the ends lie in one component of the undirected street graph, and whether either end
/// reaches only a few hundred edges under the request's barriers. If the ends are disconnected
/// there, they are disconnected for the request.
struct DisconnectionProof {
    let costs: RequestCosts
    let components: StreetComponents

    /// The most edges searched around an end: about a hundredth of a search of a city.
    private static let fewEdges = 256

    /// Whether it is certain that no path leads from any of some edges to any of some others.
    ///
    /// - Complexity: O(1): at most ``fewEdges`` edges are searched around each end.
    func isCertain(
        from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> Bool {
        let (ahead, behind) = (Set(origins.map(\.edge)), Set(destinations.map(\.edge)))
        guard components.join(ahead, behind) else { return true }
        return ReachProbe(
            costs, uTurns: costs.metric.key.uTurns, minimumEdgeCount: Self.fewEdges
        ).areSeparate(ahead, behind)
    }
}

/// The connected components of a mode family's undirected street graph.
final class StreetComponents: Sendable {
    private let network: NetworkDataset
    private let family: Int
    /// For each of the dataset's strong components, the lowest one in the same undirected
    /// component.
    private let least: [UInt32]

    /// - Complexity: O(*n*) in the number of edges.
    init(_ network: NetworkDataset, family: Int) {
        self.network = network
        self.family = family
        let labels = network.nodeComponent[family]
        let bit: UInt8 = 1 << UInt8(family)
        var parent: [UInt32] = []
        func root(_ label: UInt32) -> UInt32 {
            var label = label
            while parent[Int(label)] != label {
                parent[Int(label)] = parent[Int(parent[Int(label)])]
                label = parent[Int(label)]
            }
            return label
        }
        for node in 0..<labels.count where labels[node] != UInt32.max {
            guard labels[node] >= parent.count else { continue }
            parent.append(contentsOf: UInt32(parent.count)...labels[node])
        }
        for edge in stride(from: 0, to: network.edgeCount, by: 2)
        where (network.edgeFamilies[edge] | network.edgeFamilies[edge + 1]) & bit != 0 {
            let ends = (labels[network.edgeHead[edge]], labels[network.edgeHead[edge + 1]])
            guard ends.0 != UInt32.max, ends.1 != UInt32.max else { continue }
            let roots = (root(ends.0), root(ends.1))
            parent[Int(max(roots.0, roots.1))] = min(roots.0, roots.1)
        }
        least = parent.indices.map { root(UInt32($0)) }
    }

    /// Whether two sets of edges share a component, or may share one because their components are
    /// unknown.
    func join(_ edges: Set<UInt32>, _ others: Set<UInt32>) -> Bool {
        let (from, to) = (Set(edges.map(part(of:))), Set(others.map(part(of:))))
        return from.contains(nil) || to.contains(nil) || !from.isDisjoint(with: to)
    }

    private func part(of edge: UInt32) -> UInt32? {
        let label = network.nodeComponent[family][network.edgeHead[edge]]
        return label == UInt32.max ? nil : least[Int(label)]
    }
}

/// Each family's street components, computed on first use.
final class StreetComponentCache: Sendable {
    private let network: NetworkDataset
    private let held = Mutex<[Int: StreetComponents]>([:])

    init(network: NetworkDataset) { self.network = network }

    /// - Complexity: O(*n*) in the number of edges for the first call, then O(1).
    func components(of family: Int) -> StreetComponents {
        if let held = held.withLock({ $0[family] }) { return held }
        let made = StreetComponents(network, family: family)
        return held.withLock { held in
            if let other = held[family] { return other }
            held[family] = made
            return made
        }
    }
}
