// Barriers that were sent before, resolved once and kept.

import Geo
import RouteAPI
import RoutingEngine
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

    fileprivate struct OverlayKey: Hashable {
        var metric: MetricKey
        var attribute: Int
    }

    fileprivate struct Entry {
        var words: [UInt64]
        var barriers: ResolvedBarriers
        var overlays: [(key: OverlayKey, overlay: CostOverlay)] = []
        var bytes: Int
        var lastUse: Int
    }

    fileprivate struct State {
        var entries: [BarrierSetHash: Entry] = [:]
        /// Uses in order; those that are not their entry's last are skipped when they come up.
        var uses: [(hash: BarrierSetHash, number: Int)] = []
        var firstUse = 0
        var clock = 0
        var counts = Counts()
    }

    /// How many metrics' overlays are kept with a set.
    private static let overlayLimit = 8
    private let budgetBytes: Int
    private let state = Mutex(State())

    package init(budgetBytes: Int = 64 << 20) { self.budgetBytes = budgetBytes }

    package var counts: Counts { state.withLock(\.counts) }

    /// The barriers of a key, if they are kept.
    func find(_ key: BarrierKey) -> ResolvedBarriers? {
        state.withLock { state -> ResolvedBarriers? in
            guard let entry = state.entries[key.hash], entry.words == key.words else {
                state.counts.misses += 1
                return nil
            }
            state.counts.hits += 1
            state.use(key.hash)
            return entry.barriers
        }
    }

    /// Keeps barriers that were resolved whole.
    ///
    /// - Returns: Whether they are kept now; not when they alone are beyond the budget, or when
    ///   another set has the same hash.
    @discardableResult
    func keep(_ barriers: ResolvedBarriers, for key: BarrierKey) -> Bool {
        let bytes = key.words.count * 8 + barriers.byteCount
        guard bytes <= budgetBytes else { return false }
        return state.withLock { state in
            if let known = state.entries[key.hash] { return known.words == key.words }
            state.entries[key.hash] = Entry(
                words: key.words, barriers: barriers, bytes: bytes, lastUse: 0)
            state.counts.bytes += bytes
            state.use(key.hash)
            state.evict(beyond: budgetBytes)
            return true
        }
    }

    /// The overlay of kept barriers on a metric, if it is known.
    func overlay(of hash: BarrierSetHash, on metric: MetricKey, attribute: Int) -> CostOverlay? {
        let wanted = OverlayKey(metric: metric, attribute: attribute)
        return state.withLock { state in
            state.entries[hash]?.overlays.first { $0.key == wanted }?.overlay
        }
    }

    /// Keeps an overlay with its barriers, as long as those are kept.
    func keep(
        _ overlay: CostOverlay, of hash: BarrierSetHash, on metric: MetricKey, attribute: Int
    ) {
        let key = OverlayKey(metric: metric, attribute: attribute)
        state.withLock { state in
            guard var entry = state.entries[hash],
                !entry.overlays.contains(where: { $0.key == key })
            else { return }
            entry.overlays.append((key, overlay))
            var change = overlay.byteCount
            if entry.overlays.count > Self.overlayLimit {
                change -= entry.overlays.removeFirst().overlay.byteCount
            }
            entry.bytes += change
            state.counts.bytes += change
            state.entries[hash] = entry
            state.evict(beyond: budgetBytes)
        }
    }
}

extension BarrierCache.State {
    fileprivate mutating func use(_ hash: BarrierSetHash) {
        clock += 1
        entries[hash]?.lastUse = clock
        uses.append((hash, clock))
        guard uses.count > 2 * entries.count + 64 else { return }
        uses = uses[firstUse...].filter { entries[$0.hash]?.lastUse == $0.number }
        firstUse = 0
    }

    /// Drops the least recently used entries until the budget is kept.
    fileprivate mutating func evict(beyond budget: Int) {
        while counts.bytes > budget, firstUse < uses.count {
            let use = uses[firstUse]
            firstUse += 1
            guard let entry = entries[use.hash], entry.lastUse == use.number else { continue }
            entries[use.hash] = nil
            counts.bytes -= entry.bytes
            counts.evictions += 1
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
