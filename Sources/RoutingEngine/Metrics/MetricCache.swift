// Metrics that requests have asked for, kept for the next one.

import DataStructures
import Dispatch
import Foundation
package import RoadNetwork
import Synchronization

/// The metrics of one network, plain, customized and derived, least recently used ones dropped
/// beyond a budget of bytes; pinned ones stay, and count for themselves.
package final class MetricCache: Sendable {
    /// How the cache has served so far.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        /// What all metrics hold, pinned ones included.
        package var bytes = 0
        package var pinnedBytes = 0
    }

    /// What a metric is kept by.
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
        var entries: BoundedCache<Key, Entry>
        /// What is stored compactly until it is first asked for, and again when it was dropped.
        var compact: [MetricKey: CompactMetric] = [:]
        var compactBytes = 0
        /// Barriers asked about lately, without a metric of their own.
        var seen: Set<Key> = []
    }

    /// How many barriers are remembered that have come once.
    private static let rememberedBarriers = 1_000

    private let network: NetworkDataset
    private let threads: Int
    private let state: Mutex<State>
    /// One customization after the other: a flood of new settings must not take the machine.
    private let background = DispatchQueue(label: "waypost.customization", qos: .utility)
    private let waiting = Atomic(0)
    /// How many metrics may wait to be customized; each holds its weights meanwhile.
    package static let backlogLimit = 4

    /// How many metrics are being customized in the background, or wait for it.
    package var backlog: Int { waiting.load(ordering: .relaxed) }

    /// - Parameters:
    ///   - budgetBytes: What the metrics that are not pinned may hold together; one is kept
    ///     whatever its size.
    ///   - threads: How many threads a customization takes.
    package init(
        network: NetworkDataset, budgetBytes: Int = 512 << 20,
        threads: Int = MetricCache.availableThreads
    ) {
        self.network = network
        self.threads = threads
        state = Mutex(State(entries: BoundedCache(budget: budgetBytes)))
    }

    /// A thread for each core that this process may use. Above the widest tiers of a hierarchy
    /// there is one thread's work, so that more than some gain nothing and cost memory.
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

    /// The metric of a key, computed when it is not kept.
    ///
    /// Two requests that miss the same key at once both compute it; they compute the same.
    package func metric(for key: MetricKey) -> Metric { entry(for: key).metric }

    /// The metric of a key, computed when it is not kept.
    ///
    /// - Returns: `nil` when it is not kept and the monitor admits no long work.
    package func metric(for key: MetricKey, monitor: some SearchMonitor) -> Metric? {
        if let held = held(.plain(key)) { return held.metric }
        return monitor.admitsLongWork ? made(key).metric : nil
    }

    private func entry(for key: MetricKey) -> Entry { held(.plain(key)) ?? made(key) }

    private func made(_ key: MetricKey) -> Entry {
        keep(Entry(Metric(key: key, network: network)), as: .plain(key))
    }

    /// What is kept under a key; counts the hit or the miss.
    private func held(_ key: Key) -> Entry? { state.withLock { $0.entries.find(key) } }

    /// Keeps an entry, unless another thread was quicker; what is kept then is returned.
    private func keep(_ entry: Entry, as key: Key) -> Entry {
        state.withLock { state in
            if let other = state.entries.peek(key) { return other }
            state.entries.keep(entry, for: key, size: entry.byteCount)
            return entry
        }
    }

    /// Notes that an entry has grown.
    private func measure(_ key: Key) {
        state.withLock { state in
            state.entries.change(key) { entry, bytes in bytes = entry.byteCount }
        }
    }
}

// MARK: - Customized metrics

extension MetricCache {
    /// The customized weights of a metric, made now when they are not kept.
    ///
    /// - Returns: `nil` when the monitor stopped it, or the waiting for another thread's.
    package func customized(
        _ metric: Metric, _ hierarchy: Hierarchy, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let entry = entry(for: metric.key)
        if let held = entry.customized { return held }
        let made = entry.customize(monitor) {
            compact(metric.key)?.expanded(for: entry.metric)
                ?? CustomizedMetric(hierarchy, entry.metric, threads: threads, monitor: monitor)
        }
        measure(.plain(metric.key))
        return made
    }

