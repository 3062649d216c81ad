// Start here: solves route requests, from parameters to result.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves route requests on one layer.
///
/// ``NetworkLayer/solve(_:control:)`` is its public entry point:
///
/// ```swift
/// var parameters = RouteParameters()
/// parameters.stops = LocationInput(features: stops)
/// parameters.returnDirections = true
/// let result = try layer.solve(parameters)
/// // result.routes, result.directions; result.reasons when a stop is not visited
/// ```
///
/// A solve has four stages: read, prepare, search, assemble. All four are shared with other
/// analyses; this type only decides how they follow each other:
///
/// - If the request gives legs, the route is rebuilt along them and not searched for
///   (``LegRebuilder``).
/// - If the network or the traffic has conditions that depend on time, stages two and three repeat
///   for longer and longer ``TravelPeriod``s until all routes end within the period.
/// - If the request asks for alternatives, they are added to each route found.
///
/// One missing route becomes a message; only if no route is found at all is the error thrown. It is
/// an `AnalysisFailure`, which carries the preparation, so that `returnEmptyResults` can still show
/// where the stops lie. `RouteSolver+Validation.swift` stops after placing, and the folder Live
/// uses the same stages for routes under way.
///
/// A solver is made for one request and used by one thread.
struct RouteSolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// Answers a request.
    ///
    /// If a route is missing, a message says so, provided another route is found.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    func solve(_ parameters: RouteParameters) throws(AnalysisFailure) -> AnalysisResult {
        if parameters.validate ?? false { return try validate(parameters, countsStops: true) }
        let request = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try parameters.checkDeviation()
            return try read(parameters)
        }
        do throws(AnalysisFailure) {
            if let legs = parameters.legs {
                return try solve(request, along: legs, for: parameters)
            }
            let demand = AlternativeDemand(parameters)
            if let period = TravelPeriod(of: request, on: layer.network) {
                return try solve(request, during: period, adding: demand)
            }
            return try assemble(adding(demand, to: search(request)))
        } catch {
            throw error.withWarnings(of: request)
        }
    }

    /// Fills in every default and resolves every name.
    func read(
        _ parameters: RouteParameters, minimumStops: Int = 2,
        returning returns: ResolvedRequest.Returned? = nil
    ) throws(RouteRequestError) -> Shared<ResolvedRequest> {
        try control.timed(\.reading) { () throws(RouteRequestError) in
            try layer.reader().read(
                parameters, minimumStops: minimumStops, returning: returns)
        }
    }

    /// Finds a resolved request's metric, barriers, costs and places.
    func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        try RequestPreparation(layer: layer, control: control).prepare(request, reusing: last)
    }
}
