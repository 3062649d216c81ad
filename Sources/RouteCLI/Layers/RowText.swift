// A layer's rows as a text table.

import Geo

/// Writes rows as lines of text in columns.
struct RowText {
    let set: FeatureSet

    /// The widest value, in columns of the terminal; longer ones are cut.
    private static let widest = 30

    /// The table with its headings.
    var text: String {
        if set.features.isEmpty { return "No row is selected.\n" }
        var headings = set.fields.map(\.name)
        if set.geometryType != nil { headings.append("shape") }
        let rows = set.features.map(cells)
        let widths = headings.indices.map { column in
            min(
                Self.widest,
                rows.reduce(headings[column].count) { max($0, $1[column].count) })
        }
        return ([headings] + rows).map { Self.line($0, widths) }.joined()
    }

    private func cells(_ feature: Feature) -> [String] {
        var cells = set.fields.indices.map { column in
            column < feature.values.count ? Self.text(of: feature.values[column]) : ""
        }
        if set.geometryType != nil {
            cells.append(feature.geometry.map { Self.text(of: $0) } ?? "")
        }
        return cells
    }

    private static func text(of value: AttributeValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): "\(number)"
        case .double(let number): JSONValue.number(number).text
        // A line break would end the table's line.
        case .string(let text):
            String(text.prefix(widest).map { $0.isNewline || $0 == "\t" ? " " : $0 })
        case .date(let milliseconds): ISODateTime.text(milliseconds)
        }
    }

    private static func text(of geometry: Geometry) -> String {
        switch geometry {
        case .point(let place):
            "\(JSONValue.number(place.x).text),\(JSONValue.number(place.y).text)"
        case .empty: ""
        case .multipoint, .polyline, .polygon: "\(geometry.coordinates.count) vertices"
        }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: max(0, width - cell.count))
        }.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }
}
