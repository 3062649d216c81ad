// Writes the network as one GeoJSON file, for viewing on a map.

import RoadNetwork

extension NetworkExport {
    /// Writes the edges, and the nodes if asked, as one FeatureCollection.
    func writeCollection(_ file: inout ExportFile, includesNodes: Bool) throws {
        file.append("{\"type\":\"FeatureCollection\",\"attribution\":")
        file.appendJSON(network.description.attribution)
        file.append(",\"features\":[")
        let names = AttributeKeys(network.description)
        for edge in 0..<network.edgeCount {
            if edge > 0 { file.append(",") }
            try file.endRow()
            writeFeature(EdgeID(row: UInt32(edge)), names, to: &file)
            progress("edges", edge + 1, of: network.edgeCount)
        }
        if includesNodes { try writeNodeFeatures(&file) }
        try file.endRow()
        file.append("]}")
        try file.endRow()
    }

    /// Writes an edge with its basic facts, its costs in reported units, and its restrictions.
    private func writeFeature(
        _ edge: EdgeID, _ names: AttributeKeys, to file: inout ExportFile
    ) {
        file.append("{\"type\":\"Feature\",\"id\":")
        file.append(number: edge.row)
        file.append(",\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[")
        appendLine(of: edge, to: &file, between: ",", after: "],[")
        file.append("]]},\"properties\":{\"from\":")
        file.append(number: network.tail(of: edge).row)
        file.append(",\"to\":")
        file.append(number: network.head(of: edge).row)
        file.append(",\"way\":")
        file.append(number: network.segmentWay[edge.segment])
        file.append(",\"name\":")
        file.appendJSON(network.streetName(of: edge))
        file.append(",\"ref\":")
        file.appendJSON(network.reference(of: edge))
        file.append(",\"class\":\"\(network.roadClass(of: edge))\"")
        file.append(",\"driving_side\":\"\(network.drivingSide(of: edge).rawValue)\"")
        for (key, cost) in zip(names.costs, network.description.costs) {
            file.append(key)
            file.append("\(Double(network.costs[cost.column][edge.row]) * cost.unitsPerQuantum)")
        }
        let bits = network.edgeRestrictions[edge.row]
        for (key, restriction) in zip(names.restrictions, network.description.restrictions)
        where bits & restriction.mask != 0 {
            file.append(key)
            file.append("1")
        }
        for (index, key) in names.limits.enumerated() {
            guard let value = network.limit(index, of: edge.row) else { continue }
            file.append(key)
            file.append(Int64(value), decimals: network.description.limits[index].decimals)
        }
        file.append("}}")
    }

    private func writeNodeFeatures(_ file: inout ExportFile) throws {
        for node in 0..<network.nodeCount {
            if node > 0 || network.edgeCount > 0 { file.append(",") }
            try file.endRow()
            file.append("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
            file.append(Int64(network.nodeLongitudeE7[node]), decimals: 7)
            file.append(",")
            file.append(Int64(network.nodeLatitudeE7[node]), decimals: 7)
            file.append("]},\"properties\":{\"node\":")
            file.append(number: node)
            for (index, family) in network.description.families.enumerated() {
                file.append(",")
                file.appendJSON("valence_\(family.name)")
                file.append(":")
                file.append(number: network.nodeValence[index][node])
            }
            for (index, limit) in network.description.limits.enumerated() {
                guard let value = network.limit(index, ofNode: UInt32(node)) else { continue }
                file.append(",")
                file.appendJSON(limit.name)
                file.append(":")
                file.append(Int64(value), decimals: limit.decimals)
            }
            file.append("}}")
            progress("nodes", node + 1, of: network.nodeCount)
        }
    }
}

/// The `,"name":` of every attribute, escaped once.
private struct AttributeKeys {
    let costs: [String]
    let restrictions: [String]
    let limits: [String]

    init(_ description: NetworkDescription) {
        func key(_ name: String) -> String { ",\(ExportFile.jsonLiteral(name)):" }
        costs = description.costs.map { key($0.name) }
        restrictions = description.restrictions.map { key($0.name) }
        limits = description.limits.map { key($0.name) }
    }
}

extension ExportFile {
    mutating func appendJSON(_ text: String) { append(Self.jsonLiteral(text)) }

    /// Encodes text as a JSON string literal.
    static func jsonLiteral(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
