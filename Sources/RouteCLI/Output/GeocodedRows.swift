// Found places as a table of stops.

import Geo
import RouteAPI
import RouteTaskClient

/// A table with a stop for each place found.
struct GeocodedRows {
    /// A row's own values, the text asked for, and what was found.
    typealias Row = (values: [AttributeValue], text: String, found: FoundPlace)

    private static var added: [FeatureColumn<Row>] {
        [
            FeatureColumn("Score") { rounded($0.found.score) },
            FeatureColumn("Match_addr") { $0.found.address },
            FeatureColumn("Addr_type") { $0.found.type },
        ]
    }

    /// The stops.
    let features: FeatureSet

    /// Adds columns to rows; a column of the same name is replaced.
    init(_ rows: [Row], fields: [Field]) {
        let names = Set(Self.added.map { $0.field.name.lowercased() })
        let kept = fields.indices.filter { !names.contains(fields[$0].name.lowercased()) }
        let hasName = fields.contains { $0.name.lowercased() == "name" }
        let columns: [FeatureColumn<Row>] =
            (hasName ? [] : [FeatureColumn(.name) { $0.text }])
            + kept.map { column in FeatureColumn(fields[column]) { $0.values[column] } }
            + Self.added
        features = FeatureSet(columns, of: rows, shape: .point) { .point($0.found.location) }
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
