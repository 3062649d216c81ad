// Writes the CSV tables.

import Geo
import RoadNetwork

extension NetworkExport {
    func writeNodes(_ file: inout ExportFile) throws {
        let families = network.description.families
        file.append("node,lon,lat")
        for family in families { file.appendField("valence_\(family.name)") }
        for limit in network.description.limits { file.appendField(limit.name) }
        file.appendField("source_node")
        try file.endRow()
        for node in 0..<network.nodeCount {
            file.append(number: node)
            file.append(UInt8(ascii: ","))
            file.append(Int64(network.nodeLongitudeE7[node]), decimals: 7)
            file.append(UInt8(ascii: ","))
            file.append(Int64(network.nodeLatitudeE7[node]), decimals: 7)
            for family in families.indices {
                file.append(UInt8(ascii: ","))
                file.append(number: network.nodeValence[family][node])
            }
            for limit in network.description.limits.indices {
                appendLimit(network.limit(limit, ofNode: UInt32(node)), limit, to: &file)
            }
            file.append(UInt8(ascii: ","))
            file.append(number: network.nodeID(of: UInt32(node)))
            try file.endRow()
            progress("nodes.csv", node + 1, of: network.nodeCount)
        }
    }

    func writeEdges(_ file: inout ExportFile) throws {
        let description = network.description
        file.append("edge,from,to,twin,copy_of,way,name,driving_side,wkt")
        for name in description.costs.map(\.name) + description.restrictions.map(\.name)
            + description.limits.map(\.name)
        {
            file.appendField(name)
        }
        file.appendField("speed_limit")
        try file.endRow()
        let total = network.edgeCount + network.copyCount
        for row in 0..<total {
            let isCopy = row >= network.edgeCount
            let edge = isCopy ? network.copyOf[row - network.edgeCount] : UInt32(row)
            file.append(number: row)
            try writeEdge(edge, copiedFrom: isCopy ? edge : nil, to: &file)
            progress("edges.csv", row + 1, of: total)
        }
    }

    /// Writes an edge's row after its number.
    private func writeEdge(
        _ edge: UInt32, copiedFrom original: UInt32?, to file: inout ExportFile
    ) throws {
        let id = EdgeID(row: edge)
        let comma = UInt8(ascii: ",")
        file.append(comma)
        file.append(number: network.tail(of: id).row)
        file.append(comma)
        file.append(number: network.head(of: id).row)
        file.append(comma)
        if original == nil { file.append(number: id.twin.row) }
        file.append(comma)
        if let original { file.append(number: original) }
        file.append(comma)
        file.append(number: network.segmentWay[id.segment])
        file.appendField(network.streetName(of: id))
        file.append(",\(network.drivingSide(of: id).rawValue),\"LINESTRING (")
        appendLine(of: id, to: &file, between: " ", after: ", ")
        file.append(")\"")
        for cost in network.description.costs {
            file.append(comma)
            file.append(number: network.costs[cost.column][edge])
        }
        for restriction in network.description.restrictions {
            file.append(comma)
            file.append(number: network.edgeRestrictions[edge] & restriction.mask == 0 ? 0 : 1)
        }
        for limit in network.description.limits.indices {
            appendLimit(network.limit(limit, of: edge), limit, to: &file)
        }
        file.append(comma)
        if let limit = network.speedLimit(of: edge) { file.append(number: limit) }
        try file.endRow()
    }

    func writePoints(_ file: inout ExportFile) throws {
        file.append("edge,share,kind")
        try file.endRow()
        for row in 0..<UInt32(network.edgeCount) {
            let edge = EdgeID(row: row)
            let points = network.streetPoints.points(onSegment: row >> 1)
            for point in edge.isForward ? points : points.reversed() {
                guard let share = point.share(along: edge) else { continue }
                file.append(number: row)
                file.append(UInt8(ascii: ","))
                file.append(Int64((share * 1e9).rounded()), decimals: 9)
                file.append(",\(point.kind)")
                try file.endRow()
            }
            progress("points.csv", Int(row) + 1, of: network.edgeCount)
        }
    }

    /// Appends a comma and a limit in its unit, or nothing if there is none.
    private func appendLimit(_ value: UInt32?, _ limit: Int, to file: inout ExportFile) {
        file.append(UInt8(ascii: ","))
        guard let value else { return }
        file.append(Int64(value), decimals: network.description.limits[limit].decimals)
    }

    /// Appends an edge's points in the direction of travel, in degrees.
    func appendLine(
        of edge: EdgeID, to file: inout ExportFile, between: String, after: String
    ) {
        for (index, point) in network.shape(of: edge).enumerated() {
            if index > 0 { file.append(after) }
            file.append(Self.fixed(point.x), decimals: 7)
            file.append(between)
            file.append(Self.fixed(point.y), decimals: 7)
        }
    }

    /// Converts degrees to units of 1e-7; 0 if a damaged shape makes that impossible.
    private static func fixed(_ degrees: Double) -> Int64 {
        Int64(exactly: (degrees * 1e7).rounded()) ?? 0
    }

    func writeTurns(_ file: inout ExportFile) throws {
        let table = TurnTable(network)
        let restrictions = network.description.restrictions.filter {
            $0.mask & table.usedMask != 0
        }
        let costs = network.description.costs.filter { $0.kind == .time }
        file.append("from_edge,to_edge,uturn")
        for name in restrictions.map(\.name) + costs.map(\.name) { file.appendField(name) }
        try file.endRow()
        for state in 0..<table.stateCount {
            try table.forEachRow(from: UInt32(state)) { row in
                file.append(number: row.from)
                file.append(UInt8(ascii: ","))
                file.append(number: row.to)
                file.append(row.isUTurn ? ",1" : ",0")
                for restriction in restrictions {
                    file.append(row.mask & restriction.mask == 0 ? ",0" : ",1")
                }
                for cost in costs {
                    file.append(UInt8(ascii: ","))
                    file.append(number: table.cost(of: row, column: cost.column))
                }
                try file.endRow()
            }
            progress("turns.csv", state + 1, of: table.stateCount)
        }
    }
}

extension ExportFile {
    /// Appends a comma and a field, quoted if RFC 4180 requires it.
    ///
    /// Text that a spreadsheet would run as a formula gets an apostrophe in front, since anyone can
    /// edit the map's names.
    mutating func appendField(_ text: String) {
        let text = CSVFormula.marked(text)
        append(UInt8(ascii: ","))
        let needsQuotes = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        append(needsQuotes ? CSVFeatureWriter.quoted(text) : text)
    }
}
