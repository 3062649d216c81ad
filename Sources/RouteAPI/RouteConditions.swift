// The conditions along a route: speeds, limits and jams for each piece of its line, and what it
// uses.

/// How freely traffic moves on a piece of a route.
public enum JamClass: Int, Hashable, Sendable, CaseIterable {
    /// At about the speed without traffic.
    case free = 0
    /// Somewhat slower.
    case slow
    /// Much slower.
    case heavy
    /// At a small part of that speed.
    case jammed
    /// Not at all: closed, or at a standstill.
    case blocked

    /// The name in answers.
    public var name: String {
        switch self {
        case .free: "free"
        case .slow: "slow"
        case .heavy: "heavy"
        case .jammed: "jammed"
        case .blocked: "blocked"
        }
    }

    /// The runs of neighboring pieces with the same class, in order.
    package static func runs(of jams: [JamClass]) -> [(jam: JamClass, pieces: Range<Int>)] {
        var runs: [(jam: JamClass, pieces: Range<Int>)] = []
        for (piece, jam) in jams.enumerated() {
            if let last = runs.last, last.jam == jam {
                runs[runs.count - 1].pieces = last.pieces.lowerBound..<(piece + 1)
            } else {
                runs.append((jam, piece..<(piece + 1)))
            }
        }
        return runs
    }
}

/// What a route uses. A flag is set exactly if an edge of the route has the property.
public struct RouteFlags: OptionSet, Hashable, Sendable {
    /// The bits, which are not on the wire.
    public let rawValue: Int

    /// Makes flags from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A toll is due.
    public static let tolls = RouteFlags(rawValue: 1 << 0)
    /// A ferry is taken.
    public static let ferries = RouteFlags(rawValue: 1 << 1)
    /// A road has no pavement.
    public static let unpaved = RouteFlags(rawValue: 1 << 2)
    /// A road is not open to all traffic: private, or for destinations alone.
    public static let restrictedAccess = RouteFlags(rawValue: 1 << 3)
    /// A road is closed now, or will be when the route reaches it.
    public static let closures = RouteFlags(rawValue: 1 << 4)

    /// All flags with their names in answers, in the order in which they are written.
    public static let named: [(name: String, flag: RouteFlags)] = [
        ("tolls", .tolls), ("ferries", .ferries), ("unpaved", .unpaved),
        ("restrictedAccess", .restrictedAccess), ("closures", .closures),
    ]
}

/// The lanes before a maneuver.
public struct ManeuverLanes: Hashable, Sendable {
    /// One lane.
    public struct Lane: Hashable, Sendable {
        /// The directions in which it leads, named as in OpenStreetMap: `left`, `through`,
        /// `slight_right` and so on; empty for a lane without a mark.
        public var turns: [String]
        /// Whether it leads where the route goes.
        public var isActive: Bool

        /// Makes a lane.
        public init(turns: [String], isActive: Bool) {
            self.turns = turns
            self.isActive = isActive
        }
    }

    /// The distance of the maneuver from the start, along the route.
    public var meters: Double
    /// The lanes from left to right in the direction of travel.
    public var lanes: [Lane]

    /// Makes the lanes before a maneuver.
    public init(meters: Double, lanes: [Lane]) {
        self.meters = meters
        self.lanes = lanes
    }
}

/// The conditions along the line of a route, as the answer has it.
///
/// Element *n* of ``speeds``, ``limits`` and ``jams`` is that of the piece between the points *n*
/// and *n* + 1 of the line, so each has one element fewer than the line has points, for every
/// generalization and spatial reference; without a line they are empty.
public struct RouteConditions: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's name.
    public var routeName: String
    /// What the route uses.
    public var flags: RouteFlags
    /// The mean speed of each piece in km/h; `nil` where the network has no time for it.
    public var speeds: [Double?]
    /// The lowest speed limit of each piece in km/h; `nil` where none is known.
    public var limits: [Int?]
    /// How freely traffic moves on each piece.
    public var jams: [JamClass]
    /// The lanes before maneuvers, in the order of travel, where the network knows them.
    public var lanes: [ManeuverLanes]

    /// Makes the conditions of a route.
    public init(
        routeID: Int, routeName: String, flags: RouteFlags = [], speeds: [Double?] = [],
        limits: [Int?] = [], jams: [JamClass] = [], lanes: [ManeuverLanes] = []
    ) {
        self.routeID = routeID
        self.routeName = routeName
        self.flags = flags
        self.speeds = speeds
        self.limits = limits
        self.jams = jams
        self.lanes = lanes
    }
}
