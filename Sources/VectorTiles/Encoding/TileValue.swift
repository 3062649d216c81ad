// What an attribute of a tile's feature can be.

/// An attribute's value.
enum TileValue: Hashable, Sendable {
    case text(String)
    case number(UInt64)
    case truth(Bool)
}
