// The names of a layer's columns, as the fields that a request reads.

public import Geo

/// The fields of an input that a layer has under other names: `Name` from the column `customer`.
///
///     let mapping = FieldMapping([.init(field: "Name", column: "customer")])
///     mapping.renaming(rows).fieldIndex("Name")    // the place of the column "customer"
public struct FieldMapping: Hashable, Sendable {
    /// A field and the column that holds its values.
    public struct Entry: Hashable, Sendable {
        /// The name that the request reads.
        public var field: String
        /// The name that the layer has.
        public var column: String

        /// Makes an entry.
        public init(field: String, column: String) {
            self.field = field
            self.column = column
        }
    }

    /// The entries, one for each field.
    public private(set) var entries: [Entry] = []

    /// Maps fields to columns; of several entries for one field the last counts.
    public init(_ entries: [Entry] = []) {
        for entry in entries { set(entry) }
    }

    /// Whether there are no entries.
    public var isEmpty: Bool { entries.isEmpty }

    /// The same with the entries of another mapping in place of those for the same fields.
    public func overridden(by other: FieldMapping) -> FieldMapping {
        FieldMapping(entries + other.entries)
    }

    private mutating func set(_ entry: Entry) {
        let wanted = entry.field.lowercased()
        entries.removeAll { $0.field.lowercased() == wanted }
        entries.append(entry)
    }

    /// The first entry whose column is not among some names, compared without regard to case.
    public func entryWithoutColumn(among names: [String]) -> Entry? {
        let known = Set(names.map { $0.lowercased() })
        return entries.first { !known.contains($0.column.lowercased()) }
    }

    /// The rows under the fields' names. The column of object ids is `ObjectID`. A column of its
    /// own that has the name of a mapped field is left out.
    ///
    /// - Complexity: O(*n*) in the number of values, O(1) in that of rows where names alone change.
    public func renaming(_ set: FeatureSet) -> FeatureSet {
        var columns: [(source: Int, field: Field)] = []
        var taken = Set(entries.map { $0.field.lowercased() })
        if set.fields.contains(where: { $0.type == .objectID }) {
            taken.insert(Self.objectID.lowercased())
        }
        for (source, field) in set.fields.enumerated() {
            let isID = field.type == .objectID
            if isID { columns.append((source, Field(Self.objectID, .objectID))) }
            let mapped = entries.filter { $0.column.lowercased() == field.name.lowercased() }
            columns += mapped.map { entry in
                (source, Field(entry.field, isID ? .integer : field.type, length: field.length))
            }
            guard mapped.isEmpty, !isID, !taken.contains(field.name.lowercased()) else { continue }
            columns.append((source, field))
        }
        var renamed = set
        renamed.fields = columns.map(\.field)
        guard columns.map(\.source) != Array(set.fields.indices) else { return renamed }
        for row in renamed.features.indices {
            let values = renamed.features[row].values
            renamed.features[row].values = columns.map { column in
                column.source < values.count ? values[column.source] : .null
            }
        }
        return renamed
    }

    private static let objectID = "ObjectID"
}
