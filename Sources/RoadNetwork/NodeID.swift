// The row number of a node, as a type of its own.

/// A node's row in the node columns: `0 ..< network.nodeCount`.
///
/// Valid for one ``NetworkDataset`` only. Rebuilding the dataset renumbers its nodes.
public struct NodeID: Hashable, Sendable, Comparable {
    /// The row number.
    public let row: UInt32

    /// Makes the identifier of a row.
    public init(row: UInt32) { self.row = row }

    /// Orders nodes by row.
    public static func < (a: NodeID, b: NodeID) -> Bool { a.row < b.row }
}
