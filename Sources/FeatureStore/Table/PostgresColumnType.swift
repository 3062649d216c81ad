// Maps PostgreSQL types to field values.

import Geo

/// A column's type in PostgreSQL.
struct PostgresColumnType: Hashable, Sendable {
    /// How a column stores and compares values.
    enum Storage: Hashable, Sendable {
        case smallInteger, integer, bigInteger, boolean
        case single, double, numeric
        /// `text` and `varchar`.
        case text
        case uuid
        /// Types read as texts: enumerations, `json`, `citext`, `char`.
        case asText
        case day
        /// A date and time without a zone, read as UTC.
        case localTime
        case instant
    }

    var storage: Storage
    /// Whether the database may consider texts equal that differ.
    var foldsTexts = false
}

extension ColumnKind {
    /// Maps a PostgreSQL column type.
    ///
    /// - Parameters:
    ///   - name: The type's catalogue name; for a domain, its base type's.
    ///   - modifier: The type's modifier, or -1.
    /// - Returns: `nil` for bytes, shapes or records, which are not fields.
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
        // The modifier is the length plus four bytes.
        if ["varchar", "bpchar"].contains(name), modifier > 4 { length = Int(modifier) - 4 }
        postgres = PostgresColumnType(storage: storage, foldsTexts: foldsTexts)
    }

    private static let unread: Set = [
        "bytea", "geometry", "geography", "raster", "box2d", "box3d", "record", "tsvector",
        "oidvector",
        "int2vector",
    ]

    /// Returns the type for a CREATE TABLE statement.
    ///
    /// - Parameter field: A field that has passed the schema checks.
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
