// Where the metric of a request comes from: the engine, or a trial that must leave no trace.

import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Where requests get their metrics.
package enum MetricSource {
    /// The engine, which caches metrics for later requests.
    case engine
    /// A trial's own metrics, which are used once and must not replace cached ones.
    case trial(TrialMetrics)

    /// Returns a key's metric.
    ///
    /// - Throws: The solve's cancellation, also if a trial would have to make the metric.
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

/// The metric a trial made last, since the next trial often needs the same.
package final class TrialMetrics {
    private var last: Metric?

    package init() {}

    fileprivate func metric(of key: MetricKey, on network: NetworkDataset) -> Metric {
        if let last, last.key == key { return last }
        let made = Metric(key: key, network: network)
        last = made
        return made
    }
}
