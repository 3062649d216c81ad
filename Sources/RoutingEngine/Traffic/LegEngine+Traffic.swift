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
    ///   - period: From the departure of the requests that they are made for to the end of their
    ///     travel, in epoch milliseconds. Where closures begin or end within it, there are metrics
    ///     with the closures at the departure too, for requests that do not judge them on arrival.
    ///   - last: The snapshot that requests use until then.
    /// - Complexity: O(*t*) in the triangles of the hierarchy for each key, on all cores.
    package func prepare(
        under snapshot: TrafficSnapshot, during period: ClosedRange<Int64>,
        insteadOf last: TrafficSnapshot?
    ) {
        let own = prepared.withLock(\.self)
        if let last { metrics.makeRoom(forUnpinning: { $0.isUnder([last]) }) }
        for (hierarchy, metrics) in changed(own, under: snapshot, during: period) {
            self.metrics.pin(metrics, hierarchy)
        }
        guard let last else { return }
        let recent = metrics.customizedKeys(under: last).map { key in
            var plain = key
            plain.traffic = nil
            return plain
        }.filter { !own.contains($0) }.suffix(Self.mostRecent)
        for (hierarchy, metrics) in changed(Array(recent), under: snapshot, during: period) {
            self.metrics.customize(metrics, hierarchy)
        }
    }

    /// The metrics of keys under a snapshot, where it changes them, by hierarchy.
    private func changed(
        _ keys: [MetricKey], under snapshot: TrafficSnapshot, during period: ClosedRange<Int64>
    ) -> [(hierarchy: Hierarchy, metrics: [Metric])] {
        byHierarchy(keys).compactMap { hierarchy, keys in
            let epochs = [period.lowerBound, period.upperBound].compactMap {
                snapshot.epoch(at: period.lowerBound, until: $0, family: hierarchy.family)
            }
            let distinct = epochs.first == epochs.last ? epochs.prefix(1) : epochs[...]
            guard !distinct.isEmpty else { return nil }
            return (
                hierarchy,
                distinct.flatMap { epoch in
                    keys.map { key in
                        var key = key
                        key.traffic = epoch
                        return metrics.metric(for: key)
                    }
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
