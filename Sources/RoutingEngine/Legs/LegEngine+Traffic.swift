// The metrics of a new traffic snapshot, made while requests use the old ones.

import RoadNetwork
import Synchronization

extension LegEngine {
    /// The most metrics of requests with their own settings to make for a new snapshot.
    private static let mostRecent = 4

    /// Customizes metrics under a new snapshot: for the prepared keys, which are also pinned in the
    /// cache, and for the keys that requests used last under the previous snapshot.
    ///
    /// - Parameters:
    ///   - period: From the departure of the requests to the end of their travel, in epoch
    ///     milliseconds. If closures begin or end within it, metrics with the closures at departure
    ///     are made too, for requests that do not judge them on arrival.
    ///   - last: The snapshot that requests use until then.
    /// - Complexity: O(*t*) in the hierarchy's triangles for each key, on all cores.
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

    /// Returns the metrics of keys under a snapshot, if it changes them, by hierarchy.
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

    /// Removes the metrics of some snapshots from the cache, and unpins another snapshot's so that
    /// they can be evicted.
    package func releaseMetrics(of dropped: [TrafficSnapshot], unpinning last: TrafficSnapshot?) {
        metrics.release(
            dropped: { $0.isUnder(dropped) },
            unpinned: { $0.isUnder([last].compactMap(\.self)) })
    }
}
