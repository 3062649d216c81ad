// An expression over fields that gives a value, in the SQL of conditions.

/// An expression over the attributes of a feature that gives a value.
///
/// ```swift
/// let expression = try FieldExpression("UPPER(driver) || ' ' || customer")
/// ```
///
/// It has the operands, operators and functions of ``WhereClause``.
package struct FieldExpression: Hashable, Sendable {
    /// What it computes.
    package let program: WhereProgram

    /// Reads an expression.
    ///
    /// - Throws: ``WhereError`` saying what was found and where.
    package init(_ text: String) throws(WhereError) {
        guard text.utf8.count <= WhereClause.maximumBytes else {
            throw WhereError(
                "it is longer than \(WhereClause.maximumBytes) bytes",
                position: WhereClause.maximumBytes)
        }
        var parser = WhereParser(tokens: try WhereLexer.tokens(of: text))
        program = WhereProgram(try parser.wholeValue())
    }
}
