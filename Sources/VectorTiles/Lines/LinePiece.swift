// A segment as part of a line to draw.

/// One direction of a segment, with the attributes the tile gives it.
struct LinePiece: Hashable, Sendable {
    /// The segment's row.
    var segment: UInt32
    /// Whether the line runs against the segment's drawn line.
    var isReversed: Bool
    /// A number for its attributes, below ``LineChains/keyCount``. Pieces join only if theirs are
    /// equal.
    var key: Int
    /// Whether the direction matters. If it does, pieces join only head to tail.
    var isDirected = false
}
