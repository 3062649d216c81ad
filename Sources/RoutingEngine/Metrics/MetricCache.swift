// Metrics that requests have asked for, kept for the next one.

package import RoadNetwork
import Synchronization

/// The metrics of one network, least recently used ones dropped beyond a budget of bytes.
package final class MetricCache: Sendable {
    /// How the cache has served so far.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        package var bytes = 0
    }

    private struct State {
        var metrics: [MetricKey: (metric: Metric, lastUse: Int)] = [:]
        var clock = 0
        var counts = Counts()
    }

    private let network: NetworkDataset
    private let budgetBytes: Int
    private let state = Mutex(State())

    package init(network: NetworkDataset, budgetBytes: Int = 512 << 20) {
        self.network = network
        self.budgetBytes = budgetBytes
    }

    package var counts: Counts { state.withLock(\.counts) }

    /// The metric of a key, computed when it is not kept.
    ///
    /// Two requests that miss the same key at once both compute it; they compute the same.
    package func metric(for key: MetricKey) -> Metric {
        let kept = state.withLock { state -> Metric? in
            state.clock += 1
            guard let found = state.metrics[key] else { return nil }
            state.metrics[key] = (found.metric, state.clock)
            state.counts.hits += 1
            return found.metric
        }
        if let kept { return kept }
        let fresh = Metric(key: key, network: network)
        state.withLock { state in
            state.counts.misses += 1
            if state.metrics[key] == nil { state.counts.bytes += fresh.byteCount }
            state.metrics[key] = (fresh, state.clock)
            while state.counts.bytes > budgetBytes, state.metrics.count > 1,
                let oldest = state.metrics.filter({ $0.key != key })
                    .min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.metrics[oldest.key] = nil
                state.counts.bytes -= oldest.value.metric.byteCount
                state.counts.evictions += 1
            }
        }
        return fresh
    }
}
