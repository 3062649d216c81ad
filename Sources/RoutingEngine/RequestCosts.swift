// A metric with a request's barriers on top: what searches ask.

package import RoadNetwork

/// The exact costs of one request: a shared metric, and a profile for each edge that barriers
/// touch.
package struct RequestCosts: Sendable {
    package let network: NetworkDataset
    package let metric: Metric
    /// Whole-edge weights with the barriers applied, ``SearchCost/closed`` where travel is barred.
    package let weights: [UInt32]
    /// Cost of passing a node that a barrier lies on, ``SearchCost/closed`` where passage is
    /// barred.
    package let nodeCosts: [UInt32: UInt32]
    private let profiles: [UInt32: CostProfile]
    /// What tells these barriers from others.
    package let identity: BarrierIdentity
    /// The least share of the metric's weight that an edge weighs with the barriers, rounded down;
    /// 1 where none weighs less.
    package let leastFactor: Double
    /// Whether any barrier lies on the metric.
    package var hasBarriers: Bool { !profiles.isEmpty || !nodeCosts.isEmpty }
    /// The edges that barriers touch, ascending.
    package var touchedEdges: [UInt32] { profiles.keys.sorted() }

    /// Lays barriers over a metric.
    ///
    /// - Parameters:
    ///   - attribute: The position of the cost attribute that is minimized.
    ///   - monitor: Once it says stop, the barriers not laid yet are left out; nobody searches
    ///     then.
    /// - Complexity: Linear in the touched edges, plus a copy of the weights when there are any,
    ///   and quadratic in the number of barriers on one edge.
    package init(
        network: NetworkDataset, metric: Metric, barriers: BarrierSet = BarrierSet(),
        attribute: Int = 0, monitor: (any SearchMonitor)? = nil
    ) {
        self.network = network
        self.metric = metric
        var weights = metric.weights
        var profiles: [UInt32: CostProfile] = [:]
        var least = 1.0
        let column = network.costs[metric.key.column]
        for (segment, effects) in barriers.segments {
            if monitor?.shouldStop ?? false { break }
            for edge in [UInt32(segment * 2), UInt32(segment * 2 + 1)] {
                guard let usage = Metric.factor(of: edge, key: metric.key, network: network) else {
                    continue
                }
                let profile = CostProfile(
                    cost: column[edge], usage: usage, barriers: effects, attribute: attribute,
                    isForward: edge & 1 == 0)
                profiles[edge] = profile
                let (old, new) = (weights[Int(edge)], profile.whole)
                if new < old { least = min(least, Metric.share(new, of: old)) }
                weights[Int(edge)] = new
            }
        }
        self.weights = weights
        self.profiles = profiles
        leastFactor = least
        identity = BarrierIdentity(barriers: barriers, attribute: attribute)
        nodeCosts = barriers.nodes.mapValues { Self.passage($0, attribute: attribute) }
    }

    /// What passing a node costs under the effects on it.
    package static func passage(_ effects: [BarrierEffect], attribute: Int) -> UInt32 {
        var total: UInt64 = 0
        for effect in effects {
            switch effect {
            case .barred: return SearchCost.closed
            case .added(let added): total += UInt64(added[attribute])
            case .scaled: continue
            }
        }
        return UInt32(min(total, UInt64(SearchCost.limit)))
    }

    /// The cost from one place to a later one along an edge, or `nil` when the way is barred.
    package func cost(of edge: UInt32, from: Double, to: Double) -> UInt32? {
        if let profile = profiles[edge] { return profile.cost(from: from, to: to) }
        let weight = metric.weights[Int(edge)]
        guard weight != SearchCost.closed else { return nil }
        return CostProfile.prefix(of: weight, upTo: to) - CostProfile.prefix(of: weight, upTo: from)
    }

    /// Whether the request may use an edge at all, barriers apart.
    package func isUsable(_ edge: UInt32) -> Bool { metric.weights[Int(edge)] != SearchCost.closed }

    /// Whether an edge may only be used next to a stop.
    package func isThroughBarred(_ edge: UInt32) -> Bool {
        network.edgeRestrictions[edge] & metric.throughTrafficMask != 0
    }
}

/// What tells one request's barriers from another's.
package struct BarrierIdentity: Hashable, Sendable {
    let barriers: BarrierSet
    let attribute: Int
}
