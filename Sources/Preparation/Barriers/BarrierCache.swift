// A cache of resolved barriers, for barriers that are sent again.

import DataStructures
import Geo
import RouteAPI
package import RoutingEngine
import Synchronization

/// Caches one network's resolved barriers, limited in bytes; evicts the least recently used first.
///
/// An entry is found by hashing everything that its barriers depend on, then compared word by word,
/// so different sets never share a result. Each entry also holds its overlays on the metrics it was
/// used with. Only successful results are stored. You may share a cache between threads.
package final class BarrierCache: Sendable {
    /// How often the cache was used.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        /// The size of all entries.
        package var bytes = 0
    }

    private struct OverlayKey: Hashable {
        var metric: MetricKey
        var attribute: Int
    }

    private struct Entry {
        var words: [UInt64]
        var barriers: ResolvedBarriers
        var overlays: [(key: OverlayKey, overlay: CostOverlay)] = []
    }

    /// The most overlays stored with one set. Standing barriers need one for every travel mode,
    /// under both the current and the next traffic.
    private static let overlayLimit = 40
    private let entries: Mutex<BoundedCache<BarrierSetHash, Entry>>

    package init(budgetBytes: Int = 64 << 20) {
        entries = Mutex(BoundedCache(budget: budgetBytes))
    }

    package var counts: Counts {
        entries.withLock { entries in
            Counts(
                hits: entries.counts.hits, misses: entries.counts.misses,
                evictions: entries.counts.evictions, bytes: entries.size)
        }
    }

    /// Returns a key's barriers if they are cached.
    package func find(_ key: BarrierKey) -> ResolvedBarriers? {
        entries.withLock { entries in
            entries.find(key.hash) { $0.words == key.words }?.barriers
        }
    }

    /// Stores resolved barriers, unless they alone exceed the budget.
    ///
    /// - Returns: Whether their hash is unique; `false` if another set has the same hash.
    @discardableResult
    package func keep(_ barriers: ResolvedBarriers, for key: BarrierKey) -> Bool {
        let bytes = key.words.count * 8 + barriers.byteCount
        return entries.withLock { entries in
            if let known = entries.peek(key.hash) { return known.words == key.words }
            if bytes > entries.budget { return true }
            entries.keep(
                Entry(words: key.words, barriers: barriers), for: key.hash, size: bytes)
            return true
        }
    }

    /// Returns the barriers' overlay on a metric if it is cached.
    package func overlay(of hash: BarrierSetHash, on metric: MetricKey, attribute: Int)
        -> CostOverlay?
    {
        let wanted = OverlayKey(metric: metric, attribute: attribute)
        return entries.withLock { entries in
            entries.peek(hash)?.overlays.first { $0.key == wanted }?.overlay
        }
    }

    /// Removes the overlays on some metrics.
    ///
    /// - Complexity: O(*n* log *n*) for *n* barrier sets.
    func forget(where isForgotten: (MetricKey) -> Bool) {
        entries.withLock { entries in
            for (hash, entry) in entries.all
            where entry.overlays.contains(where: { isForgotten($0.key.metric) }) {
                entries.change(hash) { entry, bytes in
                    for overlay in entry.overlays where isForgotten(overlay.key.metric) {
                        bytes -= overlay.overlay.byteCount
                    }
                    entry.overlays.removeAll { isForgotten($0.key.metric) }
                }
            }
        }
    }

    /// Stores an overlay with its barriers, if the barriers are cached.
    package func keep(
        _ overlay: CostOverlay, of hash: BarrierSetHash, on metric: MetricKey, attribute: Int
    ) {
        let key = OverlayKey(metric: metric, attribute: attribute)
        entries.withLock { entries in
            var isTooMuch = false
            let budget = entries.budget
            entries.change(hash) { entry, bytes in
                guard !entry.overlays.contains(where: { $0.key == key }) else { return }
                entry.overlays.append((key, overlay))
                bytes += overlay.byteCount
                while entry.overlays.count > Self.overlayLimit
                    || bytes > budget && entry.overlays.count > 1
                {
                    bytes -= entry.overlays.removeFirst().overlay.byteCount
                }
                isTooMuch = bytes > budget
            }
            if isTooMuch { entries.remove(hash) }
        }
    }
}

extension ResolvedBarriers {
    /// The approximate size in bytes.
    fileprivate var byteCount: Int {
        let rows = all.reduce(0) { sum, barrier in
            let input = barrier.input
            let corners = input.geometry.coordinates.count + input.original.coordinates.count
            let values = input.attributeValues.count + barrier.segments.count
            return sum + 600 + 16 * corners + 8 * values
        }
        let texts = (messages + readingMessages).reduce(0) { $0 + 64 + $1.text.utf8.count }
        return rows + texts + effects.segments.byteCount + 96 * effects.nodes.count
    }
}
