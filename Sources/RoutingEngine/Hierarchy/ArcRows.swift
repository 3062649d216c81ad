// A hierarchy's up arcs or down arcs, indexed for customization.

import RoadNetwork

/// Up arcs or down arcs, listed by their lower ends, where each has its weight, and by their higher
/// ends.
struct ArcRows {
    /// Each vertex's first arc, and the higher ends of all arcs, ascending for each vertex.
    let first: UnsafePointer<UInt32>
    let ends: UnsafePointer<UInt32>
    let weights: UnsafeMutablePointer<UInt32>
    /// For each vertex, where its list of lower neighbors begins, and all lists, each ascending.
    let lowerFirst: UnsafePointer<UInt32>
    let lower: UnsafePointer<UInt32>

    init(up columns: HierarchyColumns, _ arcs: ArcWeights) {
        first = columns.upFirst.base
        ends = columns.upHead.base
        weights = arcs.up
        lowerFirst = columns.upIntoFirst.base
        lower = columns.upIntoTail.base
    }

    init(down columns: HierarchyColumns, _ arcs: ArcWeights) {
        first = columns.downFirst.base
        ends = columns.downTail.base
        weights = arcs.down
        lowerFirst = columns.downFromFirst.base
        lower = columns.downFromHead.base
    }

    /// Returns the arcs between a vertex and higher ones.
    @inline(__always)
    func arcs(of vertex: Int) -> Range<Int> {
        Int(first[vertex])..<Int(first[vertex + 1])
    }

    /// Returns a vertex's lower neighbors, as positions in ``lower``.
    @inline(__always)
    func placesBelow(_ vertex: Int) -> Range<Int> {
        Int(lowerFirst[vertex])..<Int(lowerFirst[vertex + 1])
    }

    /// Rows up to this length are searched linearly, which is faster. Most vertices have no more
    /// arcs.
    private static let fewArcs = 12

    /// Returns the arc between two vertices, by binary search in the lower vertex's row.
    ///
    /// - Precondition: There is one.
    @inline(__always)
    func arc(from lower: Int, to higher: UInt32) -> Int {
        var low = Int(first[lower])
        var count = Int(first[lower + 1]) - low
        while count > Self.fewArcs {
            let half = count / 2
            if ends[low + half - 1] < higher { low += half }
            count -= half
        }
        while ends[low] < higher { low += 1 }
        assert(ends[low] == higher, "arc is not in the topology")
        return low
    }

    /// Relaxes a vertex's lower triangles: lowers the weights of its arcs to higher vertices to the
    /// weights of their composites over lower vertices.
    ///
    /// Both ends of a triangle's upper arc have arcs with the vertex below, so the topology
    /// contains the upper arc.
    ///
    /// - Parameters:
    ///   - others: The arcs of the other kind.
    ///   - slots: Scratch memory: for each rank, the position of its arc in the current row.
    ///     Entries of other rows are stale and never read.
    ///   - otherArc: Returns the arc of the other kind between a lower vertex and this one. Called
    ///     once for each lower vertex, in ascending order.
    @inline(__always)
    func relaxLowerTriangles(
        of vertex: Int, over others: ArcRows, _ slots: UnsafeMutablePointer<UInt32>,
        _ otherArc: (_ below: Int) -> Int
    ) {
        notePositions(of: vertex, slots)
        for place in others.placesBelow(vertex) {
            let below = Int(others.lower[place])
            let weight = others.weights[otherArc(below)]
            guard weight < ArcWeight.infinite else { continue }
            relaxTriangles(of: vertex, over: below, weight, slots)
        }
    }

    /// Notes the positions of a vertex's arcs by their higher ends.
    @inline(__always)
    fileprivate func notePositions(of vertex: Int, _ slots: UnsafeMutablePointer<UInt32>) {
        for arc in arcs(of: vertex) {
            slots[Int(ends[arc])] = UInt32(truncatingIfNeeded: arc)
        }
    }

