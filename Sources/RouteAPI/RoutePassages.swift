// What routes pass and use, and their legs, as typed values read from an answer's rows.

public import Geo

/// A leg of a route: from one stop to the next.
///
///     for leg in result.routeLegs where leg.routeID == 1 { print(leg.meters, leg.seconds ?? 0) }
public struct RouteLeg: Hashable, Sendable {
    /// A stop's role in a route.
    public enum Role: String, Hashable, Sendable {
        /// The first stop.
        case origin
        /// A stop between the first and the last.
        case waypoint
        /// The last stop.
        case destination
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// The leg's place in the route, from 1.
    public var sequence: Int
    /// The `ObjectID` of the stop where it begins.
    public var fromStopID: Int
    /// The `ObjectID` of the stop where it ends.
    public var toStopID: Int
    /// The role of the stop where it begins.
    public var fromRole: Role
    /// The role of the stop where it ends.
    public var toRole: Role
    /// The length.
    public var meters: Double
    /// The travel time; `nil` if the request has no time cost.
    public var seconds: Double?
    /// The travel costs by name, for the cost attributes that the request totals.
    public var totals: [String: Double]
    /// What live speeds add to the costs, by name; empty without traffic.
    public var delays: [String: Double] = [:]
    /// The points of the route's line that the leg covers; `nil` without a line. A leg ends at the
    /// point where the next one begins.
    public var points: ClosedRange<Int>?

    /// Creates a leg without delays and points.
    public init(
        routeID: Int, sequence: Int, fromStopID: Int, toStopID: Int, fromRole: Role, toRole: Role,
        meters: Double, seconds: Double?, totals: [String: Double]
    ) {
        self.routeID = routeID
        self.sequence = sequence
        self.fromStopID = fromStopID
        self.toStopID = toStopID
        self.fromRole = fromRole
        self.toRole = toRole
        self.meters = meters
        self.seconds = seconds
        self.totals = totals
    }
}

/// Something that a route passes in its direction of travel.
public struct RouteEvent: Hashable, Sendable {
    /// What the route passes.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Traffic lights.
        case trafficSignals
        /// A level crossing with a railway.
        case railwayCrossing
        /// A pedestrian crossing.
        case pedestrianCrossing
        /// A speed bump, or another measure that slows traffic.
        case speedBump
        /// A toll booth.
        case tollBooth
        /// A checkpoint, such as at a border.
        case checkpoint
        /// A ford.
        case ford
        /// A stop sign.
        case stopSign
        /// A yield sign.
        case yieldSign
        /// A gate that must be opened.
        case gate
        /// An accident, as a traffic feed states it.
        case accident
        /// Works on the street, as a traffic feed states them.
        case works
        /// A danger, such as an object on the road, as a traffic feed states it.
        case hazard
        /// A closure that a traffic feed explains. It may be over when the route reaches it.
        case closure
        /// Anything else that a traffic feed states.
        case other
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's leg, from 1.
    public var leg: Int
    /// What the route passes.
    public var kind: Kind
    /// The street's name or number; empty if it has none.
    public var street: String
    /// Where it is, in meters from the route's start.
    public var meters: Double
    /// When it is passed, in seconds from the route's start, including visits to stops.
    public var seconds: Double
    /// The place in the output spatial reference.
    public var place: Coordinate
    /// The traffic feed's words; empty if it has none, or if the event is from no feed.
    public var text = ""
    /// The traffic feed's own number or name of it; empty if it has none.
    public var feedID = ""
    /// How many lanes are closed; `nil` if no traffic feed says so.
    public var lanesClosed: Int?

