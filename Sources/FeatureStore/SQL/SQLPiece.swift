// A predicate in SQL, and whether SQL can express it exactly.

/// A predicate in SQL.
struct SQLPiece {
    /// The SQL, or `nil` if it says nothing about the rows.
    var sql: SQLCondition?
    /// Whether the SQL selects exactly the rows for which the predicate holds.
    var isExact: Bool
    /// Whether an index on the table finds the rows.
    var isIndexed = false

    static let unknown = SQLPiece(sql: nil, isExact: false)
    static let none = SQLPiece(sql: SQLCondition.none, isExact: true)
}
