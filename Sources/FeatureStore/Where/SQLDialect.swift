// What differs between the databases that conditions and orders are written for.

import Geo

/// How the values of single columns are read, compared and sorted in the SQL of a database.
///
/// ``WhereSQLWriter`` joins what a dialect writes. Every comparison must hold for just the rows for
/// which the evaluator says that it holds, or be marked as not exact and hold for more of them.
protocol SQLDialect: Sendable {
    typealias Piece = WhereSQLWriter.Piece

    /// A column of texts and a text.
    func comparison(ofText column: LayerColumn, _ sign: WhereComparison, _ text: String) -> Piece

    /// A column of numbers and a number.
    func comparison(ofNumber column: LayerColumn, _ sign: WhereComparison, _ number: Double)
        -> Piece

    /// A column of dates and milliseconds since 1970.
    func comparison(ofDate column: LayerColumn, _ sign: WhereComparison, _ date: Double) -> Piece

    /// Two columns, both of texts or both of numbers and dates.
    func comparison(
        of left: LayerColumn, _ sign: WhereComparison, with right: LayerColumn
    ) -> Piece

    /// The value of a list that cells are looked for in, or `nil` where SQL compares otherwise than
    /// the evaluator.
    func choice(_ literal: WhereValue, of column: LayerColumn) -> SQLValue?

    /// The cells that are looked for in a list of ``choice(_:of:)``.
    func listOperand(_ column: LayerColumn) -> String

    /// A column of texts and the parts of a pattern.
    func like(_ column: LayerColumn, _ parts: [WherePattern.Part], isNegated: Bool) -> Piece

    /// Whether cells have no value; a cell with another kind of value than the column's type has
    /// none.
    func isNull(_ column: LayerColumn, isNegated: Bool) -> Piece

    /// The value of a cell as it is read.
    func selected(_ column: LayerColumn) -> String

    /// The value of a cell as `SELECT DISTINCT` distinguishes it.
    func distinct(_ column: LayerColumn) -> String

    /// The shape of a row as it is read.
    func selected(_ shapes: LayerTable.Shapes) -> String

    /// A term of an order: nulls are less than all values.
    func order(_ column: LayerColumn, isAscending: Bool) -> String
}

extension SQLDialect {
    /// Doubles hold all whole numbers below it.
    static var exactIntegers: Double { 9_007_199_254_740_992 }

    /// The bounds of the whole steps of some size that compare with a date as asked for.
    ///
    /// - Parameter step: The milliseconds of a step: those of a day, or 1.
    /// - Returns: The first step and the one behind the last, or `nil` for no bound; `nil` where no
    ///   step does, which only equality has.
    static func steps(
        _ sign: WhereComparison, _ date: Double, of step: Double
    ) -> (from: Double?, below: Double?)? {
        let steps = date / step
        let (floor, ceiling) = (steps.rounded(.down), steps.rounded(.up))
        switch sign {
        // `other` is what equality does not find.
        case .equal, .other: return floor == ceiling ? (floor, floor + 1) : nil
        case .below: return (nil, ceiling)
        case .atMost: return (nil, floor + 1)
        case .above: return (floor + 1, nil)
        case .atLeast: return (ceiling, nil)
        }
    }
}
