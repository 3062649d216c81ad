// Factors on whole cost columns, from the values that a request states for a cost's parameters.

/// Multiplies the edges of cost columns; by 1 in most columns and most requests.
///
/// A walking speed of 4 km/h, where the column is made with 5, is the factor 5/4 on the time of
/// every edge. Turns are not scaled, nor is what barriers add.
package struct ColumnFactors: Hashable, Sendable {
    private struct Entry: Hashable {
        var column: Int
        var factor: CostFactor
    }

    /// Ascending by column, without factors of 1.
    private var entries: [Entry] = []

    /// Every column as it is.
    package init() {}

    /// Whether every column is as it is.
    package var isEmpty: Bool { entries.isEmpty }

    /// Multiplies a column by a factor.
    package mutating func multiply(_ column: Int, by factor: CostFactor) {
        let product = self[column] * factor
        entries.removeAll { $0.column == column }
        guard !product.isOne else { return }
        entries.append(Entry(column: column, factor: product))
        entries.sort { $0.column < $1.column }
    }

    /// The factor of a column.
    package subscript(column: Int) -> CostFactor {
        entries.first { $0.column == column }?.factor ?? .one
    }

    /// An edge's cost in a column, times the column's factor.
    @inline(__always)
    package func applied(to cost: UInt32, column: Int) -> UInt32 {
        entries.isEmpty ? cost : self[column].applied(to: cost)
    }
}
