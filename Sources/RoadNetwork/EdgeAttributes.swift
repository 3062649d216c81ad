// Codes in the edge and node columns.

/// A road's class, from most to least important for through traffic.
public enum RoadClass: UInt8, CaseIterable, Sendable, Codable {
    /// A motorway, without crossings at grade.
    case motorway = 0
    /// A trunk road: the most important roads that are not motorways.
    case trunk
    /// A primary road, which links larger towns.
    case primary
    /// A secondary road, which links towns.
    case secondary
    /// A tertiary road, which links villages or districts.
    case tertiary
    /// A minor public road.
    case unclassified
    /// A residential street.
    case residential
    /// A street with walking pace.
    case livingStreet
    /// An access road, as to a building, a car park or a yard.
    case service
    /// An agricultural or forest track.
    case track
    /// A street for pedestrians.
    case pedestrian
    /// A separate cycleway.
    case cycleway
    /// A separate footway.
    case footway
    /// A path without a particular use.
    case path
    /// Stairs, for pedestrians only.
    case steps
    /// A ferry crossing.
    case ferry
    /// Anything else.
    case other
}

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
