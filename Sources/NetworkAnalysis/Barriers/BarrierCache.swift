// A cache of resolved barriers, for barriers that are sent again.

import DataStructures
import Geo
import RouteAPI
package import RoutingEngine
import Synchronization

/// A cache of the resolved barriers of one network, limited in bytes; the least recently used are
/// removed first.
///
/// A set of barriers is found by the hash of everything that it depends on, and compared word by
/// word, so that different sets never share a result. It is stored with its overlays on the metrics
/// that it was used with. Only successful results are stored. Safe to share between threads.
package final class BarrierCache: Sendable {
    /// The counts of the use of the cache.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        /// The bytes of the entries.
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

    /// The most overlays that are stored with a set: those of standing barriers are prepared for
    /// every travel mode, under the last traffic and the next.
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

    /// The barriers of a key, if they are in the cache.
    package func find(_ key: BarrierKey) -> ResolvedBarriers? {
        entries.withLock { entries in
            entries.find(key.hash) { $0.words == key.words }?.barriers
        }
    }

    /// Stores resolved barriers, unless they alone exceed the budget.
    ///
    /// - Returns: Whether their hash is theirs alone; `false` when another set has the same one.
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

    /// The overlay of barriers on a metric, if it is in the cache.
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
    /// - Complexity: O(*n* log *n*) in the number of sets of barriers.
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

    /// Stores an overlay with its barriers, if those are in the cache.
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
