// Start here: a solve from parameters to result.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves requests on one network under one layer's defaults.
struct RouteSolver {
    let engine: LegEngine
    let layer: RouteLayerConfiguration
    let barriers: BarrierCache
    let control: SolveControl

    private var network: NetworkDataset { engine.network }

    private var reader: RequestReader {
        RequestReader(network: network, layer: layer, barriers: barriers)
    }

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work. One bad route does not
    ///   spoil the others: it becomes a message as long as some route is found.
    func solve(_ parameters: RouteParameters) throws(RouteRequestError) -> RouteResult {
        let request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try reader.read(parameters)
        }
        let metric = engine.metric(for: request.settings.key)
        let (barriers, costs) = try control.timed(\.barriers) { () throws(RouteRequestError) in
            let barriers = try resolveBarriers(of: request, under: metric)
            return (barriers, try self.costs(of: request, under: metric, barriers.effects))
        }
        let stops = try control.timed(\.locating) { () throws(RouteRequestError) in
            try locateStops(of: request, under: costs, barriers.effects)
        }
        let found = try control.timed(\.routing) { () throws(RouteRequestError) in
            try findRoutes(through: stops, of: request, under: costs, barriers)
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            try ResultAssembly(
                network: network, request: request, stops: found.placed(stops),
                barriers: barriers, found: found
            ).result(fingerprint: network.fingerprint)
        }
    }

    /// The answer to a request that failed: its stops and barriers with what became of them, and
    /// no route.
    ///
    /// - Throws: When the request cannot be read that far.
    func unsolved(
        _ parameters: RouteParameters, because error: RouteRequestError
    ) throws(RouteRequestError) -> RouteResult {
        let request = try reader.read(parameters, minimumStops: 0)
        let metric = engine.metric(for: request.settings.key)
        let barriers = try resolveBarriers(of: request, under: metric)
        let costs = try costs(of: request, under: metric, barriers.effects)
        let stops = try place(request, under: costs, barriers.effects)
        var found = FoundRoutes()
        if error.identifier == .noSolution {
            found.unreached = Set(stops.indices.filter { stops[$0].isValid })
        }
        return try ResultAssembly(
            network: network, request: request, stops: stops, barriers: barriers, found: found
        ).result(fingerprint: network.fingerprint)
    }

    /// Places the stops of a request, good and bad, without solving.
    func placeStops(
        of parameters: RouteParameters
    ) throws(RouteRequestError) -> [LocatedStop] {
        let request = try reader.read(parameters, minimumStops: 1)
        let metric = engine.metric(for: request.settings.key)
        let barriers = try resolveBarriers(of: request, under: metric)
        let costs = try costs(of: request, under: metric, barriers.effects)
        return try place(request, under: costs, barriers.effects)
    }

    private func costs(
        of request: RouteRequest, under metric: Metric, _ barriers: BarrierSet
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

    private func resolveBarriers(
        of request: RouteRequest, under metric: Metric
    ) throws(RouteRequestError) -> ResolvedBarriers {
        if let kept = request.barriers.kept { return kept }
        guard let key = request.barriers.key else { return ResolvedBarriers() }
        var resolver = BarrierResolver(network: network, limits: layer.limits)
        let plain = StopLocator(
            costs: RequestCosts(network: network, metric: metric), barriers: BarrierSet())
        var options = StopLocator.Options(toleranceMeters: request.locateBarriers.toleranceMeters)
        options.skipsRestricted = request.skipsRestrictedForBarriers
        let points = try resolver.resolve(
            points: request.barriers.points, toleranceMeters: options.toleranceMeters,
            ignoresInvalid: request.ignoresInvalid, control: control
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

    private func place(
        _ request: RouteRequest, under costs: RequestCosts, _ barriers: BarrierSet
    ) throws(RouteRequestError) -> [LocatedStop] {
        let placer = StopPlacer(
            locator: StopLocator(costs: costs, barriers: barriers), settings: request.locateStops,
            skipsRestricted: request.skipsRestrictedForStops)
        var stops: [LocatedStop] = []
        stops.reserveCapacity(request.stops.count)
        for stop in request.stops {
            try control.check()
            stops.append(placer.place(stop))
        }
        return stops
    }

    private func locateStops(
        of request: RouteRequest, under costs: RequestCosts, _ barriers: BarrierSet
    ) throws(RouteRequestError) -> [LocatedStop] {
        let stops = try place(request, under: costs, barriers)
        let bad = stops.compactMap(\.problem)
        if !request.ignoresInvalid, let first = bad.first {
            throw RouteRequestError(
                .notLocated, extendedCode: stops.first { $0.problem != nil }?.extendedCode,
                details: [first])
        }
        guard stops.count(where: \.isValid) >= 2 else {
            throw RouteRequestError(
                .tooFewStops,
                extendedCode: stops.lazy.compactMap(\.input.problemCode).first ?? -2_147_200_995,
                details: bad + ["Need at least 2 valid stops."])
        }
        return stops
    }

    private func findRoutes(
        through stops: [LocatedStop], of request: RouteRequest, under costs: RequestCosts,
        _ barriers: ResolvedBarriers
    ) throws(RouteRequestError) -> FoundRoutes {
        var found = FoundRoutes(
            messages: stops.compactMap { stop in stop.problem.map { Message(.warning, $0) } })
        let finder = RouteFinder(
            engine: engine, request: request, costs: costs, barriers: barriers, stops: stops,
            control: control, limits: layer.limits)
        let failures = try engine.withRouter(
            costs, by: request.isDeterministic ? .customized : .quickest
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: SolveMonitor(control: control))
            var failures: [RouteRequestError] = []
            for group in RouteGroups.make(of: stops) {
                do throws(RouteRequestError) {
                    found.routes.append(try finder.find(group, &chain))
                } catch {
                    try control.check()
                    failures.append(error)
                    found.unreached.formUnion(group.stops.filter { stops[$0].isValid })
                }
            }
            control.note(chain.router.mechanisms)
            return failures
        }
        found.messages += found.routes.flatMap { IslandRelocation.messages(about: $0.moved) }
        guard let first = failures.first else { return found }
        guard !found.routes.isEmpty else {
            throw RouteRequestError(
                first.identifier, code: first.code, extendedCode: first.extendedCode,
                message: first.message,
                details: failures.flatMap(\.details) + found.messages.map(\.text))
        }
        found.messages += failures.flatMap(\.details).map { Message(.error, $0) }
        return found
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

    /// The stops where the routes visit them.
    func placed(_ stops: [LocatedStop]) -> [LocatedStop] {
        var placed = stops
        for route in routes {
            for (stop, moved) in route.moved { placed[stop] = moved }
        }
        return placed
    }
}
