// A faster oracle for real networks: plain Dijkstra over the dataset's turn rules.
//
// ReferenceRouter needs the prohibited sequences, which a built network no longer has, and scans
// every state at every step. This one trusts the dataset's copies and turn rules, as a program that
// reads the exported tables would, and checks the search over them.

package import RoadNetwork
package import RoutingEngine

/// Finds leg costs on networks of thousands of edges, by the stored rows alone.
///
/// Use it on networks that ``ReferenceRouter`` cannot handle: built from real streets, or too
/// large. It computes weights from restrictions and factors for one key when it is made, follows
/// the dataset's turn rules and copies, and asks ``ReferenceCosts`` only where barriers touch an
/// edge or node. It does not use metrics, hierarchies or potentials. The build's own work, from
/// prohibitions to turn rules, is therefore not checked here.
package struct TableRouter {
    private struct Turn: Hashable {
        var from: UInt32
        var to: UInt32
    }

    private let network: NetworkDataset
    private let key: MetricKey
    private let rules: [Turn: (mask: UInt64, target: UInt32)]
    /// Every edge's whole cost without barriers, `nil` if it is closed.
    private let weights: [UInt32?]
    private let barriers: BarrierSet
    /// The costs of edges and nodes that barriers touch.
    private let touched: ReferenceCosts
    private let prohibiting: UInt64
    private let closedAreas: UInt64

    /// Prepares an oracle for one key.
    package init(
        network: NetworkDataset, key: MetricKey, barriers: BarrierSet, attribute: Int
    ) {
        self.network = network
        self.key = key
        self.barriers = barriers
        touched = ReferenceCosts(
            network: network, key: key, barriers: barriers, attribute: attribute)
        var rules: [Turn: (mask: UInt64, target: UInt32)] = [:]
        for row in 0..<network.turnRuleFrom.count {
            rules[Turn(from: network.turnRuleFrom[row], to: network.turnRuleTo[row])] =
                (network.turnRuleMask[row], network.turnRuleTarget[row])
        }
        self.rules = rules
        let active = key.restrictions.filter { $0.effect == .prohibits }
        prohibiting = active.reduce(0) { $0 | $1.mask }
        closedAreas = active.filter(\.isThroughTraffic).reduce(0) { $0 | $1.mask }
        weights = (0..<UInt32(network.edgeCount)).map {
            Self.weight(of: $0, network: network, key: key)
        }
    }

    private static func weight(
        of edge: UInt32, network: NetworkDataset, key: MetricKey
    ) -> UInt32? {
        guard network.edgeFamilies[edge] & (1 << UInt8(key.family)) != 0 else { return nil }
        var (product, divisor) = (1.0, 1.0)
        for restriction in key.restrictions
        where network.edgeRestrictions[edge] & restriction.mask != 0 {
            if let limit = restriction.limit {
                guard let value = network.limit(limit.column, of: edge),
                    value < limit.vehicleValue
                else { continue }
            }
            switch restriction.effect {
            case .prohibits: if !restriction.isThroughTraffic { return nil }
            case .scales(let factor):
                product *= (factor.value * 1_000).rounded()
                divisor *= 1_000
            }
        }
        let cost = Double(network.costs[key.column][edge])
        return UInt32(max(1, (cost * product / divisor).rounded()))
    }

    /// The least cost from any origin to each destination, or `nil` if there is no path.
    package func costs(
        from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> [UInt32?] {
        let states = network.edgeCount + network.copyCount
        var least = [UInt32](repeating: .max, count: 2 * states)
        var best = [UInt32?](repeating: nil, count: destinations.count)
        var heap = PairHeap()
        func reach(_ label: Int, _ cost: UInt32) {
            guard cost < least[label] else { return }
            least[label] = cost
            heap.push((cost, label))
        }
        for origin in origins {
            for (index, destination) in destinations.enumerated()
            where destination.edge == origin.edge && destination.fraction >= origin.fraction {
                guard
                    let part = part(
                        of: origin.edge, from: origin.fraction, to: destination.fraction)
                else { continue }
                best[index] = min(best[index] ?? .max, origin.cost + part)
            }
            if let rest = part(of: origin.edge, from: origin.fraction, to: 1) {
                reach(Int(origin.edge), origin.cost + rest)
            }
        }
        while let (cost, label) = heap.pop() {
            guard cost == least[label] else { continue }
            for (next, state, entered) in turns(from: label, at: cost) {
                for (index, destination) in destinations.enumerated()
                where destination.edge == next {
                    guard let part = part(of: next, from: 0, to: destination.fraction) else {
                        continue
                    }
                    best[index] = min(best[index] ?? .max, entered + part)
                }
                if let whole = part(of: next, from: 0, to: 1) {
                    reach(state, entered + max(1, whole))
                }
            }
        }
        return best
    }

    private func part(of edge: UInt32, from: Double, to: Double) -> UInt32? {
        if barriers.segments[Int(edge / 2)] != nil {
            return touched.cost(of: edge, from: from, to: to)
        }
        return weights[Int(edge)].map { weight in
            UInt32((Double(weight) * to).rounded()) - UInt32((Double(weight) * from).rounded())
        }
    }

    /// Every allowed turn: the edge, the state it leads to, and the cost on entering.
    private func turns(
        from label: Int, at cost: UInt32
    ) -> [(edge: UInt32, state: Int, entered: UInt32)] {
        let states = network.edgeCount + network.copyCount
        let (state, isInLastArea) = (UInt32(label % states), label >= states)
        let edge =
            Int(state) < network.edgeCount
            ? state : network.copyOf[Int(state) - network.edgeCount]
        let node = network.edgeHead[edge]
        guard let passage = touched.passage(of: node) else { return [] }
        let isBarred = key.bars(node, on: network)
        var result: [(edge: UInt32, state: Int, entered: UInt32)] = []
        for row in network.edges(leaving: NodeID(row: node)) {
            let next = network.outEdges[row]
            if next == edge ^ 1 {
                guard key.uTurns.allows(valence: network.nodeValence[key.family][node]) else {
                    continue
                }
            } else if isBarred {
                continue
            }
            let rule = rules[Turn(from: state, to: next)]
            if let rule, rule.mask & prohibiting != 0 { continue }
            let wasClosed = network.edgeRestrictions[edge] & closedAreas != 0
            let isClosed = network.edgeRestrictions[next] & closedAreas != 0
            if isInLastArea && !isClosed { continue }
            let enters = isInLastArea || (isClosed && !wasClosed)
            let turn = network.turnCost(
                column: key.column, from: EdgeID(row: edge), to: EdgeID(row: next))
            result.append(
                (
                    next, Int(rule?.target ?? next) + (enters ? states : 0),
                    cost + turn + passage
                ))
        }
        return result
    }
}

/// Pairs of cost and label, least first.
private struct PairHeap {
    private var pairs: [(cost: UInt32, label: Int)] = []

    mutating func push(_ pair: (cost: UInt32, label: Int)) {
        pairs.append(pair)
        var child = pairs.count - 1
        while child > 0, pairs[child].cost < pairs[(child - 1) / 2].cost {
            pairs.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (cost: UInt32, label: Int)? {
        guard let least = pairs.first, let last = pairs.popLast() else { return nil }
        guard !pairs.isEmpty else { return least }
        pairs[0] = last
        var parent = 0
        while 2 * parent + 1 < pairs.count {
            var child = 2 * parent + 1
            if child + 1 < pairs.count, pairs[child + 1].cost < pairs[child].cost { child += 1 }
            guard pairs[child].cost < pairs[parent].cost else { break }
            pairs.swapAt(child, parent)
            parent = child
        }
        return least
    }
}
