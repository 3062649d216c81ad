// Where a route leads: typed points with ids, places and courses, instead of rows.

public import Geo
public import RouteAPI

/// A place's name and address. Parts that are `nil` are unknown.
public struct ItineraryPlace: Hashable, Codable, Sendable {
    /// The name, such as a shop's.
    public var name: String?
    /// The house number, which may have letters.
    public var streetNumber: String?
    /// The street's name.
    public var street: String?
    /// The town.
    public var municipality: String?
    /// The postal code.
    public var postalCode: String?
    /// The country.
    public var country: String?

    /// Creates a place from what is known of it.
    public init(
        name: String? = nil, streetNumber: String? = nil, street: String? = nil,
        municipality: String? = nil, postalCode: String? = nil, country: String? = nil
    ) {
        self.name = name
        self.streetNumber = streetNumber
        self.street = street
        self.municipality = municipality
        self.postalCode = postalCode
        self.country = country
    }
}

/// A position on a street, as a service found it. Only answers make one, so a guess cannot pass for
/// a position that was matched.
public struct SnappedPosition: Hashable, Sendable {
    /// Where it is, in longitude and latitude.
    public let coordinate: Coordinate
    /// The direction of travel there, in degrees clockwise from north; `nil` if it is unknown.
    public let courseDegrees: Double?
    /// The street: its source, its id there, and the share of its length.
    fileprivate let source: (source: Int, id: Int, share: Double, side: Int?)

    /// Compares places and streets.
    public static func == (a: SnappedPosition, b: SnappedPosition) -> Bool {
        a.coordinate == b.coordinate && a.courseDegrees == b.courseDegrees
            && (a.source.source, a.source.id, a.source.share)
                == (b.source.source, b.source.id, b.source.share)
            && a.source.side == b.source.side
    }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) { hasher.combine(coordinate) }
}

extension AnalysisResult {
    /// The positions of the answer's stops, by their `ObjectID`. Stops that are not on a street
    /// have none.
    public var snappedStops: [Int: SnappedPosition] { Self.snapped(stops, id: .objectID) }

    /// The positions of a match's fixes, by their places in the trace from 1. Fixes that were not
    /// matched have none.
    public var snappedFixes: [Int: SnappedPosition] {
        Self.snapped(self[table: AnalysisClass.tracePoints.answerKey], id: .pointNumber)
    }

    /// The vehicle's position, as `follow` found it. `nil` if no fix could be placed, or the answer
    /// is not in longitude and latitude.
    ///
    /// ```swift
    /// parameters.analysis.output.outSR = .wgs84
    /// let position = try await task.follow(parameters).result.snappedVehicle
    /// ```
    public var snappedVehicle: SnappedPosition? {
        guard let place = following?.place, let coordinate = place.coordinate.onEarth,
            (0...1).contains(place.posAlong), place.sourceOID >= 0, place.bearing.isFinite,
            routes.map({ $0.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid }) ?? true
        else { return nil }
        return SnappedPosition(
            coordinate: coordinate, courseDegrees: place.bearing,
            source: (1, place.sourceOID, place.posAlong, nil))
    }

    private static func snapped(_ rows: FeatureSet?, id field: Column) -> [Int: SnappedPosition] {
        guard let rows, rows.spatialReference.effectiveWKID == SpatialReference.wgs84.wkid else {
            return [:]
        }
        var found: [Int: SnappedPosition] = [:]
        for row in rows.features {
            guard case .integer(let id)? = rows.value(field.name, of: row), found[id] == nil,
                let source = rows.number(.sourceOID, of: row),
                let share = rows.number(.posAlong, of: row), (0...1).contains(share),
                (0...9e15).contains(source), case .point(let place)? = row.geometry
            else { continue }
            // `match` and `locate` state where the street is; a stop's shape may lie beside it.
            let x = rows.number(.snapX, of: row) ?? place.x
            let y = rows.number(.snapY, of: row) ?? place.y
            found[id] = SnappedPosition(
                coordinate: Coordinate(x: x, y: y),
                courseDegrees: rows.number(.bearing, of: row),
                source: (
                    Int(max(1, min(1e6, rows.number(.sourceID, of: row) ?? 1))), Int(source),
                    share, rows.number(.sideOfEdge, of: row).map { Int(max(0, min(2, $0))) }
                ))
        }
        return found
    }
}

