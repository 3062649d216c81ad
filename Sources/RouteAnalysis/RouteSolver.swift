// Start here: routes, from parameters to result.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves requests for routes on one layer.
struct RouteSolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work. One bad route does not
    ///   spoil the others: it becomes a message as long as some route is found.
    func solve(_ parameters: RouteParameters) throws(AnalysisFailure) -> AnalysisResult {
        let request = try AnalysisFailure.noting { () throws(RouteRequestError) in
            try read(parameters)
        }
        do throws(AnalysisFailure) {
            if let period = TravelPeriod(of: request, on: layer.network) {
                return try solve(request, during: period)
            }
            return try assemble(search(request))
        } catch {
            throw error.telling(of: request)
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

    /// Finds the metric, the barriers, the costs and the places of a request.
    func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        try Preparation(layer: layer, control: control).prepare(request, reusing: last)
    }

    /// Finds the routes of a request that has been read.
    func search(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(AnalysisFailure) -> SolvedAnalysis {
        let prepared = try AnalysisFailure.noting { () throws(RouteRequestError) in
            try prepare(request, reusing: last)
        }
        return try AnalysisFailure.noting(prepared) { () throws(RouteRequestError) in
            SolvedAnalysis(
                prepared,
                try RouteSearch(layer: layer, prepared: prepared, control: control).routes())
        }
    }

    /// Writes the answer of a request whose routes are found.
    func assemble(_ solved: SolvedAnalysis) throws(AnalysisFailure) -> AnalysisResult {
        try AnalysisFailure.noting(solved.prepared) { () throws(RouteRequestError) in
            try control.timed(\.assembling) { () throws(RouteRequestError) in
                if solved.isLongToWrite { try control.beginLongWork() }
                var result = try ResultAssembly(solved, on: layer).result()
                result.messages += ConditionReport(solved.prepared, on: layer.network)
                    .ignored(by: solved.found.routes)
                return result
            }
        }
    }
}
