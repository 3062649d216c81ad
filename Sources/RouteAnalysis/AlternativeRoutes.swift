// Alternatives to the best route, for a parameter that requests them.

package import NetworkAnalysis
package import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Answers a request for one route between two stops with the best route and alternatives.
    ///
    /// - Parameter count: The most routes to return, including the best; at most 30.
    /// - Returns: A complete result for each route, by cost; the first has the cost of the result
    ///   of ``solve(_:control:)``. There is only that one when no other route is worth showing (see
    ///   `AlternativeRule`), when the request has several routes or more than two stops, and when
    ///   conditions change during travel.
    /// - Throws: As ``solve(_:control:)``.
    package func alternatives(
        _ parameters: RouteParameters, count: Int, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> [AnalysisResult] {
        let parameters = try accepted(parameters)
        do throws(AnalysisFailure) {
            return try solver(control).alternatives(parameters, count)
        } catch {
            throw error.error
        }
    }
}

extension RouteSolver {
    func alternatives(
        _ parameters: RouteParameters, _ count: Int
    ) throws(AnalysisFailure) -> [AnalysisResult] {
        let request = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try read(parameters)
        }
        // Under conditions that depend on the time, there is only the best route.
        guard TravelPeriod(of: request, on: layer.network) == nil else {
            return [try solve(parameters)]
        }
        let solved = try search(request)
        guard solved.found.routes.count == 1 else { return [try assemble(solved)] }
        let search = RouteSearch(layer: layer, prepared: solved.prepared, control: control)
        let routes = try AnalysisFailure.wrapping(solved.prepared) { () throws(RouteRequestError) in
            try search.alternatives(to: solved.found.routes[0], count)
        }
        var results: [AnalysisResult] = []
        for route in routes {
            var found = solved.found
            found.routes = [route]
            results.append(try assemble(SolvedAnalysis(solved.prepared, found)))
        }
        return results
    }
}
