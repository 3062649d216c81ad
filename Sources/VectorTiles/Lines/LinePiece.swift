// A segment as a part of a line that a tile draws.

/// One direction of a segment, with what the tile says about it.
struct LinePiece: Hashable, Sendable {
    /// The segment's row.
    var segment: UInt32
    /// Whether the line runs against the segment's drawn line.
    var isReversed: Bool
    /// Which attributes it has; only pieces with the same ones join. Below ``LineChains/keyCount``.
    var key: Int
    /// Whether its direction matters: such pieces join only head to tail.
    var isDirected = false
}
