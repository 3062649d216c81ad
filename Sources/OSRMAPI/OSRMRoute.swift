// Reads a result's routes, with the legs OSRM's clients see.

import DataStructures
import Geo
import RouteAPI

/// A route with its legs. What lies along its line is kept once, as the result has it: legs and
/// steps are ranges of it.
struct OSRMRoute {
    /// The route's `ObjectID`.
    let id: Int
    /// The line through all legs; empty if the answer has none.
    var line: [Coordinate] = []
    /// The meters of each piece between neighboring points; empty if there are no conditions.
    var meters: [Double] = []
    /// The seconds of each piece; empty if there are no conditions.
    var seconds: [Double] = []
    /// The part of the pieces' seconds that turns at their first points take, in the order of
    /// travel.
    var turns: [TurnTime] = []
    /// The lanes before maneuvers, in the order of travel.
    var lanes: [ManeuverLanes] = []
    /// The junctions by the line's points, in the order of travel.
    var junctions: [RouteJunction] = []
    var legs: [OSRMLeg] = []

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
        let unit = layer.unit(of: travel.impedance)
        return OSRMRow.all(result.routes).map { row in
            let id = row.integer("ObjectID") ?? 0
            var route = OSRMRoute(id: id)
            route.readLine(of: row, conditionsOf[id])
            route.legs = (legs[id] ?? []).map { row in
                var leg = OSRMLeg(
                    row, pointCount: route.line.count, weighing: travel.impedance, unit)
                let origin = row.integer("FromStopID").flatMap { stops[$0] }
                let destination = row.integer("ToStopID").flatMap { stops[$0] }
                leg.origin = origin.flatMap { request.coordinate(of: $0) }
                leg.destination = destination.flatMap { request.coordinate(of: $0) }
                if let origin, route.isStill(leg) { leg.stand(at: origin, on: layer) }
                return leg
            }
            if request.service == .route, let ends = request.options.waypoints {
                route.legs = merged(route.legs, at: ends)
            }
            route.assign(directionsOf[id]?.steps ?? [])
            return route
        }
    }

    private mutating func readLine(of row: OSRMRow, _ conditions: RouteConditions?) {
        if case .polyline(let paths, _)? = row.feature.geometry {
            line = paths.count == 1 ? paths[0] : paths.flatMap(\.self)
        }
        guard let conditions else { return }
        meters = conditions.meters
        seconds = conditions.seconds
        turns = conditions.turns
        lanes = conditions.lanes
        junctions = conditions.junctions
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

    /// Gives each leg its maneuvers and its junctions. If a step is an arrival, the next leg begins
    /// behind it.
    mutating func assign(_ steps: [DirectionStep]) {
        var leg = 0
        for step in steps where leg < legs.count {
            legs[leg].maneuvers += step.maneuvers
            if step.maneuverType == "esriDMTStop" { leg += 1 }
        }
        for leg in legs.indices where !legs[leg].points.isEmpty {
            let points = legs[leg].points
            let first = junctions.indices.partitioningIndex {
                junctions[$0].point > points.lowerBound
            }
            let end = junctions.indices.partitioningIndex {
                junctions[$0].point >= points.upperBound - 1
            }
            legs[leg].junctions = first..<max(first, end)
        }
    }
}

extension OSRMRoute {
    /// Whether a leg has no length: both coordinates have the same place.
    func isStill(_ leg: OSRMLeg) -> Bool {
        let points = line[leg.points]
        return points.allSatisfy { $0 == points[points.startIndex] }
    }

    /// Whether the meters of each piece of a leg are known.
    func knowsPieces(of leg: OSRMLeg) -> Bool { leg.pieces.upperBound <= meters.count }

    /// Returns the lanes at some meters of the route; none if none are known there.
    ///
    /// - Complexity: O(log *n*) for *n* maneuvers with lanes.
    func lanes(at meters: Double) -> [ManeuverLanes.Lane] {
        let row = lanes.indices.partitioningIndex { lanes[$0].meters - meters > -0.5 }
        return row < lanes.count && lanes[row].meters - meters < 0.5 ? lanes[row].lanes : []
    }

    /// Returns the seconds of each piece of a leg without the turn at its first point, as OSRM's
    /// annotations have them; none if they are not known.
    ///
    /// - Complexity: O(*n* + log *t*) for *n* pieces and *t* turns on the route.
    func secondsWithoutTurns(of leg: OSRMLeg) -> [Double] {
        let pieces = leg.pieces
        guard pieces.upperBound <= seconds.count else { return [] }
        var left = Array(seconds[pieces])
        let first = turns.indices.partitioningIndex { turns[$0].point >= pieces.lowerBound }
        for turn in turns[first...] {
            guard turn.point < pieces.upperBound else { break }
            let piece = turn.point - pieces.lowerBound
            left[piece] = max(0, left[piece] - turn.seconds)
        }
        return left
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
