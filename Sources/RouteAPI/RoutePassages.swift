// What routes pass and use, and their legs, as typed values over the rows of an answer.

public import Geo

/// A leg of a route: from one stop to the next.
///
///     for leg in result.routeLegs where leg.routeID == 1 { print(leg.meters, leg.seconds ?? 0) }
public struct RouteLeg: Hashable, Sendable {
    /// The role of a stop in a route.
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
    /// The place of the leg in the route, from 1.
    public var sequence: Int
    /// The `ObjectID` of the stop that it begins at.
    public var fromStopID: Int
    /// The `ObjectID` of the stop that it ends at.
    public var toStopID: Int
    /// The role of the first of them.
    public var fromRole: Role
    /// The role of the second.
    public var toRole: Role
    /// The length.
    public var meters: Double
    /// The time of travel; `nil` when the request has no time cost.
    public var seconds: Double?
    /// The cost of travel by the names of the cost attributes that the request totals.
    public var totals: [String: Double]
    /// What live speeds add to the costs, by the names of the cost attributes; empty without
    /// traffic.
    public var delays: [String: Double] = [:]
    /// The points of the route's line from the beginning to the end of the leg; `nil` without a
    /// line. The point at which a leg ends is that at which the next begins.
    public var points: ClosedRange<Int>?

    /// Makes a leg.
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

/// Something that a route passes, in its direction of travel.
public struct RouteEvent: Hashable, Sendable {
    /// What is passed.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Traffic lights.
        case trafficSignals
        /// A railway crossing on the level.
        case railwayCrossing
        /// A pedestrian crossing.
        case pedestrianCrossing
        /// A speed bump, or another means to slow traffic down.
        case speedBump
        /// A toll booth.
        case tollBooth
        /// A checkpoint, such as at a border.
        case checkpoint
        /// A ford.
        case ford
        /// A stop sign.
        case stopSign
        /// A sign to yield.
        case yieldSign
        /// A gate that has to be opened.
        case gate
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// The leg of the route, from 1.
    public var leg: Int
    /// What it is.
    public var kind: Kind
    /// The name or the number of the street, or empty.
    public var street: String
    /// The distance from the start of the route.
    public var meters: Double
    /// The time from the start of the route, visits to stops included.
    public var seconds: Double
    /// Where it lies, in the output spatial reference.
    public var place: Coordinate

    /// Makes an event.
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
    /// What is used.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A tunnel.
        case tunnel
        /// A bridge.
        case bridge
        /// A ferry.
        case ferry
        /// A road with a toll.
        case toll
        /// A road without pavement.
        case unpaved
        /// A road that is not open to all traffic.
        case restrictedAccess
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// What it is.
    public var kind: Kind
    /// The distance of its beginning from the start of the route.
    public var fromMeters: Double
    /// The distance of its end from the start of the route.
    public var toMeters: Double
    /// Its line, in the output spatial reference.
    public var line: [Coordinate]

    /// Makes a span.
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
    /// The legs of all routes; empty when the answer has none. Rows that cannot be read are left
    /// out.
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

    /// What all routes pass, in the order of travel; empty when the answer has no conditions.
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
            return RouteEvent(
                routeID: route, leg: leg, kind: kind, street: set.string("Street", of: row) ?? "",
                meters: meters, seconds: seconds, place: place)
        }
    }

    /// What all routes use, in the order of travel; empty when the answer has no conditions.
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
    /// A value as text; `nil` for anything else.
    fileprivate func string(_ field: String, of row: Feature) -> String? {
        guard case .string(let text)? = value(field, of: row) else { return nil }
        return text
    }

    /// A value as a whole number; `nil` for anything else.
    fileprivate func integer(_ field: String, of row: Feature) -> Int? {
        guard case .integer(let number)? = value(field, of: row) else { return nil }
        return number
    }

    /// A value as a number; `nil` for anything else.
    fileprivate func number(_ field: String, of row: Feature) -> Double? {
        switch value(field, of: row) {
        case .double(let number): number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}

extension RouteEvent {
    /// Events as rows.
    package static func featureSet(
        _ events: [RouteEvent], in reference: SpatialReference
    ) -> FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: reference,
            fields: [
                Field("ObjectID", .objectID), Field("RouteID", .integer), Field("Leg", .integer),
                Field("Kind", .string, length: 32), Field("Street", .string, length: 1_024),
                Field("Meters", .double), Field("Seconds", .double),
            ],
            features: events.enumerated().map { index, event in
                Feature(
                    values: [
                        .integer(index + 1), .integer(event.routeID), .integer(event.leg),
                        .string(event.kind.rawValue), .string(event.street),
                        .double(event.meters), .double(event.seconds),
                    ], geometry: .point(event.place))
            })
    }
}

extension RouteSpan {
    /// Spans as rows.
    package static func featureSet(
        _ spans: [RouteSpan], in reference: SpatialReference
    ) -> FeatureSet {
        FeatureSet(
            geometryType: .polyline, spatialReference: reference,
            fields: [
                Field("ObjectID", .objectID), Field("RouteID", .integer),
                Field("Kind", .string, length: 32), Field("FromMeters", .double),
                Field("ToMeters", .double),
            ],
            features: spans.enumerated().map { index, span in
                Feature(
                    values: [
                        .integer(index + 1), .integer(span.routeID), .string(span.kind.rawValue),
                        .double(span.fromMeters), .double(span.toMeters),
                    ], geometry: .polyline(paths: [span.line]))
            })
    }
}
