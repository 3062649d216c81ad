// What turn classes cost.

/// Each turn class's cost, by cost column.
package struct TurnClassCosts: Sendable {
    private let columns: [MappedColumn<UInt32>]
    private let areFree: [Bool]

    init(_ table: SectionTable, columns: Range<Int>) throws(DatasetError) {
        var costs: [MappedColumn<UInt32>] = []
        for column in columns { costs.append(try table.column("turnClass.cost.\(column)")) }
        self.columns = costs
        areFree = costs.map { costs in (0..<costs.count).allSatisfy { costs[$0] == 0 } }
    }

    /// Returns the classes' costs in a column, in quanta.
    package subscript(column: Int) -> MappedColumn<UInt32> { columns[column] }

    /// Whether no turn costs anything in a column, as in lengths.
    func areFree(in column: Int) -> Bool { areFree[column] }
}
