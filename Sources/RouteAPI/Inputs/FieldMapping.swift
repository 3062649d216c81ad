// Maps the fields a request reads to a layer's columns.

public import Geo

/// Maps fields of an input to a layer's columns with other names: `Name` from the column
/// `customer`.
///
///     let mapping = FieldMapping([.init(field: "Name", column: "customer")])
///     mapping.renaming(rows).fieldIndex("Name")    // the place of the column "customer"
public struct FieldMapping: Hashable, Sendable {
    /// A field and the column with its values.
    public struct Entry: Hashable, Sendable {
        /// The name the request reads.
        public var field: String
        /// The layer's name for it.
        public var column: String

        /// Creates an entry.
        public init(field: String, column: String) {
            self.field = field
            self.column = column
        }
    }

    /// The entries, one for each field.
    public private(set) var entries: [Entry] = []

    /// Maps fields to columns. If a field has several entries, the last one counts.
    public init(_ entries: [Entry] = []) {
        for entry in entries { set(entry) }
    }

    /// Whether no field is mapped.
    public var isEmpty: Bool { entries.isEmpty }

    /// Returns this mapping with another one's entries added. They replace entries for the same
    /// fields.
    public func overridden(by other: FieldMapping) -> FieldMapping {
        FieldMapping(entries + other.entries)
    }

    private mutating func set(_ entry: Entry) {
        let wanted = entry.field.lowercased()
        entries.removeAll { $0.field.lowercased() == wanted }
        entries.append(entry)
    }

    /// Finds the first entry whose column is missing among some names, ignoring case.
    public func entryWithoutColumn(among names: [String]) -> Entry? {
        let known = Set(names.map { $0.lowercased() })
        return entries.first { !known.contains($0.column.lowercased()) }
    }

    /// Returns the rows under the fields' names. The column of object ids becomes `ObjectID`. If
    /// another column already has a mapped field's name, it is dropped.
    ///
    /// - Complexity: O(*n*) for *n* values, or O(1) in the number of rows if only names change.
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
