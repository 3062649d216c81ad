// The routes between incidents and facilities as a feature set.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Writes the feature set of routes between incidents and facilities.
struct FacilityRouteRows {
    let assembly: ResultAssembly
    /// Whether routes lead from incidents to facilities.
    let isToFacility: Bool

    /// Returns the routes as a set.
    ///
    /// - Parameters:
    ///   - choices: Each route's incident, facility and rank.
    ///   - drawn: The routes with their shapes, in the same order.
    func featureSet(
        _ choices: [(incident: Int, facility: Int, rank: Int)], _ drawn: FeatureSet
    ) -> FeatureSet {
        let more = RouteFields(of: assembly)
        var set = drawn
        set.fields = fields + more.fields
        set.features = zip(zip(choices, assembly.found.routes), drawn.features).enumerated().map {
            number, row in
            let ((choice, route), feature) = row
            return Feature(
                values: values(of: route, choice, id: number + 1, feature.geometry)
                    + more.values(of: route),
                geometry: feature.geometry)
        }
        return set
    }

    private var fields: [Field] {
        var fields = [
            Field("ObjectID", .objectID), Field("FacilityID", .integer),
            Field("FacilityRank", .integer), Field("Name", .string, length: 1_024),
            Field("IncidentCurbApproach", .integer), Field("FacilityCurbApproach", .integer),
            Field("IncidentID", .integer), Field("StartTime", .date), Field("EndTime", .date),
            Field("StartTimeUTC", .date), Field("EndTimeUTC", .date),
        ]
        fields += assembly.fields.costs.map { Field("Total_\($0.name)", .double) }
        if assembly.request.traffic != nil {
            fields += AnswerFields.traffic(assembly.fields.costs.filter(\.followsSpeeds))
        }
        fields.append(Field("Shape_Length", .double))
        return fields
    }

    private func values(
        of route: SolvedRoute, _ choice: (incident: Int, facility: Int, rank: Int), id: Int,
        _ shape: Geometry?
    ) -> [AttributeValue] {
        let clock = RouteClock(schedule: route.schedule, clock: assembly.request.clock)
        let end = route.schedule.visits.last?.departureMilliseconds ?? 0
        let (leaves, arrives) = (
            curb(route.legs.first?.departure.side), curb(route.legs.last?.arrival.side)
        )
        let stops = assembly.stops
        var values: [AttributeValue] = [
            .integer(id), .integer(stops[choice.facility].input.objectID),
            .integer(choice.rank), .string(route.name), isToFacility ? leaves : arrives,
            isToFacility ? arrives : leaves, .integer(stops[choice.incident].input.objectID),
            clock.local(0), clock.local(end), clock.utc(0), clock.utc(end),
        ]
        values += assembly.reportedCosts.map {
            assembly.totaled.contains($0) ? .double(assembly.total(of: route, $0)) : .null
        }
        values += assembly.trafficValues(of: route)
        values.append(.double(shape.map { PlanarMeasure.length(of: $0) } ?? 0))
        return values
    }

    private func curb(_ side: RoadSide?) -> AttributeValue {
        side.map { .integer($0 == .left ? 2 : 1) } ?? .null
    }
}
