// Factors on whole cost columns, from the values that a request gives to a cost's parameters.

/// Multiplies the edges of cost columns; by 1 in most columns and most requests.
///
/// For example, if the column was made for a walking speed of 5 km/h, a speed of 4 is the factor
/// 5/4 on every edge's time. Turns are not scaled, nor are costs that barriers add.
package struct ColumnFactors: Hashable, Sendable {
    private struct Entry: Hashable {
        var column: Int
        var factor: CostFactor
    }

    /// Ascending by column, without factors of 1.
    private var entries: [Entry] = []

    /// Leaves every column as it is.
    package init() {}

    package mutating func multiply(_ column: Int, by factor: CostFactor) {
        let product = self[column] * factor
        entries.removeAll { $0.column == column }
        guard !product.isOne else { return }
        entries.append(Entry(column: column, factor: product))
        entries.sort { $0.column < $1.column }
    }

    package subscript(column: Int) -> CostFactor {
        entries.first { $0.column == column }?.factor ?? .one
    }

    /// Returns an edge's cost in a column, times the column's factor.
    @inline(__always)
    package func applied(to cost: UInt32, column: Int) -> UInt32 {
        entries.isEmpty ? cost : self[column].applied(to: cost)
    }
}
