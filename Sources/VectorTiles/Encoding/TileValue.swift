// Values for the attributes in a tile.

/// An attribute's value.
enum TileValue: Hashable, Sendable {
    case text(String)
    case number(UInt64)
    case decimal(Double)
    case truth(Bool)
}
