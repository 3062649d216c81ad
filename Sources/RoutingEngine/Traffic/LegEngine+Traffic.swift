// The metrics of a new snapshot of traffic: made beside those in use before requests need them.

import RoadNetwork
import Synchronization

extension LegEngine {
    /// The most metrics of requests with settings of their own that are made for a new snapshot.
    private static let mostRecent = 4

    /// Customizes the metrics of the prepared keys under a snapshot, and of the keys that requests
    /// have used last under the snapshot before it, and pins the former in the cache.
    ///
    /// - Parameters:
    ///   - instant: The departure of the requests that they are made for, in epoch milliseconds.
    ///   - last: The snapshot that requests use until then.
    /// - Complexity: O(*t*) in the triangles of the hierarchy for each key, on all cores.
    package func prepare(
        under snapshot: TrafficSnapshot, at instant: Int64, insteadOf last: TrafficSnapshot?
    ) {
        let own = prepared.withLock(\.self)
        for key in own { customize(key, under: snapshot, at: instant, isPinned: true) }
        guard let last else { return }
        for key in metrics.customizedKeys(under: last).suffix(Self.mostRecent) {
            var plain = key
            plain.traffic = nil
            guard !own.contains(plain) else { continue }
            customize(plain, under: snapshot, at: instant, isPinned: false)
        }
    }

    private func customize(
        _ plain: MetricKey, under snapshot: TrafficSnapshot, at instant: Int64, isPinned: Bool
    ) {
        var key = plain
        key.traffic = snapshot.epoch(at: instant, family: key.family)
        guard key.traffic != nil, let hierarchy = hierarchy(for: key) else { return }
        let metric = metrics.metric(for: key)
        if isPinned {
            metrics.pin(metric, hierarchy)
        } else {
            _ = metrics.customized(metric, hierarchy, monitor: NeverStops())
        }
    }

    /// Removes the metrics of some snapshots from the cache, and lets those of another one be
    /// evicted.
    package func releaseMetrics(of dropped: [TrafficSnapshot], unpinning last: TrafficSnapshot?) {
        metrics.release(
            dropped: { $0.isUnder(dropped) },
            unpinned: { $0.isUnder([last].compactMap(\.self)) })
    }
}
