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
    private let sketch = NetworkSketch(
        """
            i---j---k
            |       |
        a---b---c---d---e
            |       |
            f---g---h
        """
    ) {
        $0.road("abcde", seconds: 600) { $0.name = "Main Street" }
        $0.road("bfghd", seconds: 360) { $0.name = "South Street" }
        $0.road("bijkd", seconds: 600) { $0.name = "North Street" }
    }

    /// Asks for a better route from a to e while the street bc is closed.
    ///
    /// - Parameter closing: Minutes from now between which traffic closes the street gh, which the
    ///   vehicle reaches after 22 min.
    private func ask(
        closing: ClosedRange<Int64>?, through letters: String = "ae",
        _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let town = try TrafficTown(sketch)
        let handle = try town.handle(letters) { _ in }
        let at = { (minutes: Int64) in TrafficTown.noon + minutes * 60_000 }
        town.layer.traffic.publish(
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
                made: TrafficTown.noon, on: town.layer.network))
        return try town.layer.better(handle, change)
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
        let sketch = NetworkSketch(
            """
            a---b---c---d
                |   |
                e---f
            """
        ) {
            $0.road("abcd", seconds: 600) { $0.name = "Main Street" }
            $0.road("befc", seconds: 300) { $0.name = "Side Street" }
        }
        let town = try TrafficTown(sketch)
        // On the street bc, and at the junction c, which other streets reach too.
        for (stop, letters, isMoved) in [
            (sketch.place("b", "c", at: 0.9), "abefc", true), (sketch.place("c"), "abefc", false),
        ] {
            let solved = try answer(from: town.layer, [sketch.place("a"), stop]) {
                $0.returnRouteHandle = true
            }
            town.publish(closed: ["bc", "cb"], from: TrafficTown.noon + 300_000)
            let result = try town.layer.better(solved.handle()) { $0.returnStops = true }
            #expect(result.replanning?.isBlocked == true)
            #expect(result.replanning?.reason == .avoidBlockage)
            #expect(sketch.letters(along: result) == letters)
            #expect((result.status(stop: 1) != .ok) == isMoved)
            town.publish()
        }
    }

    @Test func `conditions with hours count likewise`() throws {
        var town = sketch
        town.condition(
            on: "gh", "12:15-13:00", tag: "motor_vehicle:conditional=no @ (12:15-13:00)",
            restrictions: TestNetwork.automobile)
        let layer = try layer(town) { $0.timeZoneName = "Europe/Lisbon" }
        let solved = try answer(from: layer, town.places("ae")) { $0.returnRouteHandle = true }
        for (hour, minute, letters) in [(12, 0, "abijkde"), (11, 30, "abfghde")] {
            let result = try layer.better(solved.handle()) {
                $0.startTime = .milliseconds(clock(hour, minute))
                $0.barPoints([town.place("b", "c", at: 0.5)])
            }
            #expect(result.replanning?.reason == .avoidBlockage)
            #expect(town.letters(along: result) == letters, "at \(hour):\(minute)")
        }
    }
}
