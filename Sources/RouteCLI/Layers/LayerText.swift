// A stored layer as text: its shapes, its rows and its columns.

import FeatureStore
import Geo

/// Describes a layer, with a line for each column.
struct LayerText {
    let schema: LayerSchema
    let count: Int

    var text: String {
        var lines = ["\(schema.name): \(ProgressLine.grouped(count)) \(rows)"]
        if !schema.title.isEmpty, schema.title != schema.name { lines.append("  \(schema.title)") }
        if !schema.description.isEmpty { lines.append("  \(schema.description)") }
        let fields =
            [(schema.objectIDField, "object id", "")]
            + schema.fields.map { field in
                (field.name, Self.word(field), field.alias == field.name ? "" : field.alias)
            }
        let width = min(fields.map { $0.0.count }.max() ?? 0, 40)
        for (name, type, alias) in fields {
            let blanks = String(repeating: " ", count: max(0, width - name.count))
            lines.append("  \(name)\(blanks)  \(type)" + (alias.isEmpty ? "" : "  (\(alias))"))
        }
        return lines.joined(separator: "\n")
    }

    private var rows: String {
        guard let type = schema.geometryType else { return "rows without shapes" }
        let shapes =
            switch type {
            case .point: "points"
            case .multipoint: "sets of points"
            case .polyline: "lines"
            case .polygon: "polygons"
            }
        let reference = schema.spatialReference.wkid.map { "EPSG:\($0)" } ?? "a system by text"
        return "\(shapes) in \(reference)"
    }

    private static func word(_ field: LayerField) -> String {
        let type =
            switch field.type {
            case .objectID: "object id"
            case .integer: "integer"
            case .double: "number"
            case .string: field.length.map { "text of \($0)" } ?? "text"
            case .date: "time"
            }
        return type + (field.isNullable ? "" : ", required") + (field.hasIndex ? ", indexed" : "")
    }
}
