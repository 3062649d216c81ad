// A cache of the metrics that requests have used.

import DataStructures
import Dispatch
import Foundation
package import RoadNetwork
import Synchronization

/// A least-recently-used cache of one network's metrics: plain, customized and derived ones.
///
/// Customizing takes far longer than a query, so a metric is made once and shared. The cache keeps
/// metrics up to a budget of bytes and evicts the least recently used. Pinned metrics (a server's
/// travel modes) stay and do not count against the budget. Permissive metrics, which only guide
/// searches, are kept as differences (``CompactMetric``) until a request uses them.
///
/// If two threads need the same customization, one makes it and the other waits; its
/// ``SearchMonitor`` can stop the wait. Customization in the background runs one metric at a time,
/// with at most ``backlogLimit`` waiting, so a burst of new settings cannot occupy all cores.
/// ``LegEngine`` owns the cache.
package final class MetricCache: Sendable {
    /// The cache's statistics.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        /// Bytes held by all metrics, including pinned ones.
        package var bytes = 0
        package var pinnedBytes = 0
    }

    /// The key of a cache entry.
    private enum Key: Hashable {
        case plain(MetricKey)
        case derived(DerivedKey)
    }

    /// A metric's key, and the barriers on top of it.
    private struct DerivedKey: Hashable {
        let metric: MetricKey
        let barriers: BarrierIdentity
    }

    private struct State {
        var entries: BoundedCache<Key, HeldMetric>
        /// Metrics stored compactly. They are expanded when a request uses them.
        var compact: [MetricKey: CompactMetric] = [:]
        var compactBytes = 0
        /// Recent barriers without a derived metric.
        var seen: Set<Key> = []
    }

    /// The most recent barriers to remember.
    private static let rememberedBarriers = 1_000

    private let network: NetworkDataset
    private let threads: Int
    private let state: Mutex<State>
    /// A serial queue, so that a burst of new settings does not occupy all cores.
    private let background = DispatchQueue(label: "waypost.customization", qos: .utility)
    private let waiting = Atomic(0)
    /// The most metrics that may wait for customization. Each holds its weights meanwhile.
    package static let backlogLimit = 4

    /// The number of metrics that are being customized in the background, or wait for it.
    package var backlog: Int { waiting.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - budgetBytes: The bytes that metrics may hold together, without pinned ones. One metric
    ///     is always kept, whatever its size.
    ///   - threads: How many threads a customization uses.
    package init(
        network: NetworkDataset, budgetBytes: Int = 512 << 20,
        threads: Int = MetricCache.availableThreads
    ) {
        self.network = network
        self.threads = threads
        state = Mutex(State(entries: BoundedCache(budget: budgetBytes)))
    }

    /// One thread for each core that this process may use. One thread customizes a hierarchy's top
    /// tier alone, so more than 16 threads gain nothing and cost memory.
    package static let availableThreads =
        min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 16)

    package var counts: Counts {
        state.withLock { state in
            let (entries, counts) = (state.entries, state.entries.counts)
            let pinned = entries.pinnedSize + state.compactBytes
            return Counts(
                hits: counts.hits, misses: counts.misses, evictions: counts.evictions,
                bytes: entries.size + pinned, pinnedBytes: pinned)
        }
    }

    /// Returns the metric of a key, computing it if it is not cached.
    ///
    /// If two concurrent requests miss the same key, both compute it, with the same result.
    package func metric(for key: MetricKey) -> Metric { entry(for: key).metric }

    /// Returns the metric of a key, computing it if it is not cached.
    ///
    /// - Returns: `nil` if it is not cached and the monitor admits no long work.
    package func metric(for key: MetricKey, monitor: some SearchMonitor) -> Metric? {
        if let held = held(.plain(key)) { return held.metric }
        return monitor.admitsLongWork ? made(key).metric : nil
    }

    private func entry(for key: MetricKey) -> HeldMetric { held(.plain(key)) ?? made(key) }

    private func made(_ key: MetricKey) -> HeldMetric {
        keep(HeldMetric(Metric(key: key, network: network)), as: .plain(key))
    }

    /// Returns a key's entry, and counts the hit or miss.
    private func held(_ key: Key) -> HeldMetric? { state.withLock { $0.entries.find(key) } }

    /// Stores an entry unless another thread has stored one already. Returns the stored one.
    private func keep(_ entry: HeldMetric, as key: Key) -> HeldMetric {
        state.withLock { state in
            if let other = state.entries.peek(key) { return other }
            state.entries.keep(entry, for: key, size: entry.byteCount)
            return entry
        }
    }

    /// Updates an entry's recorded size.
    private func measure(_ key: Key) {
        state.withLock { state in
            state.entries.change(key) { entry, bytes in bytes = entry.byteCount }
        }
    }
}

// MARK: - Traffic

