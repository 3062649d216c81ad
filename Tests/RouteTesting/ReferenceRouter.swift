// The oracle: plain Dijkstra over explicit histories, written only for clarity.
//
// It reads the network's columns and the prohibited sequences, never the engine's turn rules,
// copies or weights; costs come from ReferenceCosts.

package import RoadNetwork
package import RoutingEngine

/// Finds leg costs slowly, by the definitions alone.
///
/// Every fast search is compared with this router: the engine's methods in RoutingEngineTests, and
/// whole requests in RouteAnalysisTests and MatrixAnalysisTests. It is Dijkstra's algorithm over
/// states. A state is the edge just driven, the edges before it that begin a prohibited sequence,
/// and whether the last area closed to through traffic has been entered. So it needs no turn rules
/// or copies: it looks for each prohibited sequence at the end of the history, and believes nothing
/// that the build computed from prohibitions.
///
/// It answers with costs, not paths, since equally cheap paths may differ. Each step scans every
/// state and every edge: use it on networks of some dozen nodes, and ``TableRouter`` on real ones.
/// For conditions that change during the trip use ``ReferenceTimedRouter``.
package struct ReferenceRouter {
    /// A vertex: an edge driven to its end, the edges driven just before it, and whether the last
    /// closed area has been entered.
    private struct State: Hashable {
        var history: [UInt32]
        var isInLastArea: Bool
    }

    private let network: NetworkDataset
    private let key: MetricKey
    private let costs: ReferenceCosts
    /// The sequences prohibited under the key's restrictions.
    private let forbidden: [[UInt32]]

    package init(
        network: NetworkDataset, prohibitions: [(edges: [UInt32], mask: UInt64)], key: MetricKey,
        barriers: BarrierSet, attribute: Int, traffic: ReferenceTraffic? = nil
    ) {
        self.network = network
        self.key = key
        costs = ReferenceCosts(
            network: network, key: key, barriers: barriers, attribute: attribute,
            traffic: traffic)
        let active = key.restrictions.filter { $0.effect == .prohibits }
            .reduce(UInt64(0)) { $0 | $1.mask }
        forbidden = prohibitions.filter { $0.mask & active != 0 }.map(\.edges)
    }

    /// The least cost from any origin to each destination, or `nil` if there is no path.
    package func costs(
        from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> [UInt32?] {
        var best = [UInt32?](repeating: nil, count: destinations.count)
        var reached: [State: UInt32] = [:]
        func reach(_ state: State, _ cost: UInt32) {
            if cost < reached[state] ?? .max { reached[state] = cost }
        }
        func arrive(_ index: Int, _ cost: UInt32) { best[index] = min(best[index] ?? .max, cost) }
        for origin in origins {
            for (index, destination) in destinations.enumerated()
            where destination.edge == origin.edge && destination.fraction >= origin.fraction {
                if let part = costs.cost(
                    of: origin.edge, from: origin.fraction, to: destination.fraction)
                {
                    arrive(index, origin.cost + part)
                }
            }
            if let part = costs.cost(of: origin.edge, from: origin.fraction, to: 1) {
                reach(State(history: [origin.edge], isInLastArea: false), origin.cost + part)
            }
        }
        var settled: Set<State> = []
        while let (state, cost) = reached.filter({ !settled.contains($0.key) })
            .min(by: { $0.value < $1.value })
        {
            settled.insert(state)
            for (next, turn) in turns(from: state) {
                guard let edge = next.history.last else { continue }
                for (index, destination) in destinations.enumerated() where destination.edge == edge
                {
                    if let part = costs.cost(of: edge, from: 0, to: destination.fraction) {
                        arrive(index, cost + turn + part)
                    }
                }
                if let whole = costs.cost(of: edge, from: 0, to: 1) {
                    reach(next, cost + turn + max(1, whole))
                }
            }
        }
        return best
    }

    /// Every allowed turn from a state, with the cost of entering.
    private func turns(from state: State) -> [(State, UInt32)] {
        guard let edge = state.history.last else { return [] }
        let node = network.edgeHead[edge]
        guard let passage = costs.passage(of: node) else { return [] }
        var result: [(State, UInt32)] = []
        for next in 0..<UInt32(network.edgeCount) where network.edgeHead[next ^ 1] == node {
            if next == edge ^ 1 {
                let valence = network.nodeValence[key.family][node]
                switch key.uTurns {
                case .everywhere: break
                case .deadEndsAndIntersections: if valence == 2 || valence == 0 { continue }
                case .deadEnds: if valence != 1 { continue }
                case .nowhere: continue
                }
            } else if key.bars(node, on: network) {
                continue
            }
            let driven = state.history + [next]
            if forbidden.contains(where: { driven.suffix($0.count).elementsEqual($0) }) { continue }
            let (from, to) = (isClosedArea(edge), isClosedArea(next))
            var isInLastArea = state.isInLastArea
            if isInLastArea && !to { continue }
            if to && !from { isInLastArea = true }
            let turn = network.turnCost(
                column: key.column, from: EdgeID(row: edge), to: EdgeID(row: next))
            result.append(
                (
                    State(history: remembered(driven), isInLastArea: isInLastArea),
                    turn + passage
                ))
        }
        return result
    }

    /// The end of a drive that can still matter: the longest suffix that begins a prohibited
    /// sequence.
    private func remembered(_ driven: [UInt32]) -> [UInt32] {
        for length in stride(from: driven.count, to: 1, by: -1) {
            let end = driven.suffix(length)
            if forbidden.contains(where: { $0.count > length && $0.starts(with: end) }) {
                return Array(end)
            }
        }
        return Array(driven.suffix(1))
    }

    private func isClosedArea(_ edge: UInt32) -> Bool {
        key.restrictions.contains {
            $0.isThroughTraffic && $0.effect == .prohibits
                && network.edgeRestrictions[edge] & $0.mask != 0
        }
    }
}
