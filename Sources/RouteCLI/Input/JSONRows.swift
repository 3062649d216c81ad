// Rows of a table in JSON: `[{"name":"A","lat":1,"lon":2}]`, or a list for each row.

import Geo

/// A table of the rows in JSON.
///
/// A row is an object with names and values, or a list of values; of such lists, the first one
/// names the columns, unless all are coordinates. An object within a row is more columns of it:
/// `{"name":"A","place":{"lat":1,"lon":2}}`. The list of rows may be a member of an object, as
/// services answer: `{"count":1,"results":[…]}`.
struct JSONRows {
    /// The table as comma-separated values, so that the rules of tables hold for it.
    let table: String

    /// What the features of other formats consist of.
    private static let partsOfFeatures: Set<String> = ["geometry", "attributes", "properties"]
    private static let partsOfPoints: Set<String> = ["x", "y", "z", "m"]
    /// Members of shapes and sets in other formats, whose lists and objects are no cells.
    private static let partsOfShapes: Set<String> = [
        "coordinates", "curvePaths", "curveRings", "featureSet", "features", "geometries",
        "layers", "paths", "points", "rings", "spatialReference",
    ]

    /// - Parameter name: What the rows are, such as `stops`: the list of that name is taken first.
    /// - Returns: `nil` if the value has no such list, or its list holds features or points.
    /// - Complexity: O(*n* *m*) for *n* rows and *m* names.
    init?(_ value: JSONValue, named name: String? = nil) {
        guard let rows = value.array ?? Self.member(of: value, named: name), !rows.isEmpty else {
            return nil
        }
        let lists = rows.compactMap(\.array)
        if lists.count == rows.count {
            guard lists.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isPlain) }) else {
                return nil
            }
            table = lists.reduce(into: "") { $0 += CSVFeatureWriter.line($1.map(Self.cell)) }
            return
        }
        let objects = rows.compactMap(\.object)
        guard objects.count == rows.count, objects.allSatisfy(Self.isRow) else { return nil }
        let own = Set(objects.flatMap { $0.keys.map { $0.lowercased() } })
        let flat = objects.map { Self.flat($0, besides: own) }
        var (names, known): ([String], Set<String>) = ([], [])
        for row in flat {
            for name in row.keys where known.insert(name).inserted { names.append(name) }
        }
        guard !known.isSubset(of: Self.partsOfPoints) else { return nil }
        table = flat.reduce(into: CSVFeatureWriter.line(names)) { table, row in
            table += CSVFeatureWriter.line(names.map { row[$0].map(Self.cell) ?? "" })
        }
    }

    /// The list of objects within an object: the named one, or the only one.
    private static func member(of value: JSONValue, named name: String?) -> [JSONValue]? {
        guard let object = value.object, object["error"] == nil,
            object.members.allSatisfy({ !partsOfShapes.contains($0.key) })
        else { return nil }
        let lists = object.members.filter { $0.value.array?.first?.object != nil }
        if let named = lists.first(where: { $0.key.lowercased() == name }) {
            return named.value.array
        }
        // An answer of ours has tables beside its messages.
        let hasTables = object.members.contains { $0.value["features"] != nil }
        return lists.count == 1 && !hasTables ? lists[0].value.array : nil
    }

    private static func isPlain(_ value: JSONValue) -> Bool {
        value.array == nil && value.object == nil
    }

    private static func isRow(_ row: JSONObject) -> Bool {
        row.members.allSatisfy { member in
            !partsOfFeatures.contains(member.key)
                && (isPlain(member.value) || !partsOfShapes.contains(member.key))
        }
    }

    /// The row with the members of its objects, under their own names. If a row has such a name,
    /// the object's name stands before it.
    private static func flat(_ row: JSONObject, besides own: Set<String>) -> JSONObject {
        var flat = JSONObject()
        for member in row.members {
            guard let inner = member.value.object else {
                flat[member.key] = member.value
                continue
            }
            for part in inner.members {
                let isTaken = own.contains(part.key.lowercased()) || flat[part.key] != nil
                flat[isTaken ? "\(member.key).\(part.key)" : part.key] = part.value
            }
        }
        return flat
    }

    private static func cell(_ value: JSONValue) -> String {
        value.isNull ? "" : value.string ?? value.text
    }
}
