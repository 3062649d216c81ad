// Better routes on streets that close during the trip.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct BetterRouteHourScenarios {
    /// A main street of 40 min, a south street that takes 4 min more than the middle part, and a
    /// north street that takes 20 min more.
    private var sketch: NetworkSketch {
        var sketch = NetworkSketch(
            """
                i---j---k
                |       |
            a---b---c---d---e
                |       |
                f---g---h
            """)
        sketch.road("abcde", seconds: 600) { $0.name = "Main Street" }
        sketch.road("bfghd", seconds: 360) { $0.name = "South Street" }
        sketch.road("bijkd", seconds: 600) { $0.name = "North Street" }
        return sketch
    }

    private static let noon: Int64 = 1_790_000_000_000

    /// Asks for a better route from a to e while the street bc is closed.
    ///
    /// - Parameter closing: Minutes from now between which traffic closes the street gh, which the
    ///   vehicle reaches after 22 min.
    private func ask(
        closing: ClosedRange<Int64>?, through letters: String = "ae",
        _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let drawn = try NetworkLayer.sketched(sketch)
        let layer = NetworkLayer(
            network: drawn.network, configuration: drawn.configuration, analyses: .all,
            now: { Self.noon })
        let solved = try answer(from: layer, letters.map { sketch.place($0) }) {
            $0.returnRouteHandle = true
        }
        let at = { (minutes: Int64) in Self.noon + minutes * 60_000 }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: [],
                closures: [EdgeClosure(edge: sketch.edge("b", "c"), from: nil, until: nil)]
                    + (closing.map {
                        [
                            EdgeClosure(
                                edge: sketch.edge("g", "h"), from: at($0.lowerBound),
                                until: at($0.upperBound))
                        ]
                    } ?? []),
                made: Self.noon, on: layer.network))
        var parameters = BetterParameters()
        parameters.routeHandle = RouteHandleScenarios.handle(of: solved)
        change(&parameters)
        return try layer.better(parameters)
    }

    @Test(
        arguments: [
            (nil, "abfghde"),
            // Closed on arrival, though open now.
            (15...60, "abijkde"), (22...23, "abijkde"),
            // Closed now and open on arrival, or closed later.
            (0...20, "abfghde"), (40...60, "abfghde"),
        ] as [(ClosedRange<Int64>?, String)])
    func `a proposal avoids what is closed when it gets there`(
        closing: ClosedRange<Int64>?, letters: String
    ) throws {
        let result = try ask(closing: closing)
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(sketch.letters(along: result) == letters)
    }

    @Test func `the time at which it gets there counts from the vehicle's position`() throws {
        // 5 min before b, the vehicle reaches the street after 17 min.
        let near = try ask(closing: 18...60) { $0.progress = 100 }
        #expect(sketch.letters(along: near) == "bfghde")
        let far = try ask(closing: 18...60)
        #expect(sketch.letters(along: far) == "abijkde")
    }

    @Test func `so it does behind a stop that is still to be visited`() throws {
        // The second leg begins at b.
        let result = try ask(closing: 15...60, through: "abe")
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(sketch.letters(along: result) == "abijkde")
    }

    @Test func `a stop on a street that closes is visited at the nearest usable place`() throws {
        var town = NetworkSketch(
            """
            a---b---c---d
                |   |
                e---f
            """)
        town.road("abcd", seconds: 600) { $0.name = "Main Street" }
        town.road("befc", seconds: 300) { $0.name = "Side Street" }
        let drawn = try NetworkLayer.sketched(town)
        let layer = NetworkLayer(
            network: drawn.network, configuration: drawn.configuration, analyses: .all,
            now: { Self.noon })
        // On the street bc, and at the junction c, which other streets reach too.
        for (stop, letters, isMoved) in [
            (town.place("b", "c", at: 0.9), "abefc", true), (town.place("c"), "abefc", false),
        ] {
            let solved = try answer(from: layer, [town.place("a"), stop]) {
                $0.returnRouteHandle = true
            }
            let edges = [town.edge("b", "c"), town.edge("c", "b")]
            layer.traffic.publish(
                TrafficSnapshot(
                    speeds: [],
                    closures: edges.map {
                        EdgeClosure(edge: $0, from: Self.noon + 300_000, until: nil)
                    }, made: Self.noon, on: layer.network))
            var parameters = BetterParameters()
            parameters.routeHandle = RouteHandleScenarios.handle(of: solved)
            parameters.returnStops = true
            let result = try layer.better(parameters)
            #expect(result.replanning?.isBlocked == true)
            #expect(result.replanning?.reason == .avoidBlockage)
            #expect(town.letters(along: result) == letters)
            #expect((result.status(stop: 1) != .ok) == isMoved)
            layer.traffic.publish(
                TrafficSnapshot(speeds: [], closures: [], made: Self.noon, on: layer.network))
        }
    }

    @Test func `conditions with hours count likewise`() throws {
        var town = sketch
        town.condition(
            on: "gh", "12:15-13:00", tag: "motor_vehicle:conditional=no @ (12:15-13:00)",
            restrictions: TestNetwork.automobile)
        let layer = try layer(town) { $0.timeZoneName = "Europe/Lisbon" }
        let solved = try answer(from: layer, "ae".map { town.place($0) }) {
            $0.returnRouteHandle = true
        }
        for (hour, minute, letters) in [(12, 0, "abijkde"), (11, 30, "abfghde")] {
            var parameters = BetterParameters()
            parameters.routeHandle = RouteHandleScenarios.handle(of: solved)
            parameters.analysis.startTime = .milliseconds(clock(hour, minute))
            parameters.analysis.locations.barriers.point = LocationInput(
                features: .places([town.place("b", "c", at: 0.5)]))
            let result = try layer.better(parameters)
            #expect(result.replanning?.reason == .avoidBlockage)
            #expect(town.letters(along: result) == letters, "at \(hour):\(minute)")
        }
    }
}
