// Rebuilds a route leg by leg, and finds alternatives to it.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

extension RouteSolver {
    /// Answers a request for the route along given legs, and for alternatives to it.
    ///
    /// The path is followed exactly. What is closed on it becomes a message and a blockage, and it
    /// costs what open streets would cost. Alternatives come after it, with their ranks.
    func solve(
        _ request: Shared<ResolvedRequest>, along legs: [LegOptions],
        for parameters: RouteParameters
    ) throws(AnalysisFailure) -> AnalysisResult {
        let demand = AlternativeDemand(parameters)
        let limits = DeviationLimits(parameters)
        var last: PreparedAnalysis?
        let (reference, prepared, routes): (GivenRoute, PreparedAnalysis, [GivenRoute])
        do throws(RouteRequestError) {
            let (rebuilt, period) = try self.prepared(request) {
                (prepared) throws(RouteRequestError) -> (result: PathRoute, longest: Int64) in
                last = prepared
                let rebuilt = try control.timed(\.routing) { () throws(RouteRequestError) in
                    try LegRebuilder(
                        layer: layer, control: control, prepared: prepared, limits: limits,
                        hasAlternatives: demand != nil
                    ).route(legs)
                }
                return (rebuilt, rebuilt.route.totalMilliseconds)
            }
            reference = rebuilt.given
            var periods = AlternativePeriods(self, from: rebuilt.prepared, during: period)
            if let demand {
                routes = try periods.most(demand, besides: reference.route) {
                    (prepared, demand) throws(RouteRequestError) -> [GivenRoute] in
                    let reference = PathRoute(
                        prepared: prepared, path: rebuilt.path, given: rebuilt.given)
                    return [rebuilt.given]
                        + (try ReferenceAlternatives(
                            layer: layer, control: control, reference: reference, demand: demand,
                            limits: limits
                        ).routes())
                }
            } else {
                routes = [reference]
            }
            prepared = periods.prepared
        } catch {
            throw AnalysisFailure(error: error, prepared: last)
        }
        let rules = BrokenPathRules(network: layer.network, costs: prepared.costs)
            .rules(reference.findings)
        var found = FoundRoutes(
            messages: BrokenPathRules.messages(rules, route: reference.route.name))
        found.routes = routes.map(\.route)
        if demand != nil {
            for place in found.routes.indices { found.routes[place].alternativeRank = place + 1 }
        }
        var result = try assemble(SolvedAnalysis(prepared, found))
        result.blockages = RouteBlockages(routes).rows
        return result
    }
}

extension DeviationLimits {
    /// Reads the limits for alternatives to a given route; zero by default.
    init(_ parameters: RouteParameters) {
        self.init(
            meters: parameters.minDeviationDistance ?? 0, seconds: parameters.minDeviationTime ?? 0)
    }
}
