// Found places as a table of stops.

import Geo
import RouteTaskClient

/// A table with a stop for each place found.
struct GeocodedRows {
    /// A row's own values, the text asked for, and what was found.
    typealias Row = (values: [AttributeValue], text: String, found: FoundPlace)

    private static let added = [
        Field("Score", .double), Field("Match_addr", .string), Field("Addr_type", .string),
    ]

    /// The stops.
    let features: FeatureSet

    /// Adds columns to rows; a column of the same name is replaced.
    init(_ rows: [Row], fields: [Field]) {
        let names = Set(Self.added.map { $0.name.lowercased() })
        let kept = fields.indices.filter { !names.contains(fields[$0].name.lowercased()) }
        let hasName = fields.contains { $0.name.lowercased() == "name" }
        features = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: (hasName ? [] : [Field("Name", .string)]) + kept.map { fields[$0] }
                + Self.added,
            features: rows.map { row in
                let own = kept.map { row.values[$0] }
                return Feature(
                    values: (hasName ? [] : [.string(row.text)]) + own + [
                        .double(Self.rounded(row.found.score)), .string(row.found.address),
                        .string(row.found.type),
                    ], geometry: .point(row.found.location))
            })
    }

    /// Returns a score with two decimals, as a server's answers have it.
    static func rounded(_ score: Double) -> Double { (score * 100).rounded() / 100 }

    /// Returns a cell as text.
    static func text(_ value: AttributeValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): JSONValue.number(number).text
        case .date(let milliseconds): "\(milliseconds)"
        }
    }
}
