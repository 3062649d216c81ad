// The edges whose cost a request's barriers change.

/// An edge that barriers touch.
package struct TouchedEdge: Hashable, BitwiseCopyable, Sendable {
    package let edge: UInt32
    /// The metric's weight.
    package let base: UInt32
    /// The weight with the barriers applied; ``SearchCost/closed`` if travel is barred.
    package let weight: UInt32

    package init(edge: UInt32, base: UInt32, weight: UInt32) {
        self.edge = edge
        self.base = base
        self.weight = weight
    }
}

/// The edges that barriers touch, with their weights. It is sparse: nothing in it grows with the
/// network.
///
/// A request's barriers lie over a shared ``Metric`` instead of changing it. Searches ask for every
/// edge they settle, so a small bit filter first answers for nearly all edges that are not touched:
/// bit `edge % size`, with at least 16 bits per touched edge. Edges are numbered along streets, so
/// neighbors take neighboring bits and the remainder serves as a hash. Only edges that pass the
/// filter are looked up in a table with open addressing. Edges that the metric closes are left out.
///
/// ``LegEngine`` chooses the mechanism by ``leastFactor``.
///
/// Rejected: a copy of all weights, which cost 60 µs on a city and grows with the network; the
/// table alone, whose misses go to slower memory; a binary search in place of the table.
package final class CostOverlay: @unchecked Sendable {
    // Sendable: only the initializer writes.
    private let filter: UnsafeMutablePointer<UInt64>
    private let filterMask: UInt32
    private let rows: EdgeRows
    /// The touched edges, ascending.
    package let touched: [TouchedEdge]
    /// Whether no edge is cheaper than without barriers.
    package let isRaisingOnly: Bool
    /// A lower bound of weight / base over all touched edges; 1 if ``isRaisingOnly``.
    ///
    /// It is rounded down, so a lower bound of a cost times this factor stays a lower bound.
    package let leastFactor: Double
    /// The cost of passing each node with a barrier; ``SearchCost/closed`` if passage is barred.
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
        rows = EdgeRows(of: touched)
        var leastFactor = 1.0
        var changed = 0
        for entry in touched {
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
        rows.deallocate()
    }

    /// Bytes held, for a cache's budget.
    package var byteCount: Int {
        Int(filterMask) / 8 + touched.count * 12 + rows.byteCount + nodeCosts.count * 16
    }

    /// Whether the filter lets an edge pass. If it does not, the edge is not touched.
    @inline(__always)
    func mayTouch(_ edge: UInt32) -> Bool {
        let bit = edge & filterMask
        return filter[Int(bit >> 6)] >> UInt64(bit & 63) & 1 != 0
    }

    /// Returns an edge's position in ``touched``, or `nil`.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func position(of edge: UInt32) -> Int? { rows.row(of: edge) }

    /// Returns an edge's weight with the barriers applied, given its weight without them.
    @inline(__always)
    func weight(of edge: UInt32, base: UInt32) -> UInt32 {
        mayTouch(edge) ? position(of: edge).map { touched[$0].weight } ?? base : base
    }
}

/// A table from edges to rows, with open addressing and at most half full.
private struct EdgeRows {
    /// A place in the table. An unused place holds ``unused`` instead of an edge.
    private struct Slot: BitwiseCopyable {
        var edge: UInt32
        var row: UInt32
    }

    private static let unused = UInt32.max
    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int
    /// How many bits to shift a product by to get a place.
    private let shift: UInt32

    init(of touched: [TouchedEdge]) {
        let bits = Int.bitWidth - max(1, 2 * touched.count - 1).leadingZeroBitCount
        mask = (1 << bits) - 1
        shift = UInt32(32 - bits)
        slots = .allocate(capacity: mask + 1)
        slots.initialize(repeating: Slot(edge: Self.unused, row: 0), count: mask + 1)
        for (row, entry) in touched.enumerated() {
            assert(entry.edge != Self.unused)
            var place = place(of: entry.edge)
            while slots[place].edge != Self.unused { place = (place + 1) & mask }
            slots[place] = Slot(edge: entry.edge, row: UInt32(row))
        }
    }

    func deallocate() { slots.deallocate() }

    var byteCount: Int { (mask + 1) * 8 }

    @inline(__always)
    func row(of edge: UInt32) -> Int? {
        var place = place(of: edge)
        while true {
            let slot = slots[place]
            if slot.edge == edge { return Int(slot.row) }
            if slot.edge == Self.unused { return nil }
            place = (place + 1) & mask
        }
    }

    /// Returns where the search for an edge begins. Fibonacci hashing (D. E. Knuth, The Art of
    /// Computer Programming 3, 6.4).
    @inline(__always)
    private func place(of edge: UInt32) -> Int { Int((edge &* 0x9E37_79B9) >> shift) }
}
