// Which edges are highway exits, and what the signs call them.

/// A network's exits with a number or a name.
package struct HighwayExits: Sendable {
    /// Ascending edges and the row of each one's name; `nil` in a file without exits.
    let columns: (edges: MappedColumn<UInt32>, names: MappedColumn<UInt32>)?

    /// - Throws: ``DatasetError`` if a section has the wrong size.
    init(_ table: SectionTable) throws(DatasetError) {
        guard let edges = try table.optionalColumn("exit.edges", of: UInt32.self) else {
            columns = nil
            return
        }
        columns = (edges, try table.column("exit.names", count: edges.count))
    }

    /// Returns the name row of an edge's exit; 0, the empty name, for other edges.
    ///
    /// - Complexity: O(log *n*) in the number of exits.
    package func nameRow(of edge: EdgeID) -> UInt32 {
        guard let (edges, names) = columns else { return 0 }
        let row = edges.lowerBound(edge.row)
        return row < edges.count && edges[row] == edge.row ? names[row] : 0
    }

    /// The number of exits.
    package var count: Int { columns?.edges.count ?? 0 }
}
