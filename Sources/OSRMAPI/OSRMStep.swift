// Divides a leg into steps: a departure, maneuvers and an arrival. They cover its line exactly.

import DataStructures
import Geo
import RouteAPI

/// One step in a leg. It counts points and junctions as its route does.
struct OSRMStep {
    var maneuver: OSRMManeuver
    /// The points on the route's line where the step begins and ends.
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
    var junction: Int?
    /// The junctions the step passes.
    var passed = 0..<0

    /// Divides a leg into steps; none if the leg has no line.
    ///
    /// - Complexity: O(*n*) for *n* points, and O(*s* log *l*) for *s* steps and *l* junctions and
    ///   lanes.
    static func all(of leg: OSRMLeg, in route: OSRMRoute) -> [OSRMStep] {
        guard let end = leg.points.last else { return [] }
        let way = Way(leg: leg, route: route)
        func start(_ row: Int) -> Int {
            min(max(leg.maneuvers[row].place.firstPoint, leg.points.lowerBound), end)
        }
        var steps: [OSRMStep] = []
        steps.reserveCapacity(leg.maneuvers.count + 2)
        var isFerry = false
        for row in 0..<max(1, leg.maneuvers.count) {
            let before = steps.last
            let first =
                row == 0 ? leg.points.lowerBound : max(start(row), before?.last ?? 0)
            let next = row + 1 < leg.maneuvers.count ? max(start(row + 1), first) : end
            var step = OSRMStep(OSRMManeuver("depart"), first..<next, of: way)
            if row == 0 { step.depart(on: way) }
            if leg.maneuvers.indices.contains(row) {
                let told = leg.maneuvers[row]
                step.take(told)
                if told.type == "esriDMTFerry" { isFerry = true }
                if told.type == "esriDMTEndOfFerry" { isFerry = false }
                step.isFerry = isFerry
                if row > 0 { step.takeManeuver(told, behind: before, in: route) }
            }
            if step.name.isEmpty, way.isStill { step.takeStreet(of: leg) }
            step.add(to: &steps, of: way)
        }
        steps.append(arrival(on: way, at: end, behind: steps.last))
        return steps
    }

    /// A leg on its route's line.
    struct Way {
        let leg: OSRMLeg
        let route: OSRMRoute
        /// Whether the leg has no length.
        let isStill: Bool

        init(leg: OSRMLeg, route: OSRMRoute) {
            (self.leg, self.route) = (leg, route)
            isStill = route.isStill(leg)
        }
    }

    /// Creates a step along some points, with the junctions there.
    private init(_ maneuver: OSRMManeuver, _ points: Range<Int>, of way: Way) {
        self.maneuver = maneuver
        (first, last) = (points.lowerBound, points.upperBound)
        let isKnown = way.route.knowsPieces(of: way.leg)
        meters = Self.sum(way.route.meters, isKnown, points, way.leg.totalMeters)
        let isTimed = way.leg.pieces.upperBound <= way.route.seconds.count
        seconds = Self.sum(way.route.seconds, isTimed, points, way.leg.totalSeconds)
        // Junctions ascend by their points.
        let junctions = way.route.junctions
        func next(from point: Int) -> Int {
            way.leg.junctions.partitioningIndex { junctions[$0].point >= point }
        }
        let here = next(from: points.lowerBound)
        let ahead = next(from: points.lowerBound + 1)
        passed = ahead..<max(ahead, next(from: points.upperBound))
        if here < ahead {
            junction = here
            let roads = junctions[here].roads
            bearingBefore = (roads[junctions[here].arrival].bearing + 180) % 360
            bearingAfter = roads[junctions[here].departure].bearing
        } else {
            bearingBefore = way.bearing(before: first)
            bearingAfter = way.bearing(after: first)
        }
    }

    /// The degrees by which the route turns to the right where the step begins.
    var turn: Double { Double((bearingAfter - bearingBefore + 540) % 360 - 180) }

