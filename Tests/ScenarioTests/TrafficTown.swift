// A drawing with live traffic and an adjustable clock.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Synchronization

/// A layer over a drawing, with a clock for the scenario to set.
struct TrafficTown {
    /// The clock's start, in epoch milliseconds.
    static let noon: Int64 = 1_790_000_000_000

    let sketch: NetworkSketch
    let layer: NetworkLayer
    private let clock: Clock

    private final class Clock: Sendable {
        let time = Mutex(TrafficTown.noon)
    }

    init(_ sketch: NetworkSketch) throws {
        let clock = Clock()
        self.clock = clock
        self.sketch = sketch
        let drawn = try NetworkLayer.sketched(sketch)
        layer = NetworkLayer(
            network: drawn.network, configuration: drawn.configuration, analyses: .all,
            now: { clock.time.withLock(\.self) })
    }

    /// The clock's time.
    var now: Int64 { clock.time.withLock(\.self) }

    func pass(milliseconds: Int64) { clock.time.withLock { $0 += milliseconds } }

    func pass(minutes: Int64) { pass(milliseconds: minutes * 60_000) }

    /// Publishes speeds in km/h and closures along words.
    @discardableResult
    func publish(
        _ speeds: [String: Double] = [:], closed: [String] = [], from: Int64? = nil,
        until: Int64? = nil, made: Int64 = TrafficTown.noon
    ) -> TrafficSnapshot {
        let snapshot = TrafficSnapshot(
            speeds: speeds.sorted { $0.key < $1.key }.flatMap { word, speed in
                sketch.edges(along: word).map {
                    EdgeSpeed(edge: $0, kilometersPerHour: speed)
                }
            },
            closures: closed.flatMap { sketch.edges(along: $0) }.map {
                EdgeClosure(edge: $0, from: from, until: until)
            }, made: made, on: layer.network)
        layer.traffic.publish(snapshot)
        return snapshot
    }

    /// A route through letters.
    func ask(
        _ stops: String = "ae", _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(from: layer, sketch.places(stops), change)
    }

    /// The handle of a route through letters that departs when the clock starts.
    func handle(
        _ stops: String = "ae",
        _ change: (inout RouteParameters) -> Void = { $0.depart(at: TrafficTown.noon) }
    ) throws -> String? {
        try ask(stops) {
            $0.returnRouteHandle = true
            change(&$0)
        }.handle()
    }

    /// The milliseconds along a word at a speed in km/h.
    func milliseconds(along word: String, at speed: Double) -> Double {
        sketch.edges(along: word).reduce(0) { sum, edge in
            let length = layer.network.lengthCentimeters(of: EdgeID(row: edge))
            return sum + (Double(length) * 36 / speed).rounded()
        }
    }
}
