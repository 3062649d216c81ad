// Further routes beside the best: ready for a request option that asks for them.

package import NetworkAnalysis
package import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Answers a request for one route between two stops with further routes beside the best.
    ///
    /// - Parameter count: Routes wanted, the best among them; at most 30.
    /// - Returns: A whole result for each route, by cost; the first costs what that of
    ///   ``solve(_:control:)`` does. What that gives alone where no other route is worth showing
    ///   (see `AlternativeRule`), where a request has several routes or more than two stops, and
    ///   where conditions change on the way.
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
        let request = try AnalysisFailure.noting { () throws(RouteRequestError) in
            try read(parameters)
        }
        // With a clock the best route is looked for until its conditions are settled.
        guard TravelPeriod(of: request, on: layer.network) == nil else {
            return [try solve(parameters)]
        }
        let solved = try search(request)
        guard solved.found.routes.count == 1 else { return [try assemble(solved)] }
        let search = RouteSearch(layer: layer, prepared: solved.prepared, control: control)
        let routes = try AnalysisFailure.noting(solved.prepared) { () throws(RouteRequestError) in
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
