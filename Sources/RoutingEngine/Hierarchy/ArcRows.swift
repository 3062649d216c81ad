// The arcs of one kind of a hierarchy, as customization walks them.

import RoadNetwork

/// Up arcs or down arcs: by their lower ends, where each has its weight, and by their higher ends.
struct ArcRows {
    /// For each vertex its first arc, and the higher ends of all arcs, ascending for each vertex.
    let first: UnsafePointer<UInt32>
    let ends: UnsafePointer<UInt32>
    let weights: UnsafeMutablePointer<UInt32>
    /// For each vertex the first of the vertices below that it has arcs with, ascending.
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

    /// The arcs between a vertex and higher ones.
    @inline(__always)
    func arcs(of vertex: Int) -> Range<Int> {
        Int(first[vertex])..<Int(first[vertex + 1])
    }

    /// The vertices below that a vertex has arcs with, as positions in ``lower``.
    @inline(__always)
    func placesBelow(_ vertex: Int) -> Range<Int> {
        Int(lowerFirst[vertex])..<Int(lowerFirst[vertex + 1])
    }

    /// Arcs that are sooner looked through than halved: most vertices have no more.
    private static let fewArcs = 12

    /// The arc between two vertices, by binary search among those of the lower.
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
        assert(ends[low] == higher, "an arc of the topology")
        return low
    }

    /// Lowers the arcs between a vertex and higher ones by paths over lower vertices.
    ///
    /// Both ends of a triangle's upper side have arcs with the vertex below, so the side is an arc
    /// of the topology.
    ///
    /// - Parameters:
    ///   - others: The arcs of the other kind.
    ///   - slots: For each rank its place in the row at work; what other rows left there is never
    ///     read.
    ///   - otherArc: Tells the arc of the other kind between a lower vertex and this one; asked
    ///     once for each.
    @inline(__always)
    func relaxLowerTriangles(
        of vertex: Int, over others: ArcRows, _ slots: UnsafeMutablePointer<UInt32>,
        _ otherArc: (_ below: Int) -> Int
    ) {
        for arc in arcs(of: vertex) {
            slots[Int(ends[arc])] = UInt32(truncatingIfNeeded: arc)
        }
        for place in others.placesBelow(vertex) {
            let below = Int(others.lower[place])
            let weight = others.weights[otherArc(below)]
            guard weight < ArcWeight.infinite else { continue }
            let lowest = Int(first[below])
            var arc = Int(first[below + 1]) - 1
            while arc >= lowest, ends[arc] > vertex {
                let slot = Int(slots[Int(ends[arc])])
                weights[slot] = min(weights[slot], ArcWeight.shortcut(weight, weights[arc]))
                arc -= 1
            }
        }
    }
}

/// For each vertex the next of its arcs of one kind.
///
/// Who finishes vertices, lower ones before higher ones, meets the arcs of each lower vertex in the
/// order in which they lie, and so has not to search for them.
final class ArcCursors: @unchecked Sendable {
    // Sendable: threads finish vertices with nothing below in common.
    private let next: UnsafeMutablePointer<UInt32>

    /// - Parameter first: For each vertex its first arc.
    init(_ first: MappedColumn<UInt32>) {
        next = .allocate(capacity: first.count)
        next.initialize(from: first.base, count: first.count)
    }

    deinit { next.deallocate() }

    /// The next arc of a vertex: for who finishes every vertex.
    @inline(__always)
    func take(of vertex: Int) -> Int {
        let arc = next[vertex]
        next[vertex] = arc &+ 1
        return Int(arc)
    }

    /// The arc of a vertex to a higher one: for who finishes some, each higher than the last.
    @inline(__always)
    func take(of vertex: Int, to higher: Int, in rows: ArcRows) -> Int {
        var arc = Int(next[vertex])
        while rows.ends[arc] < higher { arc += 1 }
        assert(rows.ends[arc] == higher, "an arc of the topology")
        next[vertex] = UInt32(truncatingIfNeeded: arc + 1)
        return arc
    }
}
