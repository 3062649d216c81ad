// Start here: the first stage of every analysis, from a resolved request to everything a search
// needs. Solving, validating, locating and every explaining trial begin with it.

import Geo
import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Prepares requests: finds the metric, the barriers, the costs and the places.
///
/// ```swift
/// let request = try layer.reader().read(parameters)
/// let preparation = RequestPreparation(layer: layer, control: SolveControl())
/// let prepared = try preparation.prepare(request)
/// // prepared.stops[0].place: the place of the first stop, or nil with a problem
/// ```
///
/// The steps depend on each other in this order. The request's ``MetricKey`` selects the metric,
/// which says which streets are open. Barriers are read and resolved, and applied to the metric's
/// costs (``BarrierStage``). Locations are then snapped to streets that are open under both
/// (``StopPlacer``). Each step uses a cache that all requests share, and skips what a similar,
/// earlier preparation already holds.
///
/// The result is a ``PreparedAnalysis``, which never changes; an analysis that travels under other
/// conditions prepares again and passes the last result as `last`. Locations without a place do not
/// make preparation fail: they stay in the list with a problem, and the analysis decides what to do
/// about them.
package struct RequestPreparation {
    package let layer: AnalysisLayer
    package var metrics = MetricSource.engine
    package let control: SolveControl
    /// Whether to describe the streets near a location that gets no place.
    package var explains = true

    package init(
        layer: AnalysisLayer, metrics: MetricSource = MetricSource.engine, control: SolveControl,
        explains: Bool = true
    ) {
        self.layer = layer
        self.metrics = metrics
        self.control = control
        self.explains = explains
    }

    /// Prepares a request.
    ///
    /// - Parameter last: A similar request's preparation. Parts that do not depend on the
    ///   difference are reused; the result is the same without it.
    /// - Returns: The prepared request. Locations that cannot be placed are included, each with its
    ///   problem.
    /// - Throws: An error about a barrier, or the solve's cancellation.
    /// - Complexity: O(*n* log *m*) for *n* locations on *m* streets, plus making the metric and
    ///   resolving barriers if they are not cached.
    package func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        let metric = try metrics.metric(
            of: request.settings.key, on: layer.engine, reusing: last, control)
        let stage = BarrierStage(layer: layer, metrics: metrics, control: control)
        let applied = try control.timed(\.barriers) { () throws(RouteRequestError) in
            try stage.apply(request, to: metric, reusing: last)
        }
        let stops = try control.timed(\.locating) { () throws(RouteRequestError) in
            try placeStops(of: request, metric, applied.costs, applied.barriers.effects)
        }
        return PreparedAnalysis(
            request: request, barrierKey: applied.key, barriers: applied.barriers,
            costs: applied.costs, stops: stops)
    }

    /// Returns the costs, and the places of stops, on streets without temporary closures: without
    /// traffic and barriers, and with the most favorable conditions. Given routes are followed on
    /// these streets.
    ///
    /// - Throws: The solve's cancellation.
    /// - Complexity: O(1) if nothing is closed; otherwise as ``prepare(_:reusing:)`` without
    ///   barriers.
    package func openStreets(
        of prepared: PreparedAnalysis
    ) throws(RouteRequestError) -> (costs: RequestCosts, stops: [LocatedStop]) {
        var key = prepared.metric.key
        key.traffic = nil
        if key.conditions != .none {
            key.conditions = .anything(of: layer.network.conditions.count)
        }
        guard key != prepared.metric.key || !prepared.barriers.effects.isEmpty else {
            return (prepared.costs, prepared.stops)
        }
        var request = prepared.request
        request.settings.key = key
        request.traffic = nil
        request.timedConditions = nil
        let metric = try metrics.metric(of: key, on: layer.engine, control)
        let costs = RequestCosts(
            network: layer.network, metric: metric, attribute: request.settings.impedance)
        let stops = try placeStops(of: request, metric, costs, BarrierSet())
        return (costs, stops)
    }

    /// Places a request's stops; a stop that cannot be placed gets a problem.
    private func placeStops(
        of request: Shared<ResolvedRequest>, _ metric: Metric, _ costs: RequestCosts,
        _ barriers: BarrierSet
    ) throws(RouteRequestError) -> [LocatedStop] {
        let locator = StopLocator(costs: costs, barriers: barriers, control: control)
        var stops: [LocatedStop] = []
        stops.reserveCapacity(request.stops.count)
        for group in request.locations {
            let placer = StopPlacer(
                locator: locator, rules: group.rules,
                allowedMeters: layer.defaults.maximumToleranceMeters, explains: explains)
            let inputs = request.stops[group.range]
            guard let rules = placer.cacheRules(under: metric.key, count: inputs.count) else {
                for stop in inputs {
                    try control.check()
                    stops.append(placer.place(stop))
                }
                continue
            }
            let known = layer.places.places(
                of: inputs.map(placer.cacheableCoordinate), under: rules)
            var found: [(coordinate: Coordinate, place: NetworkPlace)] = []
            for (stop, known) in zip(inputs, known) {
                try control.check()
                let located = placer.place(stop, known: known)
                stops.append(located)
                if known == nil, barriers.isEmpty, let place = located.place,
                    let coordinate = placer.cacheableCoordinate(of: stop)
                {
                    found.append((coordinate, place))
                }
            }
            layer.places.keep(found, under: rules)
        }
        // A stopped search finds no place, but that does not mean there is none.
        try control.check()
        return stops
    }
}
