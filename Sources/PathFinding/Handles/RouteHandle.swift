// A route as a value that can leave the service and come back: its path, its stops and its
// settings.

package import Geo
package import Preparation
package import RoadNetwork
package import RouteAPI

/// A route that a caller keeps and sends back. It contains the path itself, so no server has to
/// remember it.
///
/// ```swift
/// let handle = RouteHandle(of: route, prepared, on: network)
/// let text = handle.text(on: network)    // a text for the caller, `nil` beyond its size limit
/// let again = try RouteHandle(text, on: network)
/// ```
///
/// Use a handle to refresh a route's costs under new traffic, to lead a vehicle back to it, or to
/// look for a better route. All of these need the same path again, which a new search might not
/// return.
///
/// A handle has four parts: the settings under which the route was found, the stops in visiting
/// order with their places, the legs between them, and the network's fingerprint. On the network
/// with that fingerprint the legs are lists of directed edges. On any other, edge numbers mean
/// nothing, so the legs carry their lines instead, and `HandleMatching` matches them to the new
/// streets.
///
/// Barriers are not part of a handle: a request about the route sends its own. Neither is the
/// layer's configuration: a handle stores the settings themselves, so it still means the same after
/// defaults change.
///
/// RouteHandle+Text.swift defines the text, with a version and a checksum. Since any client can
/// send one, reading checks every value and refuses settings that no handle has.
package struct RouteHandle: Hashable, Sendable {
    /// The greatest length of a handle's text, in characters.
    package static let maximumLength = Column.longestHandle

    /// The fingerprint of the network the edge numbers refer to.
    package var fingerprint: String
    /// The route's name.
    package var name: String
    /// The settings under which the route was found, as form fields sorted by name.
    package var settings: [Setting]
    /// The stops in visiting order.
    package var stops: [Stop]
    /// The legs, one fewer than stops.
    package var legs: [Leg]

    /// A form field.
    package struct Setting: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    /// A stop with its place.
    package struct Stop: Hashable, Sendable {
        package var objectID: Int
        package var name: String
        package var curbApproach: CurbApproach
        package var locationType: LocationType
        /// The shape as sent, with its system's number; `nil` if the stop only names a place on a
        /// street.
        package var shape: Shape?
        package var bearing: Double?
        package var bearingTolerance: Double?
        /// The windows as sent.
        package var windows: [StopWindow]
        /// The costs at the stop, by attribute name.
        package var added: [Cost]
        package var status: LocationStatus
        package var place: Place
    }

    /// A shape as sent.
    package struct Shape: Hashable, Sendable {
        package var coordinate: Coordinate
        /// The well-known number (WKID) of its system.
        package var wkid: Int
    }

    /// A cost at a stop, in the attribute's unit.
    package struct Cost: Hashable, Sendable {
        package var name: String
        package var value: Double
    }

    /// A place on the network.
    package struct Place: Hashable, Sendable {
        package var segment: Int
        package var share: Double
        package var side: RoadSide
        package var coordinate: Coordinate
        package var distanceMeters: Double
        /// The junction, if the stop names a junction instead of a street.
        package var junction: UInt32?
    }

    /// A path between two neighboring stops.
    package struct Leg: Hashable, Sendable {
        /// The directed edges; empty on networks other than the one in ``RouteHandle/fingerprint``.
        package var edges: [UInt32]
        package var departure: Double
        package var departureSide: RoadSide
        package var arrival: Double
        package var arrivalSide: RoadSide
        /// The line in longitude and latitude; empty if the edges are known.
        package var shape: [Coordinate]
    }
}

// MARK: - Making

extension RouteHandle {
    /// Makes a handle from a found route.
    ///
    /// - Parameter prepared: The route's request, with its stops at the route's places.
    /// - Complexity: O(*n*) for *n* line vertices.
    package init(of route: SolvedRoute, _ prepared: PreparedAnalysis, on network: NetworkDataset) {
        fingerprint = network.fingerprint
        name = route.name
        settings = Self.settings(of: prepared.request)
        let costs = network.description.costs
        stops = route.stops.enumerated().compactMap { position, stop in
            Stop(
                route.visited(prepared.stops[stop], at: position, on: network), costs: costs,
                clock: prepared.request.clock)
        }
        legs = route.legs.map { leg in
            Leg(
                edges: leg.path.elements.map(\.edge.row),
                departure: leg.path.elements.first?.from ?? 0,
                departureSide: leg.departure.side,
                arrival: leg.path.elements.last?.to ?? 0, arrivalSide: leg.arrival.side,
                shape: Self.line(of: leg.path, on: network))
        }
    }

