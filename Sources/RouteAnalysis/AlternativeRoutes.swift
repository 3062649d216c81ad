// Further routes beside the best: ready for a request option that asks for them.

package import RouteAPI
import RoutingEngine

extension RouteLayer {
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
    ) throws(RouteRequestError) -> [RouteResult] {
        try solver(control).alternatives(configuration.preloaded.completing(parameters), count)
    }
}

extension RouteSolver {
    func alternatives(
        _ parameters: RouteParameters, _ count: Int
    ) throws(RouteRequestError) -> [RouteResult] {
        let request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try reader.read(parameters)
        }
        // With a clock the best route is looked for until its conditions are settled.
        guard TravelPeriod(of: request, on: network) == nil else { return [try solve(parameters)] }
        let search = try search(request, parameters)
        guard search.found.routes.count == 1 else { return [try assemble(search, request)] }
        let routes = try control.timed(\.routing) { () throws(RouteRequestError) in
            let routes = alternatives(to: search.found.routes[0], count, of: search, request)
            // A search that was stopped finds fewer, which is not an answer.
            try control.check()
            return routes
        }
        var results: [RouteResult] = []
        for route in routes {
            var search = search
            search.found.routes = [route]
            results.append(try assemble(search, request))
        }
        return results
    }

    private func alternatives(
        to best: SolvedRoute, _ count: Int, of search: Search, _ request: Shared<RouteRequest>
    ) -> [SolvedRoute] {
        let finder = RouteFinder(
            engine: engine, request: request, costs: search.costs, barriers: search.barriers,
            stops: search.stops, control: control, limits: layer.limits)
        let monitor = SolveMonitor(control: control)
        return engine.withRouter(search.costs, monitor: monitor) { router in
            var chain = LegChain(router: router, monitor: monitor)
            return finder.alternatives(to: best, count: count, &chain)
        }
    }
}
