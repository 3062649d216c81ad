// The values of vehicle limits. Only a few rows have one.

/// For each limit attribute, the edges or nodes that have one, with its value.
package struct LimitTable: Sendable {
    /// For each limit, its rows, ascending.
    package let rows: [MappedColumn<UInt32>]
    /// For each limit, its values in centimeters or kilograms.
    package let values: [MappedColumn<UInt32>]

    /// Reads the limits of directed edges.
    init(ofEdges table: SectionTable, count: Int) throws(DatasetError) {
        try self.init(table, rows: "limit.edges", values: "limit.values", count)
    }

    /// Reads the limits of nodes.
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

    /// Returns a limit's value on a row, or `nil`.
    ///
    /// - Complexity: O(log *n*) in the rows that have this limit.
    package func value(of limit: Int, row: UInt32) -> UInt32? {
        let position = rows[limit].lowerBound(row)
        guard position < rows[limit].count, rows[limit][position] == row else { return nil }
        return values[limit][position]
    }
}
