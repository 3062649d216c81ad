// The weights of one metric key on one network.

package import RoadNetwork

/// The search weight of every edge under one key, and the masks that decide turns.
///
/// A metric answers what travel costs under one set of travel settings (``MetricKey``), before
/// barriers:
///
///     let metric = Metric(key: key, network: network)
///     metric.weights[12]                   // what searches pay for edge 12, in quanta
///     metric.cost(of: 12, column: 1)       // what reports say, in any column, without factors
///
/// **The weight of an edge.** If the family may not use the edge, a prohibiting restriction applies
/// to it, or traffic closes it, it weighs ``SearchCost/closed``. Otherwise its cost comes from the
/// first of these that has one: a live speed, its variant under the conditions in force, the
/// network's column. The key's scale applies to the last two. The usage factors of the other
/// restrictions are then multiplied, and the product is applied once.
///
/// **Turns.** ``prohibitingMask``, ``closedTurnRules`` and ``barredNodes`` say which turns are
/// closed; what a turn costs is in the network, by column. ``isThroughBarred(_:)`` says which edges
/// may only be used next to a stop.
///
/// What you may rely on:
///
/// - Equal keys make equal metrics, and a metric never changes. So requests share it through
///   ``MetricCache``.
/// - If a condition is open, because it may change during travel, the edge weighs as much as its
///   cheapest variant: the metric is a lower bound then, and ``TimedSearch`` looks at the clock.
/// - An edge is in ``variants`` only if conditions change it. Without conditions and traffic,
///   reading a cost takes one look into a column.
///
/// ``LegSearch`` reads a metric directly, a ``CustomizedMetric`` adds weights for the arcs of a
/// ``Hierarchy``, and ``RequestCosts`` adds one request's barriers. The word means the same in J.
/// Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, ACM JEA 21 (2016),
/// [doi:10.1145/2886843](https://doi.org/10.1145/2886843): weights, while the topology stays.
package final class Metric: Sendable {
    package let key: MetricKey
    /// One weight per edge in quanta of the key's column; ``SearchCost/closed`` if travel is
    /// barred.
    package let weights: [UInt32]
    /// The prohibiting restrictions, which decide turn rules. Empty if the key ignores turn rules.
    package let prohibitingMask: UInt64
    /// The nodes that may not be passed.
    let barredNodes: BarredNodes
    /// Restrictions whose edges may only be used next to a stop.
    package let throughTrafficMask: UInt64
    /// The variants of edges with conditions under the key's states, if they differ from the edge
    /// itself. If an open condition leaves several variants possible, this is the one with the
    /// least weight.
    package let variants: [UInt32: EdgeVariant]
    /// Whether edges lie in an area closed to through traffic, for the edges where conditions
    /// change that.
    private let areaVariants: [UInt32: Bool]
    /// Turn rules that conditions in force activate, ascending.
    let closedTurnRules: [UInt32]
    /// The costs of edges with live speeds; `nil` if there are none.
    package let traffic: TrafficCosts?
    /// The edges that traffic closes.
    private let trafficClosures: Set<UInt32>
    private let network: NetworkDataset
    /// Bytes held, for the cache's budget.
    package var byteCount: Int { weights.count * 4 }

    /// Computes the weights.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    package init(key: MetricKey, network: NetworkDataset) {
        self.key = key
        var prohibiting: UInt64 = 0
        var through: UInt64 = 0
        for restriction in key.restrictions where restriction.effect == .prohibits {
            prohibiting |= restriction.mask
            if restriction.isThroughTraffic { through |= restriction.mask }
        }
        prohibitingMask = key.ignoresTurnRules ? 0 : prohibiting
        barredNodes = BarredNodes(network, key.restrictions)
        throughTrafficMask = through
        self.network = network
        let traffic = key.traffic?.costs
        let closures = key.traffic?.closedEdges ?? []
        let evaluator = MetricWeights(key: key, network: network, traffic: traffic)
        var weights = evaluator.all()
        evaluator.applySpeeds(to: &weights)
        let (variants, openAreas) = evaluator.applyConditions(to: &weights)
        for edge in closures { weights[Int(edge)] = SearchCost.closed }
        self.weights = weights
        self.traffic = traffic
        trafficClosures = Set(closures)
        self.variants = variants
        areaVariants =
            through == 0
            ? [:]
            : AreaVariants(network: network, mask: through, variants: variants)
                .areas(openAt: openAreas)
        closedTurnRules = network.conditions.closedTurnRules(
            under: key.conditions, mask: prohibitingMask)
    }

    /// Returns an edge's cost in a column, without restriction usages: at its live speed if it has
    /// one, else under the key's conditions. Only this method and ``cost(of:column:variant:)`` read
    /// the network's cost columns.
    @inline(__always)
    package func cost(of edge: UInt32, column: Int) -> UInt32 {
        cost(of: edge, column: column, variant: variants.isEmpty ? nil : variants[edge])
    }

    /// Returns an edge's cost in a column while a variant applies.
    ///
    /// A live speed is measured, so it overrides any condition.
    @inline(__always)
    package func cost(of edge: UInt32, column: Int, variant: EdgeVariant?) -> UInt32 {
        if let traffic, let live = traffic.cost(of: edge, column: column) { return live }
        return freeFlowCost(of: edge, column: column, variant: variant)
    }

    /// Returns an edge's cost in a column without live speeds.
    @inline(__always)
    func freeFlowCost(of edge: UInt32, column: Int) -> UInt32 {
        freeFlowCost(of: edge, column: column, variant: variants.isEmpty ? nil : variants[edge])
    }

    @inline(__always)
    private func freeFlowCost(of edge: UInt32, column: Int, variant: EdgeVariant?) -> UInt32 {
        let own = variant.flatMap { network.conditions.cost(column, of: $0) }
        return key.scales.applied(to: own ?? network.costs[column][edge], column: column)
    }

    /// Returns the bits of the restrictions on an edge.
    @inline(__always)
    func restrictions(of edge: UInt32) -> UInt64 {
        guard !variants.isEmpty, let variant = variants[edge] else {
            return network.edgeRestrictions[edge]
        }
        return variant.restrictions
    }

    /// Whether an edge may only be used next to a stop.
    @inline(__always)
    func isThroughBarred(_ edge: UInt32) -> Bool {
        if !areaVariants.isEmpty, let isArea = areaVariants[edge] { return isArea }
        return network.edgeRestrictions[edge] & throughTrafficMask != 0
    }

    /// Whether a variant changes an edge under this metric: whether it is closed, its usage factor,
    /// whether it is closed to through traffic, or its cost in a column.
    package func isAffected(_ edge: UInt32, by variant: EdgeVariant, column: Int) -> Bool {
        let always = network.edgeRestrictions[edge]
        if (always ^ variant.restrictions) & throughTrafficMask != 0 { return true }
        let factor = factor(of: edge, bits: variant.restrictions)
        if factor != self.factor(of: edge, bits: always) { return true }
        guard factor != nil else { return false }
        return cost(of: edge, column: column, variant: variant)
            != cost(of: edge, column: column, variant: nil)
    }

    /// Returns the least ratio of an edge's weight under this metric to its weight under another,
    /// rounded down; 1 if no edge weighs less.
    ///
    /// - Complexity: O(*n*) in the number of edges if the key has factors below 1 or live speeds
    ///   above the network's, else O(1).
    package func leastFactor(over other: Metric) -> Double {
        let isFaster =
            key.traffic != other.key.traffic
            // Live speeds are not scaled, so they may exceed a scaled column's.
            && (traffic?.lowersCosts(in: key.column) == true
                || traffic != nil && !key.scales[key.column].isOne)
        let lowers =
            isFaster
            || key.restrictions.contains { restriction in
                if case .scales(let factor) = restriction.effect { factor.value < 1 } else { false }
            }
        guard lowers else { return 1 }
        var least = 1.0
        for (own, theirs) in zip(weights, other.weights) where own < theirs {
            least = min(least, Self.share(own, of: theirs))
        }
        return least
    }

    /// Returns the edges whose weights differ from another metric's, ascending; `nil` if there are
    /// more than `count`.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    package func differences(from other: Metric, atMost count: Int) -> [UInt32]? {
        var edges: [UInt32] = []
        for edge in weights.indices where weights[edge] != other.weights[edge] {
            guard edges.count < count else { return nil }
            edges.append(UInt32(edge))
        }
        return edges
    }

    /// Returns the ratio of two weights, rounded down.
    package static func share(_ weight: UInt32, of whole: UInt32) -> Double {
        Double(weight) / Double(whole) * (1 - 1e-9)
    }

    /// Whether traffic closes an edge, whatever its restrictions.
    package func isClosedByTraffic(_ edge: UInt32) -> Bool {
        !trafficClosures.isEmpty && trafficClosures.contains(edge)
    }

    /// Returns the factor of the key's restrictions on one edge.
    ///
    /// - Returns: The product of the usage factors, or `nil` if the edge is closed.
    package func factor(of edge: UInt32) -> CostFactor? {
        factor(of: edge, bits: restrictions(of: edge))
    }

    /// Returns the same for an edge with the given restriction bits.
    func factor(of edge: UInt32, bits: UInt64) -> CostFactor? {
        if isClosedByTraffic(edge) { return nil }
        return MetricWeights(key: key, network: network, traffic: traffic)
            .factor(of: edge, bits: bits)
    }
}

