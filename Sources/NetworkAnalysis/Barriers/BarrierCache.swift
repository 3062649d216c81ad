// Barriers that were sent before, resolved once and kept.

import DataStructures
import Geo
import RouteAPI
package import RoutingEngine
import Synchronization

/// Resolved barriers of one layer, the least recently used ones dropped beyond a budget of bytes.
///
/// A set is found by the hash of all that it depends on and compared word by word, so that no two
/// sets ever share a result. With a set are kept the overlays of the metrics that it was asked
/// under. Only what succeeded is kept. Safe to share between threads.
package final class BarrierCache: Sendable {
    /// How the cache has served so far.
    package struct Counts: Hashable, Sendable {
        package var hits = 0
        package var misses = 0
        package var evictions = 0
        /// Bytes held now.
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

    /// How many metrics' overlays are kept with a set.
    private static let overlayLimit = 8
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

    /// The barriers of a key, if they are kept.
    package func find(_ key: BarrierKey) -> ResolvedBarriers? {
        entries.withLock { entries in
            entries.find(key.hash) { $0.words == key.words }?.barriers
        }
    }

    /// Keeps barriers that were resolved whole.
    ///
    /// - Returns: Whether they are kept now; not when they alone are beyond the budget, or when
    ///   another set has the same hash.
    @discardableResult
    package func keep(_ barriers: ResolvedBarriers, for key: BarrierKey) -> Bool {
        let bytes = key.words.count * 8 + barriers.byteCount
        return entries.withLock { entries in
            guard bytes <= entries.budget else { return false }
            if let known = entries.peek(key.hash) { return known.words == key.words }
            entries.keep(
                Entry(words: key.words, barriers: barriers), for: key.hash, size: bytes)
            return true
        }
    }

    /// The overlay of kept barriers on a metric, if it is known.
    package func overlay(of hash: BarrierSetHash, on metric: MetricKey, attribute: Int)
        -> CostOverlay?
    {
        let wanted = OverlayKey(metric: metric, attribute: attribute)
        return entries.withLock { entries in
            entries.peek(hash)?.overlays.first { $0.key == wanted }?.overlay
        }
    }

    /// Keeps an overlay with its barriers, as long as those are kept.
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
                if entry.overlays.count > Self.overlayLimit {
                    bytes -= entry.overlays.removeFirst().overlay.byteCount
                }
                isTooMuch = bytes > budget
            }
            if isTooMuch { entries.remove(hash) }
        }
    }
}

extension ResolvedBarriers {
    /// Bytes held, about.
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
