// Finds a prepared request's routes, and why others are missing.

package import Preparation
import RoadNetwork
package import RouteAPI
import RoutingEngine

/// Finds a prepared request's routes, and explains missing ones.
///
/// It connects the stages: it refuses requests whose stops cannot be used, searches each group with
/// ``RouteFinder`` on one shared router, collects the messages, and calls ``RouteExplainer`` only
/// if something is missing, late or moved. Explaining takes longer than solving, so it is announced
/// as long work, which ends a trial on an event loop.
///
/// `RouteSolver` calls ``routes()``, and so does the explanation of matrix pairs;
/// ``plainRoutes(through:)`` solves once more without conditions, to compare.
package struct RouteSearch {
    package let layer: AnalysisLayer
    package let prepared: PreparedAnalysis
    package let control: SolveControl

    package init(layer: AnalysisLayer, prepared: PreparedAnalysis, control: SolveControl) {
        self.layer = layer
        self.prepared = prepared
        self.control = control
    }

    private var stops: [LocatedStop] { prepared.stops }
    private var network: NetworkDataset { layer.network }

    /// Finds the routes, and the causes of missing routes and unvisited stops.
    ///
    /// A missing route does not affect the others; it becomes a message.
    ///
    /// - Throws: An error saying what would work, if there is no route at all, or a stop cannot be
    ///   used and must not be left out.
    package func routes() throws(RouteRequestError) -> FoundRoutes {
        try refuseBadStops()
        return try control.timed(\.routing) { () throws(RouteRequestError) in
            let groups = RouteGroups.make(of: stops)
            var (found, failures) = try search(groups)
            let moved = MovedStops(
                stops: stops, network: network, metric: prepared.metric, costs: prepared.costs)
            found.messages += found.routes.flatMap { moved.messages(about: $0) }
            found.messages += farMessages(about: found)
            found.messages += found.routes.flatMap(finder.ruleMessages(about:))
            guard
                !failures.isEmpty || stops.contains(where: { !$0.isValid })
                    || found.needsExplanation || explainsMoves(of: found)
            else { return found }
            if !prepared.request.effective.requested.caller.explainsMissingRoutes,
                found.routes.isEmpty,
                let failure = failures.min(by: { $0.key < $1.key })?.value,
                failure.error.identifier == .noSolution
            {
                throw failure.error
            }
            try explain(groups, failures, &found)
            return found
        }
    }

    /// Finds the routes, without messages about the others.
    ///
    /// - Parameter groups: Each route's stops; by default as the request groups them.
    /// - Throws: The solve's cancellation.
    package func plainRoutes(
        through groups: [RouteGroup]? = nil
    ) throws(RouteRequestError) -> [SolvedRoute] {
        try search(groups ?? RouteGroups.make(of: stops)).found.routes
    }

    /// Returns a found route and alternatives to it, by cost.
    ///
    /// - Parameters:
    ///   - count: The most routes to return, including the best.
    ///   - limits: What makes a route an alternative.
    /// - Throws: The solve's cancellation.
    package func alternatives(
        to best: SolvedRoute, _ count: Int, within limits: AlternativeLimits = .usual
    ) throws(RouteRequestError) -> [SolvedRoute] {
        try control.timed(\.routing) { () throws(RouteRequestError) in
            let monitor = SolveMonitor(control: control)
            let routes = layer.engine.withRouter(prepared.costs, monitor: monitor) { router in
                var chain = LegChain(router: router, monitor: monitor)
                return finder.alternatives(
                    to: best, count: count, within: limits, &chain)
            }
            // A stopped search may have found fewer routes than there are.
            try control.check()
            return routes
        }
    }

    private func explainsMoves(of found: FoundRoutes) -> Bool {
        prepared.request.explainsMoves && found.routes.contains { !$0.moved.isEmpty }
    }

    private var finder: RouteFinder {
        RouteFinder(of: prepared, on: layer, control: control)
    }

    private var explainer: RouteExplainer {
        RouteExplainer(of: prepared, on: layer, control: control)
    }

    /// Finds all groups' routes; one failure does not affect the others.
    private func search(
        _ groups: [RouteGroup]
    ) throws(RouteRequestError) -> (found: FoundRoutes, failures: [Int: RouteFailure]) {
        var found = FoundRoutes(
            messages: stops.compactMap { stop in stop.problem.map { Message(.warning, $0) } })
        let finder = finder
        var failures: [Int: RouteFailure] = [:]
        try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: SolveMonitor(control: control)
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: SolveMonitor(control: control))
            for (index, group) in groups.enumerated() {
                do throws(RouteFailure) {
                    let route = try finder.find(group, &chain)
                    found.routes.append(route)
                    found.unreached.formUnion(route.leftOut.map(\.stop) + route.leftLate)
                    found.reasons += finder.lateReasons(about: route)
                } catch {
                    try control.check()
                    failures[index] = error
                    found.unreached.formUnion(group.stops.filter { stops[$0].isValid })
                }
            }
            control.note(chain.router.mechanisms)
        }
        return (found, failures)
    }
}

extension RouteSearch {
    /// Refuses the request if stops cannot be used and must not be left out, or too few are left.
    private func refuseBadStops() throws(RouteRequestError) {
        let errors = StopErrors(
            network: network, ignoresInvalid: prepared.request.ignoresInvalid)
        guard var error = errors.error(about: stops) else { return }
        try control.beginLongWork()
        var explainer = explainer
        for group in RouteGroups.make(of: stops) {
            error.reasons += explainer.explain(group, gap: nil).reasons
        }
        try control.check()
        throw error
    }

    /// Writes messages about stops far from their streets. Messages about moves already state the
    /// distance.
    private func farMessages(about found: FoundRoutes) -> [Message] {
        guard stops.contains(where: { FarPlaces.isFar($0) }) else { return [] }
        let moved = found.routes.reduce(into: Set()) { $0.formUnion($1.moved.keys) }
        let rest = stops.indices.filter { !moved.contains($0) }.map { stops[$0] }
        return FarPlaces.messages(about: rest.filter { !($0.place?.isOffBarrier ?? false) })
    }

    /// Adds the causes of missing routes, and of stops left out or late.
    ///
    /// - Throws: If there is no route at all.
    private func explain(
        _ groups: [RouteGroup], _ failures: [Int: RouteFailure], _ found: inout FoundRoutes
    ) throws(RouteRequestError) {
        try control.beginLongWork()
        var explainer = explainer
        let errors = explainer.explain(groups, failures, &found)
        try control.check()
        guard let first = errors.first else { return }
        guard !found.routes.isEmpty else {
            var error = first
            error.details =
                StopErrors.noValidRoute(errors) + errors.flatMap(\.details)
                + found.messages.map(\.text)
            error.reasons = found.reasons
            throw error
        }
        found.messages += errors.flatMap(\.details).map { Message(.error, $0) }
    }
}
