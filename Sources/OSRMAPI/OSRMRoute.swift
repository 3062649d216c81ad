// Divides a route into the legs OSRM's clients see.

import DataStructures
import Geo
import RouteAPI

/// A leg with its line, its costs and its directions.
struct OSRMLeg {
    /// The line; empty if the answer has none.
    var line: [Coordinate] = []
    /// The meters of each piece between neighboring points; empty if there are no conditions.
    var meters: [Double] = []
    /// The seconds of each piece; empty if there are no conditions.
    var seconds: [Double] = []
    /// The part of each piece's seconds that the turn at its first point takes.
    var turnSeconds: [Double] = []
    var totalMeters = 0.0
    var totalSeconds = 0.0
    /// The minimized cost, in seconds, meters or its own unit.
    var weight = 0.0
    /// The point on the route's line where the leg begins.
    var firstPoint = 0
    /// The maneuvers in the directions, without departure and arrival.
    var maneuvers: [StepManeuver] = []
    /// The lanes before maneuvers on the whole route, in the order of travel.
    var lanes: [ManeuverLanes] = []
    /// The junctions between the leg's ends, by the points of its line, in the order of travel.
    var junctions: [RouteJunction] = []
    /// The coordinates between which the leg leads, as they were sent.
    var origin: Coordinate?
    var destination: Coordinate?
    /// The street, if the leg has no length.
    var street = ""
    /// The street's direction in whole degrees, if the leg has no length; `nil` if it is unknown.
    var streetBearing: Int?

    /// Whether the leg has no length: both coordinates have the same place.
    var isStill: Bool { line.allSatisfy { $0 == line[0] } }

    /// Returns the place in ``junctions`` of the first at a point or behind it.
    ///
    /// - Complexity: O(log *n*) for *n* junctions.
    func firstJunction(from point: Int) -> Int {
        junctions.indices.partitioningIndex { junctions[$0].point >= point }
    }

    /// Returns the lanes at some meters of the route; none if none are known there.
    ///
    /// - Complexity: O(log *n*) for *n* maneuvers with lanes.
    func lanes(at meters: Double) -> [ManeuverLanes.Lane] {
        let row = lanes.indices.partitioningIndex { lanes[$0].meters - meters > -0.5 }
        return row < lanes.count && lanes[row].meters - meters < 0.5 ? lanes[row].lanes : []
    }

    /// The seconds of each piece without the turn at its first point, as OSRM's annotations have
    /// them.
    var secondsWithoutTurns: [Double] {
        guard turnSeconds.count == seconds.count else { return seconds }
        return zip(seconds, turnSeconds).map { max(0, $0 - $1) }
    }

    mutating func append(_ next: OSRMLeg) {
        destination = next.destination
        line += line.isEmpty ? next.line[...] : next.line.dropFirst()
        meters += next.meters
        seconds += next.seconds
        turnSeconds += next.turnSeconds
        totalMeters += next.totalMeters
        totalSeconds += next.totalSeconds
        weight += next.weight
    }
}

/// A route with its legs.
struct OSRMRoute {
    /// The route's `ObjectID`.
    let id: Int
    var legs: [OSRMLeg]

    /// The line through all legs.
    var line: [Coordinate] {
        legs.reduce(into: []) { line, leg in
            line += line.isEmpty ? leg.line[...] : leg.line.dropFirst()
        }
    }

    /// Reads all routes from a result, in its order.
    ///
    /// - Complexity: O(*n*) for a route with *n* points, legs and steps.
    static func all(
        of result: AnalysisResult, for request: OSRMRequest, _ travel: OSRMTravel,
        on layer: OSRMLayer
    ) -> [OSRMRoute] {
        let conditionsOf = Dictionary(
            (result.conditions ?? []).map { ($0.routeID, $0) }
        ) { first, _ in first }
        let directionsOf = Dictionary(
            (result.directions ?? []).map { ($0.routeID, $0) }
        ) { first, _ in first }
        let legs = Dictionary(grouping: OSRMRow.all(result.legs)) { $0.integer("RouteID") ?? 0 }
        let stops = Dictionary(
            OSRMRow.all(result.stops).map { ($0.integer("ObjectID") ?? 0, $0) }
        ) { first, _ in first }
        return OSRMRow.all(result.routes).map { row in
            let id = row.integer("ObjectID") ?? 0
            var line: [Coordinate] = []
            if case .polyline(let paths, _)? = row.feature.geometry { line = paths.flatMap(\.self) }
            let conditions = conditionsOf[id]
            var found = (legs[id] ?? []).map { row in
                var leg = OSRMLeg(
                    row, of: line, conditions, weighing: travel.impedance,
                    layer.unit(of: travel.impedance))
                let origin = row.integer("FromStopID").flatMap { stops[$0] }
                let destination = row.integer("ToStopID").flatMap { stops[$0] }
                leg.origin = origin.flatMap { request.coordinate(of: $0) }
                leg.destination = destination.flatMap { request.coordinate(of: $0) }
                if leg.isStill, let origin { leg.stand(at: origin, on: layer) }
                return leg
            }
            if request.service == .route, let ends = request.options.waypoints {
                found = merged(found, at: ends)
            }
            assign(directionsOf[id]?.steps ?? [], to: &found)
            var rest = (conditions?.junctions ?? [])[...]
            for leg in found.indices {
                found[leg].lanes = conditions?.lanes ?? []
                found[leg].take(from: &rest)
            }
            return OSRMRoute(id: id, legs: found)
        }
    }

