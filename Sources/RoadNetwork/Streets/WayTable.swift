// The segments of each OSM way, in order along it.

import DataStructures

/// A segment as a part of its OSM way.
package struct WaySegment: Hashable, Sendable {
    /// The segment's row.
    package let segment: UInt32
    /// Whether the segment's line is drawn in the way's direction.
    package let isForward: Bool

    package init(segment: UInt32, isForward: Bool) {
        self.segment = segment
        self.isForward = isForward
    }

    /// The edge along the way.
    package var edgeAlong: EdgeID { EdgeID(row: segment << 1 | (isForward ? 0 : 1)) }
    /// The edge against the way.
    package var edgeAgainst: EdgeID { edgeAlong.twin }
}

/// The segments of each OSM way.
///
/// ```swift
/// for piece in network.ways.segments(ofWay: 4_711) { close(piece.edgeAlong) }
/// ```
package struct WayTable: Sendable {
    /// For each segment, the edge along its way; sorted by way id, then along each way.
    let edges: MappedColumn<UInt32>
    private let segmentWay: MappedColumn<Int64>

    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
    init(_ table: SectionTable, segmentWay: MappedColumn<Int64>) throws(DatasetError) {
        edges = try table.column("way.edges", count: segmentWay.count)
        self.segmentWay = segmentWay
    }

    /// Returns a way's segments in order along it; empty for ways that are not in the network.
    ///
    /// Parts of the way that the network leaves out, for example outside its area, are missing.
    ///
    /// - Complexity: O(log *n* + *k*) for *n* segments of which *k* are found.
    package func segments(ofWay id: Int64) -> [WaySegment] {
        let first = (0..<edges.count).partitioningIndex { way(ofRow: $0) >= id }
        var found: [WaySegment] = []
        var row = first
        while row < edges.count, way(ofRow: row) == id {
            let edge = edges[row]
            found.append(WaySegment(segment: edge >> 1, isForward: edge & 1 == 0))
            row += 1
        }
        return found
    }

    /// Returns the id of the way at a row of the table.
    func way(ofRow row: Int) -> Int64 { segmentWay[edges[row] >> 1] }
}