    private static func line(
        of path: NetworkPath, on network: NetworkDataset
    ) -> [Coordinate] {
        var line: [Coordinate] = []
        for element in path.elements {
            guard element.from != 0 || element.to != 1 else {
                _ = network.appendShape(of: element.edge, to: &line)
                continue
            }
            let part = LineMeasure(network.shape(of: element.edge))
                .part(from: element.from, to: element.to)
            for coordinate in part where line.last != coordinate { line.append(coordinate) }
        }
        return line
    }

    /// Collects a request's travel settings, time, use of traffic and directions style as fields.
    ///
    /// With a travel mode, it stores the mode's name or settings as sent, because other travel
    /// settings do not count then; otherwise every setting with its value.
    private static func settings(of request: Shared<ResolvedRequest>) -> [Setting] {
        let (asked, used) = (request.effective.requested, request.effective.all)
        var kept = RouteParameters()
        kept.analysis.travel = asked.travel.travelMode == nil ? used.travel : asked.travel
        kept.analysis.travel.accumulateAttributeNames = used.travel.accumulateAttributeNames
        kept.analysis.travel.useHierarchy = nil
        if let start = request.clock.start {
            kept.analysis.time.startTime = .milliseconds(start)
            kept.analysis.time.startTimeIsUTC = true
        }
        // The default is not written.
        if !request.effective.usesTraffic { kept.analysis.time.useTraffic = false }
        let order = request.order
        if order.usesWindows {
            kept.useTimeWindows = true
            kept.timeWindowsAreUTC = order.windowsAreUTC
            if order.startFloats { kept.optimizeStartTime = true }
        }
        kept.maxTotalTime = order.longestMinutes
        kept.keep(order.pause)
        kept.analysis.directions = used.directions
        kept.analysis.directions.returnDirections = nil
        kept.analysis.directions.directionsOutputType = nil
        // Which page of the directions to return belongs to a request, not to its route.
        kept.analysis.directions.directionsFrom = nil
        kept.analysis.directions.directionsLength = nil
        return kept.formFields.sorted { $0.key < $1.key }
            .map { Setting(name: $0.key, value: $0.value) }
    }
}

extension RouteHandle.Stop {
    /// Makes a stop; `nil` if it has no place.
    ///
    /// Its windows get their dates: of a later start, a window that has passed would be the next
    /// day's.
    fileprivate init?(_ stop: LocatedStop, costs: [CostAttribute], clock: RequestClock) {
        guard let place = stop.place else { return nil }
        let input = stop.input
        objectID = input.objectID
        name = input.name
        curbApproach = input.curbApproach
        locationType = input.locationType
        if let original = input.original, let wkid = original.reference.wkid {
            shape = RouteHandle.Shape(coordinate: original.coordinate, wkid: wkid)
        } else {
            shape = input.coordinate.map { RouteHandle.Shape(coordinate: $0, wkid: 4326) }
        }
        bearing = input.bearing
        bearingTolerance = input.bearingTolerance
        windows = input.timeWindows.map { window in
            let placed = clock.placed(
                from: window.start, to: window.end, in: input.routeName)
            return StopWindow(number: window.number, start: placed.start, end: placed.end)
        }
        added = zip(costs, input.added).compactMap { cost, value in
            value == 0 ? nil : RouteHandle.Cost(name: cost.name, value: value)
        }
        status = stop.status
        self.place = RouteHandle.Place(place)
    }
}

extension RouteHandle.Place {
    package init(_ place: NetworkPlace) {
        segment = place.segment
        share = place.share
        side = place.side
        coordinate = place.coordinate
        distanceMeters = place.distanceMeters
        junction = place.junction?.row
    }
}
