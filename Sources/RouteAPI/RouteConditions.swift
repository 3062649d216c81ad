// The conditions along a route: speeds, limits and jams for each piece of its line, and what the
// route uses.

/// What a route uses. A flag is set if at least one edge of the route has the property.
public struct RouteFlags: OptionSet, Hashable, Sendable {
    /// The flags as bits. They are not on the wire.
    public let rawValue: Int

    /// Creates flags from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The route uses a road with a toll.
    public static let tolls = RouteFlags(rawValue: 1 << 0)
    /// The route takes a ferry.
    public static let ferries = RouteFlags(rawValue: 1 << 1)
    /// The route uses an unpaved road.
    public static let unpaved = RouteFlags(rawValue: 1 << 2)
    /// The route uses a road that is private or open for destinations only.
    public static let restrictedAccess = RouteFlags(rawValue: 1 << 3)
    /// A road is closed now, or will be when the route reaches it.
    public static let closures = RouteFlags(rawValue: 1 << 4)

    /// All flags with their names, in the order in which answers write them.
    public static let named: [(name: String, flag: RouteFlags)] = [
        ("tolls", .tolls), ("ferries", .ferries), ("unpaved", .unpaved),
        ("restrictedAccess", .restrictedAccess), ("closures", .closures),
    ]
}

/// The lanes before a maneuver.
public struct ManeuverLanes: Hashable, Sendable {
    /// One lane.
    public struct Lane: Hashable, Sendable {
        /// Where the lane leads, in OpenStreetMap's words: `left`, `through`, `slight_right` and so
        /// on. Empty for a lane without markings.
        public var turns: [String]
        /// Whether the route may use this lane.
        public var isActive: Bool

        /// Creates a lane.
        public init(turns: [String], isActive: Bool) {
            self.turns = turns
            self.isActive = isActive
        }
    }

    /// Where the maneuver is, in meters from the route's start.
    public var meters: Double
    /// The lanes, from left to right in the direction of travel.
    public var lanes: [Lane]

    /// Creates the lanes before a maneuver.
    public init(meters: Double, lanes: [Lane]) {
        self.meters = meters
        self.lanes = lanes
    }
}

/// A junction on a route, with the roads that meet there.
package struct RouteJunction: Hashable, Sendable {
    /// A road that meets others.
    package struct Road: Hashable, Sendable {
        /// The direction in which the road leads away, in whole degrees clockwise from north, less
        /// than 360.
        package var bearing: Int
        /// Whether a traveler on the route may turn into the road.
        package var isEntry: Bool

        /// Creates a road.
        package init(bearing: Int, isEntry: Bool) {
            self.bearing = bearing
            self.isEntry = isEntry
        }
    }

    /// The line's point at the junction, from 0.
    package var point: Int
    /// The meters from the route's start to the junction, in whole centimeters.
    package var meters: Double
    /// The roads by their bearings, ascending.
    package var roads: [Road]
    /// The road on which the route arrives, by its index.
    package var arrival: Int
    /// The road on which the route leaves, by its index.
    package var departure: Int
    /// Facts about the road on which the route leaves, in OSRM's words.
    package var classes: [String]
    /// The lanes before the junction, where the network knows them.
    package var lanes: [ManeuverLanes.Lane] = []
    /// Whether the road before the junction is part of a roundabout.
    package var isRoundBefore = false
    /// Whether the road behind the junction is part of a roundabout.
    package var isRoundBehind = false

    /// Creates a junction outside of roundabouts.
    package init(
        point: Int, meters: Double, roads: [Road], arrival: Int, departure: Int,
        classes: [String] = []
    ) {
        self.point = point
        self.meters = meters
        self.roads = roads
        self.arrival = arrival
        self.departure = departure
        self.classes = classes
    }
}

/// A turn that takes time.
public struct TurnTime: Hashable, Sendable {
    /// The line's point at which the route turns, from 0.
    public var point: Int
    /// The seconds that the turn takes, with barriers at the junction.
    public var seconds: Double

    /// Creates a turn.
    public init(point: Int, seconds: Double) {
        self.point = point
        self.seconds = seconds
    }
}

/// The conditions along a route's line, as the answer draws it.
///
/// Use this to color a route by traffic, warn of tolls, show lanes, or say how far and how long it
/// is from one point to another. Element *n* of ``meters``, ``seconds``, ``speeds``, ``limits`` and
/// ``jams`` belongs to the piece between points *n* and *n* + 1 of the line. Each array therefore
/// has one element fewer than the line has points, whatever the generalization and spatial
/// reference. If the answer has no line, they are empty.
///
/// ```swift
/// let pieces = leg.points.lowerBound..<leg.points.upperBound
/// let seconds = conditions.seconds[pieces].reduce(0, +)  // leg.seconds, to the millisecond
/// ```
public struct RouteConditions: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's name, as in the answer's `routes`.
    public var routeName: String
    /// What the route uses: tolls, ferries and the like.
    public var flags: RouteFlags
    /// Each piece's meters along the streets, in whole centimeters. They add up to the legs'.
    public var meters: [Double]
    /// Each piece's seconds of travel in whole milliseconds, with the turn at its first point. They
    /// add up to the legs' seconds. Empty if the request has no time.
    public var seconds: [Double]
    /// The turns that take time, by their points: the part of ``seconds`` spent there. A turn at a
    /// place that generalization leaves out is not listed.
    public var turns: [TurnTime]
    /// Each piece's mean speed in km/h; `nil` if the network has no time for it.
    public var speeds: [Double?]
    /// Each piece's lowest speed limit in km/h; `nil` if none is known.
    public var limits: [Int?]
    /// How freely traffic moves on each piece.
    public var jams: [JamClass]
    /// The lanes before maneuvers, in the order of travel, where the network knows them.
    public var lanes: [ManeuverLanes]
    /// How much traffic each leg has: its length in each jam class, from the first leg to the last.
    public var legJams: [JamLengths] = []
    /// The junctions that the route passes, in the order of travel, with
    /// ``CallerSettings/describesJunctions`` and directions.
    package var junctions: [RouteJunction] = []

    /// Creates a route's conditions, without the legs' traffic.
    public init(
        routeID: Int, routeName: String, flags: RouteFlags = [], meters: [Double] = [],
        seconds: [Double] = [], turns: [TurnTime] = [], speeds: [Double?] = [],
        limits: [Int?] = [], jams: [JamClass] = [], lanes: [ManeuverLanes] = []
    ) {
        self.routeID = routeID
        self.routeName = routeName
        self.flags = flags
        self.meters = meters
        self.seconds = seconds
        self.turns = turns
        self.speeds = speeds
        self.limits = limits
        self.jams = jams
        self.lanes = lanes
    }
}
