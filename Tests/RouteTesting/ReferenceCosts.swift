// The costs of edges and passages by definition, computed anew for each call.

package import RoadNetwork
package import RoutingEngine

/// A request's costs, written only for clarity.
package struct ReferenceCosts {
    private let network: NetworkDataset
    private let key: MetricKey
    private let barriers: BarrierSet
    private let attribute: Int
    private let traffic: ReferenceTraffic?
    /// The instant of passing edges in epoch milliseconds, which decides about closures.
    package var instant: Int64

    package init(
        network: NetworkDataset, key: MetricKey, barriers: BarrierSet, attribute: Int,
        traffic: ReferenceTraffic? = nil
    ) {
        self.traffic = traffic
        instant = traffic?.departure ?? 0
        self.network = network
        self.key = key
        self.barriers = barriers
        self.attribute = attribute
    }

    /// The cost of passing a node besides the turn, `nil` if a barrier closes it.
    package func passage(of node: UInt32) -> UInt32? {
        var total: UInt32 = 0
        for effect in barriers.nodes[node] ?? [] {
            switch effect {
            case .barred: return nil
            case .added(let added): total += added[attribute]
            case .scaled: continue
            }
        }
        return total
    }

    /// The cost from one place to a later one along an edge, `nil` if travel is barred.
    package func cost(of edge: UInt32, from: Double, to: Double) -> UInt32? {
        guard network.edgeFamilies[edge] & (1 << UInt8(key.family)) != 0 else { return nil }
        if let traffic, traffic.closes(edge, family: key.family, at: instant) { return nil }
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
        let live =
            key.family == 0 ? traffic?.cost(of: edge, column: key.column, on: network) : nil
        let plain = Double(live ?? network.costs[key.column][edge])
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

extension MetricKey {
    /// Whether the key's prohibitions bar passage through a node, by the plain rule.
    func bars(_ node: UInt32, on network: NetworkDataset) -> Bool {
        let bits = network.barredMask(of: node)
        for restriction in restrictions
        where restriction.effect == .prohibits && bits & restriction.mask != 0 {
            guard let limit = restriction.limit else { return true }
            let (rows, values) = (
                network.nodeLimits.rows[limit.column], network.nodeLimits.values[limit.column]
            )
            for row in 0..<rows.count
            where rows[row] == node && values[row] < limit.vehicleValue {
                return true
            }
        }
        return false
    }
}