extension MetricCache {
    /// Returns the keys of customized metrics under a traffic snapshot, the most recently used
    /// last.
    ///
    /// - Complexity: O(*n* log *n*) in the number of metrics.
    func customizedKeys(under snapshot: TrafficSnapshot) -> [MetricKey] {
        state.withLock { $0.entries.all }.compactMap { key, entry in
            guard case .plain(let key) = key, key.traffic?.snapshot == snapshot,
                entry.customized != nil
            else { return nil }
            return key
        }
    }

    /// Evicts the metrics that will have to go once the given pinned metrics are unpinned.
    ///
    /// Call it before their replacements are made. So three generations are never held at a time,
    /// and the third takes the memory of the first.
    ///
    /// - Complexity: O(*n*) in the number of metrics.
    func makeRoom(forUnpinning isUnpinned: (MetricKey) -> Bool) {
        state.withLock { state in
            state.entries.makeRoom { key in
                if case .plain(let metric) = key { isUnpinned(metric) } else { false }
            }
        }
    }

    /// Removes some metrics, and lets others be evicted. Requests that use them keep them.
    ///
    /// - Complexity: O(*n* log *n*) in the number of metrics.
    func release(dropped: (MetricKey) -> Bool, unpinned: (MetricKey) -> Bool) {
        state.withLock { state in
            for (key, entry) in state.entries.all {
                switch key {
                case .plain(let metric) where dropped(metric): state.entries.remove(key)
                case .derived(let derived) where dropped(derived.metric):
                    state.entries.remove(key)
                case .plain(let metric) where unpinned(metric):
                    state.entries.keep(entry, for: key, size: entry.byteCount)
                case .plain, .derived: continue
                }
            }
        }
    }
}

// MARK: - Customized metrics

extension MetricCache {
    /// Returns a metric's customized weights, computing them now if they are not cached.
    ///
    /// - Returns: `nil` when the monitor stopped the computation, or the wait for another thread's.
    package func customized(
        _ metric: Metric, _ hierarchy: Hierarchy, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let entry = entry(for: metric.key)
        if let held = entry.customized { return held }
        let made = entry.customize(monitor) {
            make(entry.metric, hierarchy, monitor)
        }
        measure(.plain(metric.key))
        return made
    }

    /// Customizes a metric by the quickest method.
    private func make(
        _ metric: Metric, _ hierarchy: Hierarchy, _ monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        fromAnother(metric, monitor)
            ?? CustomizedMetric(hierarchy, metric, threads: threads, monitor: monitor)
    }

    /// Returns a metric's customized weights if they are quickly made from others; `nil` otherwise,
    /// or when the monitor stopped the work.
    private func fromAnother(
        _ metric: Metric, _ monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        if let compact = compact(metric.key) { return compact.expanded(for: metric) }
        return withoutTraffic(metric).flatMap { plain, changed in
            plain.updated(for: metric, changed: changed, monitor: monitor)
        }
    }

    /// Returns the customized metric without another one's traffic, and the edges on which the two
    /// differ. `nil` if it is not cached, or if many edges differ: with a tenth of them, nearly
    /// every arc changes, and a whole customization on all cores is quicker.
    private func withoutTraffic(
        _ metric: Metric
    ) -> (plain: CustomizedMetric, changed: [UInt32])? {
        guard metric.key.traffic != nil else { return nil }
        var key = metric.key
        key.traffic = nil
        guard let plain = state.withLock({ $0.entries.peek(.plain(key)) })?.customized,
            let changed = metric.differences(
                from: plain.metric, atMost: metric.weights.count / Self.leastShareOfUpdates)
        else { return nil }
        return (plain, changed)
    }

    /// Updates pay off if fewer than one edge in this many differs.
    private static let leastShareOfUpdates = 256

    private func compact(_ key: MetricKey) -> CompactMetric? {
        state.withLock { $0.compact[key] }
    }

    /// Customizes metrics of one hierarchy that are not customized yet. Metrics that need a whole
    /// customization are done in pairs.
    func customize(_ metrics: [Metric], _ hierarchy: Hierarchy) {
        let open = metrics.map { entry(for: $0.key) }.filter { entry in
            guard entry.customized == nil else { return false }
            guard let quick = fromAnother(entry.metric, NeverStops()) else { return true }
            _ = entry.customize(NeverStops()) { quick }
            return false
        }
        CustomizedMetric.inPairs(hierarchy, open.map(\.metric), threads: threads) { place, made in
            _ = open[place].customize(NeverStops()) { made }
        }
        for metric in metrics { measure(.plain(metric.key)) }
    }

    /// Customizes metrics of one hierarchy and pins them. A server's travel modes must not be
    /// evicted in favor of single requests.
    package func pin(_ metrics: [Metric], _ hierarchy: Hierarchy) {
        customize(metrics, hierarchy)
        for metric in metrics {
            let entry = entry(for: metric.key)
            state.withLock { state in
                state.entries.keep(
                    entry, for: .plain(metric.key), size: entry.byteCount, isPinned: true)
            }
        }
    }

