// Divides a leg into steps: a departure, maneuvers and an arrival. They cover its line exactly.

import Geo
import RouteAPI

/// One step in a leg.
struct OSRMStep {
    var maneuver: OSRMManeuver
    /// The points on the leg's line where the step begins and ends.
    var first: Int
    var last: Int
    var meters: Double
    var seconds: Double
    var name = ""
    var reference = ""
    var destinations = ""
    var exits = ""
    /// The name of the rotary where the step begins.
    var rotary = ""
    var isFerry = false
    var lanes: [ManeuverLanes.Lane] = []
    /// Whole degrees clockwise from north; 0 if nothing lies before or behind.
    var bearingBefore = 0
    var bearingAfter = 0
    /// The junction where the step begins, if it begins at one.
    var junction: RouteJunction?
    /// The junctions the step passes.
    var passed: [RouteJunction] = []

    /// Divides a leg into steps; none if the leg has no line.
    ///
    /// - Complexity: O(*n*) for *n* points, and O(*s* log *l*) for *s* steps and *l* junctions and
    ///   lanes.
    static func all(of leg: OSRMLeg) -> [OSRMStep] {
        guard let end = leg.line.indices.last else { return [] }
        let starts = leg.maneuvers.map { told in
            min(max(told.place.firstPoint - leg.firstPoint, 0), end)
        }
        var steps: [OSRMStep] = []
        var isFerry = false
        for row in 0..<max(1, starts.count) {
            let first = row == 0 ? 0 : max(starts[row], steps.last?.last ?? 0)
            let next = row + 1 < starts.count ? max(starts[row + 1], first) : end
            var step = OSRMStep(OSRMManeuver("depart"), first..<next, of: leg)
            if row == 0 {
                step.junction = nil
                step.bearingBefore = 0
                step.bearingAfter = bearing(of: leg, after: first)
                step.maneuver.modifier = side(
                    of: leg.origin, at: first, of: leg, facing: step.bearingAfter)
            }
            if leg.maneuvers.indices.contains(row) {
                let told = leg.maneuvers[row]
                step.take(told)
                if told.type == "esriDMTFerry" { isFerry = true }
                if told.type == "esriDMTEndOfFerry" { isFerry = false }
                step.isFerry = isFerry
                if row > 0 { step.takeManeuver(told, behind: steps.last, in: leg) }
            }
            if step.name.isEmpty, leg.isStill { step.takeStreet(of: leg) }
            steps += step.parts(of: leg)
        }
        return steps + [arrival(of: leg, at: end, behind: steps.last)]
    }

    /// Creates a step along some points, with the junctions there.
    private init(_ maneuver: OSRMManeuver, _ points: Range<Int>, of leg: OSRMLeg) {
        self.maneuver = maneuver
        (first, last) = (points.lowerBound, points.upperBound)
        meters = Self.sum(leg.meters, points, leg.totalMeters)
        seconds = Self.sum(leg.seconds, points, leg.totalSeconds)
        // Junctions ascend by their points.
        let here = leg.firstJunction(from: points.lowerBound)
        let next = leg.firstJunction(from: points.lowerBound + 1)
        let behind = leg.firstJunction(from: points.upperBound)
        junction = here < next ? leg.junctions[here] : nil
        passed = Array(leg.junctions[next..<max(next, behind)])
        if let junction {
            bearingBefore = (junction.roads[junction.arrival].bearing + 180) % 360
            bearingAfter = junction.roads[junction.departure].bearing
        } else {
            bearingBefore = Self.bearing(of: leg, before: first)
            bearingAfter = Self.bearing(of: leg, after: first)
        }
    }

    /// The degrees by which the route turns to the right where the step begins.
    var turn: Double { Double((bearingAfter - bearingBefore + 540) % 360 - 180) }

    /// Returns the arrival at a leg's end. Its modifier is the side of the coordinate.
    private static func arrival(
        of leg: OSRMLeg, at end: Int, behind last: OSRMStep?
    ) -> OSRMStep {
        var arrival = OSRMStep(OSRMManeuver("arrive"), end..<end, of: leg)
        arrival.junction = nil
        arrival.passed = []
        arrival.bearingBefore = bearing(of: leg, before: end)
        arrival.bearingAfter = 0
        arrival.name = last?.name ?? ""
        arrival.reference = last?.reference ?? ""
        arrival.maneuver.modifier = side(
            of: leg.destination, at: end, of: leg, facing: arrival.bearingBefore)
        return arrival
    }

    /// Returns the side of a coordinate beside the street; `nil` if it is on the street, or if the
    /// street's direction is unknown.
    private static func side(
        of place: Coordinate?, at point: Int, of leg: OSRMLeg, facing bearing: Int
    ) -> String? {
        let street = leg.line[point]
        guard let place, Geodesic.distanceMeters(from: street, to: place) >= leastMetersAside,
            !leg.isStill || leg.streetBearing != nil
        else { return nil }
        let aside = Geodesic.bearingDegrees(from: street, to: place)
        let turn =
            (aside - Double(bearing) + 540).truncatingRemainder(dividingBy: 360) - 180
        return turn < 0 ? "left" : "right"
    }

    /// A coordinate that is nearer to the street has no side.
    static let leastMetersAside = 1.0

    /// Divides a step through a roundabout where the route leaves the ring.
    private func parts(of leg: OSRMLeg) -> [OSRMStep] {
        guard ["roundabout", "rotary"].contains(maneuver.type), leg.meters.count >= last,
            let exit = passed.first(where: { $0.isRoundBefore && !$0.isRoundBehind })?.point
        else { return [self] }
        var ring = OSRMStep(maneuver, first..<exit, of: leg)
        var onward = OSRMStep(OSRMManeuver("exit \(maneuver.type)"), exit..<last, of: leg)
        onward.maneuver.modifier = OSRMManeuver.modifier(onward.turn)
        onward.maneuver.exit = maneuver.exit
        ring.lanes = lanes
        ring.rotary = rotary
        (ring.name, onward.name) = (name, name)
        (ring.reference, onward.reference) = (reference, reference)
        (ring.destinations, onward.destinations) = (destinations, destinations)
        return [ring, onward]
    }

    /// Adds up pieces. If there are none, the whole leg counts as one.
    private static func sum(_ pieces: [Double], _ range: Range<Int>, _ whole: Double) -> Double {
        guard pieces.count >= range.upperBound, !pieces.isEmpty else {
            return range.isEmpty ? 0 : whole
        }
        return pieces[range].reduce(0, +)
    }

    private static func bearing(of leg: OSRMLeg, before point: Int) -> Int {
        let here = leg.line[point]
        guard let other = leg.line[..<point].last(where: { $0 != here }) else {
            return leg.streetBearing ?? 0
        }
        return whole(Geodesic.bearingDegrees(from: other, to: here))
    }

    private static func bearing(of leg: OSRMLeg, after point: Int) -> Int {
        let here = leg.line[point]
        guard let other = leg.line[point...].first(where: { $0 != here }) else {
            return leg.streetBearing ?? 0
        }
        return whole(Geodesic.bearingDegrees(from: here, to: other))
    }

    private static func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }
}
