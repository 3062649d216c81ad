// What differs between databases in conditions and sort orders.

import Geo

/// Writes how one database reads, compares and sorts single columns.
///
/// ``WhereSQLWriter`` joins the pieces. A comparison must hold for exactly the rows for which the
/// evaluator says it holds; if it cannot, it must hold for more rows and be marked as not exact.
protocol SQLDialect: Sendable {
    typealias Piece = SQLPiece

    func comparison(ofText column: LayerColumn, _ sign: WhereComparison, _ text: String) -> Piece

    func comparison(ofNumber column: LayerColumn, _ sign: WhereComparison, _ number: Double)
        -> Piece

    /// Compares a date column with milliseconds since 1970.
    func comparison(ofDate column: LayerColumn, _ sign: WhereComparison, _ date: Double) -> Piece

    /// Compares two columns, both texts, or both numbers or dates.
    func comparison(
        of left: LayerColumn, _ sign: WhereComparison, with right: LayerColumn
    ) -> Piece

    /// Returns a literal as an element of an IN list, or `nil` if SQL compares it differently from
    /// the evaluator.
    func choice(_ literal: WhereValue, of column: LayerColumn) -> SQLValue?

    /// Returns the column as the operand of such a list.
    func listOperand(_ column: LayerColumn) -> String

    /// Matches a text column against a pattern's parts.
    func like(_ column: LayerColumn, _ parts: [WherePattern.Part], isNegated: Bool) -> Piece

    /// Tests whether cells have no value; a value whose kind does not suit the column's type counts
    /// as none.
    func isNull(_ column: LayerColumn, isNegated: Bool) -> Piece

    func selected(_ column: LayerColumn) -> String

    /// Returns the term by which `SELECT DISTINCT` distinguishes values.
    func distinct(_ column: LayerColumn) -> String

    func selected(_ shapes: LayerTable.Shapes) -> String

    /// Returns an ORDER BY term; nulls sort before all values.
    func order(_ column: LayerColumn, isAscending: Bool) -> String
}

extension SQLDialect {
    /// Doubles represent all whole numbers below this one.
    static var exactIntegers: Double { 9_007_199_254_740_992 }

    /// Rounds a date to the whole steps that satisfy a comparison.
    ///
    /// - Parameter step: The step in milliseconds: a day, or 1.
    /// - Returns: The first step and the one after the last; a missing bound is `nil`. The result
    ///   is `nil` if no step satisfies it, which happens only for equality.
    static func steps(
        _ sign: WhereComparison, _ date: Double, of step: Double
    ) -> (from: Double?, below: Double?)? {
        let steps = date / step
        let (floor, ceiling) = (steps.rounded(.down), steps.rounded(.up))
        switch sign {
        // `other` is everything that equality does not find.
        case .equal, .other: return floor == ceiling ? (floor, floor + 1) : nil
        case .below: return (nil, ceiling)
        case .atMost: return (nil, floor + 1)
        case .above: return (floor + 1, nil)
        case .atLeast: return (ceiling, nil)
        }
    }
}