    /// Joins two legs if the coordinate between them is not a waypoint.
    private static func merged(_ legs: [OSRMLeg], at ends: [Int]) -> [OSRMLeg] {
        var joined: [OSRMLeg] = []
        for (row, leg) in legs.enumerated() {
            if row == 0 || ends.contains(row) {
                joined.append(leg)
            } else {
                joined[joined.count - 1].append(leg)
            }
        }
        return joined
    }

    /// Gives each leg its maneuvers. If a step is an arrival, the next leg begins behind it.
    private static func assign(_ steps: [DirectionStep], to legs: inout [OSRMLeg]) {
        var leg = 0
        for step in steps where leg < legs.count {
            legs[leg].maneuvers += step.maneuvers
            if step.maneuverType == "esriDMTStop" { leg += 1 }
        }
    }
}

extension OSRMRequest {
    /// Returns the coordinate sent for a stop, whose name is its number from 1: the stops of a
    /// trace are only some of its coordinates. A round trip ends with a stop more.
    fileprivate func coordinate(of stop: OSRMRow) -> Coordinate? {
        guard let number = stop.table.string("Name", of: stop.feature).flatMap({ Int($0) }) else {
            return nil
        }
        let row = number > coordinates.count ? order.last : number - 1
        return row.flatMap { coordinates.indices.contains($0) ? coordinates[$0] : nil }
    }
}

extension OSRMLeg {
    /// Reads the street of a leg without length. Its direction is across the way from the place to
    /// the coordinate, if the coordinate lies beside the street.
    fileprivate mutating func stand(at stop: OSRMRow, on layer: OSRMLayer) {
        guard stop.integer("SourceID") == 1, let element = stop.integer("SourceOID") else { return }
        street = layer.streetName(element)
        guard let origin, let place = stop.place, let side = stop.integer("SideOfEdge"),
            let share = stop.number("PosAlong"), share > 0, share < 1,
            Geodesic.distanceMeters(from: place, to: origin) >= OSRMStep.leastMetersAside
        else { return }
        let aside = Geodesic.bearingDegrees(from: place, to: origin)
        streetBearing = Int((aside + (side == 1 ? 270 : 90)).rounded()) % 360
    }

    /// Takes the junctions between the leg's ends from what the legs before left, and counts their
    /// points within the leg.
    fileprivate mutating func take(from junctions: inout ArraySlice<RouteJunction>) {
        let last = firstPoint + line.count - 1
        junctions = junctions.drop { $0.point <= firstPoint }
        let own = junctions.prefix { $0.point < last }
        junctions = junctions.dropFirst(own.count)
        self.junctions = own.map { junction in
            var junction = junction
            junction.point -= firstPoint
            return junction
        }
    }

    /// Reads a leg from its row.
    fileprivate init(
        _ row: OSRMRow, of route: [Coordinate], _ conditions: RouteConditions?,
        weighing impedance: String, _ unit: NetworkUnit
    ) {
        totalMeters = row.number("Meters") ?? 0
        totalSeconds = row.number("Seconds") ?? 0
        let cost = row.number("Total_\(impedance)") ?? totalSeconds
        weight = cost * (unit.seconds ?? unit.meters ?? 1)
        guard let first = row.integer("FirstPoint"), let last = row.integer("LastPoint"),
            first >= 0, first <= last, last < route.count
        else { return }
        firstPoint = first
        line = Array(route[first...last])
        guard let conditions else { return }
        if last <= conditions.meters.count { meters = Array(conditions.meters[first..<last]) }
        if last <= conditions.seconds.count { seconds = Array(conditions.seconds[first..<last]) }
        turnSeconds = seconds.map { _ in 0 }
        for turn in conditions.turns where turnSeconds.indices.contains(turn.point - first) {
            turnSeconds[turn.point - first] += turn.seconds
        }
    }
}
