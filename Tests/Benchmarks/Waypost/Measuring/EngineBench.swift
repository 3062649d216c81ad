// Works below the route layer: the engine alone, without stops to place and answers to write.

import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RoutingEngine

/// The engine under measurement, on the layer's default way of travelling by car.
struct EngineBench {
    let layer: RouteLayer
    let requests: PreparedRequests

    private var key: MetricKey {
        let description = layer.network.description
        let names = ["Driving an Automobile", "Oneway", "Through Traffic Prohibited"]
        let restrictions = names.compactMap { description.restriction(named: $0) }.map {
            ActiveRestriction(
                mask: $0.mask, effect: .prohibits, isThroughTraffic: $0.rule == .throughTraffic)
        }
        return MetricKey(
            column: description.cost(named: "TravelTime")?.column ?? 0,
            family: description.familyIndex(named: "motor") ?? 0, restrictions: restrictions,
            uTurns: .deadEndsAndIntersections)
    }

    /// All weights of a metric from nothing.
    func measureCustomization() throws {
        var latencies = Latencies()
        for _ in 0..<5 {
            let (time, _) = Stopwatch.milliseconds { Metric(key: key, network: layer.network) }
            latencies.add(time)
        }
        try ResultLine(work: "customization", latencies).print()
    }
}
