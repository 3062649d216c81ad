// Codes that lie in the edge and node columns.

/// The class of a road, from most to least important for through traffic.
public enum RoadClass: UInt8, CaseIterable, Sendable, Codable {
    /// A motorway.
    case motorway = 0
    /// A trunk road.
    case trunk
    /// A primary road.
    case primary
    /// A secondary road.
    case secondary
    /// A tertiary road.
    case tertiary
    /// A minor public road.
    case unclassified
    /// A residential street.
    case residential
    /// A street with walking pace.
    case livingStreet
    /// An access road.
    case service
    /// An agricultural or forest track.
    case track
    /// A pedestrian street.
    case pedestrian
    /// A cycleway.
    case cycleway
    /// A footway.
    case footway
    /// A path.
    case path
    /// Stairs.
    case steps
    /// A ferry.
    case ferry
    /// Anything else.
    case other
}

/// Facts about a directed edge.
public struct EdgeFlags: OptionSet, Sendable, Hashable {
    /// The bits as they lie in the dataset.
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
    /// One of two separate carriageways or otherwise open in one direction only to motor traffic.
    public static let oneWay = EdgeFlags(rawValue: 1 << 7)
    /// Traffic keeps to the left side of the road.
    public static let keepsLeft = EdgeFlags(rawValue: 1 << 8)

    /// Without a paved surface.
    public static let unpaved = EdgeFlags(rawValue: 1 << 9)
    /// Open to some motor traffic only: private streets, and those for residents, customers or
    /// deliveries.
    public static let restrictedAccess = EdgeFlags(rawValue: 1 << 10)

    /// The facts that hold for stretches of a route and are worth showing there.
    public static let spans: EdgeFlags = [
        .tunnel, .bridge, .ferry, .toll, .unpaved, .restrictedAccess,
    ]

    /// The side of the road that traffic keeps to.
    public var drivingSide: DrivingSide { contains(.keepsLeft) ? .left : .right }
}

/// Facts about a node.
public struct NodeFlags: OptionSet, Sendable, Hashable {
    /// The bits as they lie in the dataset.
    public let rawValue: UInt8

    /// Makes flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Traffic signals.
    public static let signals = NodeFlags(rawValue: 1 << 0)
    /// Some restriction bars passage; see the barred-node table.
    public static let barred = NodeFlags(rawValue: 1 << 1)
    /// A toll booth.
    public static let tollBooth = NodeFlags(rawValue: 1 << 2)
    /// A mini roundabout.
    public static let miniRoundabout = NodeFlags(rawValue: 1 << 3)
}
