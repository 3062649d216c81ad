// The weights of one metric key on one network.

package import RoadNetwork

/// The search weight of every edge under one key, and the masks that turns are judged by.
///
/// Immutable and shared between requests; barriers lie on top of it in a ``RequestCosts``.
package final class Metric: Sendable {
    package let key: MetricKey
    /// One weight per edge in quanta of the key's column, ``SearchCost/closed`` where travel is
    /// barred.
    package let weights: [UInt32]
    /// Restrictions that prohibit: they decide turn rules and barred nodes.
    package let prohibitingMask: UInt64
    /// Restrictions whose edges may only be used next to a stop.
    package let throughTrafficMask: UInt64
    /// Bytes held, for the cache's budget.
    package var byteCount: Int { weights.count * 4 }

    /// Computes the weights.
    ///
    /// - Complexity: Linear in the number of edges.
    package init(key: MetricKey, network: NetworkDataset) {
        self.key = key
        var prohibiting: UInt64 = 0
        var through: UInt64 = 0
        for restriction in key.restrictions where restriction.effect == .prohibits {
            prohibiting |= restriction.mask
            if restriction.isThroughTraffic { through |= restriction.mask }
        }
        prohibitingMask = prohibiting
        throughTrafficMask = through
        weights = MetricWeights(key: key, network: network).all()
    }

    /// The least share of another metric's weight that an edge weighs under this one, rounded down;
    /// 1 where none weighs less.
    ///
    /// - Complexity: Linear in the number of edges if the key has factors below 1, else constant.
    package func leastFactor(over other: Metric) -> Double {
        let lowers = key.restrictions.contains { restriction in
            if case .scales(let factor) = restriction.effect { factor.value < 1 } else { false }
        }
        guard lowers else { return 1 }
        var least = 1.0
        for (own, theirs) in zip(weights, other.weights) where own < theirs {
            least = min(least, Self.share(own, of: theirs))
        }
        return least
    }

    /// A share of a weight, a little too small rather than too large.
    package static func share(_ weight: UInt32, of whole: UInt32) -> Double {
        Double(weight) / Double(whole) * (1 - 1e-9)
    }

    /// What the key's restrictions do to one edge besides the column's cost.
    ///
    /// - Returns: The product of the usage factors, or `nil` when the edge is closed.
    package static func factor(
        of edge: UInt32, key: MetricKey, network: NetworkDataset
    ) -> CostFactor? {
        MetricWeights(key: key, network: network).factor(of: edge)
    }
}

extension ActiveRestriction {
    /// Whether the restriction does something to an edge: its bit is set, and a limit is exceeded.
    package func applies(to edge: UInt32, of network: NetworkDataset) -> Bool {
        guard network.edgeRestrictions[edge] & mask != 0 else { return false }
        guard let limit else { return true }
        return network.limit(limit.column, of: edge).map { $0 < limit.vehicleValue } ?? false
    }
}

/// Works the weights of a key out, edge by edge.
private struct MetricWeights {
    let key: MetricKey
    let network: NetworkDataset
    let column: MappedColumn<UInt32>
    let closing: UInt64
    let conditional: [ActiveRestriction]
    let familyBit: UInt8

    init(key: MetricKey, network: NetworkDataset) {
        self.key = key
        self.network = network
        column = network.costs[key.column]
        familyBit = 1 << UInt8(key.family)
        closing = key.restrictions
            .filter { $0.effect == .prohibits && $0.limit == nil && !$0.isThroughTraffic }
            .reduce(0) { $0 | $1.mask }
        conditional = key.restrictions.filter {
            $0.limit != nil || $0.effect != .prohibits
        }
    }

    func all() -> [UInt32] {
        let interesting = conditional.reduce(0) { $0 | $1.mask }
        let bits = network.edgeRestrictions
        let families = network.edgeFamilies
        return [UInt32](unsafeUninitializedCapacity: network.edgeCount) { buffer, count in
            for edge in 0..<network.edgeCount {
                let weight: UInt32
                if families[edge] & familyBit == 0 || bits[edge] & closing != 0 {
                    weight = SearchCost.closed
                } else if bits[edge] & interesting == 0 {
                    weight = column[edge]
                } else {
                    weight =
                        factor(of: UInt32(edge))?.applied(to: column[edge])
                        ?? SearchCost.closed
                }
                buffer[edge] = weight
            }
            count = network.edgeCount
        }
    }

    func factor(of edge: UInt32) -> CostFactor? {
        let bits = network.edgeRestrictions[edge]
        guard network.edgeFamilies[edge] & familyBit != 0, bits & closing == 0 else { return nil }
        var product = CostFactor.one
        for restriction in conditional where bits & restriction.mask != 0 {
            guard restriction.applies(to: edge, of: network) else { continue }
            switch restriction.effect {
            case .prohibits: return nil
            case .scales(let factor): product = product * factor
            }
        }
        return product
    }
}
