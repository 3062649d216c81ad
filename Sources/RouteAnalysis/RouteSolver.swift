// Start here: solves route requests, from parameters to result.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

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
/// A solve has four stages: read, prepare, search, assemble. `AnalysisRun`, which all analyses
/// share, reads the request and answers for one that fails; this type decides how the other three
/// follow each other:
///
/// - If the request gives legs, the route is rebuilt along them and not searched for
///   (``LegRebuilder``).
/// - If the network or the traffic has conditions that depend on time, stages two and three repeat
///   for longer and longer ``TravelPeriod``s until all routes end within the period.
/// - If the request asks for alternatives, they are added to each route found
///   (``AlternativePeriods``).
///
/// One missing route becomes a message; only if no route is found at all is the error thrown. It is
/// an `AnalysisFailure`, which carries the preparation, so that `returnEmptyResults` can still show
/// where the stops lie. `RouteSolver+Validation.swift` stops after placing, and the folder Live
/// uses the same stages for routes under way.
///
/// A solver is made for one request and used by one thread.
struct RouteSolver: AnalysisRun {
    let layer: AnalysisLayer
    let control: SolveControl
    /// Whether requests are only placed, with any number of stops.
    var onlyPlaces = false

    typealias Resolved = ResolvedParameters<RouteParameters>

    func validates(_ requested: RouteParameters) -> Bool {
        onlyPlaces || requested.validate ?? false
    }

    func read(
        _ requested: RouteParameters
    ) throws(RouteRequestError) -> ReadRequest<RouteParameters> {
        guard validates(requested) else {
            try requested.checkDeviation()
            return try read(requested, minimumStops: 2)
        }
        var parameters = requested
        // Missing stops are reported as a message, so that the rest is checked too.
        parameters.stops =
            requested.stops
            ?? LocationInput(
                features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        return try read(
            parameters, minimumStops: 0, returning: .places(of: parameters.analysis))
    }

    /// Reads a request with a number of stops.
    func read(
        _ requested: RouteParameters, minimumStops: Int,
        returning returned: ResolvedRequest.Returned? = nil
    ) throws(RouteRequestError) -> ReadRequest<RouteParameters> {
        try read(
            requested, [LocationDemand(RouteParameters.stopsName, minimum: minimumStops)],
            order: { StopOrder($0) }, returning: returned)
    }

    /// Finds a request's routes.
    ///
    /// If a route is missing, a message says so, provided another route is found.
    func solve(
        _ read: ReadRequest<RouteParameters>
    ) throws(AnalysisFailure) -> AnalysisResult {
        let (request, parameters) = (read.request, read.parameters.requested)
        if let legs = parameters.legs {
            return try solve(request, along: legs, for: parameters)
        }
        let demand = AlternativeDemand(parameters)
        if let period = TravelPeriod(of: request, on: layer.network) {
            return try solve(request, during: period, adding: demand)
        }
        return try assemble(adding(demand, to: search(request)))
    }

    /// Finds a resolved request's metric, barriers, costs and places.
    func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        try RequestPreparation(layer: layer, control: control).prepare(request, reusing: last)
    }
}

extension RouteSolver {
    static func returned(by parameters: Resolved) -> ResolvedRequest.Returned {
        ResolvedRequest.Returned(parameters)
    }

    static func ownSets(of parameters: Resolved) -> [String] { [] }

    func placed(
        _ parameters: Resolved, after failure: AnalysisFailure
    ) throws(RouteRequestError) -> AnalysisResult {
        var prepared = failure.prepared
        if prepared == nil {
            prepared = try prepare(read(parameters.requested, minimumStops: 0).request)
        }
        guard let prepared else { throw failure.error }
        var found = FoundRoutes()
        if failure.error.identifier == .noSolution {
            found.unreached = Set(prepared.stops.indices.filter { prepared.stops[$0].isValid })
        }
        return try ResultAssembly(SolvedAnalysis(prepared, found), on: layer).result()
    }
}