    /// Relaxes a vertex's triangles over one lower vertex.
    ///
    /// - Parameter weight: The finite weight of the other kind's arc between both.
    @inline(__always)
    fileprivate func relaxTriangles(
        of vertex: Int, over below: Int, _ weight: UInt32, _ slots: UnsafeMutablePointer<UInt32>
    ) {
        let lowest = Int(first[below])
        var arc = Int(first[below + 1]) - 1
        while arc >= lowest, ends[arc] > vertex {
            let slot = Int(slots[Int(ends[arc])])
            weights[slot] = min(weights[slot], ArcWeight.composite(weight, weights[arc]))
            arc -= 1
        }
    }
}

/// The same arcs under two metrics.
struct ArcRowsPair {
    private let one: ArcRows
    private let two: ArcRows

    init(_ one: ArcRows, _ two: ArcRows) {
        self.one = one
        self.two = two
    }

    /// Relaxes a vertex's lower triangles under both metrics, as
    /// ``ArcRows/relaxLowerTriangles(of:over:_:_:)`` does under one. The topology is read only
    /// once.
    @inline(__always)
    func relaxLowerTriangles(
        of vertex: Int, over others: ArcRowsPair, _ slots: UnsafeMutablePointer<UInt32>,
        _ otherArc: (_ below: Int) -> Int
    ) {
        one.notePositions(of: vertex, slots)
        for place in others.one.placesBelow(vertex) {
            let below = Int(others.one.lower[place])
            let other = otherArc(below)
            let weights = (others.one.weights[other], others.two.weights[other])
            switch (weights.0 < ArcWeight.infinite, weights.1 < ArcWeight.infinite) {
            case (true, true): relaxTriangles(of: vertex, over: below, weights, slots)
            case (true, false): one.relaxTriangles(of: vertex, over: below, weights.0, slots)
            case (false, true): two.relaxTriangles(of: vertex, over: below, weights.1, slots)
            case (false, false): continue
            }
        }
    }

    @inline(__always)
    private func relaxTriangles(
        of vertex: Int, over below: Int, _ weights: (UInt32, UInt32),
        _ slots: UnsafeMutablePointer<UInt32>
    ) {
        let (ends, one, two) = (one.ends, one.weights, two.weights)
        let lowest = Int(self.one.first[below])
        var arc = Int(self.one.first[below + 1]) - 1
        while arc >= lowest, ends[arc] > vertex {
            let slot = Int(slots[Int(ends[arc])])
            one[slot] = min(one[slot], ArcWeight.composite(weights.0, one[arc]))
            two[slot] = min(two[slot], ArcWeight.composite(weights.1, two[arc]))
            arc -= 1
        }
    }
}

/// For each vertex, a cursor into its arcs of one kind.
///
/// A customization that finishes lower vertices before higher ones visits each lower vertex's arcs
/// in stored order, so a cursor replaces searching for them.
final class ArcCursors: @unchecked Sendable {
    // Sendable: concurrent threads finish vertices that share no lower vertex.
    private let next: UnsafeMutablePointer<UInt32>

    /// - Parameter first: Each vertex's first arc.
    init(_ first: MappedColumn<UInt32>) {
        next = .allocate(capacity: first.count)
        next.initialize(from: first.base, count: first.count)
    }

    deinit { next.deallocate() }

    /// Returns a vertex's next arc. Use this if every vertex is finished.
    @inline(__always)
    func take(of vertex: Int) -> Int {
        let arc = next[vertex]
        next[vertex] = arc &+ 1
        return Int(arc)
    }

    /// Returns a vertex's arc to a higher one. Use this if only some vertices are finished, in
    /// ascending order.
    @inline(__always)
    func take(of vertex: Int, to higher: Int, in rows: ArcRows) -> Int {
        var arc = Int(next[vertex])
        while rows.ends[arc] < higher { arc += 1 }
        assert(rows.ends[arc] == higher, "arc is not in the topology")
        next[vertex] = UInt32(truncatingIfNeeded: arc + 1)
        return arc
    }
}
