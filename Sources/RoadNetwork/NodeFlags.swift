// The flags in the node column.

/// Facts about a node.
public struct NodeFlags: OptionSet, Sendable, Hashable {
    /// The bits as stored in the dataset.
    public let rawValue: UInt8

    /// Makes flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The junction has traffic signals.
    public static let signals = NodeFlags(rawValue: 1 << 0)
    /// Some restriction bars passage; see ``NetworkDataset/barredMask(of:)``.
    public static let barred = NodeFlags(rawValue: 1 << 1)
    /// A toll is paid here.
    public static let tollBooth = NodeFlags(rawValue: 1 << 2)
    /// A mini roundabout, which traffic may drive over.
    public static let miniRoundabout = NodeFlags(rawValue: 1 << 3)
}
