// Edges between pairs of source nodes, as speed files name them.

/// Finds the edges between pairs of source nodes, row after row.
///
/// A file's rows follow streets, so the finder remembers the last nodes and the last segment.
///
/// ```swift
/// var finder = SourceNodeFinder(network)
/// for row in rows { slow(finder.edges(fromNode: row.from, toNode: row.to), row.speed) }
/// ```
package struct SourceNodeFinder {
    private let network: NetworkDataset
    /// The last two nodes looked up.
    private var last: (id: Int64, place: SourceNodePlace?) = (0, nil)
    private var lastButOne: (id: Int64, place: SourceNodePlace?) = (0, nil)
    /// The segment measured last, and the share of its length at each vertex.
    private var measured: (segment: UInt32, shares: [Double])?

    /// Makes a finder. Use it on one thread at a time.
    package init(_ network: NetworkDataset) { self.network = network }

    /// Returns the edges from one node to another (``NetworkDataset/edges(fromNode:toNode:)``).
    package mutating func edges(fromNode from: Int64, toNode to: Int64) -> [EdgePart] {
        guard from != to, let start = place(of: from), let end = place(of: to) else { return [] }
        let segment: UInt32
        switch (start, end) {
        case (.node(let tail), .node(let head)): return edges(from: tail, to: head)
        case (.vertex(let row, _), _): segment = row
        case (_, .vertex(let row, _)): segment = row
        }
        let shares = shares(of: segment)
        guard let first = share(of: start, on: segment, shares, beside: end),
            let last = share(of: end, on: segment, shares, beside: start)
        else { return [] }
        if first < last {
            return [EdgePart(edge: 2 * segment, firstShare: first, lastShare: last)]
        }
        guard first > last else { return [] }
        return [EdgePart(edge: 2 * segment + 1, firstShare: 1 - first, lastShare: 1 - last)]
    }

    private mutating func place(of id: Int64) -> SourceNodePlace? {
        if last.id == id { return last.place }
        let found = lastButOne.id == id ? lastButOne.place : network.place(ofNodeID: id)
        lastButOne = last
        last = (id, found)
        return found
    }

    private mutating func shares(of segment: UInt32) -> [Double] {
        if let measured, measured.segment == segment { return measured.shares }
        let shares = network.shares(ofSegment: segment)
        measured = (segment, shares)
        return shares
    }

    /// Returns the edges from one junction to another: only the straight steps if there are any,
    /// else all.
    private func edges(from tail: NodeID, to head: NodeID) -> [EdgePart] {
        let all = network.edges(leaving: tail).map { network.outEdges[$0] }
            .filter { network.edgeHead[$0] == head.row }
        let steps = all.filter { network.isStraightStep(segment: Int($0 >> 1)) }
        return (steps.isEmpty ? all : steps).map { EdgePart(edge: $0) }
    }

    /// Returns the share of a segment's length at a node of the source; `nil` if the node is not on
    /// the segment.
    ///
    /// If the segment begins and ends at the same junction, the end nearer to `other` counts.
    private func share(
        of place: SourceNodePlace, on segment: UInt32, _ shares: [Double],
        beside other: SourceNodePlace
    ) -> Double? {
        switch place {
        case .vertex(let row, let vertex):
            return row == segment && shares.indices.contains(vertex) ? shares[vertex] : nil
        case .node(let node):
            let isFirst = network.edgeHead[2 * segment + 1] == node.row
            let isLast = network.edgeHead[2 * segment] == node.row
            if isFirst, isLast, case .vertex(_, let vertex) = other {
                return 2 * vertex < shares.count ? 0 : 1
            }
            return isFirst ? 0 : isLast ? 1 : nil
        }
    }
}