extension ActiveRestriction {
    /// Whether the restriction applies to an edge: its bit is set and its limit, if any, is
    /// exceeded.
    package func applies(to edge: UInt32, of network: NetworkDataset) -> Bool {
        applies(to: edge, bits: network.edgeRestrictions[edge], of: network)
    }

    /// Whether the restriction applies to a node: its bit is set and its limit, if any, is
    /// exceeded.
    ///
    /// - Parameter bits: The restriction bits on the node.
    package func applies(
        toNode node: UInt32, bits: UInt64, of network: NetworkDataset
    ) -> Bool {
        guard bits & mask != 0 else { return false }
        guard let limit else { return true }
        return network.limit(limit.column, ofNode: node).map { $0 < limit.vehicleValue } ?? false
    }

    /// Whether the restriction applies to an edge with the given restriction bits.
    func applies(to edge: UInt32, bits: UInt64, of network: NetworkDataset) -> Bool {
        guard bits & mask != 0 else { return false }
        guard let limit else { return true }
        return network.limit(limit.column, of: edge).map { $0 < limit.vehicleValue } ?? false
    }
}

/// Computes a key's weights, edge by edge.
private struct MetricWeights {
    let key: MetricKey
    let network: NetworkDataset
    let traffic: TrafficCosts?
    let column: MappedColumn<UInt32>
    let scale: CostFactor
    let closing: UInt64
    let conditional: [ActiveRestriction]
    let familyBit: UInt8

