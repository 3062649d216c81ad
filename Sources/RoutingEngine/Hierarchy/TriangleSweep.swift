// The sweep over a hierarchy's triangles that finishes its weights.

import RoadNetwork

/// Relaxes the lower triangles of vertices, lower vertices before higher ones, under one metric or
/// two.
final class TriangleSweep: @unchecked Sendable {
    // Sendable: one thread uses it.
    private let ups: ArcRows
    private let downs: ArcRows
    /// The same arcs under the other metric.
    private let others: (ups: ArcRows, downs: ArcRows)?
    private let nextUp: ArcCursors
    private let nextDown: ArcCursors
    private let slots: UnsafeMutablePointer<UInt32>

    /// - Parameters:
    ///   - other: The arcs under another metric.
    ///   - nextUp: For each vertex, its first up arc whose higher end is not finished.
    ///   - nextDown: The same for its down arcs.
    init(
        _ columns: HierarchyColumns, _ arcs: ArcWeights, and other: ArcWeights? = nil,
        nextUp: ArcCursors, nextDown: ArcCursors
    ) {
        ups = ArcRows(up: columns, arcs)
        downs = ArcRows(down: columns, arcs)
        others = other.map { (ArcRows(up: columns, $0), ArcRows(down: columns, $0)) }
        self.nextUp = nextUp
        self.nextDown = nextDown
        slots = .allocate(capacity: max(columns.rankCount, 1))
        slots.initialize(repeating: 0, count: max(columns.rankCount, 1))
    }

    deinit { slots.deallocate() }

    /// Finishes the arcs between a vertex and higher ones, in a sweep over every vertex.
    @inline(__always)
    func relaxLowerTriangles(ofNext vertex: Int) {
        if let others {
            let (ups, downs) = (ArcRowsPair(ups, others.ups), ArcRowsPair(downs, others.downs))
            ups.relaxLowerTriangles(of: vertex, over: downs, slots) { nextDown.take(of: $0) }
            downs.relaxLowerTriangles(of: vertex, over: ups, slots) { nextUp.take(of: $0) }
        } else {
            ups.relaxLowerTriangles(of: vertex, over: downs, slots) { nextDown.take(of: $0) }
            downs.relaxLowerTriangles(of: vertex, over: ups, slots) { nextUp.take(of: $0) }
        }
    }

    /// Finishes the arcs between a vertex and higher ones, in a sweep over some vertices under one
    /// metric.
    func relaxLowerTriangles(of vertex: Int) {
        ups.relaxLowerTriangles(of: vertex, over: downs, slots) {
            nextDown.take(of: $0, to: vertex, in: downs)
        }
        downs.relaxLowerTriangles(of: vertex, over: ups, slots) {
            nextUp.take(of: $0, to: vertex, in: ups)
        }
    }
}
