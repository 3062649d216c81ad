// Values to bind to statements in any database.

/// A value to bind to a statement.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])
}
