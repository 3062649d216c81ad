// A leg of a route, as a part of the route's line.

import DataStructures
import Geo
import RouteAPI

/// A leg with its costs and its directions. ``points`` are positions on the line of the whole route
/// (``OSRMRoute``), which has the pieces and junctions of all legs.
struct OSRMLeg {
    /// The leg's points on the route's line; none if the answer has no line.
    var points = 0..<0
    var totalMeters = 0.0
    var totalSeconds = 0.0
    /// The minimized cost, in seconds, meters or its own unit.
    var weight = 0.0
    /// The maneuvers in the directions, without departure and arrival.
    var maneuvers: [StepManeuver] = []
    /// The junctions between the leg's ends, by their positions in the route's.
    var junctions = 0..<0
    /// The coordinates between which the leg leads, as they were sent.
    var origin: Coordinate?
    var destination: Coordinate?
    /// The street, if the leg has no length.
    var street = ""
    /// The street's direction in whole degrees, if the leg has no length; `nil` if it is unknown.
    var streetBearing: Int?

    /// The pieces between the leg's points, by the points where they begin.
    var pieces: Range<Int> { points.isEmpty ? points : points.lowerBound..<(points.upperBound - 1) }

    /// Adds the next leg, which begins where this one ends.
    mutating func append(_ next: OSRMLeg) {
        destination = next.destination
        let start = points.isEmpty ? next.points.lowerBound : points.lowerBound
        points = start..<max(points.upperBound, next.points.upperBound)
        totalMeters += next.totalMeters
        totalSeconds += next.totalSeconds
        weight += next.weight
    }
}

extension OSRMLeg {
    /// Reads a leg from its row.
    ///
    /// - Parameter pointCount: How many points the route's line has.
    init(
        _ row: OSRMRow, pointCount: Int, weighing impedance: String, _ unit: NetworkUnit
    ) {
        totalMeters = row.number("Meters") ?? 0
        totalSeconds = row.number("Seconds") ?? 0
        let cost = row.number("Total_\(impedance)") ?? totalSeconds
        weight = cost * (unit.seconds ?? unit.meters ?? 1)
        guard let first = row.integer("FirstPoint"), let last = row.integer("LastPoint"),
            first >= 0, first <= last, last < pointCount
        else { return }
        points = first..<(last + 1)
    }

    /// Reads the street of a leg without length. Its direction is across the way from the place to
    /// the coordinate, if the coordinate lies beside the street.
    mutating func stand(at stop: OSRMRow, on layer: OSRMLayer) {
        guard stop.integer("SourceID") == 1, let element = stop.integer("SourceOID") else { return }
        street = layer.streetName(element)
        guard let origin, let place = stop.place, let side = stop.integer("SideOfEdge"),
            let share = stop.number("PosAlong"), share > 0, share < 1,
            Geodesic.distanceMeters(from: place, to: origin) >= OSRMStep.leastMetersAside
        else { return }
        let aside = Geodesic.bearingDegrees(from: place, to: origin)
        streetBearing = Int((aside + (side == 1 ? 270 : 90)).rounded()) % 360
    }
}
