// All tables in an answer, for formats with several.

package import Geo
package import RouteAPI

/// An answer's tables by name.
package struct AnswerTables {
    package struct Table {
        /// The name in files.
        package let name: String
        package let title: String
        package let rows: FeatureSet

        package init(name: String, title: String, rows: FeatureSet) {
            (self.name, self.title, self.rows) = (name, title, rows)
        }
    }

    /// The tables in the answer's order, with directions and messages last.
    package let tables: [Table]
    package let dates: DateTexts
    private let conditions: [RouteConditions]?

    /// Takes tables that were read.
    package init(_ tables: [Table], dates: DateTexts) {
        (self.tables, self.dates, conditions) = (tables, dates, nil)
    }

    /// Collects an answer's tables.
    package init(_ result: AnalysisResult) {
        conditions = result.conditions
        var tables = result.tables.map { table in
            Table(name: Self.name(of: table.key), title: table.title, rows: table.rows)
        }
        if let matrix = result.costMatrix {
            let pairs = PairTable(
                .costs(matrix), between: PairTable.Sides(.odCostMatrix, of: result)
            ).featureSet
            let lines = AnalysisClass.odLines
            tables.insert(
                Table(name: lines.answerKey, title: lines.title, rows: pairs), at: 0)
        }
        if let directions = result.directions {
            tables.append(
                Table(
                    name: "directions", title: "Directions",
                    rows: FeatureSet(tableOf: directions)))
        }
        if !result.messages.isEmpty {
            let rows = FeatureSet([FeatureColumn("Text") { $0.text }], of: result.messages)
            tables.append(Table(name: "messages", title: "Messages", rows: rows))
        }
        self.tables = tables
        dates = result.dateTexts
    }

    /// Names a table in files, as batches name it if they have it.
    private static func name(of key: String) -> String {
        if let kind = BarrierClass.allCases.first(where: { $0.parameter == key }) {
            return BatchTable.barriers(kind).name
        }
        return key
    }

    /// Writes the tables with shapes as KML.
    package func kml(named name: String) -> [UInt8] {
        var writer = KMLWriter(dates: dates)
        var text = writer.beginning(named: name)
        for table in tables where table.rows.geometryType != nil {
            text += writer.folder(named: table.name) + writer.placemarks(of: table.rows)
        }
        return Array((text + writer.end()).utf8)
    }

    /// Writes one table as an Esri JSON feature set, empty if the answer lacks it. If conditions
    /// were requested, they are a member behind its features, as in GeoJSON.
    package func esriJSON(_ name: String) -> [UInt8] {
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
