// The engine of one network: its hierarchies, the metrics in use, and memory for searches.

package import RoadNetwork

/// Answers legs on one network, for any number of requests at once.
package final class LegEngine: Sendable {
    /// How legs are to be found.
    package enum Method: Sendable {
        /// By whatever is quickest with what is cached.
        case quickest
        /// With a metric customized for the request, even if that has to be made first: the way
        /// found does not depend on what is cached.
        case customized
        /// By searches guided by the metric without the barriers, however long they take: for
        /// measuring them.
        case guided
        /// By a plain search, for questions that will not be asked again.
        case plainSearch
    }

    package let network: NetworkDataset
    private let metrics: MetricCache
    private let spaces: SpacePool
    /// For each family.
    private let hierarchies: [Hierarchy?]
    private let landmarks: LandmarkCache
    private let smallArcCount: Int

    /// - Parameters:
    ///   - budgetBytes: What metrics may hold together beside those that ``prepare(_:)`` made;
    ///     `nil` for half a gibibyte, or four metrics of the network where that is more.
    ///   - smallArcCount: Hierarchies with fewer arcs are customized while the first request with a
    ///     metric waits: that takes no longer than a search.
    package init(
        network: NetworkDataset, budgetBytes: Int? = nil, smallArcCount: Int = 250_000
    ) {
        self.smallArcCount = smallArcCount
        self.network = network
        hierarchies = network.description.families.indices.map { Hierarchy(network, family: $0) }
        let arcs = hierarchies.map { $0?.arcCount ?? 0 }.max() ?? 0
        metrics = MetricCache(
            network: network, budgetBytes: budgetBytes ?? max(512 << 20, 16 * arcs))
        landmarks = LandmarkCache(network: network)
        spaces = SpacePool(network: network)
    }

    /// How the cache of metrics has served so far; the bytes are also those of landmarks.
    package var cacheCounts: MetricCache.Counts {
        var counts = metrics.counts
        counts.bytes += landmarks.byteCount
        return counts
    }

    /// How many metrics are being customized in the background, or wait for it.
    package var backlog: Int { metrics.backlog }

    /// The metric of a key.
    package func metric(for key: MetricKey) -> Metric { metrics.metric(for: key) }

    /// Customizes hierarchies for some keys, and for what leads requests near them on, and keeps
    /// them for good; the latter at rest.
    ///
    /// Landmarks for keys that no hierarchy serves are made in the background.
    ///
    /// - Complexity: One customization for each key that is not held.
    package func prepare(_ keys: [MetricKey]) {
        for key in keys {
            guard let hierarchy = hierarchy(for: key) else {
                landmarks.makeLater(for: key)
                continue
            }
            let metric = metrics.metric(for: key)
            metrics.pin(metric, hierarchy)
            let permissive = key.permissive(in: network)
            if !keys.contains(permissive) { metrics.rest(permissive, beside: metric, hierarchy) }
        }
        // Customization reads the whole topology, queries some of it.
        network.releasePages()
    }

    /// Makes the landmarks of a key and waits for them.
    package func prepareLandmarks(for key: MetricKey) { _ = landmarks.landmarks(for: key) }

    /// Lends a router for one request's legs.
    package func withRouter<Result, Failure: Error>(
        _ costs: RequestCosts, by method: Method = .quickest,
        _ work: (inout LegRouter) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let hierarchy = hierarchy(for: costs.metric.key)
        let guide = guide(for: costs, hierarchy, method)
        return try spaces.withSpace { (slot) throws(Failure) in
            try spaces.withSpace(of: hierarchy) { (hierarchySpace) throws(Failure) in
                var router = LegRouter(
                    costs, engine: self, guide: guide, slot: slot,
                    hierarchySpace: hierarchySpace)
                if method == .guided { router.liftBudget() }
                return try work(&router)
            }
        }
    }

    private func hierarchy(for key: MetricKey) -> Hierarchy? {
        hierarchies[key.family].flatMap { $0.serves(key) ? $0 : nil }
    }

    private func guide(
        for costs: RequestCosts, _ hierarchy: Hierarchy?, _ method: Method
    ) -> LegRouter.Guide {
        guard method != .plainSearch else { return .none }
        guard let hierarchy else { return guideByLandmarks(costs, method) }
        let isFixed = method == .customized
        if costs.hasBarriers, let held = metrics.derivedIfHeld(for: costs) { return .exact(held) }
        let own =
            isFixed || hierarchy.arcCount < smallArcCount
            ? metrics.customized(costs.metric, hierarchy)
            : metrics.customizedIfHeld(costs.metric)
        guard let own else { return guideAround(costs, hierarchy) }
        guard costs.hasBarriers else { return .exact(own) }
        if method == .guided { return .lower(own, scale: costs.leastFactor) }
        // Where costs fall, potentials are loose; measured on Porto with 10 polygons, half of them
        // halving the cost: 4.5 ms guided, 2.1 ms derived. Barriers that come again will come
        // often.
        if isFixed || costs.leastFactor < 1 || metrics.hasSeen(costs) {
            return .exact(metrics.derived(for: costs, from: own))
        }
        return .lower(own, scale: 1)
    }

    /// What leads a request on whose metric is not customized yet, which is done meanwhile.
    private func guideAround(_ costs: RequestCosts, _ hierarchy: Hierarchy) -> LegRouter.Guide {
        metrics.customizeLater(costs.metric, hierarchy)
        let permissive = metrics.metric(for: costs.metric.key.permissive(in: network))
        guard let lower = metrics.customizedIfHeld(permissive) else {
            metrics.customizeLater(permissive, hierarchy)
            return .none
        }
        return .lower(
            lower, scale: costs.metric.leastFactor(over: permissive) * costs.leastFactor)
    }

    /// What leads a request on that no hierarchy serves, made meanwhile where that takes long.
    ///
    /// Where ways must not depend on what is at hand, the network's size alone decides: landmarks
    /// are waited for, or there are none.
    private func guideByLandmarks(
        _ costs: RequestCosts, _ method: Method
    ) -> LegRouter.Guide {
        let key = costs.metric.key
        let states = network.edgeCount + network.copyCount
        let isWaitedFor = method == .customized ? states < Self.mostWaitedFor : states < Self.few
        let found = isWaitedFor ? landmarks.landmarks(for: key) : landmarks.held(for: key)
        guard let found, isWaitedFor || method != .customized else {
            if method != .customized { landmarks.makeLater(for: key) }
            return .none
        }
        let freest = metrics.metric(for: found.key)
        return .landmarks(
            found, scale: costs.metric.leastFactor(over: freest) * costs.leastFactor)
    }

    /// Edges of networks whose landmarks take no longer than a few searches.
    private static let few = 4_000
    /// Edges of networks whose landmarks are made within a second or two.
    private static let mostWaitedFor = 1_000_000

    /// The weights customized for a request, its barriers included.
    func derived(for costs: RequestCosts, _ hierarchy: Hierarchy) -> CustomizedMetric {
        let own = metrics.customized(costs.metric, hierarchy)
        return costs.hasBarriers ? metrics.derived(for: costs, from: own) : own
    }

    /// What the arcs of a request's metric cost in an attribute: held with the metric, made now
    /// when they are not.
    func sums(_ attribute: AttributeCosts, of metric: CustomizedMetric, for costs: RequestCosts)
        -> ArcSums
    {
        if let held = metric.sums.held(attribute.key) { return held }
        let made = metric.sums.keep(ArcSums(metric, attribute), as: attribute.key)
        metrics.noteGrowth(of: costs)
        return made
    }
}
