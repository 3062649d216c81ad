// All tables of an answer, for formats that have several.

import Batches
import Geo
import RouteAPI

/// The tables of an answer by name.
struct AnswerTables {
    /// A table.
    struct Table {
        /// The name in files.
        let name: String
        let title: String
        let rows: FeatureSet
    }

    /// The tables, in the order of the answer; directions and messages are the last.
    let tables: [Table]
    let dates: DateTexts
    private let conditions: [RouteConditions]?

    /// The tables of an answer.
    init(_ result: AnalysisResult) {
        conditions = result.conditions
        var tables = result.tables.map { table in
            Table(name: Self.name(of: table.key), title: table.title, rows: table.rows)
        }
        if let matrix = result.costMatrix {
            let pairs = PairTable(
                .costs(matrix), between: PairTable.Sides(ofMatrix: result)
            ).featureSet
            tables.insert(Table(name: "odLines", title: "Lines", rows: pairs), at: 0)
        }
        if let directions = result.directions {
            tables.append(
                Table(
                    name: "directions", title: "Directions",
                    rows: FeatureSet(tableOf: directions)))
        }
        if !result.messages.isEmpty {
            let rows = FeatureSet(
                geometryType: nil, spatialReference: .wgs84, fields: [Field("Text", .string)],
                features: result.messages.map {
                    Feature(values: [.string($0.text)], geometry: nil)
                })
            tables.append(Table(name: "messages", title: "Messages", rows: rows))
        }
        self.tables = tables
        dates = result.dateTexts
    }

    /// The name of a table in files: that of batches where those have the table.
    private static func name(of key: String) -> String {
        if let kind = BarrierClass.allCases.first(where: { $0.parameter == key }) {
            return BatchTable.barriers(kind).name
        }
        return key
    }

    /// The tables with shapes as KML.
    func kml(named name: String) -> [UInt8] {
        var writer = KMLWriter(dates: dates)
        var text = writer.beginning(named: name)
        for table in tables where table.rows.geometryType != nil {
            text += writer.folder(named: table.name) + writer.placemarks(of: table.rows)
        }
        return Array((text + writer.end()).utf8)
    }

    /// One table as a feature set of Esri JSON; an empty one where the answer lacks it. Conditions
    /// that were asked for are a member behind its features, as in GeoJSON.
    func esriJSON(_ name: String) -> [UInt8] {
        let rows =
            tables.first { $0.name == name }?.rows
            ?? FeatureSet(geometryType: nil, spatialReference: .wgs84, fields: [])
        var writer = JSONWriter(pretty: true)
        writer.beginEsriFeatureSet(rows)
        writer.esriFeatures(of: rows)
        writer.endEsriFeatureSet { writer in
            if let conditions { writer.conditions(conditions) }
        }
        return writer.bytes + [0x0A]
    }
}
