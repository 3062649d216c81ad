// Route legs as a table.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Writes the legs of all routes.
///
/// A leg's costs cover travel only. Add the costs of visiting stops to get the route totals.
struct LegRows {
    let assembly: ResultAssembly
    let drawing: RouteLines
    private let finder: PassedEdges

    init(assembly: ResultAssembly, drawing: RouteLines) {
        self.assembly = assembly
        self.drawing = drawing
        finder = PassedEdges(assembly)
    }

    /// Returns the legs of all routes.
    ///
    /// - Parameter lines: Every route's line; empty if the answer needs none.
    func featureSet(along lines: [RouteLine]) -> FeatureSet {
        var set = FeatureSet(
            geometryType: nil, spatialReference: assembly.request.outputReference, fields: fields)
        for (number, route) in assembly.found.routes.enumerated() {
            let points = lines.indices.contains(number) ? points(of: lines[number]) : nil
            for position in route.legs.indices {
                set.features.append(
                    Feature(
                        values: [.integer(set.features.count + 1), .integer(number + 1)]
                            + values(of: position, in: route)
                            + [points?[position], points?[position + 1]].map { point in
                                point.map { .integer($0) } ?? .null
                            },
                        geometry: nil))
            }
        }
        return set
    }

    private var fields: [Field] {
        [
            Field("ObjectID", .objectID), Field("RouteID", .integer), Field("Sequence", .integer),
            Field("FromStopID", .integer), Field("ToStopID", .integer),
            Field("FromRole", .string, length: 16), Field("ToRole", .string, length: 16),
            Field("StartTimeUTC", .date), Field("EndTimeUTC", .date), Field("Meters", .double),
            Field("Seconds", .double),
        ] + assembly.fields.costs.map { Field("Total_\($0.name)", .double) } + trafficFields + [
            Field("FirstPoint", .integer), Field("LastPoint", .integer),
        ]
    }

    private var trafficFields: [Field] {
        assembly.request.traffic == nil
            ? [] : AnswerFields.traffic(assembly.fields.costs.filter(\.followsSpeeds))
    }

    /// Returns the free-flow cost and the delay for each cost with live speeds; nothing without
    /// traffic.
    private func trafficValues(of leg: SolvedLeg) -> [AttributeValue] {
        guard assembly.request.traffic != nil else { return [] }
        return assembly.fields.costs.filter(\.followsSpeeds).flatMap { cost -> [AttributeValue] in
            let attribute = cost.position
            guard assembly.totaled.contains(attribute) else { return [.null, .null] }
            let free = leg.freeFlowTotal(attribute)
            return [free, leg.total(attribute) - free].map {
                .double(assembly.value($0, attribute))
            }
        }
    }

    private func values(of position: Int, in route: SolvedRoute) -> [AttributeValue] {
        let leg = route.legs[position]
        let stops = route.stops[position...(position + 1)].map { assembly.stops[$0].input }
        let visits = route.schedule.visits
        let clock = RouteClock(schedule: route.schedule, clock: assembly.request.clock)
        let isLast = position == route.legs.count - 1
        let network = assembly.network
        let centimeters = leg.path.elements.reduce(Int64(0)) { sum, element in
            sum + element.centimeters(ofLength: network.lengthCentimeters(of: element.edge))
        }
        let milliseconds = finder.clock.map { leg.total($0) }
        return [
            .integer(position + 1), .integer(stops[0].objectID), .integer(stops[1].objectID),
            .string((position == 0 ? RouteLeg.Role.origin : .waypoint).rawValue),
            .string((isLast ? RouteLeg.Role.destination : .waypoint).rawValue),
            clock.utc(visits[position].departureMilliseconds),
            clock.utc(visits[position + 1].arrivalMilliseconds),
            .double(Double(centimeters) / 100),
            milliseconds.map { .double(Double($0) / 1_000) } ?? .null,
        ]
            + assembly.reportedCosts.map { cost in
                assembly.totaled.contains(cost)
                    ? .double(assembly.value(leg.total(cost), cost)) : .null
            } + trafficValues(of: leg)
    }

    /// Finds the line points at which legs begin, then the last point; `nil` without a line.
    private func points(of line: RouteLine) -> [Int]? {
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
