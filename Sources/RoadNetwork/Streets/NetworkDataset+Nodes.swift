// Streets by the source's node ids: junctions, nodes between them, and pairs of nodes.

import DataStructures
import Geo

/// A part of a directed edge.
package struct EdgePart: Hashable, Sendable {
    /// The edge's row.
    package var edge: UInt32
    /// Shares of the edge's length in the direction of travel; the first is less than the last.
    package var firstShare: Double
    package var lastShare: Double

    package init(edge: UInt32, firstShare: Double = 0, lastShare: Double = 1) {
        self.edge = edge
        self.firstShare = firstShare
        self.lastShare = lastShare
    }
}

/// Where a node of the source lies in a network.
package enum SourceNodePlace: Hashable, Sendable {
    /// At a node of the network.
    case node(NodeID)
    /// At a vertex of a segment's shape, between its ends.
    case vertex(segment: UInt32, vertex: Int)
}

extension NetworkDataset {
    /// Returns a node's id in the source; 0 if the source has no ids.
    package func nodeID(of node: UInt32) -> Int64 { streets.nodeIDs[node] }

    /// Returns where the node with a source id lies; `nil` if it is not in the network.
    ///
    /// - Complexity: O(log *n*) in the number of nodes.
    package func place(ofNodeID id: Int64) -> SourceNodePlace? {
        guard id != 0 else { return nil }
        let (ids, byID) = (streets.nodeIDs, streets.nodesByID)
        let row = (0..<byID.count).partitioningIndex { ids[byID[$0]] >= id }
        if row < byID.count, ids[byID[row]] == id { return .node(NodeID(row: byID[row])) }
        return shapeNodes.node(withID: id).map { node in
            .vertex(segment: node.segment, vertex: Int(node.vertex))
        }
    }

    /// Returns the edges that lead from one node of the source to another, cut at the nodes; empty
    /// if no edge does.
    ///
    /// The nodes may be neighbors on an OSM way, as in OSRM's speed files, or any two nodes of one
    /// segment. If several segments join two junctions and some of them are a single straight step,
    /// only these count, because only there are the nodes neighbors.
    ///
    /// ```swift
    /// for part in network.edges(fromNode: 26_415_811, toNode: 26_415_812) { slow(part) }
    /// ```
    ///
    /// To read the rows of a file, use a ``SourceNodeFinder``.
    ///
    /// - Complexity: O(log *n*) in the number of nodes, and O(*k*) in the segment's vertices.
    package func edges(fromNode from: Int64, toNode to: Int64) -> [EdgePart] {
        var finder = SourceNodeFinder(self)
        return finder.edges(fromNode: from, toNode: to)
    }

    /// Returns the share of a segment's length at each vertex.
    func shares(ofSegment segment: UInt32) -> [Double] {
        LineMeasure(shape(ofSegment: Int(segment))).shares
    }
}

extension NetworkDataset {
    /// Returns the parts of an OSM way's segments between two of its nodes, in the direction of
    /// travel; empty if either is not on the way.
    ///
    /// If a way passes a node more than once, the closest passes count. On a closed one-way way,
    /// such as a roundabout, the parts keep the way's direction.
    ///
    /// - Parameters:
    ///   - id: The way's id.
    ///   - from: The id of the node to begin at, at a junction or between.
    ///   - to: The id of the node to end at.
    /// - Complexity: O(log *n* + *k*) in the network and in the way's segments.
    package func segments(ofWay id: Int64, between from: Int64, and to: Int64) -> [EdgePart] {
        let pieces = ways.segments(ofWay: id)
        guard !pieces.isEmpty, from != to, let start = place(ofNodeID: from),
            let end = place(ofNodeID: to)
        else { return [] }
        let starts = positions(of: start, on: pieces)
        let ends = positions(of: end, on: pieces)
        let pairs = starts.flatMap { first in ends.map { (first, $0) } }
        guard let (first, last) = pairs.min(by: { abs($0.0 - $0.1) < abs($1.0 - $1.1) }) else {
            return []
        }
        if first < last { return parts(of: pieces, first, last) }
        let isRing = flags(of: pieces[0].edgeAlong).contains(.oneWay) && isClosed(pieces)
        guard isRing else { return parts(of: pieces, last, first).reversed().map(\.turned) }
        return parts(of: pieces, first, Double(pieces.count)) + parts(of: pieces, 0, last)
    }

    private func isClosed(_ pieces: [WaySegment]) -> Bool {
        guard let first = pieces.first, let last = pieces.last else { return false }
        return tail(of: first.edgeAlong) == head(of: last.edgeAlong)
    }

    /// Returns where a node lies along a way. 2.5 means halfway along the third segment.
    private func positions(of place: SourceNodePlace, on pieces: [WaySegment]) -> [Double] {
        var found: [Double] = []
        for (index, piece) in pieces.enumerated() {
            switch place {
            case .node(let node):
                if tail(of: piece.edgeAlong) == node { found.append(Double(index)) }
                if head(of: piece.edgeAlong) == node { found.append(Double(index + 1)) }
            case .vertex(let segment, let vertex):
                guard segment == piece.segment else { continue }
                let shares = shares(ofSegment: segment)
                guard shares.indices.contains(vertex) else { continue }
                let share = piece.isForward ? shares[vertex] : 1 - shares[vertex]
                found.append(Double(index) + min(share, 1 - 0x1p-30))
            }
        }
        return found
    }

    /// Returns the parts between two positions along a way, in its direction.
    private func parts(of pieces: [WaySegment], _ first: Double, _ last: Double) -> [EdgePart] {
        pieces.indices.compactMap { index in
            let from = max(0, first - Double(index))
            let to = min(1, last - Double(index))
            guard from < to else { return nil }
            return EdgePart(
                edge: pieces[index].edgeAlong.row, firstShare: from, lastShare: to)
        }
    }
}

extension EdgePart {
    /// The same part of the street in the other direction.
    package var turned: EdgePart {
        EdgePart(edge: edge ^ 1, firstShare: 1 - lastShare, lastShare: 1 - firstShare)
    }
}
