// What a cell of a feature set holds.

/// An attribute's value.
public enum AttributeValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case double(Double)
    /// Text.
    case string(String)
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case date(Int64)
}
