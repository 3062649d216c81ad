// Start here: a solve from parameters to result.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves requests on one network under one layer's defaults.
struct RouteSolver {
    let engine: LegEngine
    let layer: LayerDefaults
    let barriers: BarrierCache
    /// Conditions on streets that requests have named.
    let selections: StreetSelections
    let control: SolveControl
    /// The conditional restrictions in force while the request's routes are under way.
    var conditions = ConditionStates.none

    var network: NetworkDataset { engine.network }

    var reader: RequestReader {
        RequestReader(
            network: network, layer: layer, barriers: barriers, selections: selections,
            conditions: conditions)
    }

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work. One bad route does not
    ///   spoil the others: it becomes a message as long as some route is found.
    func solve(_ parameters: RouteParameters) throws(RouteRequestError) -> RouteResult {
        let request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try reader.read(parameters)
        }
        do throws(RouteRequestError) {
            guard let period = TravelPeriod(of: request, on: network) else {
                return try answer(request, parameters).result
            }
            return try answer(request, parameters, during: period)
        } catch {
            throw error.telling(request.messages, isEmptyAnswer: parameters.returnEmptyResults)
        }
    }

    /// Answers a request that has been read, under the conditions in force.
    func answer(
        _ request: Shared<RouteRequest>, _ parameters: RouteParameters
    ) throws(RouteRequestError) -> (result: RouteResult, found: FoundRoutes) {
        let search = try search(request, parameters)
        return (try assemble(search, request), search.found)
    }

    /// What a request became before its answer is written.
    struct Search {
        var barriers: ResolvedBarriers
        var costs: RequestCosts
        var stops: [LocatedStop]
        var found: FoundRoutes
    }

    /// Resolves barriers, places stops and finds the routes of a request that has been read.
    func search(
        _ request: Shared<RouteRequest>, _ parameters: RouteParameters
    ) throws(RouteRequestError) -> Search {
        let metric = try metric(for: request.settings.key)
        let (barriers, costs) = try control.timed(\.barriers) { () throws(RouteRequestError) in
            let barriers = try resolveBarriers(of: request, under: metric)
            return (barriers, try self.costs(of: request, under: metric, barriers.effects))
        }
        let stops = try control.timed(\.locating) { () throws(RouteRequestError) in
            try locateStops(of: request, parameters, under: costs, barriers)
        }
        let found = try control.timed(\.routing) { () throws(RouteRequestError) in
            try findRoutes(through: stops, of: request, parameters, under: costs, barriers)
        }
        return Search(barriers: barriers, costs: costs, stops: found.placed(stops), found: found)
    }

    /// Writes the answer of a request whose routes are found.
    func assemble(
        _ search: Search, _ request: Shared<RouteRequest>
    ) throws(RouteRequestError) -> RouteResult {
        try control.timed(\.assembling) { () throws(RouteRequestError) in
            if Self.isLong(search.found.routes, request) { try control.beginLongWork() }
            var result = try ResultAssembly(
                network: network, request: request, stops: search.stops,
                barriers: search.barriers, found: search.found,
                fields: layer.fields(for: request.settings, of: network.description)
            ).result(fingerprint: network.fingerprint)
            if request.clock.start == nil {
                result.messages += ConditionReport(network, request, metric: search.costs.metric)
                    .ignored(by: search.found.routes)
            }
            return result
        }
    }

    /// Whether routes take longer to write, which nothing stops, than others should wait.
    private static func isLong(_ routes: [SolvedRoute], _ request: Shared<RouteRequest>) -> Bool {
        let elements = routes.reduce(0) { sum, route in
            sum + route.legs.reduce(0) { $0 + $1.path.elements.count }
        }
        // Measured: 2 µs an element with directions, six times as much with rows of traversal.
        return elements * (request.returns.traversal.isAny ? 6 : 1) > 1_500
    }

    /// The answer to a request that failed: its stops and barriers with what became of them, and
    /// no route.
    ///
    /// - Throws: When the request cannot be read that far.
    func unsolved(
        _ parameters: RouteParameters, because error: RouteRequestError
    ) throws(RouteRequestError) -> RouteResult {
        let request = try reader.read(parameters, minimumStops: 0)
        let metric = try metric(for: request.settings.key)
        let barriers = try resolveBarriers(of: request, under: metric)
        let costs = try costs(of: request, under: metric, barriers.effects)
        let stops = try place(request, under: costs, barriers.effects)
        var found = FoundRoutes()
        if error.identifier == .noSolution {
            found.unreached = Set(stops.indices.filter { stops[$0].isValid })
        }
        return try ResultAssembly(
            network: network, request: request, stops: stops, barriers: barriers, found: found,
            fields: layer.fields(for: request.settings, of: network.description)
        ).result(fingerprint: network.fingerprint)
    }

    /// Places the stops of a request, good and bad, without solving.
    func placeStops(
        of parameters: RouteParameters
    ) throws(RouteRequestError) -> [LocatedStop] {
        let request = try reader.read(parameters, minimumStops: 1)
        let metric = try metric(for: request.settings.key)
        let barriers = try resolveBarriers(of: request, under: metric)
        let costs = try costs(of: request, under: metric, barriers.effects)
        return try place(request, under: costs, barriers.effects)
    }

    /// The metric of a key; others wait for the thread where it must not be made now.
    func metric(for key: MetricKey) throws(RouteRequestError) -> Metric {
        let metric = engine.metric(for: key, monitor: SolveMonitor(control: control))
        guard let metric else { throw control.stopReason }
        return metric
    }

    func costs(
        of request: Shared<RouteRequest>, under metric: Metric, _ barriers: BarrierSet
    ) throws(RouteRequestError) -> RequestCosts {
        let attribute = request.settings.impedance
        let known = barriers.hash.flatMap {
            self.barriers.overlay(of: $0, on: metric.key, attribute: attribute)
        }
        let costs = RequestCosts(
            network: network, metric: metric, barriers: barriers, attribute: attribute,
            overlay: known, monitor: SolveMonitor(control: control))
        try control.check()
        if known == nil, let hash = barriers.hash {
            self.barriers.keep(costs.overlay, of: hash, on: metric.key, attribute: attribute)
        }
        return costs
    }

    func resolveBarriers(
        of request: Shared<RouteRequest>, under metric: Metric
    ) throws(RouteRequestError) -> ResolvedBarriers {
        if let kept = request.barriers.kept { return kept }
        guard let key = request.barriers.key else { return ResolvedBarriers() }
        var resolver = BarrierResolver(network: network, limits: layer.limits)
        var placing = metric
        if let conditions = request.barriers.conditions {
            var key = request.settings.key
            key.conditions = conditions
            placing = try self.metric(for: key)
        }
        let plain = StopLocator(
            costs: RequestCosts(network: network, metric: placing), barriers: BarrierSet(),
            control: control)
        var options = StopLocator.Options(toleranceMeters: request.locateBarriers.toleranceMeters)
        options.skipsRestricted = request.skipsRestrictedForBarriers
        options.streets = request.streetsForBarriers
        let points = try resolver.resolve(
            points: request.barriers.points, ignoresInvalid: request.ignoresInvalid,
            control: control,
            near: NearbyStreets(
                locator: plain, options: options, allowedMeters: layer.maximumToleranceMeters)
        ) { plain.locate($0, options) }
        let lines = try resolver.resolve(areas: request.barriers.lines, .line, control: control)
        let polygons = try resolver.resolve(
            areas: request.barriers.polygons, .polygon, control: control)
        var resolved = ResolvedBarriers(
            points: points, lines: lines, polygons: polygons, effects: resolver.barrierSet(),
            messages: resolver.messages)
        resolved.effects.hash = key.hash
        let isKept = barriers.keep(
            .init(resolved: resolved, readMessages: request.barriers.messages), for: key)
        if !isKept { resolved.effects.hash = nil }
        return resolved
    }

    /// Places the stops of a request.
    ///
    /// - Parameter explains: Whether stops without a place are told what is near.
    func place(
        _ request: Shared<RouteRequest>, under costs: RequestCosts, _ barriers: BarrierSet,
        explains: Bool = true
    ) throws(RouteRequestError) -> [LocatedStop] {
        let placer = StopPlacer(
            locator: StopLocator(costs: costs, barriers: barriers, control: control),
            settings: request.locateStops, skipsRestricted: request.skipsRestrictedForStops,
            streets: request.streetsForStops, withoutStops: request.withoutStops,
            allowedMeters: layer.maximumToleranceMeters,
            explains: explains)
        var stops: [LocatedStop] = []
        stops.reserveCapacity(request.stops.count)
        for stop in request.stops {
            try control.check()
            stops.append(placer.place(stop))
        }
        // A search that was stopped finds nothing, which is not an answer.
        try control.check()
        return stops
    }

    private func locateStops(
        of request: Shared<RouteRequest>, _ parameters: RouteParameters, under costs: RequestCosts,
        _ barriers: ResolvedBarriers
    ) throws(RouteRequestError) -> [LocatedStop] {
        let stops = try place(request, under: costs, barriers.effects)
        guard
            var error = StopErrors(network: network, ignoresInvalid: request.ignoresInvalid)
                .error(about: stops)
        else { return stops }
        try control.beginLongWork()
        var explainer = RouteExplainer(
            solver: self, parameters: parameters, request: request, stops: stops,
            barriers: barriers, costs: costs)
        for group in RouteGroups.make(of: stops) {
            error.reasons += explainer.explain(group, gap: nil).reasons
        }
        try control.check()
        throw error
    }

    /// The routes of a request without what conditions make of them, for comparing; those that
    /// there are.
    func routesWithoutConditions(
        _ request: Shared<RouteRequest>
    ) throws(RouteRequestError) -> [SolvedRoute] {
        let metric = try metric(for: request.settings.key)
        let barriers = try resolveBarriers(of: request, under: metric)
        let costs = try costs(of: request, under: metric, barriers.effects)
        let stops = try place(request, under: costs, barriers.effects)
        return try searchRoutes(
            RouteGroups.make(of: stops), through: stops, of: request, under: costs, barriers
        ).found.routes
    }

    /// Finds the routes of all groups; one that fails does not spoil the others.
    private func searchRoutes(
        _ groups: [RouteGroup], through stops: [LocatedStop], of request: Shared<RouteRequest>,
        under costs: RequestCosts, _ barriers: ResolvedBarriers
    ) throws(RouteRequestError) -> (found: FoundRoutes, failures: [Int: RouteFailure]) {
        var found = FoundRoutes(
            messages: stops.compactMap { stop in stop.problem.map { Message(.warning, $0) } })
        let finder = RouteFinder(
            engine: engine, request: request, costs: costs, barriers: barriers, stops: stops,
            control: control, limits: layer.limits)
        var failures: [Int: RouteFailure] = [:]
        try engine.withRouter(
            costs, by: request.isDeterministic ? .customized : .quickest,
            monitor: SolveMonitor(control: control)
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: SolveMonitor(control: control))
            for (index, group) in groups.enumerated() {
                do throws(RouteFailure) {
                    let route = try finder.find(group, &chain)
                    found.routes.append(route)
                    found.unreached.formUnion(route.leftOut.map(\.stop))
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

    private func findRoutes(
        through stops: [LocatedStop], of request: Shared<RouteRequest>,
        _ parameters: RouteParameters,
        under costs: RequestCosts, _ barriers: ResolvedBarriers
    ) throws(RouteRequestError) -> FoundRoutes {
        let groups = RouteGroups.make(of: stops)
        var (found, failures) = try searchRoutes(
            groups, through: stops, of: request, under: costs, barriers)
        let moved = MovedStops(stops: stops, network: network, metric: costs.metric)
        found.messages += found.routes.flatMap { moved.messages(about: $0) }
        guard !failures.isEmpty || stops.contains(where: { !$0.isValid }) || found.isTroubled else {
            return found
        }
        try control.beginLongWork()
        let explainer = RouteExplainer(
            solver: self, parameters: parameters, request: request, stops: stops,
            barriers: barriers, costs: costs)
        let errors = try explain(groups, failures, explainer, &found)
        guard let first = errors.first else { return found }
        guard !found.routes.isEmpty else {
            var error = first
            error.details =
                StopErrors.noValidRoute(errors) + errors.flatMap(\.details)
                + found.messages.map(\.text)
            error.reasons = found.reasons
            throw error
        }
        found.messages += errors.flatMap(\.details).map { Message(.error, $0) }
        return found
    }

    /// Looks for the causes of what is missing; the errors of the routes say them.
    private func explain(
        _ groups: [RouteGroup], _ failures: [Int: RouteFailure], _ explainer: RouteExplainer,
        _ found: inout FoundRoutes
    ) throws(RouteRequestError) -> [RouteRequestError] {
        var explainer = explainer
        var errors: [RouteRequestError] = []
        for (index, group) in groups.enumerated() {
            let failure = failures[index]
            let findings = explainer.explain(group, gap: failure?.gap)
            found.reasons += findings.reasons
            guard var error = failure?.error else { continue }
            if let gap = failure?.gap, let sentence = findings.sentence {
                error.details = [
                    "No solution found.", "No route for \"\(gap.routeName)\": \(sentence)",
                ]
            }
            errors.append(error)
        }
        // Stops without a route's name, where others have one, belong to none.
        let visited = Set(groups.flatMap(\.stops))
        let left = explainer.stops.indices.filter { !visited.contains($0) }
        found.reasons += explainer.explainPlaces(of: RouteGroup(name: nil, stops: left))
        for route in found.routes {
            let left = explainer.explainLeftOut(of: route)
            found.reasons += left.reasons
            found.messages += left.sentences.map { Message(.warning, $0) }
        }
        for route in found.routes.prefix(RouteExplainer.mostLateRoutes) {
            let late = explainer.explainLateness(of: route)
            found.reasons += late
            found.messages += late.map { Message(.warning, $0.text) }
        }
        try control.check()
        return errors
    }
}

extension RouteRequestError {
    /// The error with what reading the request warned of: names that were left out may be why it
    /// failed. An empty answer has those warnings as messages.
    fileprivate func telling(
        _ messages: [Message], isEmptyAnswer: Bool?
    ) -> RouteRequestError {
        guard identifier != .cancelled, identifier != .timedOut, isEmptyAnswer != true else {
            return self
        }
        var error = self
        let warnings = messages.filter { $0.type == .warning }.map(\.text)
        error.details += warnings.filter { !details.contains($0) }
        return error
    }
}

/// The barriers of a request after resolving.
struct ResolvedBarriers: Sendable {
    var points: [ResolvedBarrier] = []
    var lines: [ResolvedBarrier] = []
    var polygons: [ResolvedBarrier] = []
    var effects = BarrierSet()
    var messages: [Message] = []

    /// All barriers that touch the network.
    var all: [ResolvedBarrier] { points + lines + polygons }
}

/// The routes of a request, and what is to be said about those that are not there.
struct FoundRoutes: Sendable {
    var routes: [SolvedRoute] = []
    /// Positions of stops that belong to a route that could not be found.
    var unreached: Set<Int> = []
    var messages: [Message] = []
    /// Why stops are not visited, or too late.
    var reasons: [Reason] = []

    /// Whether some stop is left out, or reached after its window.
    var isTroubled: Bool {
        routes.contains { route in
            !route.leftOut.isEmpty
                || route.schedule.visits.contains { $0.violationMilliseconds > 0 }
        }
    }

    /// The stops where the routes visit them.
    func placed(_ stops: [LocatedStop]) -> [LocatedStop] {
        var placed = stops
        for route in routes {
            for (stop, moved) in route.moved { placed[stop] = moved }
        }
        return placed
    }
}