    /// Creates an event without the words of a feed.
    public init(
        routeID: Int, leg: Int, kind: Kind, street: String, meters: Double, seconds: Double,
        place: Coordinate
    ) {
        self.routeID = routeID
        self.leg = leg
        self.kind = kind
        self.street = street
        self.meters = meters
        self.seconds = seconds
        self.place = place
    }
}

/// A part of a route that uses something: a tunnel, a toll road and the like.
public struct RouteSpan: Hashable, Sendable {
    /// What the route uses.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A tunnel.
        case tunnel
        /// A bridge.
        case bridge
        /// A ferry.
        case ferry
        /// A road with a toll.
        case toll
        /// An unpaved road.
        case unpaved
        /// A road that is not open to all traffic.
        case restrictedAccess
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// What the route uses.
    public var kind: Kind
    /// Where it begins, in meters from the route's start.
    public var fromMeters: Double
    /// Where it ends, in meters from the route's start.
    public var toMeters: Double
    /// The span's line in the output spatial reference.
    public var line: [Coordinate]

    /// Creates a span.
    public init(
        routeID: Int, kind: Kind, fromMeters: Double, toMeters: Double, line: [Coordinate]
    ) {
        self.routeID = routeID
        self.kind = kind
        self.fromMeters = fromMeters
        self.toMeters = toMeters
        self.line = line
    }
}

extension AnalysisResult {
    /// The legs of all routes. Empty if the answer has none; rows that cannot be read are left out.
    public var routeLegs: [RouteLeg] {
        guard let set = legs else { return [] }
        func values(_ prefix: String, _ row: Feature) -> [String: Double] {
            var values: [String: Double] = [:]
            for field in set.fields where field.name.hasPrefix(prefix) {
                values[String(field.name.dropFirst(prefix.count))] = set.number(
                    field.name, of: row)
            }
            return values
        }
        return set.features.compactMap { row in
            guard let route = set.integer("RouteID", of: row),
                let sequence = set.integer("Sequence", of: row),
                let from = set.integer("FromStopID", of: row),
                let to = set.integer("ToStopID", of: row),
                let fromRole = set.string("FromRole", of: row).flatMap(RouteLeg.Role.init),
                let toRole = set.string("ToRole", of: row).flatMap(RouteLeg.Role.init),
                let meters = set.number("Meters", of: row)
            else { return nil }
            var leg = RouteLeg(
                routeID: route, sequence: sequence, fromStopID: from, toStopID: to,
                fromRole: fromRole, toRole: toRole, meters: meters,
                seconds: set.number("Seconds", of: row), totals: values("Total_", row))
            leg.delays = values("Delay_", row)
            if let first = set.integer("FirstPoint", of: row),
                let last = set.integer("LastPoint", of: row), first <= last
            {
                leg.points = first...last
            }
            return leg
        }
    }

    /// What all routes pass, in the order of travel. Empty if the answer has no conditions.
    public var routeEvents: [RouteEvent] {
        guard let set = events else { return [] }
        return set.features.compactMap { row in
            guard let route = set.integer("RouteID", of: row),
                let leg = set.integer("Leg", of: row),
                let kind = set.string("Kind", of: row).flatMap(RouteEvent.Kind.init),
                let meters = set.number("Meters", of: row),
                let seconds = set.number("Seconds", of: row),
                case .point(let place)? = row.geometry
            else { return nil }
            var event = RouteEvent(
                routeID: route, leg: leg, kind: kind, street: set.string("Street", of: row) ?? "",
                meters: meters, seconds: seconds, place: place)
            event.text = set.string("Text", of: row) ?? ""
            event.feedID = set.string("FeedID", of: row) ?? ""
            event.lanesClosed = set.integer("LanesClosed", of: row)
            return event
        }
    }

    /// What all routes use, in the order of travel. Empty if the answer has no conditions.
    public var routeSpans: [RouteSpan] {
        guard let set = spans else { return [] }
        return set.features.compactMap { row in
            guard let route = set.integer("RouteID", of: row),
                let kind = set.string("Kind", of: row).flatMap(RouteSpan.Kind.init),
                let from = set.number("FromMeters", of: row),
                let to = set.number("ToMeters", of: row)
            else { return nil }
            return RouteSpan(
                routeID: route, kind: kind, fromMeters: from, toMeters: to,
                line: row.geometry?.coordinates ?? [])
        }
    }
}

extension FeatureSet {
    /// Returns a value as a number, or `nil` for anything else.
    fileprivate func number(_ field: String, of row: Feature) -> Double? {
        switch value(field, of: row) {
        case .double(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
