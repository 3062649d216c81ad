// The edges whose cost a request's barriers change.

/// An edge that barriers touch.
package struct TouchedEdge: Hashable, BitwiseCopyable, Sendable {
    package let edge: UInt32
    /// The metric's weight.
    package let base: UInt32
    /// The weight with the barriers applied, ``SearchCost/closed`` where travel is barred.
    package let weight: UInt32

    /// Makes a record.
    package init(edge: UInt32, base: UInt32, weight: UInt32) {
        self.edge = edge
        self.base = base
        self.weight = weight
    }
}

/// The edges that barriers touch and their weights, sparse: nothing in it grows with the network.
///
/// Edges that the metric closes are left out. A search asks for every edge that it settles, so a
/// small bit filter answers for nearly all that are not touched: bit `edge % size`, at least 16
/// bits for every touched edge. Edges are numbered along streets, so that neighbors take
/// neighboring bits and the remainder serves as a hash.
///
/// Rejected: a copy of all weights, which cost 60 µs on a city and grows with the network; an
/// open-addressed table alone, whose misses go to slower memory.
package final class CostOverlay: @unchecked Sendable {
    // Sendable: written by the initializer only.
    private let filter: UnsafeMutablePointer<UInt64>
    private let filterMask: UInt32
    private let keys: UnsafeMutablePointer<UInt32>
    /// The touched edges, ascending.
    package let touched: [TouchedEdge]
    /// Whether no edge is cheaper than without barriers.
    package let isRaisingOnly: Bool
    /// A lower bound of weight by base for every touched edge, 1 when ``isRaisingOnly``.
    ///
    /// Rounded down, so that a lower bound of a cost times this stays a lower bound.
    package let leastFactor: Double
    /// Cost of passing a node that a barrier lies on, ``SearchCost/closed`` where passage is
    /// barred.
    package let nodeCosts: [UInt32: UInt32]
    /// How many edges have another weight than without barriers.
    package let changedCount: Int

    /// - Parameter touched: Ascending by edge, each once.
    package init(_ touched: [TouchedEdge], nodeCosts: [UInt32: UInt32] = [:]) {
        self.nodeCosts = nodeCosts
        assert(zip(touched, touched.dropFirst()).allSatisfy { $0.edge < $1.edge })
        self.touched = touched
        var words = touched.isEmpty ? 1 : 64
        while words * 4 < touched.count { words *= 2 }
        filter = .allocate(capacity: words)
        filter.initialize(repeating: 0, count: words)
        filterMask = UInt32(words * 64 - 1)
        keys = .allocate(capacity: max(1, touched.count))
        var leastFactor = 1.0
        var changed = 0
        for index in touched.indices {
            let entry = touched[index]
            (keys + index).initialize(to: entry.edge)
            let bit = entry.edge & filterMask
            filter[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
            guard entry.weight != entry.base else { continue }
            changed += 1
            if entry.weight < entry.base {
                leastFactor = min(leastFactor, Metric.share(entry.weight, of: entry.base))
            }
        }
        self.leastFactor = leastFactor
        isRaisingOnly = leastFactor == 1
        changedCount = changed
    }

    deinit {
        filter.deallocate()
        keys.deallocate()
    }

    /// Bytes held, for a cache's budget.
    package var byteCount: Int { Int(filterMask) / 8 + touched.count * 16 + nodeCosts.count * 16 }

    /// Whether the filter lets an edge pass; false means that the edge is not touched.
    @inline(__always)
    func mayTouch(_ edge: UInt32) -> Bool {
        let bit = edge & filterMask
        return filter[Int(bit >> 6)] >> UInt64(bit & 63) & 1 != 0
    }

    /// The position of an edge in ``touched``, or `nil`.
    ///
    /// It halves a count, not a range: with `partitioningIndex` routes around 100 small polygons
    /// took 3 % more time on Porto, 2026-11-25, by turns.
    ///
    /// - Complexity: O(log *n*) in the number of touched edges for edges that pass the filter, else
    ///   O(1).
    func position(of edge: UInt32) -> Int? {
        var (low, count) = (0, touched.count)
        while count > 0 {
            let half = count >> 1
            if keys[low + half] < edge {
                low += half + 1
                count -= half + 1
            } else {
                count = half
            }
        }
        return low < touched.count && keys[low] == edge ? low : nil
    }

    /// The weight of an edge with the barriers applied, given the one without.
    @inline(__always)
    func weight(of edge: UInt32, base: UInt32) -> UInt32 {
        mayTouch(edge) ? position(of: edge).map { touched[$0].weight } ?? base : base
    }
}
