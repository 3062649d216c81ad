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
        let answered: (prepared: PreparedAnalysis, routes: [GivenRoute])
        do throws(RouteRequestError) {
            answered = try prepared(request) { (prepared) throws(RouteRequestError) in
                last = prepared
                let reference = try control.timed(\.routing) { () throws(RouteRequestError) in
                    try LegRebuilder(
                        layer: layer, control: control, prepared: prepared, limits: limits,
                        hasAlternatives: demand != nil
                    ).route(legs)
                }
                var routes = [reference.given]
                if let demand {
                    routes += try ReferenceAlternatives(
                        layer: layer, control: control, reference: reference, demand: demand,
                        limits: limits
                    ).routes()
                }
                return ((prepared, routes), routes.map(\.route.duration).max() ?? 0)
            }
        } catch {
            throw AnalysisFailure(error: error, prepared: last)
        }
        let reference = answered.routes[0]
        let rules = BrokenPathRules(network: layer.network, costs: answered.prepared.costs)
            .rules(reference.findings)
        var found = FoundRoutes(
            messages: BrokenPathRules.messages(rules, route: reference.route.name))
        found.routes = answered.routes.map(\.route)
        if demand != nil {
            for place in found.routes.indices { found.routes[place].alternativeRank = place + 1 }
        }
        var result = try assemble(SolvedAnalysis(answered.prepared, found))
        result.blockages = RouteBlockages(answered.routes).rows
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
