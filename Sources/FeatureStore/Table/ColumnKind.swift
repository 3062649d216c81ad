// What a column's declared type means.

import Geo

/// A column's declared type, as GeoPackage and other programs write it.
struct ColumnKind: Hashable, Sendable {
    /// How SQLite converts values stored in a column or compared with it.
    enum Affinity: Hashable, Sendable {
        case integer, real, numeric, text, blob
    }

    /// The type values have; `nil` for a column of bytes.
    var type: FieldType?
    /// The greatest number of characters in a text.
    var length: Int?
    var affinity: Affinity
    /// The declared type in capitals, without its length.
    var name: String
    /// The type in PostgreSQL; `nil` in a file.
    var postgres: PostgresColumnType?

    init(type: FieldType?, affinity: Affinity, name: String) {
        (self.type, self.affinity, self.name) = (type, affinity, name)
    }

    /// GeoPackage types (OGC 12-128r17, table 1) and the field types they hold.
    private static let types: [String: FieldType] = [
        "BOOLEAN": .integer, "TINYINT": .integer, "SMALLINT": .integer, "MEDIUMINT": .integer,
        "INT": .integer, "INTEGER": .integer, "FLOAT": .double, "DOUBLE": .double,
        "REAL": .double, "TEXT": .string, "DATE": .date, "DATETIME": .date,
    ]

    /// Reads a declared type such as `TEXT(20)`.
    init(declared: String) {
        let head = declared.prefix { $0 != "(" }
        name = head.uppercased().split(separator: " ").joined(separator: " ")
        let parameters = declared.dropFirst(head.count + 1).prefix { $0.isASCII && $0.isNumber }
        affinity = Self.affinity(of: name)
        if let known = Self.types[name] {
            type = known
        } else if name == "BLOB" || name.isEmpty {
            type = nil
        } else if name == "TIMESTAMP" || name == "TIMESTAMP WITH TIME ZONE" {
            type = .date
        } else {
            type =
                switch affinity {
                case .integer: .integer
                case .real: .double
                case .text: .string
                case .numeric: name == "NUMERIC" || name == "DECIMAL" ? .double : .string
                case .blob: nil
                }
        }
        if type == .string, let count = Int(parameters), count > 0 { length = count }
    }

    /// Returns a declared type's affinity.
    ///
    /// Source: SQLite, *Datatypes*, 3.1.
    private static func affinity(of name: String) -> Affinity {
        if name.contains("INT") { return .integer }
        if ["CHAR", "CLOB", "TEXT"].contains(where: { name.contains($0) }) { return .text }
        if name.contains("BLOB") || name.isEmpty { return .blob }
        if ["REAL", "FLOA", "DOUB"].contains(where: { name.contains($0) }) { return .real }
        return .numeric
    }

    /// Whether dates are stored without a time of day.
    var isDayOnly: Bool { name == "DATE" }

    /// The whole numbers the type can hold.
    var integers: ClosedRange<Int64> {
        switch name {
        case "BOOLEAN": 0...1
        case "TINYINT": -128...127
        case "SMALLINT": -32_768...32_767
        case "MEDIUMINT": -2_147_483_648...2_147_483_647
        default: .min ... .max
        }
    }

    /// Returns the column's type for a field that does not ask for one.
    static func usualName(of type: FieldType) -> String {
        switch type {
        case .objectID, .integer: "INTEGER"
        case .double: "REAL"
        case .string: "TEXT"
        case .date: "DATETIME"
        }
    }

    /// Returns the names of all types that hold a field's values.
    static func names(of type: FieldType) -> [String] {
        types.filter { $0.value == type }.map(\.key).sorted()
    }
}
