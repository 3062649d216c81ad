// Lists of plain objects in JSON, which are rows of a table: `[{"name":"A","lat":1,"lon":2}]`.

import Geo

/// A table of the objects in a list, each of which has names and plain values.
struct JSONRows {
    /// The table as comma-separated values, so that the rules of tables hold for it.
    let table: String

    /// What the features of other formats consist of.
    private static let partsOfFeatures: Set<String> = ["geometry", "attributes", "properties"]
    private static let partsOfPoints: Set<String> = ["x", "y", "z", "m"]

    /// - Returns: `nil` if the value is no such list, or one of features or points.
    /// - Complexity: O(*n* *m*) for *n* objects and *m* names.
    init?(_ value: JSONValue) {
        let objects = (value.array ?? []).map(\.object)
        let rows = objects.compactMap(\.self)
        guard !rows.isEmpty, rows.count == objects.count, rows.allSatisfy(Self.isPlain) else {
            return nil
        }
        var (names, known): ([String], Set<String>) = ([], [])
        for row in rows {
            for name in row.keys where known.insert(name).inserted { names.append(name) }
        }
        guard !known.isSubset(of: Self.partsOfPoints) else { return nil }
        var table = CSVFeatureWriter.line(names)
        for row in rows {
            table += CSVFeatureWriter.line(names.map { row[$0].map(Self.cell) ?? "" })
        }
        self.table = table
    }

    private static func isPlain(_ row: JSONObject) -> Bool {
        row.members.allSatisfy { member in
            member.value.array == nil && member.value.object == nil
                && !partsOfFeatures.contains(member.key)
        }
    }

    private static func cell(_ value: JSONValue) -> String {
        value.isNull ? "" : value.string ?? value.text
    }
}
