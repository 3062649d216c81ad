// Finds a vehicle on its route from its latest fixes.

import Geo
import MapMatching
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Where a vehicle is on its route.
struct VehicleOnRoute {
    /// The place on the route; if the vehicle is not on it, the nearest one.
    var position: PathPosition
    /// Whether the vehicle is on the route, in its direction.
    var isOnRoute: Bool
    /// The distance from the vehicle's street to the route.
    var metersFromRoute: Double
    /// The whole route with its meters.
    var measure: PathMeasure
    /// The streets on which the vehicle was sought: all of its mode, as if none were closed.
    var streets: RequestCosts
    /// The place on the streets in longitude and latitude; `nil` if no fix could be placed.
    var place: Following.Place?
}

/// Finds vehicles on a handle's route.
///
/// The fixes are matched like a trace, on all streets, so a vehicle on a street beside the route is
/// not taken for one on it. Streets count as open, since a closure does not move a vehicle.
struct VehicleFinder {
    let reading: HandleReading
    let handle: RouteHandle
    /// The request without the handle and the fixes.
    let caller: RouteParameters

    private var network: NetworkDataset { reading.network }

    /// How many fixes are matched: the latest ones.
    private static let mostFixes = 100
    /// How far back along the route noise may move a vehicle.
    private static let backwardMeters = 50.0
    /// A vehicle on another street still counts as on the route up to this distance, as where the
    /// streets meet.
    private static let cornerMeters = 5.0
    /// If a match is at least this certain, a vehicle that drives the route's street the other way
    /// counts as off the route.
    private static let certainty = 0.8

    /// Finds the vehicle.
    ///
    /// If no fix can be placed, the vehicle counts as where it had come to.
    ///
    /// - Parameter progress: How many meters along the route it had come before.
    /// - Throws: If there are no fixes, or fixes of several vehicles; the solve's cancellation.
    func vehicle(
        _ input: TraceInput?, from progress: Double
    ) throws(RouteRequestError) -> VehicleOnRoute {
        let points = try self.points(input)
        let request = try reading.request(handle, for: caller)
        let prepared = try reading.solver.prepare(
            TravelPeriod.atStart(of: request, on: network))
        let streets = try RequestPreparation(
            layer: reading.layer.layer, control: reading.control, explains: false
        ).openStreets(of: prepared)
        let matcher = MapMatcher(
            costs: streets.costs, monitor: SolveMonitor(control: reading.control))
        let match: TraceMatch
        do throws(MatchStopped) {
            match = try matcher.match(points)
        } catch {
            throw reading.control.stopReason
        }
        let measure = PathMeasure(handle, on: network)
        let begin = max(0, min(progress, measure.meters))
        guard let last = match.points.last(where: { $0.part != nil }) else {
            return VehicleOnRoute(
                position: measure.position(at: begin), isOnRoute: true, metersFromRoute: 0,
                measure: measure, streets: streets.costs)
        }
        var vehicle = onRoute(last, measure, streets.costs, from: begin)
        vehicle.place = place(last)
        return vehicle
    }

    /// Reads the latest fixes in longitude and latitude.
    private func points(_ input: TraceInput?) throws(RouteRequestError) -> [TracePoint] {
        let name = FollowParameters.fixesName
        guard let input, let trace = input.traces.first, !trace.fixes.isEmpty else {
            throw .invalidParameter(
                name, "has no fixes; send the latest ones of the vehicle, such as 7.42,43.73")
        }
        try reading.layer.layer.defaults.limits.accept(
            positions: input.fixCount, of: name,
            remedy: "only the latest \(Self.mostFixes) count, so send no more")
        guard input.traces.count == 1 else {
            throw .invalidParameter(
                name,
                "has \(input.traces.count) traces; send the fixes of one vehicle, without "
                    + "TraceName")
        }
        let isProjected = !input.spatialReference.isSame(as: .wgs84)
        var points: [TracePoint] = []
        for var fix in trace.fixes.suffix(Self.mostFixes) {
            if isProjected {
                fix.coordinate = try reading.layer.projected(
                    fix.coordinate, from: input.spatialReference, parameter: name)
            }
            points.append(TracePoint(fix))
        }
        return points
    }

    /// Finds a matched place on the route, not before the meters already come.
    private func onRoute(
        _ point: MatchedPoint, _ measure: PathMeasure, _ streets: RequestCosts,
        from begin: Double
    ) -> VehicleOnRoute {
        let least = begin - Self.backwardMeters
        let edge = EdgeID(row: point.edge)
        if let position = measure.position(on: edge, at: point.share, from: least) {
            return VehicleOnRoute(
                position: position, isOnRoute: true, metersFromRoute: 0,
                measure: measure, streets: streets)
        }
        guard
            let nearest = measure.position(
                nearestTo: point.coordinate, from: max(0, least), on: network)
        else {
            return VehicleOnRoute(
                position: measure.position(at: begin), isOnRoute: false, metersFromRoute: 0,
                measure: measure, streets: streets)
        }
        let street = handle.legs[nearest.position.leg].edges[nearest.position.element]
        let isAgainst =
            street == edge.twin.row && point.confidence >= Self.certainty
        let isOnRoute = nearest.distance <= Self.cornerMeters && !isAgainst
        return VehicleOnRoute(
            position: nearest.position, isOnRoute: isOnRoute,
            metersFromRoute: nearest.distance, measure: measure, streets: streets)
    }

    /// Describes a matched place as a stop's fields name it.
    private func place(_ point: MatchedPoint) -> Following.Place {
        let edge = EdgeID(row: point.edge)
        let place = point.place
        let line = LineMeasure(network.shape(of: edge))
        let step = line.lengthMeters > 0 ? min(0.5, 1 / line.lengthMeters) : 0.5
        let (before, after) = (
            line.coordinate(at: max(0, point.share - step)),
            line.coordinate(at: min(1, point.share + step))
        )
        return Following.Place(
            coordinate: point.coordinate, sourceOID: place.sourceOID,
            posAlong: place.posAlong ?? place.share,
            bearing: Geodesic.bearingDegrees(from: before, to: after),
            distanceMeters: point.distanceMeters, confidence: point.confidence)
    }
}
