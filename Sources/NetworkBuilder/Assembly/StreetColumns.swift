// Collects a draft's columns by OSM way and node, its points on streets and its lanes.

import DataStructures
import RoadNetwork

/// Facts about a draft's segments, kept until the columns by OSM way and node are made.
struct StreetColumns {
    /// Each segment's place within its way.
    private var placesInWay: [UInt32] = []
    private var shapeNodes: [ShapeNode] = []
    private var patterns: [[LaneTurns]: UInt32] = [:]

    /// Adds a segment's place in its way, the nodes between its ends and its points.
    mutating func add(_ segment: SegmentDraft, row: UInt32, to contents: inout NetworkContents) {
        placesInWay.append(segment.placeInWay)
        precondition(
            segment.innerNodeIDs.isEmpty || segment.innerNodeIDs.count + 2 == segment.shape.count,
            "an id for each vertex between the ends")
        for (index, id) in segment.innerNodeIDs.enumerated() where id != 0 {
            shapeNodes.append(ShapeNode(id: id, segment: row, vertex: UInt32(index + 1)))
        }
        let points = segment.points.map { point in
            (StreetPointCode.fixed(share: point.share), SignalApproaches.code(of: point))
        }
        for (share, code) in points.sorted(by: <) {
            contents.pointSegments.append(row)
            contents.pointShares.append(share)
            contents.pointCodes.append(code)
        }
    }

    mutating func add(_ lanes: [LaneTurns], edge: UInt32, to contents: inout NetworkContents) {
        guard !lanes.isEmpty else { return }
        let fresh = UInt32(contents.laneFirst.count - 1)
        let pattern = patterns[lanes] ?? fresh
        if pattern == fresh {
            patterns[lanes] = fresh
            contents.laneTurns.append(contentsOf: lanes.map(\.rawValue))
            contents.laneFirst.append(UInt32(contents.laneTurns.count))
        }
        contents.laneEdges.append(edge)
        contents.lanePatterns.append(pattern)
    }

    /// Makes the columns requiring all segments.
    ///
    /// If several vertices share an id, which no source should have, the first one counts.
    ///
    /// - Complexity: O(*n* log *n*) in the segments, the nodes and the vertices of shapes.
    mutating func finish(_ contents: inout NetworkContents) {
        let ways = contents.segmentWay
        let places = placesInWay
        contents.wayEdges = (0..<UInt32(ways.count)).sorted { one, other in
            (ways[Int(one)], places[Int(one)], one) < (ways[Int(other)], places[Int(other)], other)
        }.map { 2 * $0 }
        let ids = contents.nodeID
        contents.nodesByID = (0..<UInt32(ids.count)).sorted { one, other in
            (ids[Int(one)], one) < (ids[Int(other)], other)
        }
        shapeNodes.sort { ($0.id, $0.segment, $0.vertex) < ($1.id, $1.segment, $1.vertex) }
        var last: Int64?
        shapeNodes.removeAll { node in
            defer { last = node.id }
            return node.id == last
        }
        contents.shapeNodes = ShapeNodeContents(shapeNodes)
        self = StreetColumns()
    }
}
