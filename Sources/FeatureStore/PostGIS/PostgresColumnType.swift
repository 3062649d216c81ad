// What a type of PostgreSQL means for the values of a field.

import Geo

/// The type of a column in PostgreSQL.
struct PostgresColumnType: Hashable, Sendable {
    /// How values are kept and compared.
    enum Storage: Hashable, Sendable {
        case smallInteger, integer, bigInteger, boolean
        case single, double, numeric
        /// `text` and `varchar`.
        case text
        case uuid
        /// A type whose values are read as texts: an enumeration, `json`, `citext`, `char`.
        case asText
        case day
        /// A date and time without a zone, which is read as UTC.
        case localTime
        case instant
    }

    var storage: Storage
    /// Whether the database may find different texts equal.
    var foldsTexts = false
}

extension ColumnKind {
    /// The kind of a column of PostgreSQL.
    ///
    /// - Parameters:
    ///   - name: The type's name in the catalogue, that of a domain's base type.
    ///   - modifier: The type's modifier, or -1.
    /// - Returns: `nil` for a column of bytes, shapes or records, which is not a field.
    init?(postgres name: String, modifier: Int64, foldsTexts: Bool) {
        let (type, storage, stored): (FieldType, PostgresColumnType.Storage, String) =
            switch name {
            case "int2": (.integer, .smallInteger, "SMALLINT")
            case "int4": (.integer, .integer, "MEDIUMINT")
            case "int8": (.integer, .bigInteger, "INTEGER")
            case "bool": (.integer, .boolean, "BOOLEAN")
            case "float4": (.double, .single, "FLOAT")
            case "float8": (.double, .double, "REAL")
            case "numeric": (.double, .numeric, "NUMERIC")
            case "text", "varchar": (.string, .text, "TEXT")
            case "uuid": (.string, .uuid, "UUID")
            case "date": (.date, .day, "DATE")
            case "timestamp": (.date, .localTime, "TIMESTAMP")
            case "timestamptz": (.date, .instant, "DATETIME")
            default: (.string, .asText, name.uppercased())
            }
        if Self.unread.contains(name) { return nil }
        self.init(type: type, affinity: .text, name: stored)
        // The modifier of texts with a length counts four bytes more.
        if ["varchar", "bpchar"].contains(name), modifier > 4 { length = Int(modifier) - 4 }
        postgres = PostgresColumnType(storage: storage, foldsTexts: foldsTexts)
    }

    private static let unread: Set = [
        "bytea", "geometry", "geography", "raster", "box2d", "box3d", "record", "tsvector",
        "oidvector",
        "int2vector",
    ]

    /// The type in a statement that makes a table.
    ///
    /// - Parameter field: A field that the checks of a schema have passed.
    static func postgresType(of field: LayerField) -> String {
        let stored = field.storedType?.uppercased() ?? usualName(of: field.type)
        return switch stored {
        case "BOOLEAN": "boolean"
        case "TINYINT", "SMALLINT": "smallint"
        case "MEDIUMINT": "integer"
        case "FLOAT": "real"
        case "DOUBLE", "REAL": "double precision"
        case "DATE": "date"
        case "DATETIME": "timestamp with time zone"
        case "TEXT":
            (field.length.map { "character varying(\($0))" } ?? "text")
                + " COLLATE pg_catalog.\"C\""
        default: "bigint"
        }
    }
}
