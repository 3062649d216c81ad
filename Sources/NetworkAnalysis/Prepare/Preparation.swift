// From a request that was read to all that a search needs. Every analysis, every check of a request
// and every trial of an explanation begins here.

import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Prepares requests: the metric, then the barriers, the costs and the places of the locations,
/// each with what was before it.
package struct Preparation {
    package let layer: AnalysisLayer
    package var metrics = MetricSource.engine
    package let control: SolveControl
    /// Whether locations without a place are told what is near; where nobody reads it, that is
    /// spared.
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
    /// - Parameter last: What another request was prepared as. What does not depend on the
    ///   difference between the two is taken from it; the outcome is the same without.
    /// - Throws: What is wrong with a barrier, or that the solve was called off. Locations that
    ///   cannot be placed are among the others, with what is wrong with them.
    package func prepare(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(RouteRequestError) -> PreparedAnalysis {
        let metric = try metrics.metric(
            of: request.settings.key, on: layer.engine, reusing: last, control)
        let stage = BarrierStage(layer: layer, metrics: metrics, control: control)
        let laid = try control.timed(\.barriers) { () throws(RouteRequestError) in
            try stage.lay(request, over: metric, reusing: last)
        }
        let stops = try control.timed(\.locating) { () throws(RouteRequestError) in
            try placeStops(of: request, under: laid.costs, laid.barriers.effects)
        }
        return PreparedAnalysis(
            request: request, barrierKey: laid.key, barriers: laid.barriers, costs: laid.costs,
            stops: stops)
    }

    /// Places the stops of a request, good and bad.
    private func placeStops(
        of request: Shared<ResolvedRequest>, under costs: RequestCosts, _ barriers: BarrierSet
    ) throws(RouteRequestError) -> [LocatedStop] {
        let locator = StopLocator(costs: costs, barriers: barriers, control: control)
        var stops: [LocatedStop] = []
        stops.reserveCapacity(request.stops.count)
        for group in request.locations {
            let placer = StopPlacer(
                locator: locator, rules: group.rules,
                allowedMeters: layer.defaults.maximumToleranceMeters, explains: explains)
            for stop in request.stops[group.range] {
                try control.check()
                stops.append(placer.place(stop))
            }
        }
        // A search that was stopped finds nothing, which is not an answer.
        try control.check()
        return stops
    }
}

/// Where the metrics of requests come from.
package enum MetricSource {
    /// The engine, which keeps what it makes for later requests.
    case engine
    /// A trial's own: what is tried once shall not drive out what is used.
    case trial(TrialMetrics)

    /// The metric of a key; others wait for the thread where it must not be made now.
    ///
    /// - Throws: That the solve was called off.
    package func metric(
        of key: MetricKey, on engine: LegEngine, reusing last: PreparedAnalysis? = nil,
        _ control: SolveControl
    ) throws(RouteRequestError) -> Metric {
        if let last, last.metric.key == key { return last.metric }
        switch self {
        case .engine:
            let metric = engine.metric(for: key, monitor: SolveMonitor(control: control))
            guard let metric else { throw control.stopReason }
            return metric
        case .trial(let metrics): return metrics.metric(of: key, on: engine.network)
        }
    }
}

/// The metric that a trial made last: one trial after the other asks for it again.
package final class TrialMetrics {
    private var last: Metric?

    fileprivate func metric(of key: MetricKey, on network: NetworkDataset) -> Metric {
        if let last, last.key == key { return last }
        let made = Metric(key: key, network: network)
        last = made
        return made
    }
}
