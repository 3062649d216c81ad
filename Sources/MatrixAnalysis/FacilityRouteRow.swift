// The routes between incidents and facilities as a feature set.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import SpatialOperations

/// The row of a route between an incident and a facility.
struct FacilityRouteRow {
    let assembly: ResultAssembly
    let route: SolvedRoute
    let choice: ClosestFacilitySolver.Choice
    let id: Int
    let shape: Geometry?
    /// Whether routes lead from incidents to facilities.
    let isToFacility: Bool

    /// Returns the routes as a set.
    ///
    /// - Parameters:
    ///   - choices: Each route's incident, facility and rank.
    ///   - drawn: The routes with their shapes, in the same order.
    static func featureSet(
        of assembly: ResultAssembly, _ choices: [ClosestFacilitySolver.Choice],
        _ drawn: FeatureSet, isToFacility: Bool
    ) -> FeatureSet {
        var table = values.table(
            over: assembly.attributes, in: drawn.spatialReference,
            with: assembly.routeColumnsOnRequest)
        table.set.hasMeasures = drawn.hasMeasures
        let routes = zip(zip(choices, assembly.found.routes), drawn.features)
        for (number, ((choice, route), feature)) in routes.enumerated() {
            table.append(
                FacilityRouteRow(
                    assembly: assembly, route: route, choice: choice, id: number + 1,
                    shape: feature.geometry, isToFacility: isToFacility), feature.geometry)
        }
        return table.set
    }

    private static let values = ColumnValues<FacilityRouteRow>(for: .facilityRoutes) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.facilityID) { $0.assembly.stops[$0.choice.facility].input.objectID }
        values.set(.facilityRank) { $0.choice.rank }
        values.set(.nameOfFacilityRoute) { $0.route.name }
        values.set(.incidentCurbApproach) {
            $0.curb(at: $0.choice.incident, isStart: $0.isToFacility)
        }
        values.set(.facilityCurbApproach) {
            $0.curb(at: $0.choice.facility, isStart: !$0.isToFacility)
        }
        values.set(.incidentID) { $0.assembly.stops[$0.choice.incident].input.objectID }
        values.set(.facilityStartTime) { $0.assembly.local(0, of: $0.route) }
        values.set(.facilityEndTime) { $0.assembly.local($0.route.milliseconds, of: $0.route) }
        values.set(.startTimeUTC) { $0.assembly.utc(0, of: $0.route) }
        values.set(.facilityEndTimeUTC) { $0.assembly.utc($0.route.milliseconds, of: $0.route) }
        values.set(each: .total) { $0.assembly.total(of: $0.route, $1) }
        values.set(each: .freeFlow) { $0.assembly.freeFlow(of: $0.route, $1) }
        values.set(each: .delay) { $0.assembly.delay(of: $0.route, $1) }
        values.set(.lengthOfRoute) { $0.shape.map { PlanarMeasure.length(of: $0) } ?? 0 }
        values.set(.routeHandle) { $0.assembly.handle(of: $0.route) }
    }

    private func curb(at stop: Int, isStart: Bool) -> Int? {
        let end = isStart ? route.legs.first?.departure : route.legs.last?.arrival
        return end?.curb(for: assembly.stops[stop].input.curbApproach)
    }
}
