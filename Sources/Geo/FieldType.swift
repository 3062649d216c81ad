// The types of columns, with their names on the wire.

/// A column's type, with Esri's name for it on the wire.
public enum FieldType: String, Hashable, Sendable {
    /// The object id column.
    case objectID = "esriFieldTypeOID"
    /// 32-bit whole numbers and codes.
    case integer = "esriFieldTypeInteger"
    /// Numbers.
    case double = "esriFieldTypeDouble"
    /// Text.
    case string = "esriFieldTypeString"
    /// Milliseconds since 1970.
    case date = "esriFieldTypeDate"
}