    /// Makes the step the leg's departure. Its modifier is the side of the coordinate.
    private mutating func depart(on way: Way) {
        junction = nil
        bearingBefore = 0
        bearingAfter = way.bearing(after: first)
        maneuver.modifier = way.side(of: way.leg.origin, at: first, facing: bearingAfter)
    }

    /// Returns the arrival at a leg's end. Its modifier is the side of the coordinate.
    private static func arrival(on way: Way, at end: Int, behind last: OSRMStep?) -> OSRMStep {
        var arrival = OSRMStep(OSRMManeuver("arrive"), end..<end, of: way)
        arrival.junction = nil
        arrival.passed = 0..<0
        arrival.bearingBefore = way.bearing(before: end)
        arrival.bearingAfter = 0
        arrival.name = last?.name ?? ""
        arrival.reference = last?.reference ?? ""
        arrival.maneuver.modifier = way.side(
            of: way.leg.destination, at: end, facing: arrival.bearingBefore)
        return arrival
    }

    /// A coordinate that is nearer to the street has no side.
    static let leastMetersAside = 1.0

    /// Adds the step to others. A step through a roundabout is divided where the route leaves the
    /// ring.
    private func add(to steps: inout [OSRMStep], of way: Way) {
        let junctions = way.route.junctions
        guard maneuver.type == "roundabout" || maneuver.type == "rotary",
            way.route.knowsPieces(of: way.leg),
            let place = passed.first(where: {
                junctions[$0].isRoundBefore && !junctions[$0].isRoundBehind
            })
        else { return steps.append(self) }
        let exit = junctions[place].point
        var ring = OSRMStep(maneuver, first..<exit, of: way)
        var onward = OSRMStep(OSRMManeuver("exit \(maneuver.type)"), exit..<last, of: way)
        onward.maneuver.modifier = OSRMManeuver.modifier(onward.turn)
        onward.maneuver.exit = maneuver.exit
        ring.lanes = lanes
        ring.rotary = rotary
        (ring.name, onward.name) = (name, name)
        (ring.reference, onward.reference) = (reference, reference)
        (ring.destinations, onward.destinations) = (destinations, destinations)
        steps.append(ring)
        steps.append(onward)
    }

    /// Adds up pieces. If they are not known, the whole leg counts as one.
    private static func sum(
        _ pieces: [Double], _ isKnown: Bool, _ range: Range<Int>, _ whole: Double
    ) -> Double {
        isKnown ? pieces[range].reduce(0, +) : range.isEmpty ? 0 : whole
    }
}

extension OSRMStep.Way {
    /// Returns the side of a coordinate beside the street; `nil` if it is on the street, or if the
    /// street's direction is unknown.
    fileprivate func side(of place: Coordinate?, at point: Int, facing bearing: Int) -> String? {
        let street = route.line[point]
        guard let place,
            Geodesic.distanceMeters(from: street, to: place) >= OSRMStep.leastMetersAside,
            !isStill || leg.streetBearing != nil
        else { return nil }
        let aside = Geodesic.bearingDegrees(from: street, to: place)
        let turn =
            (aside - Double(bearing) + 540).truncatingRemainder(dividingBy: 360) - 180
        return turn < 0 ? "left" : "right"
    }

    fileprivate func bearing(before point: Int) -> Int {
        let here = route.line[point]
        let behind = route.line[leg.points.lowerBound..<point]
        guard let other = behind.last(where: { $0 != here }) else {
            return leg.streetBearing ?? 0
        }
        return Self.whole(Geodesic.bearingDegrees(from: other, to: here))
    }

    fileprivate func bearing(after point: Int) -> Int {
        let here = route.line[point]
        let ahead = route.line[point..<leg.points.upperBound]
        guard let other = ahead.first(where: { $0 != here }) else {
            return leg.streetBearing ?? 0
        }
        return Self.whole(Geodesic.bearingDegrees(from: here, to: other))
    }

    private static func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }
}