    init(key: MetricKey, network: NetworkDataset, traffic: TrafficCosts?) {
        self.key = key
        self.traffic = traffic
        self.network = network
        column = network.costs[key.column]
        scale = key.scales[key.column]
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
        let isScaled = !scale.isOne
        return [UInt32](unsafeUninitializedCapacity: network.edgeCount) { buffer, count in
            for edge in 0..<network.edgeCount {
                let weight: UInt32
                let own = column[unchecked: edge]
                let cost = isScaled ? scale.applied(to: own) : own
                if families[edge] & familyBit == 0 || bits[edge] & closing != 0 {
                    weight = SearchCost.closed
                } else if bits[edge] & interesting == 0 {
                    weight = cost
                } else {
                    weight = self.weight(of: UInt32(edge), bits: bits[edge], cost: cost)
                }
                buffer[edge] = weight
            }
            count = network.edgeCount
        }
    }

    private func weight(of edge: UInt32, bits: UInt64, cost: UInt32) -> UInt32 {
        factor(of: edge, bits: bits)?.applied(to: cost) ?? SearchCost.closed
    }

    /// Reweighs edges with live speeds.
    func applySpeeds(to weights: inout [UInt32]) {
        guard let traffic else { return }
        let interesting = conditional.reduce(0) { $0 | $1.mask }
        let bits = network.edgeRestrictions
        for (edge, cost) in zip(traffic.edges, traffic.costs(in: key.column))
        where weights[Int(edge)] != SearchCost.closed {
            weights[Int(edge)] =
                bits[edge] & interesting == 0
                ? cost : weight(of: edge, bits: bits[edge], cost: cost)
        }
    }

    /// Reweighs edges with conditions.
    ///
    /// - Returns: Their variants, if these differ from the edges themselves; and the edges that may
    ///   or may not lie in an area closed to through traffic.
    func applyConditions(
        to weights: inout [UInt32]
    ) -> (variants: [UInt32: EdgeVariant], openAreas: [UInt32]) {
        guard !key.conditions.isNone else { return ([:], []) }
        let conditions = network.conditions
        let through = key.restrictions.filter(\.isThroughTraffic).reduce(0) { $0 | $1.mask }
        var chosen: [UInt32: EdgeVariant] = [:]
        var openAreas: [UInt32] = []
        conditions.forEachEdge { edge in
            guard let variants = conditions.variants(of: edge, under: key.conditions) else {
                return
            }
            var best: (weight: UInt32, variant: EdgeVariant?)?
            var (isAlwaysArea, isEverArea) = (true, false)
            for variant in variants {
                let bits = variant?.restrictions ?? network.edgeRestrictions[edge]
                let cost =
                    traffic?.cost(of: edge, column: key.column)
                    ?? scale.applied(
                        to: variant.flatMap { conditions.cost(key.column, of: $0) }
                            ?? column[unchecked: edge])
                let weight = weight(of: edge, bits: bits, cost: cost)
                if bits & through == 0 { isAlwaysArea = false } else { isEverArea = true }
                if let best, best.weight <= weight { continue }
                best = (weight, variant)
            }
            guard let best else { return }
            if isEverArea, !isAlwaysArea { openAreas.append(edge) }
            weights[Int(edge)] = best.weight
            chosen[edge] = best.variant
            let bits = best.variant?.restrictions ?? network.edgeRestrictions[edge]
            if !isAlwaysArea, bits & through != 0 {
                chosen[edge] = (best.variant ?? .ownCosts(restrictions: bits))
                    .with(restrictions: bits & ~through)
            }
        }
        return (chosen, openAreas)
    }

    func factor(of edge: UInt32, bits: UInt64) -> CostFactor? {
        guard network.edgeFamilies[unchecked: edge] & familyBit != 0, bits & closing == 0 else {
            return nil
        }
        var product = CostFactor.one
        for restriction in conditional where bits & restriction.mask != 0 {
            guard restriction.applies(to: edge, bits: bits, of: network) else { continue }
            switch restriction.effect {
            case .prohibits: return nil
            case .scales(let factor): product = product * factor
            }
        }
        return product
    }
}