/// A point of an ``Itinerary``.
public struct ItineraryPoint: Hashable, Sendable {
    /// The caller's id, by which answers can be joined with the itinerary; empty if the point's
    /// place in the itinerary is enough.
    public var id: String
    /// Where it is, in longitude and latitude.
    public var coordinate: Coordinate
    /// Its name and address.
    public var place: ItineraryPlace?
    /// The direction of travel, in degrees clockwise from north, for a vehicle that drives.
    public var courseDegrees: Double?
    /// The position on a street; `nil` if the service has to find it.
    public let position: SnappedPosition?

    /// Creates a point that the service puts on a street.
    public init(
        id: String = "", coordinate: Coordinate, place: ItineraryPlace? = nil,
        courseDegrees: Double? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.place = place
        self.courseDegrees = courseDegrees
        position = nil
    }

    /// Creates a point at a position that a service found.
    public init(id: String = "", position: SnappedPosition, place: ItineraryPlace? = nil) {
        self.id = id
        self.place = place
        self.position = position
        coordinate = position.coordinate
        courseDegrees = position.courseDegrees
    }
}

/// Where a route begins, what it visits in order, and where it ends.
///
///     let itinerary = Itinerary(from: home, through: [school], to: office)
///     let parameters = RouteParameters(itinerary)
public struct Itinerary: Hashable, Sendable {
    /// Where the route begins.
    public var origin: ItineraryPoint
    /// What it visits, in order.
    public var waypoints: [ItineraryPoint]
    /// Where it ends.
    public var destination: ItineraryPoint

    /// Creates an itinerary.
    public init(
        from origin: ItineraryPoint, through waypoints: [ItineraryPoint] = [],
        to destination: ItineraryPoint
    ) {
        self.origin = origin
        self.waypoints = waypoints
        self.destination = destination
    }

    /// Creates an itinerary from all of its points, in order.
    ///
    /// - Throws: `RouteRequestError`, with the code a server would answer with, if there are fewer
    ///   than two.
    public init(_ points: [ItineraryPoint]) throws(RouteRequestError) {
        guard points.count >= 2 else { throw .tooFewStops(found: points.count) }
        self.init(
            from: points[0], through: Array(points[1..<(points.count - 1)]),
            to: points[points.count - 1])
    }

    /// All points, in order.
    public var points: [ItineraryPoint] { [origin] + waypoints + [destination] }

    /// Returns the point that a stop's `ObjectID` in an answer stands for, such as
    /// `RouteLeg.toStopID`.
    public func point(stopID: Int) -> ItineraryPoint? {
        points.indices.contains(stopID - 1) ? points[stopID - 1] : nil
    }

    private static var columns: [FeatureColumn<ItineraryPoint>] {
        func text(
            _ name: String, _ value: @escaping (ItineraryPoint) -> String?
        ) -> FeatureColumn<ItineraryPoint> { FeatureColumn(name, length: 1_024, value) }
        return [
            text("PointID") { $0.id.isEmpty ? nil : $0.id },
            text(Column.name.name) { $0.place?.name },
            text("StreetNumber") { $0.place?.streetNumber },
            text("Street") { $0.place?.street },
            text("Municipality") { $0.place?.municipality },
            text("PostalCode") { $0.place?.postalCode },
            text("Country") { $0.place?.country },
            FeatureColumn(.bearing) { $0.courseDegrees },
            FeatureColumn(.bearingTolerance) { $0.courseDegrees.map { _ in 45.0 } },
            FeatureColumn(.sourceID) { $0.position?.source.source },
            FeatureColumn(.sourceOID) { $0.position?.source.id },
            FeatureColumn(.posAlong) { $0.position?.source.share },
            FeatureColumn(.sideOfEdge) { $0.position?.source.side },
        ]
    }

    /// The points as stops of a request.
    ///
    /// Ids and addresses are attributes, which come back on the stops of an answer.
    public var stops: LocationInput {
        LocationInput(
            features: FeatureSet(Self.columns, of: points, shape: .point) {
                .point($0.coordinate)
            })
    }
}

extension RouteParameters {
    /// Creates a request for routes along an itinerary, in its order.
    public init(_ itinerary: Itinerary) {
        self.init()
        stops = itinerary.stops
        findBestSequence = false
        returnStops = true
    }
}

extension FeatureSet {
    fileprivate func number(_ column: Column, of row: Feature) -> Double? {
        switch value(column.name, of: row) {
        case .double(let number) where number.isFinite: number
        case .integer(let number): Double(number)
        default: nil
        }
    }
}
