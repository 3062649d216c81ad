// The metrics of a new snapshot of traffic, made while requests use the old ones.

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
        if let last { metrics.makeRoom(forUnpinning: { $0.isUnder([last]) }) }
        for (hierarchy, metrics) in changed(own, under: snapshot, at: instant) {
            self.metrics.pin(metrics, hierarchy)
        }
        guard let last else { return }
        let recent = metrics.customizedKeys(under: last).map { key in
            var plain = key
            plain.traffic = nil
            return plain
        }.filter { !own.contains($0) }.suffix(Self.mostRecent)
        for (hierarchy, metrics) in changed(Array(recent), under: snapshot, at: instant) {
            self.metrics.customize(metrics, hierarchy)
        }
    }

    /// The metrics of keys under a snapshot, where it changes them, by hierarchy.
    private func changed(
        _ keys: [MetricKey], under snapshot: TrafficSnapshot, at instant: Int64
    ) -> [(hierarchy: Hierarchy, metrics: [Metric])] {
        byHierarchy(keys).compactMap { hierarchy, keys in
            guard let epoch = snapshot.epoch(at: instant, family: hierarchy.family) else {
                return nil
            }
            return (
                hierarchy,
                keys.map { key in
                    var key = key
                    key.traffic = epoch
                    return metrics.metric(for: key)
                }
            )
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
