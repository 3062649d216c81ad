// Alternatives to the best routes, for requests that ask for them.

import PathFinding
package import Preparation
package import RouteAPI
import RoutingEngine

extension NetworkLayer {
    /// Answers a request for one route with the best route and alternatives to it, each in its own
    /// answer. A solve with `alternatives` puts all of them into one answer.
    ///
    /// - Parameter count: The most routes to return, including the best; at most 30.
    /// - Returns: A complete result for each route, by cost; the first costs the same as the result
    ///   of ``solve(_:control:)``. There is only one if no other route is worth showing (see
    ///   `AlternativeRule`), or if the request has several routes.
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

/// The alternatives a request asks for.
struct AlternativeDemand {
    /// How many routes to find besides the best one.
    let count: Int
    let limits: AlternativeLimits

    /// Asks for a number of routes besides the best one, under the usual limits.
    init(count: Int) {
        self.count = count
        limits = .usual
    }

    /// Reads what a request asks for; `nil` for the best routes alone.
    init?(_ parameters: RouteParameters) {
        guard let count = parameters.alternatives, count > 0 else { return nil }
        self.count = count
        limits = AlternativeLimits(
            maxDetour: parameters.maxDetour ?? AlternativeLimits.usual.maxDetour,
            maxSharing: parameters.maxSharing ?? AlternativeLimits.usual.maxSharing)
    }

    /// Returns the most milliseconds that alternatives to some routes take.
    func longestMilliseconds(of found: FoundRoutes) -> Int64 {
        Int64((Double(found.longestMilliseconds) * limits.maxDetour).rounded(.up))
    }
}

extension RouteSolver {
    func alternatives(
        _ parameters: RouteParameters, _ count: Int
    ) throws(AnalysisFailure) -> [AnalysisResult] {
        let request = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try read(parameters)
        }
        let demand = AlternativeDemand(count: count - 1)
        let solved: SolvedAnalysis
        var messages: [Message] = []
        if let period = TravelPeriod(of: request, on: layer.network) {
            let found = try search(request, during: period, adding: demand)
            solved = found.solved
            messages = found.messages
        } else {
            solved = try search(request)
        }
        guard solved.found.routes.count == 1 else {
            return [try assemble(solved, adding: messages)]
        }
        var results: [AnalysisResult] = []
        for var route in try adding(demand, to: solved).found.routes {
            route.alternativeRank = nil
            var found = solved.found
            found.routes = [route]
            results.append(
                try assemble(SolvedAnalysis(solved.prepared, found), adding: messages))
        }
        return results
    }

    /// Returns each route followed by its alternatives, all marked with their ranks.
    func adding(
        _ demand: AlternativeDemand?, to solved: SolvedAnalysis
    ) throws(AnalysisFailure) -> SolvedAnalysis {
        guard let demand else { return solved }
        let search = RouteSearch(layer: layer, prepared: solved.prepared, control: control)
        var found = solved.found
        found.routes = []
        for best in solved.found.routes {
            let routes = try AnalysisFailure.wrapping(solved.prepared) {
                () throws(RouteRequestError) in
                try search.alternatives(to: best, demand.count + 1, within: demand.limits)
            }
            for (place, route) in routes.enumerated() {
                var ranked = route
                ranked.alternativeRank = place + 1
                found.routes.append(ranked)
            }
        }
        return SolvedAnalysis(solved.prepared, found)
    }
}