    private func compact(_ key: MetricKey) -> CompactMetric? {
        state.withLock { $0.compact[key] }
    }

    /// Customizes a metric and keeps it for good: what a server promised must not be dropped for
    /// what a single request brought.
    package func pin(_ metric: Metric, _ hierarchy: Hierarchy) {
        let key = Key.plain(metric.key)
        let entry = entry(for: metric.key)
        _ = entry.customize(NeverStops()) {
            CustomizedMetric(hierarchy, entry.metric, threads: threads)
        }
        state.withLock { state in
            state.entries.keep(entry, for: key, size: entry.byteCount, isPinned: true)
        }
    }

    /// Customizes a metric and stores it compactly beside one that is pinned: it is kept for good,
    /// and small as long as no request asks for it. One that would not be small is pinned too.
    package func keepCompact(_ key: MetricKey, beside pinned: Metric, _ hierarchy: Hierarchy) {
        guard compact(key) == nil else { return }
        let metric = CustomizedMetric(
            hierarchy, Metric(key: key, network: network), threads: threads)
        guard let base = customized(pinned, hierarchy, monitor: NeverStops()) else { return }
        let compact = CompactMetric(metric, beside: base)
        guard compact.byteCount < metric.byteCount / 2 else {
            _ = entry(for: key).customize(NeverStops()) { metric }
            return pin(metric.metric, hierarchy)
        }
        state.withLock { state in
            guard state.compact[key] == nil else { return }
            state.compact[key] = compact
            state.compactBytes += compact.byteCount
        }
    }

    /// Whether the customized weights of a metric are kept, stored compactly or not.
    package func isCustomized(_ metric: Metric) -> Bool {
        entry(for: metric.key).customized != nil || compact(metric.key) != nil
    }

    /// Has a metric customized in the background; once, however often it is asked for, and not at
    /// all while ``backlogLimit`` others wait: a later request may ask again.
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

    /// The weights derived for a request with barriers, if they are kept.
    package func derivedIfHeld(for costs: RequestCosts) -> CustomizedMetric? {
        let key = Self.key(of: costs)
        guard state.withLock({ $0.entries.peek(key) != nil }) else { return nil }
        return held(key)?.customized
    }

    /// Whether a request with the same metric and barriers has come lately; notes that it has.
    package func hasSeen(_ costs: RequestCosts) -> Bool {
        let key = Self.key(of: costs)
        return state.withLock { state in
            if state.seen.count >= Self.rememberedBarriers { state.seen.removeAll() }
            return !state.seen.insert(key).inserted
        }
    }

    /// The weights derived for a request with barriers, made now when they are not kept.
    ///
    /// - Returns: `nil` when the monitor stopped it, or the waiting for another thread's.
    package func derived(
        for costs: RequestCosts, from lower: CustomizedMetric, monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        let key = Self.key(of: costs)
        let entry = held(key) ?? keep(Entry(costs.metric, isShared: true), as: key)
        let made = entry.customize(monitor) { lower.derived(for: costs, monitor: monitor) }
        measure(key)
        return made
    }

    /// Notes that the customized weights of a request hold more than before.
    func noteGrowth(of costs: RequestCosts) {
        measure(costs.hasBarriers ? Self.key(of: costs) : .plain(costs.metric.key))
    }

    private static func key(of costs: RequestCosts) -> Key {
        .derived(DerivedKey(metric: costs.metric.key, barriers: costs.identity))
    }
}

/// One metric, and its customized weights once they are made.
private final class Entry: Sendable {
    let metric: Metric
    /// Whether the metric's own weights are another entry's.
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

    /// Makes the weights; threads that come meanwhile wait for them.
    ///
    /// - Returns: `nil` when the monitor stopped the work or the waiting.
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

    /// Whether the caller is the first who wants the weights made in the background.
    func claimBackgroundWork() -> Bool {
        !isClaimed.exchange(true, ordering: .relaxed)
    }
}
