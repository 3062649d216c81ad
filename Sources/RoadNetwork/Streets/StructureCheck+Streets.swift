// Whether the columns by OSM way and node, the points on streets and the lanes fit the network.

extension NetworkDataset {
    /// Checks ``ways``, ``shapeNodes``, ``streetPoints`` and ``laneTable``.
    ///
    /// Topology and shapes must already be sound.
    func checkStreets(_ check: inout StructureCheck) {
        let sound = check.faults.count
        check.rows(ways.edges, below: edgeCount, "way.edges")
        let (ids, byID) = (streets.nodeIDs, streets.nodesByID)
        check.rows(byID, below: nodeCount, "node.byID")
        guard check.faults.count == sound else { return }
        var isListed = [Bool](repeating: false, count: segmentCount)
        check.each(segmentCount, "way.edges") { row in
            let segment = Int(ways.edges[row] >> 1)
            defer { isListed[segment] = true }
            return !isListed[segment]
                && (row == 0 || ways.way(ofRow: row - 1) <= ways.way(ofRow: row))
        }
        check.each(max(0, nodeCount - 1), "node.byID") { row in
            let (one, next) = (byID[row], byID[row + 1])
            return (ids[one], one) < (ids[next], next)
        }
        checkShapeNodes(&check)
        streetPoints.check(&check, segments: segmentCount)
        laneTable.check(&check, edges: edgeCount)
    }

    private func checkShapeNodes(_ check: inout StructureCheck) {
        shapeNodes.checkOffsets(&check)
        let vertexCounts = (0..<segmentCount).map { vertexCount(ofSegment: $0) }
        var last: Int64?
        var row = 0
        var isSound = true
        shapeNodes.forEachNode { node in
            isSound =
                last.map { $0 < node.id } ?? true && Int(node.segment) < segmentCount
                && node.vertex > 0
                && Int(node.vertex) + 1 < vertexCounts[Int(node.segment)]
            last = node.id
            if isSound { row += 1 }
            return isSound
        }
        if !isSound { check.note(row: row, "shapeNode.bytes") }
    }
}

extension StreetPointTable {
    fileprivate func check(_ check: inout StructureCheck, segments count: Int) {
        check.rows(segments, below: count, "point.segments")
        check.ascending(segments, "point.segments", strictly: false)
        check.each(segments.count, "point.shares") { row in
            row == 0 || segments[row - 1] != segments[row] || shares[row - 1] <= shares[row]
        }
        check.each(codes.count, "point.codes") { point(atRow: $0) != nil }
    }
}

extension LaneTable {
    fileprivate func check(_ check: inout StructureCheck, edges count: Int) {
        check.rows(edges, below: count, "lane.edges")
        check.ascending(edges, "lane.edges")
        check.rows(patterns, below: firstLanes.count - 1, "lane.patterns")
        check.offsets(firstLanes, of: turns.count, "lane.first")
        check.each(turns.count, "lane.turns") {
            LaneTurns.known.isSuperset(of: LaneTurns(rawValue: turns[$0]))
        }
    }
}
