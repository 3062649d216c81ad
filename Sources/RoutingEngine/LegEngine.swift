// The engine of one network: its hierarchies, the metrics in use, and memory for searches.

package import RoadNetwork

/// Answers legs on one network, for any number of requests at once.
package final class LegEngine: Sendable {
    /// How legs are to be found.
    package enum Method: Sendable {
        /// By whatever is quickest with what is cached.
        case quickest
        /// With a metric customized for the request, even if that has to be made first: the path
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
    private let components: StreetComponentCache
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
        components = StreetComponentCache(network: network)
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

    /// The metric of a key.
    ///
    /// - Returns: `nil` when it has to be made and the monitor admits no long work.
    package func metric(for key: MetricKey, monitor: some SearchMonitor) -> Metric? {
        metrics.metric(for: key, monitor: monitor)
    }

    /// Customizes hierarchies for some keys, and for what leads requests near them on, and keeps
    /// them for good; the latter stored compactly.
    ///
    /// Landmarks for keys that no hierarchy serves are made in the background.
    ///
    /// - Complexity: One customization for each key that is not held.
    package func prepare(_ keys: [MetricKey]) {
        for key in keys {
            guard let hierarchy = hierarchy(for: key) else {
                landmarks.makeInBackground(for: key)
                continue
            }
            let metric = metrics.metric(for: key)
            metrics.pin(metric, hierarchy)
            let permissive = key.permissive(in: network)
            if !keys.contains(permissive) {
                metrics.keepCompact(permissive, beside: metric, hierarchy)
            }
        }
        for family in network.description.families.indices { _ = components.components(of: family) }
        // Customization reads the whole topology, queries some of it.
        network.releasePages()
    }

    /// Makes the landmarks of a key and waits for them.
    package func prepareLandmarks(for key: MetricKey) {
        _ = landmarks.landmarks(for: key, monitor: NeverStops())
    }

    /// How many working memories of searches wait to be lent.
    package var idleSpaceCount: Int { spaces.idleCount }

    /// Gives up working memories that no request has needed for a while.
    ///
    /// - Returns: How many were given up.
    package func releaseSpaces(unusedSince moment: ContinuousClock.Instant) -> Int {
        spaces.releaseSpaces(unusedSince: moment)
    }

    /// Lends a router for one request's legs.
    ///
    /// - Parameter monitor: Stops what has to be customized for the request first. All that is
    ///   asked of the router then says that it was told to stop.
    package func withRouter<Result, Failure: Error>(
        _ costs: RequestCosts, by method: Method = .quickest,
        monitor: some SearchMonitor = NeverStops(),
        _ work: (inout LegRouter) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let hierarchy = hierarchy(for: costs.metric.key)
        let guide = guide(for: costs, hierarchy, method, monitor) ?? .stopped
        return try spaces.withSpace { (slot) throws(Failure) in
            try spaces.withSpace(of: hierarchy) { (hierarchySpace) throws(Failure) in
                var router = LegRouter(
                    costs, engine: self, guide: guide, slot: slot,
                    hierarchySpace: hierarchySpace)
                if method == .guided { router.removeBudget() }
                return try work(&router)
            }
        }
    }

    private func hierarchy(for key: MetricKey) -> Hierarchy? {
        hierarchies[key.family].flatMap { $0.serves(key) ? $0 : nil }
    }

    /// What a router has to go by; `nil` when the monitor stopped what that takes.
    private func guide(
        for costs: RequestCosts, _ hierarchy: Hierarchy?, _ method: Method,
        _ monitor: some SearchMonitor
    ) -> LegRouter.Guide? {
        guard method != .plainSearch else { return LegRouter.Guide.none }
        guard let hierarchy else { return guideByLandmarks(costs, method, monitor) }
        let isFixed = method == .customized
        if costs.hasBarriers, let held = metrics.derivedIfHeld(for: costs) { return .exact(held) }
        guard
            isFixed || hierarchy.arcCount < smallArcCount || metrics.isCustomized(costs.metric)
        else { return guideAround(costs, hierarchy, monitor) }
        guard let own = metrics.customized(costs.metric, hierarchy, monitor: monitor) else {
            return nil
        }
        guard costs.hasBarriers else { return .exact(own) }
        if method == .guided { return .lower(own, scale: costs.leastFactor) }
        // Where costs fall, potentials are loose; measured on Porto with 10 polygons, half of them
        // halving the cost: 4.5 ms guided, 2.1 ms derived. Barriers that come again will come
        // often.
        if isFixed || costs.leastFactor < 1 || metrics.hasSeen(costs) {
            return metrics.derived(for: costs, from: own, monitor: monitor).map { .exact($0) }
        }
        return .lower(own, scale: 1)
    }

    /// What leads a request on whose metric is not customized yet, which is done meanwhile.
    private func guideAround(
        _ costs: RequestCosts, _ hierarchy: Hierarchy, _ monitor: some SearchMonitor
    ) -> LegRouter.Guide? {
        metrics.customizeInBackground(costs.metric, hierarchy)
        let key = costs.metric.key.permissive(in: network)
        guard let permissive = metrics.metric(for: key, monitor: monitor) else { return nil }
        guard metrics.isCustomized(permissive) else {
            metrics.customizeInBackground(permissive, hierarchy)
            return LegRouter.Guide.none
        }
        return metrics.customized(permissive, hierarchy, monitor: monitor).map {
            .lower($0, scale: costs.metric.leastFactor(over: permissive) * costs.leastFactor)
        }
    }

    /// What leads a request on that no hierarchy serves, made meanwhile where that takes long.
    ///
    /// Where paths must not depend on what is cached, the network's size alone decides: landmarks
    /// are waited for, or there are none.
    private func guideByLandmarks(
        _ costs: RequestCosts, _ method: Method, _ monitor: some SearchMonitor
    ) -> LegRouter.Guide? {
        let key = costs.metric.key
        let states = network.edgeCount + network.copyCount
        let isFixed = method == .customized
        var found = isFixed ? nil : landmarks.held(for: key)
        if found == nil, states < (isFixed ? Self.largestAwaitedEdgeCount : Self.smallEdgeCount) {
            guard let made = landmarks.landmarks(for: key, monitor: monitor) else { return nil }
            found = made
        }
        guard let found else {
            if !isFixed { landmarks.makeInBackground(for: key) }
            return LegRouter.Guide.none
        }
        return metrics.metric(for: found.key, monitor: monitor).map { unrestricted in
            .landmarks(
                found, scale: costs.metric.leastFactor(over: unrestricted) * costs.leastFactor)
        }
    }

    /// Edges of networks whose landmarks take no longer than a few searches.
    private static let smallEdgeCount = 4_000
    /// Edges of networks whose landmarks are made within a second or two.
    private static let largestAwaitedEdgeCount = 1_000_000

    /// Whether it is certain, without a search, that no path leads from any of some places to any
    /// of some others.
    package func isDisconnected(
        _ costs: RequestCosts, from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> Bool {
        DisconnectionProof(
            costs.metric, network: network,
            components: components.components(of: costs.metric.key.family)
        ).isCertain(from: origins, to: destinations)
    }

    /// The weights customized for a request, its barriers included; `nil` when the monitor stopped
    /// that.
    func derived(
        for costs: RequestCosts, _ hierarchy: Hierarchy, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let own = metrics.customized(costs.metric, hierarchy, monitor: monitor)
        guard let own, costs.hasBarriers else { return own }
        return metrics.derived(for: costs, from: own, monitor: monitor)
    }

    /// What the arcs of a request's metric cost in an attribute: held with the metric, made now
    /// when they are not; `nil` when the monitor stopped that.
    func sums(
        _ attribute: AttributeCosts, of metric: CustomizedMetric, for costs: RequestCosts,
        monitor: some SearchMonitor
    ) -> ArcSums? {
        if let held = metric.sums.held(attribute.key) { return held }
        guard monitor.admitsLongWork,
            let sums = ArcSums(metric, attribute, monitor: monitor)
        else { return nil }
        let made = metric.sums.keep(sums, as: attribute.key)
        metrics.noteGrowth(of: costs)
        return made
    }
}
