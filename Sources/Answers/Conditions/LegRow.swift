// Route legs as a table.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The row of one leg.
///
/// A leg's costs cover travel only. Add the costs of visiting stops to get the route totals.
struct LegRow {
    let assembly: ResultAssembly
    let id: Int
    /// The route's index.
    let number: Int
    let route: SolvedRoute
    /// The leg's index in the route.
    let position: Int
    /// The clock's attribute.
    let clock: Int?
    /// The line points at which it begins and ends.
    let points: (first: Int, last: Int)?

    /// Returns the legs of all routes.
    ///
    /// - Parameter lines: Every route's line; empty if the answer needs none.
    static func featureSet(
        of assembly: ResultAssembly, _ drawing: RouteLines, along lines: [RouteLine]
    ) -> FeatureSet {
        var table = values.table(
            over: assembly.attributes, in: assembly.request.outputReference,
            needing: assembly.neededColumns)
        let clock = PassedEdges(assembly).clock
        for (number, route) in assembly.found.routes.enumerated() {
            let points =
                lines.indices.contains(number)
                ? Self.points(of: lines[number], drawing, assembly) : nil
            for position in route.legs.indices {
                table.append(
                    LegRow(
                        assembly: assembly, id: table.set.features.count + 1, number: number,
                        route: route, position: position, clock: clock,
                        points: points.map { ($0[position], $0[position + 1]) }), nil)
            }
        }
        return table.set
    }

    private static let values = ColumnValues<LegRow>(for: .legs) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.routeID) { $0.number + 1 }
        values.set(.sequenceOfLeg) { $0.position + 1 }
        values.set(.fromStopID) { $0.stopID(at: $0.position) }
        values.set(.toStopID) { $0.stopID(at: $0.position + 1) }
        values.set(.fromRole) { $0.role(isEnd: $0.position == 0, .origin) }
        values.set(.toRole) { $0.role(isEnd: $0.position == $0.route.legs.count - 1, .destination) }
        values.set(.startTimeOfLeg) {
            $0.assembly.utc($0.visits[$0.position].departureMilliseconds, of: $0.route)
        }
        values.set(.endTimeOfLeg) {
            $0.assembly.utc($0.visits[$0.position + 1].arrivalMilliseconds, of: $0.route)
        }
        values.set(.meters) { $0.meters }
        values.set(.secondsOfLeg) { row in
            row.clock.map { Double(row.leg.total($0)) / 1_000 }
        }
        values.set(each: .totalOfLeg) { $0.value($0.leg.total($1), $1) }
        values.set(each: .freeFlowOfLeg) { $0.value($0.leg.freeFlowTotal($1), $1) }
        values.set(each: .delayOfLeg) { $0.value($0.leg.total($1) - $0.leg.freeFlowTotal($1), $1) }
        values.set(.firstPoint) { $0.points?.first }
        values.set(.lastPoint) { $0.points?.last }
    }

    private var leg: SolvedLeg { route.legs[position] }
    private var visits: [Visit] { route.schedule.visits }

    private func stopID(at position: Int) -> Int {
        assembly.stops[route.stops[position]].input.objectID
    }

    private func role(isEnd: Bool, _ end: RouteLeg.Role) -> String {
        (isEnd ? end : .waypoint).rawValue
    }

    private var meters: Double {
        let centimeters = leg.path.elements.reduce(Int64(0)) { sum, element in
            sum
                + element.centimeters(
                    ofLength: assembly.network.lengthCentimeters(of: element.edge))
        }
        return Double(centimeters) / 100
    }

    /// Converts a cost; `nil` if the request does not total it.
    private func value(_ quanta: Int64, _ attribute: Int) -> Double? {
        assembly.isTotaled(attribute) ? assembly.value(quanta, attribute) : nil
    }

    /// Finds the line points at which legs begin, then the last point; `nil` without a line.
    private static func points(
        of line: RouteLine, _ drawing: RouteLines, _ assembly: ResultAssembly
    ) -> [Int]? {
        let vertices = drawing.shapeVertices(of: line)
        guard !vertices.isEmpty else { return nil }
        if assembly.request.outputLines == .straight { return Array(vertices.indices) }
        var points = [0]
        for leg in 0..<line.legCount {
            let end = line.lastVertex(ofLeg: leg)
            points.append(vertices.lastIndex { $0 <= end } ?? 0)
        }
        points[points.count - 1] = vertices.count - 1
        return points
    }
}

extension NetworkPath.Element {
    /// Returns the element's length in centimeters.
    ///
    /// - Parameter whole: The whole edge's length in centimeters.
    fileprivate func centimeters(ofLength whole: UInt32) -> Int64 {
        Int64(CostProfile.prefix(of: whole, upTo: to))
            - Int64(CostProfile.prefix(of: whole, upTo: from))
    }
}