    /// Customizes metrics and stores each compactly, as its difference from a pinned metric of the
    /// same hierarchy. They are never evicted, and stay small until a request uses them. If a
    /// metric would not be small, it is pinned as a whole.
    package func keepCompact(
        _ permissive: [(key: MetricKey, beside: Metric)], _ hierarchy: Hierarchy
    ) {
        var open: [(metric: Metric, pinned: Metric)] = []
        for (key, pinned) in permissive
        where compact(key) == nil && !open.contains(where: { $0.metric.key == key }) {
            open.append((Metric(key: key, network: network), pinned))
        }
        CustomizedMetric.inPairs(hierarchy, open.map(\.metric), threads: threads) { place, made in
            keepCompact(made, beside: open[place].pinned, hierarchy)
        }
    }

    private func keepCompact(
        _ metric: CustomizedMetric, beside pinned: Metric, _ hierarchy: Hierarchy
    ) {
        guard let base = customized(pinned, hierarchy, monitor: NeverStops()) else { return }
        let key = metric.metric.key
        let compact = CompactMetric(metric, beside: base)
        guard compact.byteCount < metric.byteCount / 2 else {
            _ = entry(for: key).customize(NeverStops()) { metric }
            return pin([metric.metric], hierarchy)
        }
        state.withLock { state in
            guard state.compact[key] == nil else { return }
            state.compact[key] = compact
            state.compactBytes += compact.byteCount
        }
    }

    /// Whether a metric's customized weights are cached, compactly or not.
    package func isCustomized(_ metric: Metric) -> Bool {
        entry(for: metric.key).customized != nil || compact(metric.key) != nil
    }

    /// Customizes a metric in the background. Further calls for the same metric do nothing. A call
    /// while ``backlogLimit`` others wait does nothing either, but you can repeat it later.
    package func customizeInBackground(_ metric: Metric, _ hierarchy: Hierarchy) {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.backlogLimit,
            entry(for: metric.key).claimBackgroundWork()
        else {
            waiting.subtract(1, ordering: .relaxed)
            return
        }
        background.async { [self] in
            _ = customized(metric, hierarchy, monitor: NeverStops())
            waiting.subtract(1, ordering: .relaxed)
        }
    }

    /// Returns the weights derived for a request with barriers, if they are cached.
    package func derivedIfHeld(for costs: RequestCosts) -> CustomizedMetric? {
        let key = Self.key(of: costs)
        guard state.withLock({ $0.entries.peek(key) != nil }) else { return nil }
        return held(key)?.customized
    }

    /// Whether a request with the same metric and barriers has come recently. Records this one.
    package func hasSeen(_ costs: RequestCosts) -> Bool {
        let key = Self.key(of: costs)
        return state.withLock { state in
            if state.seen.count >= Self.rememberedBarriers { state.seen.removeAll() }
            return !state.seen.insert(key).inserted
        }
    }

    /// Returns the weights derived for a request with barriers, computing them now if they are not
    /// cached.
    ///
    /// - Returns: `nil` when the monitor stopped the computation, or the wait for another thread's.
    package func derived(
        for costs: RequestCosts, from lower: CustomizedMetric, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let key = Self.key(of: costs)
        let entry = held(key) ?? keep(HeldMetric(costs.metric, isShared: true), as: key)
        let made = entry.customize(monitor) { lower.derived(for: costs, monitor: monitor) }
        measure(key)
        return made
    }

    /// Updates the recorded size of a request's customized weights.
    func noteGrowth(of costs: RequestCosts) {
        measure(costs.hasBarriers ? Self.key(of: costs) : .plain(costs.metric.key))
    }

    private static func key(of costs: RequestCosts) -> Key {
        .derived(DerivedKey(metric: costs.metric.key, barriers: costs.identity))
    }
}

/// One metric, and its customized weights once they are computed.
private final class HeldMetric: Sendable {
    let metric: Metric
    /// Whether the metric's edge weights belong to another entry.
    private let isShared: Bool
    private let made = Mutex<CustomizedMetric?>(nil)
    private let making = InterruptibleLock()
    private let isClaimed = Atomic(false)

    init(_ metric: Metric, isShared: Bool = false) {
        self.metric = metric
        self.isShared = isShared
    }

    var byteCount: Int {
        (isShared ? 0 : metric.byteCount) + (customized?.byteCount ?? 0)
    }

    var customized: CustomizedMetric? { made.withLock(\.self) }

    /// Computes the weights. Other threads wait for them.
    ///
    /// - Returns: `nil` when the monitor stopped the work or the wait.
    func customize(
        _ monitor: some SearchMonitor, _ make: () -> CustomizedMetric?
    ) -> CustomizedMetric? {
        if let customized { return customized }
        return making.withLock(monitor) {
            if let customized { return customized }
            guard let fresh = make() else { return nil }
            made.withLock { $0 = fresh }
            return fresh
        }
    }

    /// Claims the computation of the weights in the background. Returns `true` only for the first
    /// caller.
    func claimBackgroundWork() -> Bool {
        !isClaimed.exchange(true, ordering: .relaxed)
    }
}
