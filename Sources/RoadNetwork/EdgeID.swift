// The row number of a directed edge, as a type of its own.

/// A directed edge's row in the edge columns: `0 ..< network.edgeCount`.
///
/// Edges come in pairs: rows `2s` and `2s + 1` are the two directions of segment `s`, the first
/// along the drawn line. Valid for one ``NetworkDataset`` only.
public struct EdgeID: Hashable, Sendable, Comparable {
    /// The row number.
    public let row: UInt32

    /// Makes the identifier of a row.
    public init(row: UInt32) { self.row = row }

    /// The same segment in the other direction.
    public var twin: EdgeID { EdgeID(row: row ^ 1) }

    /// The segment that this edge is a direction of.
    public var segment: Int { Int(row >> 1) }

    /// Whether the edge runs along its segment's drawn line.
    public var isForward: Bool { row & 1 == 0 }

    /// Orders edges by row.
    public static func < (a: EdgeID, b: EdgeID) -> Bool { a.row < b.row }
}
