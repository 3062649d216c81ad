// Values that are bound to the statements of any database.

/// A value that is bound to a statement.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])
}
