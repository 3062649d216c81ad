// A metric with a request's barriers, as searches use it.

package import RoadNetwork

/// The exact costs of one request: a shared metric, and what barriers change.
///
/// Every search takes its costs from here, so all mechanisms agree to the last integer. The metric
/// is shared and never changed; barriers lie over it in a sparse ``CostOverlay``. ``weight(_:)`` is
/// the cost of a whole edge, ``cost(of:from:to:)`` of a part, for stops and partial barriers.
///
/// Make one per request with ``init(network:metric:barriers:attribute:overlay:monitor:)`` and pass
/// it to ``LegEngine/withRouter(_:by:monitor:_:)``.
package struct RequestCosts: Sendable {
    package let network: NetworkDataset
    package let metric: Metric
    /// The edges that barriers touch, with their whole-edge weights.
    package let overlay: CostOverlay
    /// The cost of passing each node with a barrier; ``SearchCost/closed`` if passage is barred.
    package let nodeCosts: [UInt32: UInt32]
    let barriers: BarrierSet
    let attribute: Int
    /// Identifies these barriers, as a key for the cache of derived metrics.
    let identity: BarrierIdentity

    /// Applies barriers to a metric.
    ///
    /// - Parameters:
    ///   - attribute: The position of the minimized cost attribute.
    ///   - overlay: The overlay of the same barriers, metric and attribute, if it is known.
    ///   - monitor: If it requires a stop, the remaining barriers are left out; do not use the
    ///     costs then.
    /// - Complexity: O(*n* log *n*) in the number of barrier pieces; O(1) without barriers.
    package init(
        network: NetworkDataset, metric: Metric, barriers: BarrierSet = BarrierSet(),
        attribute: Int = 0, overlay: CostOverlay? = nil, monitor: (any SearchMonitor)? = nil
    ) {
        self.network = network
        self.metric = metric
        self.barriers = barriers
        self.attribute = attribute
        self.overlay =
            overlay
            ?? OverlayBuilder(network: network, metric: metric, attribute: attribute)
            .overlay(of: barriers, monitor)
        nodeCosts = self.overlay.nodeCosts
        identity = BarrierIdentity(barriers: barriers, attribute: attribute)
    }

    /// Returns the cost of passing a node under the effects on it.
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

    /// Returns an edge's whole weight with the barriers applied; ``SearchCost/closed`` if travel is
    /// barred.
    @inline(__always)
    package func weight(_ edge: UInt32) -> UInt32 {
        overlay.weight(of: edge, base: metric.weights[Int(edge)])
    }

    /// Returns the cost from one place to a later one along an edge, or `nil` if travel between
    /// them is barred.
    package func cost(of edge: UInt32, from: Double, to: Double) -> UInt32? {
        if let profile = profile(of: edge) { return profile.cost(from: from, to: to) }
        let weight = metric.weights[Int(edge)]
        guard weight != SearchCost.closed else { return nil }
        return CostProfile.prefix(of: weight, upTo: to) - CostProfile.prefix(of: weight, upTo: from)
    }

    /// Returns the profile of an edge that barriers touch and the metric leaves open.
    private func profile(of edge: UInt32) -> CostProfile? {
        guard !barriers.segments.isEmpty, let effects = barriers.segments[Int(edge >> 1)],
            let usage = metric.factor(of: edge)
        else { return nil }
        return CostProfile(
            cost: metric.cost(of: edge, column: metric.key.column), usage: usage, barriers: effects,
            attribute: attribute, isForward: edge & 1 == 0)
    }

    /// Whether the request may use an edge at all, regardless of barriers.
    package func isUsable(_ edge: UInt32) -> Bool { metric.weights[Int(edge)] != SearchCost.closed }

    /// Whether an edge may only be used next to a stop.
    package func isThroughBarred(_ edge: UInt32) -> Bool { metric.isThroughBarred(edge) }
}

extension RequestCosts {
    /// The edges that barriers touch, ascending, without edges that the metric closes.
    package var touchedEdges: [TouchedEdge] { overlay.touched }

    /// Whether nothing is cheaper than without barriers.
    package var isRaisingOnly: Bool { overlay.isRaisingOnly }

    /// How far barriers may lower a weight: each is at least this share of the metric's weight. It
    /// is 1 if barriers make nothing cheaper.
    package var leastFactor: Double { overlay.leastFactor }

    package var hasBarriers: Bool { !overlay.touched.isEmpty || !nodeCosts.isEmpty }

    /// Returns the weights of all edges, with the barriers applied.
    ///
    /// - Complexity: O(*n*) in the number of edges.
    func allWeights() -> [UInt32] {
        var weights = metric.weights
        for entry in overlay.touched { weights[Int(entry.edge)] = entry.weight }
        return weights
    }
}

/// Identifies a request's barriers and the attribute they apply to.
///
/// It has only a few words for any number of barriers, because cache keys are hashed, compared and
/// held while other requests wait for the cache.
package struct BarrierIdentity: Hashable, Sendable, BitwiseCopyable {
    private let hash: BarrierSetHash
    private let attribute: Int

    /// - Complexity: O(1) for barriers with a hash and without barriers; else O(*n*) in the number
    ///   of barrier pieces.
    init(barriers: BarrierSet, attribute: Int) {
        hash = barriers.hash ?? .contents(of: barriers)
        self.attribute = attribute
    }
}

extension BarrierSetHash {
    /// Returns a hash of the barriers' effects.
    fileprivate static func contents(of barriers: BarrierSet) -> BarrierSetHash {
        if barriers.isEmpty { return BarrierSetHash(high: 0, low: 0) }
        let halves = [0, 1].map { half in
            var hasher = Hasher()
            hasher.combine(half)
            barriers.segments.hashContents(into: &hasher)
            hasher.combine(barriers.nodes)
            return UInt64(truncatingIfNeeded: hasher.finalize())
        }
        return BarrierSetHash(high: halves[0], low: halves[1])
    }
}

extension RequestCosts {
    /// Returns the same costs with some edges closed, each in its own direction only.
    ///
    /// - Parameter barriers: The barriers of these costs.
    /// - Complexity: As ``init(network:metric:barriers:attribute:overlay:monitor:)``.
    package func closing(_ edges: [UInt32], _ barriers: BarrierSet) -> RequestCosts {
        var barriers = barriers
        barriers.hash = nil
        for edge in edges {
            let isForward = edge & 1 == 0
            barriers.segments[Int(edge >> 1), default: SegmentBarriers()].points.append(
                BarrierPoint(
                    at: 0.5, effect: .barred, affectsForward: isForward,
                    affectsBackward: !isForward))
        }
        return RequestCosts(
            network: network, metric: metric, barriers: barriers, attribute: attribute)
    }
}
