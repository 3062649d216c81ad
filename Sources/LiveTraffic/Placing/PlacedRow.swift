// A feed's rows on the edges of a network.

/// The part of an edge that a row covers.
package struct PlacedPiece: Hashable, Sendable {
    /// The directed edge's row number.
    package var edge: UInt32
    /// The covered share of the edge's length, above 0 and at most 1.
    package var share: Float
    /// Where on the edge a row's point lies, from 0 at its tail to 1; 0 for a row without a point.
    package var point: Float

    package init(edge: UInt32, share: Float = 1, point: Float = 0) {
        self.edge = edge
        self.share = share
        self.point = point
    }
}

/// A row with the edges it lies on.
package struct PlacedRow: Hashable, Sendable {
    package var row: FeedRow
    /// The row's range in ``PlacedRows/pieces``; never empty.
    package var pieces: Range<Int>

    package init(row: FeedRow, pieces: Range<Int>) {
        self.row = row
        self.pieces = pieces
    }
}

/// A feed's rows placed on a network, and the rows that did not fit.
package struct PlacedRows: Sendable {
    package var rows: [PlacedRow] = []
    /// All rows' pieces, row after row.
    package var pieces: [PlacedPiece] = []
    /// The rows that fit nowhere.
    package var refused: RefusedRows
    /// The rows that state more than the highest plausible speed.
    package var capped = CappedRows()

    package init(refused: RefusedRows) { self.refused = refused }
}
