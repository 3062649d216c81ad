// The positions of one vehicle, in order.

/// The positions of one journey, in order.
public struct Trace: Hashable, Sendable {
    /// The trace's name, by which answers refer to it.
    public var name: String
    /// Whether it is a drawn line rather than a receiver's fixes.
    public var isLine: Bool
    /// The positions, in the order of travel.
    public var fixes: [TraceFix]

    /// Creates a trace.
    public init(name: String = "", isLine: Bool = false, fixes: [TraceFix]) {
        self.name = name
        self.isLine = isLine
        self.fixes = fixes
    }
}
