// The values of limits on vehicles: few rows have one.

/// For each limit attribute the rows that have one, edges or nodes, with the values.
package struct LimitTable: Sendable {
    /// Ascending rows.
    package let rows: [MappedColumn<UInt32>]
    /// In centimeters or kilograms.
    package let values: [MappedColumn<UInt32>]

    /// The limits of directed edges.
    init(ofEdges table: SectionTable, count: Int) throws(DatasetError) {
        try self.init(table, rows: "limit.edges", values: "limit.values", count)
    }

    /// The limits of nodes.
    init(ofNodes table: SectionTable, count: Int) throws(DatasetError) {
        try self.init(table, rows: "nodeLimit.nodes", values: "nodeLimit.values", count)
    }

    private init(
        _ table: SectionTable, rows: String, values: String, _ count: Int
    ) throws(DatasetError) {
        var (rowColumns, valueColumns) = ([MappedColumn<UInt32>](), [MappedColumn<UInt32>]())
        for limit in 0..<count {
            let column: MappedColumn<UInt32> = try table.column("\(rows).\(limit)")
            rowColumns.append(column)
            valueColumns.append(try table.column("\(values).\(limit)", count: column.count))
        }
        self.rows = rowColumns
        self.values = valueColumns
    }

    /// The value of a limit on a row, or `nil`.
    ///
    /// - Complexity: O(log *n*) in the number of rows with one.
    package func value(of limit: Int, row: UInt32) -> UInt32? {
        let position = rows[limit].lowerBound(row)
        guard position < rows[limit].count, rows[limit][position] == row else { return nil }
        return values[limit][position]
    }
}
