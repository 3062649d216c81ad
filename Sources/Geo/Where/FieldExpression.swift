// Expressions over fields that yield a value, in the SQL of conditions.

/// An expression over a feature's attributes that yields a value.
///
/// ```swift
/// let expression = try FieldExpression("UPPER(driver) || ' ' || customer")
/// ```
///
/// It allows the same operands, operators and functions as ``WhereClause``.
package struct FieldExpression: Hashable, Sendable {
    /// The parsed expression.
    package let root: WhereExpression
    /// The compiled expression.
    package let program: WhereProgram

    /// Parses an expression.
    ///
    /// - Parameters:
    ///   - now: The request's time, as in ``WhereClause/init(_:now:dates:)``.
    ///   - dates: The fields that hold dates, likewise.
    /// - Throws: ``WhereError`` saying what was found and where.
    package init(
        _ text: String, now: Int64? = nil, dates: Set<String>? = nil
    ) throws(WhereError) {
        guard text.utf8.count <= WhereClause.maximumBytes else {
            throw WhereError(
                "it is longer than \(WhereClause.maximumBytes) bytes",
                position: WhereClause.maximumBytes)
        }
        var parser = WhereParser(
            tokens: try WhereLexer.tokens(of: text), now: now, dates: dates)
        root = try parser.wholeValue()
        program = WhereProgram(root)
    }
}
