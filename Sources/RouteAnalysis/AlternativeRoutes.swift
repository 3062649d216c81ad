// Alternatives to the best routes, for requests that ask for them.

import PathFinding
import Preparation
import RouteAPI
import RoutingEngine

/// The alternatives a request asks for.
struct AlternativeDemand {
    /// How many routes to find besides the best one.
    let count: Int
    var limits: AlternativeLimits

    /// Reads what a request asks for; `nil` for the best routes alone.
    init?(_ parameters: RouteParameters) {
        guard let count = parameters.alternatives, count > 0 else { return nil }
        self.count = count
        limits = AlternativeLimits(
            maxDetour: parameters.maxDetour ?? AlternativeLimits.usual.maxDetour,
            maxSharing: parameters.maxSharing ?? AlternativeLimits.usual.maxSharing)
    }
}

extension RouteSolver {
    /// Returns each route followed by its alternatives, all marked with their ranks.
    ///
    /// - Parameter period: The period of the routes; `nil` if nothing changes during travel.
    func adding(
        _ demand: AlternativeDemand?, to solved: SolvedAnalysis, during period: TravelPeriod? = nil
    ) throws(AnalysisFailure) -> SolvedAnalysis {
        guard let demand else { return solved }
        var periods = AlternativePeriods(self, from: solved.prepared, during: period)
        var found = solved.found
        found.routes = []
        for best in solved.found.routes {
            let routes = try AnalysisFailure.wrapping(solved.prepared) {
                () throws(RouteRequestError) in
                try periods.most(demand, besides: best) {
                    (prepared, demand) throws(RouteRequestError) -> [SolvedRoute] in
                    try RouteSearch(layer: layer, prepared: prepared, control: control)
                        .alternatives(to: best, demand.count + 1, within: demand.limits)
                }
            }
            for (place, route) in routes.enumerated() {
                var ranked = route
                ranked.alternativeRank = place + 1
                found.routes.append(ranked)
            }
        }
        return SolvedAnalysis(periods.prepared, found)
    }
}
