// Start here: solves requests for routes, from parameters to result.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves requests for routes on one layer.
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
struct RouteSolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// Answers a request.
    ///
    /// A missing route becomes a message as long as another route is found.
    ///
    /// - Throws: An error that names the input, the cause and what would work.
    func solve(_ parameters: RouteParameters) throws(AnalysisFailure) -> AnalysisResult {
        let request = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try checkDeviation(of: parameters)
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

    /// Finds the metric, the barriers, the costs and the places of a resolved request.
    func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        try Preparation(layer: layer, control: control).prepare(request, reusing: last)
    }
}
