// The engine of one network: its hierarchies, the metrics in use, and memory for searches.

import Foundation
package import RoadNetwork
import Synchronization

/// Finds the cheapest paths of legs on one network, for any number of concurrent requests.
///
/// ```swift
/// let engine = LegEngine(network: network)
/// let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
/// let costs = RequestCosts(network: network, metric: engine.metric(for: key))
/// let answers = engine.withRouter(costs) { router in
///     router.find(from: [origin], to: [destination], monitor: NeverStops())
/// }
/// // answers?[0]?.cost: the least cost in quanta, such as milliseconds
/// ```
///
/// The engine owns everything that requests share: the hierarchies, the caches of metrics
/// (``MetricCache``) and landmarks, and pools of working memory. Make one engine per open network
/// and keep it. For each request, ask ``withRouter(_:by:monitor:_:)`` for a ``LegRouter``; the
/// engine decides what guides its searches:
///
/// - its own customized metric, if it is cached or quickly made;
/// - with barriers, the metric without them as a lower bound, or a metric derived for them;
/// - the permissive metric of its family, while its own is customized in the background;
/// - landmarks, if no hierarchy serves its direction rule;
/// - otherwise nothing: Dijkstra's algorithm.
///
/// All of them give the same costs. Call ``prepare(_:)`` with a service's travel modes before the
/// first request, so that their metrics are customized and never evicted.
package final class LegEngine: Sendable {
    /// The method by which legs are found.
    package enum Method: Sendable {
        /// The quickest exact method, given the cached metrics.
        case quickest
        /// A query on a metric customized for the request, which is computed first if it is not
        /// cached. The path found does not depend on the cache.
        case customized
        /// Searches guided by the metric without the barriers, without a budget. For measuring
        /// them.
        case guided
        /// A search by Dijkstra's algorithm, for requests that will not come again.
        case plainSearch
    }

    package let network: NetworkDataset
    let metrics: MetricCache
    private let spaces: SpacePool
    /// Each family's hierarchy, if the dataset has one.
    private let hierarchies: [Hierarchy?]
    private let landmarks: LandmarkCache
    private let components: StreetComponentCache
    private let smallArcCount: Int
    /// The keys that ``prepare(_:)`` has customized.
    let prepared = Mutex<[MetricKey]>([])

    /// - Parameters:
    ///   - budgetBytes: The bytes that metrics may hold together, not counting metrics that
    ///     ``prepare(_:)`` made. `nil` for half a gibibyte, or four of the network's metrics if
    ///     that is more.
    ///   - smallArcCount: Hierarchies with fewer arcs are customized while the first request with a
    ///     metric waits, which takes no longer than a search.
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

    /// The metric cache's hits, misses and bytes so far. The bytes include the landmarks.
    package var cacheCounts: MetricCache.Counts {
        var counts = metrics.counts
        counts.bytes += landmarks.byteCount
        return counts
    }

    /// The number of metrics that are being customized in the background, or wait for it.
    package var backlog: Int { metrics.backlog }

    package func metric(for key: MetricKey) -> Metric { metrics.metric(for: key) }

    /// Returns the metric of a key.
    ///
    /// - Returns: `nil` if it is not cached and the monitor admits no long work.
    package func metric(for key: MetricKey, monitor: some SearchMonitor) -> Metric? {
        metrics.metric(for: key, monitor: monitor)
    }

    /// Customizes the given keys and pins their metrics in the cache. For each key it also keeps
    /// the permissive metric, which guides requests until their own metric is ready, stored
    /// compactly.
    ///
    /// For keys that no hierarchy serves, landmarks are computed in the background.
    ///
    /// - Complexity: O(*t*) in the hierarchy's triangles, for each key that is not cached.
    package func prepare(_ keys: [MetricKey]) {
        for key in keys where hierarchy(for: key) == nil { landmarks.makeInBackground(for: key) }
        for (hierarchy, keys) in byHierarchy(keys) {
            let own = keys.map { metrics.metric(for: $0) }
            metrics.pin(own, hierarchy)
            prepared.withLock { prepared in
                prepared += keys.filter { !prepared.contains($0) }
            }
            let permissive = keys.map { $0.permissive(in: network) }
            metrics.keepCompact(
                zip(permissive, own).filter { !keys.contains($0.0) }.map { ($0, $1) }, hierarchy)
        }
        for family in network.description.families.indices { _ = components.components(of: family) }
        // Customization reads the whole topology, queries only some of it.
        network.releasePages()
    }

    /// Frees working memory that no request has used since a moment: search spaces, and memory for
    /// the weights of requests with barriers.
    ///
    /// - Returns: The number of blocks freed.
    package func releaseSpaces(unusedSince moment: ContinuousClock.Instant) -> Int {
        hierarchies.compactMap(\.self).reduce(spaces.releaseSpaces(unusedSince: moment)) {
            $0 + $1.spareArcs.release(unusedSince: moment)
        }
    }

    /// Runs a closure with a router for one request's legs.
    ///
    /// - Parameter monitor: Can stop the customization that the request may need first. In that
    ///   case every query of the router reports that it was stopped.
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

    /// The number of threads that a table may use.
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)

    /// Lends working memory for further threads of a table.
    func withSpaces<Result, Failure: Error>(
        ofHierarchyServing key: MetricKey, count: Int,
        _ work: ([HierarchySpace]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard count > 0, let hierarchy = hierarchy(for: key) else { return try work([]) }
        return try spaces.withSpaces(of: hierarchy, count: count, work)
    }

    /// Groups keys by the hierarchy that serves them, each once. Keys that no hierarchy serves are
    /// left out.
    func byHierarchy(_ keys: [MetricKey]) -> [(hierarchy: Hierarchy, keys: [MetricKey])] {
        hierarchies.compactMap(\.self).compactMap { hierarchy in
            let served = keys.reduce(into: [MetricKey]()) { served, key in
                if hierarchy.serves(key), !served.contains(key) { served.append(key) }
            }
            return served.isEmpty ? nil : (hierarchy, served)
        }
    }

    func hierarchy(for key: MetricKey) -> Hierarchy? {
        hierarchies[key.family].flatMap { $0.serves(key) ? $0 : nil }
    }

    /// Returns the guide for a request's router; `nil` when the monitor stopped its computation.
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
        // If costs fall, potentials are loose. Measured on Porto with 10 polygons, half of them
        // halving the cost: 4.5 ms guided, 2.1 ms derived. Barriers that come a second time will
        // come often.
        if isFixed || costs.leastFactor < 1 || metrics.hasSeen(costs) {
            return metrics.derived(for: costs, from: own, monitor: monitor).map { .exact($0) }
        }
        return .lower(own, scale: 1)
    }

    /// Returns the guide for a request whose metric is not customized yet: the permissive metric,
    /// while its own is customized in the background.
    private func guideAround(
        _ costs: RequestCosts, _ hierarchy: Hierarchy, _ monitor: some SearchMonitor
    ) -> LegRouter.Guide? {
        metrics.customizeInBackground(costs.metric, hierarchy)
        let key = costs.metric.key.permissive(in: network)
        guard let permissive = metrics.metric(for: key, monitor: monitor) else { return nil }
        guard metrics.isCustomized(permissive) else {
            metrics.customizeInBackground(permissive, hierarchy)
            return .pending(hierarchy)
        }
        return metrics.customized(permissive, hierarchy, monitor: monitor).map {
            .lower($0, scale: costs.metric.leastFactor(over: permissive) * costs.leastFactor)
        }
    }

    /// Returns the guide for a request that no hierarchy serves: landmarks, computed in the
    /// background if that takes long.
    ///
    /// If paths must not depend on the cache, only the network's size decides whether landmarks are
    /// computed and waited for, or not used.
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

    /// For networks with fewer states, landmarks take no longer than a few searches.
    private static let smallEdgeCount = 4_000
    /// For networks with fewer states, landmarks take a second or two.
    private static let largestAwaitedEdgeCount = 1_000_000

    /// Whether it is certain, without searching the network, that no path connects any origin with
    /// any destination.
    ///
    /// - Complexity: O(1).
    package func isDisconnected(
        _ costs: RequestCosts, from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> Bool {
        DisconnectionProof(
            costs: costs, components: components.components(of: costs.metric.key.family)
        ).isCertain(from: origins, to: destinations)
    }

    /// Returns the weights customized for a request, including its barriers; `nil` when the monitor
    /// stopped the customization.
    func derived(
        for costs: RequestCosts, _ hierarchy: Hierarchy, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let own = metrics.customized(costs.metric, hierarchy, monitor: monitor)
        guard let own, costs.hasBarriers else { return own }
        return metrics.derived(for: costs, from: own, monitor: monitor)
    }

    /// Returns the costs of a request's arcs in an attribute. They are cached with the metric, and
    /// computed now if they are not; `nil` when the monitor stopped the computation.
    func sums(
        _ attribute: AttributeCosts, of metric: CustomizedMetric, for costs: RequestCosts,
        monitor: some SearchMonitor
    ) -> ArcSums? {
        if let held = metric.sums.held(attribute.key) { return held }
        guard monitor.admitsLongWork,
            let sums = newSums(attribute, of: metric, for: costs, monitor: monitor)
        else { return nil }
        let made = metric.sums.keep(sums, as: attribute.key)
        metrics.noteGrowth(of: costs)
        return made
    }

    /// Computes sums over a request's weights. Under barriers they are derived from the sums
    /// without them.
    private func newSums(
        _ attribute: AttributeCosts, of metric: CustomizedMetric, for costs: RequestCosts,
        monitor: some SearchMonitor
    ) -> ArcSums? {
        guard costs.hasBarriers else { return ArcSums(metric, attribute, monitor: monitor) }
        let plain = RequestCosts(network: costs.network, metric: costs.metric)
        guard let own = metrics.customized(costs.metric, metric.hierarchy, monitor: monitor),
            let base = sums(
                attribute.withoutBarriers, of: own, for: plain, monitor: monitor)
        else { return nil }
        return ArcSums(metric, attribute, from: base, under: costs, monitor: monitor)
    }
}
