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
    var isFerry = false
    var lanes: [ManeuverLanes.Lane] = []
    /// Whole degrees clockwise from north; 0 if nothing lies before or behind.
    var bearingBefore = 0
    var bearingAfter = 0

    /// Divides a leg into steps; none if the leg has no line.
    ///
    /// - Complexity: O(*n*) for *n* points, and O(*s* *l*) for *s* steps and *l* maneuvers with
    ///   lanes.
    static func all(of leg: OSRMLeg) -> [OSRMStep] {
        guard let end = leg.line.indices.last else { return [] }
        let starts = leg.directions.map { step in
            min(max((step.place?.firstPoint ?? 0) - leg.firstPoint, 0), end)
        }
        var steps: [OSRMStep] = []
        var isFerry = false
        for row in 0..<max(1, starts.count) {
            let first = row == 0 ? 0 : max(starts[row], steps[row - 1].last)
            let next = row + 1 < starts.count ? max(starts[row + 1], first) : end
            var step = OSRMStep(
                maneuver: OSRMManeuver("depart"), first: first, last: next,
                meters: sum(leg.meters, first..<next, leg.totalMeters),
                seconds: sum(leg.seconds, first..<next, leg.totalSeconds))
            step.bearingBefore = row == 0 ? 0 : bearing(of: leg.line, before: first)
            step.bearingAfter = bearing(of: leg.line, after: first)
            if leg.directions.indices.contains(row) {
                let told = leg.directions[row]
                step.take(told)
                if told.maneuverType == "esriDMTFerry" { isFerry = true }
                if told.maneuverType == "esriDMTEndOfFerry" { isFerry = false }
                step.isFerry = isFerry
                if row > 0 {
                    let turn = step.bearingAfter - step.bearingBefore
                    step.maneuver = OSRMManeuver(
                        told.maneuverType,
                        angle: Double((turn + 540) % 360 - 180),
                        keepsName: !step.name.isEmpty && step.name == steps[row - 1].name)
                    let meters = told.place?.meters ?? -1
                    step.lanes = leg.lanes.first { abs($0.meters - meters) < 0.5 }?.lanes ?? []
                }
            }
            steps.append(step)
        }
        var arrival = OSRMStep(
            maneuver: OSRMManeuver("arrive"), first: end, last: end, meters: 0, seconds: 0)
        arrival.bearingBefore = bearing(of: leg.line, before: end)
        arrival.name = steps.last?.name ?? ""
        arrival.reference = steps.last?.reference ?? ""
        return steps + [arrival]
    }

    /// Reads names and signs from directions.
    private mutating func take(_ told: DirectionStep) {
        func texts(_ type: String) -> [String] {
            told.strings.filter { $0.type == type }.map(\.string)
        }
        name = texts("esriDSTStreetName").first ?? ""
        reference = texts("esriDSTAltName").joined(separator: "; ")
        destinations = texts("esriDSTToward").joined(separator: ", ")
        exits = texts("esriDSTExit").joined(separator: "; ")
    }

    /// Adds up pieces. If there are none, the whole leg counts as one.
    private static func sum(_ pieces: [Double], _ range: Range<Int>, _ whole: Double) -> Double {
        guard pieces.count >= range.upperBound, !pieces.isEmpty else {
            return range.isEmpty ? 0 : whole
        }
        return pieces[range].reduce(0, +)
    }

    private static func bearing(of line: [Coordinate], before point: Int) -> Int {
        let here = line[point]
        guard let other = line[..<point].last(where: { $0 != here }) else { return 0 }
        return whole(Geodesic.bearingDegrees(from: other, to: here))
    }

    private static func bearing(of line: [Coordinate], after point: Int) -> Int {
        let here = line[point]
        guard let other = line[point...].first(where: { $0 != here }) else { return 0 }
        return whole(Geodesic.bearingDegrees(from: here, to: other))
    }

    private static func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }
}
