// A route to follow: its line with meters and seconds at each vertex, and what lies along it.

public import Geo

/// A route as a client follows it.
///
/// Fill it from an answer, a file or another provider, then build a ``RouteIndex`` from it. Offsets
/// are meters from the route's start, measured like ``meters``.
public struct FollowedRoute: Hashable, Sendable {
    /// A maneuver with its text.
    public struct Maneuver: Hashable, Codable, Sendable {
        /// Where the maneuver is, in meters from the route's start.
        public var offset: Double
        /// The sentence for the driver to read.
        public var text: String
        /// A short sentence to speak; `nil` if there is none.
        public var shortText: String?
        /// The type, such as `esriDMTTurnLeft`.
        public var type: String
        /// The lanes before it, from left to right; `nil` if they are unknown.
        public var lanes: [Lane]?

        /// Creates a maneuver.
        public init(
            offset: Double, text: String, shortText: String? = nil, type: String,
            lanes: [Lane]? = nil
        ) {
            self.offset = offset
            self.text = text
            self.shortText = shortText
            self.type = type
            self.lanes = lanes
        }
    }

    /// A lane before a maneuver.
    public struct Lane: Hashable, Codable, Sendable {
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

    /// A place to visit on the way. The route's end is no waypoint.
    public struct Waypoint: Hashable, Codable, Sendable {
        /// Where the waypoint is, in meters from the route's start.
        public var offset: Double
        /// The waypoint's id. In routes from answers it is the `ObjectID` of the stop, by which
        /// `Itinerary.point(stopID:)` finds the caller's point; a session keeps the ids of its
        /// first answer.
        public var id: String

        /// Creates a waypoint.
        public init(offset: Double, id: String) {
            self.offset = offset
            self.id = id
        }
    }

    /// Something to tell the driver about before it is passed: a traffic light, a crossing.
    public struct Event: Hashable, Codable, Sendable {
        /// Where the event is, in meters from the route's start.
        public var offset: Double
        /// The kind, such as `trafficSignals`.
        public var kind: String
        /// What a traffic feed says of it; `nil` without such words.
        public var text: String?
        /// The traffic feed's own number or name of it, by which it is the same in another answer;
        /// `nil` if it has none.
        public var feedID: String?
        /// How many lanes are closed; `nil` if no traffic feed says so.
        public var lanesClosed: Int?
        /// The street's name or number; `nil` if it has none.
        public var street: String?

        /// The kind of traffic lights.
        public static let trafficSignals = "trafficSignals"

        /// Creates an event.
        public init(
            offset: Double, kind: String, text: String? = nil, feedID: String? = nil,
            lanesClosed: Int? = nil, street: String? = nil
        ) {
            self.offset = offset
            self.kind = kind
            self.text = text
            self.feedID = feedID
            self.lanesClosed = lanesClosed
            self.street = street
        }
    }

    /// A stretch with a fact worth knowing, such as a tunnel.
    public struct Span: Hashable, Codable, Sendable {
        /// Where the stretch begins, in meters from the route's start.
        public var start: Double
        /// Where the stretch ends, in meters from the route's start.
        public var end: Double
        /// The kind, such as ``tunnel``.
        public var kind: String

        /// The kind of stretches without reception.
        public static let tunnel = "tunnel"

        /// Creates a stretch.
        public init(start: Double, end: Double, kind: String) {
            self.start = start
            self.end = end
            self.kind = kind
        }
    }

    /// The cost attribute that states what an electric vehicle uses up. Its unit is the network's.
    static let energyAttribute = "Energy"

    /// What the route uses up to a place on it.
    public struct EnergyMark: Hashable, Codable, Sendable {
        /// The place, in meters from the route's start.
        public var offset: Double
        /// What is used up from the start to there, in the unit of the network's cost `Energy`.
        public var total: Double

        /// Creates a mark.
        public init(offset: Double, total: Double) {
            self.offset = offset
            self.total = total
        }
    }

    /// What live speeds add to the time up to a place on the route.
    public struct DelayMark: Hashable, Codable, Sendable {
        /// The place, in meters from the route's start.
        public var offset: Double
        /// The seconds that are lost from the start to there.
        public var seconds: Double

