// Rows of a feed on the edges of a network.

/// A part of an edge that a row is about.
package struct PlacedPiece: Hashable, Sendable {
    /// The directed edge.
    package var edge: UInt32
    /// The share of its length that the row covers, above 0 and at most 1.
    package var share: Float

    package init(edge: UInt32, share: Float = 1) {
        self.edge = edge
        self.share = share
    }
}

/// A row with the edges that it is about.
package struct PlacedRow: Hashable, Sendable {
    package var row: FeedRow
    /// Where ``PlacedRows/pieces`` has its pieces; at least one.
    package var pieces: Range<Int>

    package init(row: FeedRow, pieces: Range<Int>) {
        self.row = row
        self.pieces = pieces
    }
}

/// The rows of a feed that lie on a network.
package struct PlacedRows: Sendable {
    package var rows: [PlacedRow] = []
    /// The pieces of all rows, one row after the other.
    package var pieces: [PlacedPiece] = []
    /// The rows that fit nowhere.
    package var refused: RefusedRows
    /// The rows that state more than a street's greatest speed.
    package var capped = CappedRows()

    package init(refused: RefusedRows) { self.refused = refused }
}
