// The oracle: plain Dijkstra over explicit histories, written for clarity and nothing else.
//
// It reads the network's columns and the prohibited sequences, never the engine's turn rules,
// copies or weights, and it works costs out from the definitions in decisions.md each time it needs
// one.

package import RoadNetwork
package import RoutingEngine

/// Answers leg questions slowly and plainly.
package struct ReferenceRouter {
    /// A vertex: an edge driven to its end, what was driven just before it, and whether the last
    /// closed area has been entered.
    private struct State: Hashable {
        var history: [UInt32]
        var isInLastArea: Bool
    }

    private let network: NetworkDataset
    private let key: MetricKey
    private let barriers: BarrierSet
    private let attribute: Int
    /// Sequences that are prohibited under the key's prohibiting restrictions.
    private let forbidden: [[UInt32]]

    package init(
        network: NetworkDataset, prohibitions: [(edges: [UInt32], mask: UInt64)], key: MetricKey,
        barriers: BarrierSet, attribute: Int
    ) {
        self.network = network
        self.key = key
        self.barriers = barriers
        self.attribute = attribute
        let active = key.restrictions.filter { $0.effect == .prohibits }
            .reduce(UInt64(0)) { $0 | $1.mask }
        forbidden = prohibitions.filter { $0.mask & active != 0 }.map(\.edges)
    }

    /// The least cost from any origin to each destination, or `nil` where there is no way.
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
                if let part = cost(origin.edge, origin.fraction, destination.fraction) {
                    arrive(index, origin.cost + part)
                }
            }
            if let part = cost(origin.edge, origin.fraction, 1) {
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
                    if let part = self.cost(edge, 0, destination.fraction) {
                        arrive(index, cost + turn + part)
                    }
                }
                if let whole = self.cost(edge, 0, 1) { reach(next, cost + turn + max(1, whole)) }
            }
        }
        return best
    }

    /// Every allowed turn from a state, with what entering costs.
    private func turns(from state: State) -> [(State, UInt32)] {
        guard let edge = state.history.last else { return [] }
        let node = network.edgeHead[edge]
        var passage: UInt32 = 0
        for effect in barriers.nodes[node] ?? [] {
            switch effect {
            case .barred: return []
            case .added(let added): passage += added[attribute]
            case .scaled: continue
            }
        }
        let active = key.restrictions.filter { $0.effect == .prohibits }
            .reduce(UInt64(0)) { $0 | $1.mask }
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
            } else if network.barredMask(of: node) & active != 0 {
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

    /// The end of a drive that can still matter: the longest that begins some forbidden sequence.
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

    /// The cost of a piece of an edge, from the definitions.
    private func cost(_ edge: UInt32, _ from: Double, _ to: Double) -> UInt32? {
        guard network.edgeFamilies[edge] & (1 << UInt8(key.family)) != 0 else { return nil }
        var factors: [Int] = []
        for restriction in key.restrictions
        where network.edgeRestrictions[edge] & restriction.mask != 0 {
            if let limit = restriction.limit {
                guard let value = network.limit(limit.column, of: edge),
                    value < limit.vehicleValue
                else { continue }
            }
            if restriction.isThroughTraffic && restriction.effect == .prohibits { continue }
            switch restriction.effect {
            case .prohibits: return nil
            case .scales(let factor): factors.append(Int((factor.value * 1_000).rounded()))
            }
        }
        return piecewise(edge, from, to, factors)
    }

    private func piecewise(
        _ edge: UInt32, _ from: Double, _ to: Double, _ usage: [Int]
    ) -> UInt32? {
        let plain = Double(network.costs[key.column][edge])
        let effects = barriers.segments[Int(edge / 2)] ?? SegmentBarriers()
        let mirrored = edge % 2 == 1
        let pieces = effects.pieces.map {
            (mirrored ? 1 - $0.to : $0.from, mirrored ? 1 - $0.from : $0.to, $0.effect)
        }
        let cuts = Set([0, 1] + pieces.flatMap { [$0.0, $0.1] }).sorted()
        var total = 0.0
        for (start, end) in zip(cuts, cuts.dropFirst()) where end > from && start < to {
            let share = (end * plain).rounded() - (start * plain).rounded()
            var factors = usage
            for (a, b, effect) in pieces where a <= start && b >= end {
                if effect == .barred { return nil }
                if case .scaled(let scale) = effect {
                    factors.append(Int((scale[attribute].value * 1_000).rounded()))
                }
            }
            let product = factors.reduce(1.0) { $0 * Double($1) }
            let divisor = factors.reduce(1.0) { total, _ in total * 1_000 }
            let scaled = (share * product / divisor).rounded()
            let interval = share == 0 ? 0 : max(1, scaled)
            let upTo = { (place: Double) -> Double in
                (max(0, min(1, (place - start) / (end - start))) * interval).rounded()
            }
            total += upTo(to) - upTo(from)
        }
        for (a, b, effect) in pieces where a == b && effect == .barred && a > from && a < to {
            return nil
        }
        for point in effects.points where mirrored ? point.affectsBackward : point.affectsForward {
            let at = mirrored ? 1 - point.at : point.at
            if point.effect == .barred && at > from && at < to { return nil }
            if case .added(let added) = point.effect, at >= from, at < to {
                total += Double(added[attribute])
            }
        }
        return UInt32(total)
    }
}