        /// Creates a mark.
        public init(offset: Double, seconds: Double) {
            self.offset = offset
            self.seconds = seconds
        }
    }

    /// The line's vertices in longitude and latitude, at least two.
    public var line: [Coordinate]
    /// Meters from the start at each vertex, from 0 and never decreasing.
    public var meters: [Double]
    /// Seconds from the start at each vertex, from 0 and never decreasing.
    ///
    /// The cost of a turn is a step in the seconds between two vertices at the same place.
    public var seconds: [Double]
    /// The maneuvers in the order of travel.
    public var maneuvers: [Maneuver] = []
    /// The places to visit, in the order of travel.
    public var waypoints: [Waypoint] = []
    /// The events in the order of travel.
    public var events: [Event] = []
    /// The stretches, by their starts.
    public var spans: [Span] = []
    /// What is used up to the end of each leg, in the order of travel; empty if it is unknown.
    /// Within a leg it grows with the meters.
    public var energy: [EnergyMark] = []
    /// What live speeds add up to the end of each leg, in the order of travel; empty if it is
    /// unknown. Within a leg it grows with the meters.
    public var delays: [DelayMark] = []
    /// Whether the line ends before the destination, if it was matched only in part. Its end
    /// is then no arrival: the vehicle leaves the route there, and another one is requested.
    public var isPartial = false

    /// Creates a route without maneuvers, waypoints, events, stretches and energy.
    public init(line: [Coordinate], meters: [Double], seconds: [Double]) {
        self.line = line
        self.meters = meters
        self.seconds = seconds
    }

    /// Creates a route from a line alone, driven at one speed.
    ///
    /// - Precondition: The line has a vertex, and the speed is above 0.
    /// - Complexity: O(*n*) in the vertices.
    public init(line: [Coordinate], metersPerSecond: Double) {
        precondition(metersPerSecond > 0, "a route without speed has no seconds")
        let measure = LineMeasure(line)
        let meters = measure.shares.map { $0 * measure.lengthMeters }
        self.init(line: line, meters: meters, seconds: meters.map { $0 / metersPerSecond })
    }
}

/// Why a route cannot be followed.
public enum FollowedRouteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line has fewer than two vertices.
    case tooFewVertices(found: Int)
    /// The line, the meters and the seconds differ in their counts.
    case countsDiffer(vertices: Int, meters: Int, seconds: Int)
    /// A vertex is no longitude and latitude, or its meters or seconds decrease or are too large.
    case invalidVertex(Int)
    /// Offsets of the named list are not in order, or lie outside of the route.
    case invalidOffsets(list: String)
    /// An answer has no route with this `ObjectID`, or none at all.
    case noRoute(id: Int?)
    /// An answer's line is not in longitude and latitude.
    case notGeographic(wkid: Int?)
    /// New times are for a line with another length, in meters.
    case lengthDiffers(expected: Double, found: Double)

    /// What is wrong, and what would work.
    public var description: String {
        switch self {
        case .tooFewVertices(let found):
            "The route's line has \(found) vertices; it needs at least 2."
        case .countsDiffer(let vertices, let meters, let seconds):
            "The route has \(vertices) vertices, \(meters) meters and \(seconds) seconds; give "
                + "each vertex one of both."
        case .invalidVertex(let vertex):
            "Vertex \(vertex) of the route is invalid; give a longitude and latitude, and meters "
                + "and seconds that start at 0 and never decrease."
        case .invalidOffsets(let list):
            "The offsets of \(list) are invalid; give them in the order of travel, from 0 to the "
                + "route's length."
        case .noRoute(let id):
            id.map { "The answer has no route with the ObjectID \($0)." }
                ?? "The answer has no routes; set returnRoutes."
        case .notGeographic(let wkid):
            "The answer's line is in the spatial reference \(wkid.map { "\($0)" } ?? "of a text"); "
                + "request outSR=4326."
        case .lengthDiffers(let expected, let found):
            "The refreshed route is \(found) m long and the present one \(expected) m; refresh the "
                + "whole route, on the same line."
        }
    }
}
