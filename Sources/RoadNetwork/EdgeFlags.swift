// The flags in the edge column.

/// Facts about a directed edge.
public struct EdgeFlags: OptionSet, Sendable, Hashable {
    /// The bits as stored in the dataset.
    public let rawValue: UInt16

    /// Makes flags from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Part of a roundabout.
    public static let roundabout = EdgeFlags(rawValue: 1 << 0)
    /// A ramp or slip road.
    public static let link = EdgeFlags(rawValue: 1 << 1)
    /// In a tunnel.
    public static let tunnel = EdgeFlags(rawValue: 1 << 2)
    /// On a bridge.
    public static let bridge = EdgeFlags(rawValue: 1 << 3)
    /// A ferry crossing.
    public static let ferry = EdgeFlags(rawValue: 1 << 4)
    /// A toll is due.
    public static let toll = EdgeFlags(rawValue: 1 << 5)
    /// Some turn from this edge has a row in the turn rules.
    public static let hasTurnRules = EdgeFlags(rawValue: 1 << 6)
    /// Half of a dual carriageway, or otherwise open to motor traffic in one direction only.
    public static let oneWay = EdgeFlags(rawValue: 1 << 7)
    /// Traffic keeps to the left side of the road.
    public static let keepsLeft = EdgeFlags(rawValue: 1 << 8)

    /// Without a paved surface.
    public static let unpaved = EdgeFlags(rawValue: 1 << 9)
    /// Open to some motor traffic only: private streets, and streets for residents, customers or
    /// deliveries.
    public static let restrictedAccess = EdgeFlags(rawValue: 1 << 10)

    /// The facts worth showing along a route.
    public static let spans: EdgeFlags = [
        .tunnel, .bridge, .ferry, .toll, .unpaved, .restrictedAccess,
    ]

    /// The driving side along the edge.
    public var drivingSide: DrivingSide { contains(.keepsLeft) ? .left : .right }
}
