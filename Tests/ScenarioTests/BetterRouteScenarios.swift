// When a better route is searched for, and when one is proposed.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct BetterRouteScenarios {
    /// A main street of 40 min, and a south street that takes some seconds more than the middle
    /// part.
    private func sketch(extra seconds: Double = 300) -> NetworkSketch {
        NetworkSketch(
            """
            a---b---c---d---e
                |       |
                f---g---h
            """
        ) {
            $0.road("abcde", seconds: 600) { $0.name = "Main Street" }
            $0.road("bfghd", seconds: (1_200 + seconds) / 4) { $0.name = "South Street" }
        }
    }

    /// Asks about a route from a to e where a barrier in the middle adds some minutes, or closes
    /// it.
    private func ask(
        extra: Double = 300, through letters: String = "ae", delay minutes: Double?,
        _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let sketch = sketch(extra: extra)
        let layer = try NetworkLayer.sketched(sketch)
        let solved = try answer(from: layer, sketch.places(letters)) { $0.returnRouteHandle = true }
        let attributes: [String: AttributeValue] =
            minutes.map { ["BarrierType": .integer(2), "Attr_TravelTime": .double($0)] } ?? [:]
        return try layer.better(solved.handle()) {
            $0.returnQuanta = true
            $0.returnStops = true
            $0.barPoints([sketch.place("b", "c", at: 0.5)], [attributes])
            change(&$0)
        }
    }

    private func letters(_ result: AnalysisResult, extra: Double = 300) -> String {
        sketch(extra: extra).letters(along: result)
    }

    @Test func `below ten minutes of delay nothing is searched for`() throws {
        let result = try ask(delay: 9 + 59.0 / 60)
        let decision = try #require(result.replanning)
        #expect(!decision.isSearched)
        #expect(decision.reason == nil)
        #expect(abs((decision.delayMinutes ?? 0) - 9.983) < 0.001)
        #expect(result.routes?.features.isEmpty == true)
        #expect(result.messageText.contains("below minDelay, 10.0 min"))
    }

    @Test func `from ten minutes on, five of gain are proposed`() throws {
        let result = try ask(delay: 10)
        let decision = try #require(result.replanning)
        #expect(decision.isSearched)
        #expect(decision.reason == .betterRoute)
        #expect(decision.delayMinutes == 10)
        #expect(decision.gainMinutes == 5)
        #expect(letters(result) == "abfghde")
        #expect(result.total("Total_TravelTime") == 45)
    }

    @Test func `four minutes and 59 seconds are not`() throws {
        let result = try ask(extra: 301, delay: 10)
        let decision = try #require(result.replanning)
        #expect(decision.isSearched)
        #expect(decision.reason == nil)
        #expect(abs((decision.gainMinutes ?? 0) - 4.983) < 0.001)
        #expect(result.routes?.features.isEmpty == true)
        #expect(result.messageText.contains("below minGain, 5.0 min"))
    }

    @Test func `a share of the rest is enough in place of minutes`() throws {
        let enough = try ask(extra: 301, delay: 10) { $0.minGainPercent = 9.9 }
        #expect(enough.replanning?.reason == .betterRoute)
        let tooLittle = try ask(extra: 301, delay: 10) { $0.minGainPercent = 10 }
        #expect(tooLittle.replanning?.reason == nil)
    }

    @Test func `a blockage is avoided, whatever that takes`() throws {
        for extra in [0.0, 300] {
            let result = try ask(extra: extra, delay: nil)
            let decision = try #require(result.replanning)
            #expect(decision.isBlocked)
            #expect(decision.reason == .avoidBlockage)
            #expect(decision.gainMinutes == -extra / 60)
            #expect(letters(result, extra: extra) == "abfghde")
        }
    }

    @Test func `what is blocked behind the vehicle does not count`() throws {
        let result = try ask(delay: nil) { $0.progress = 350 }
        #expect(result.replanning?.isBlocked == false)
        #expect(result.replanning?.isSearched == false)
    }

    @Test func `a proposed route keeps to the one under way at first`() throws {
        // 100 m further on, the vehicle has passed the junction at b, where the other route begins.
        let late = try ask(delay: 10) { $0.progress = 150 }
        #expect(late.replanning?.isSearched == true)
        #expect(late.replanning?.reason == nil)
        #expect(late.replanning?.gainMinutes == 0)
        let inTime = try ask(delay: 10) {
            $0.progress = 150
            $0.minDeviationDistance = 40
        }
        #expect(inTime.replanning?.reason == .betterRoute)
        #expect(abs((inTime.replanning?.deviationMeters ?? 0) - 190) < 1)
        // In a minute on the main street the vehicle travels 20 m.
        let slow = try ask(delay: 10) {
            $0.progress = 150
            $0.minDeviationDistance = 0
            $0.minDeviationTime = 151
        }
        #expect(slow.replanning?.reason == nil)
    }

    @Test func `a blockage nearer than that is avoided all the same`() throws {
        let result = try ask(delay: nil) {
            $0.progress = 150
            $0.minDeviationDistance = 400
        }
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(letters(result) == "bfghde")
    }

    @Test(arguments: [120.0, 150])
    func `a blockage behind the last exit is avoided, though the exit is nearer than the limit`(
        progress: Double
    ) throws {
        // 100 m further on, the vehicle is past the junction at b and before the barrier.
        let result = try ask(delay: nil) { $0.progress = progress }
        let decision = try #require(result.replanning)
        #expect(decision.isBlocked)
        #expect(decision.reason == .avoidBlockage)
        #expect(abs((decision.deviationMeters ?? 0) - progress) < 1)
        #expect(letters(result) == "bfghde")
    }

    @Test(arguments: [0.0, 40])
    func `before a blockage on its own street the vehicle turns round`(distance: Double) throws {
        let result = try ask(delay: nil) {
            $0.progress = 210
            $0.minDeviationDistance = distance
            $0.minDeviationTime = 0
        }
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(abs((result.replanning?.deviationMeters ?? 0) - 210) < 1)
        #expect(letters(result) == "bfghde")
    }

    @Test func `so it does where no junction ahead leads past the blockage`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |           |
            e-----------f
            """)
        sketch.road("abcd", seconds: 60)
        sketch.road("aefd", seconds: 100)
        let layer = try NetworkLayer.sketched(sketch)
        let solved = try answer(from: layer, sketch.places("ad")) { $0.returnRouteHandle = true }
        func ask(closing places: [Coordinate]) throws -> AnalysisResult {
            try layer.better(solved.handle()) {
                $0.progress = 100
                $0.barPoints(places)
            }
        }
        let (main, other) = (sketch.place("b", "c", at: 0.5), sketch.place("e", "f", at: 0.5))
        let result = try ask(closing: [main])
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(abs((result.replanning?.deviationMeters ?? 0) - 100) < 1)
        #expect(sketch.letters(along: result) == "aefd")
        let none = try ask(closing: [main, other])
        #expect(none.replanning?.isBlocked == true)
        #expect(none.replanning?.isSearched == true)
        #expect(none.replanning?.reason == nil)
        #expect(none.messageText.contains("no path leads past it"))
    }

    @Test func `stops that are not visited yet stay, others do not`() throws {
        let result = try ask(through: "ace", delay: nil)
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(result.route(0, "StopCount") == .integer(3))
        #expect(letters(result) == "abfghdcde")
        let passed = try ask(through: "ace", delay: 10) { $0.progress = 450 }
        #expect(passed.stops?.features.count == 2)
    }

    @Test func `a point on the route is as good as a measure`() throws {
        let sketch = sketch()
        let point = try ask(delay: 10) {
            $0.position = .places([sketch.place("a", "b", at: 0.4, right: 8)])
        }
        #expect(abs((point.replanning?.positionMeters ?? 0) - 80) < 0.5)
        #expect(point.replanning?.reason == .betterRoute)
        let far = sketch.place("a", "b", at: -60)
        #expect(throws: RouteRequestError.self) {
            try ask(delay: 10) { $0.position = .places([far]) }
        }
    }

    @Test func `a proposed route has a handle that leads on`() throws {
        let result = try ask(delay: 10) { $0.returnRouteHandle = true }
        #expect(result.handle() != nil)
    }

    /// Asks about a route from a to e under live speeds and closures.
    private func ask(
        speed: Double?, closed: Bool, _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let town = try TrafficTown(sketch())
        let handle = try town.handle { _ in }
        town.publish(speed.map { ["bc": $0] } ?? [:], closed: closed ? ["bc"] : [])
        return try town.layer.better(handle, change)
    }

    @Test func `live speeds are delay`() throws {
        // 200 m at half a kilometer an hour take 24 minutes instead of ten.
        let slow = try ask(speed: 0.5, closed: false)
        let decision = try #require(slow.replanning)
        #expect(abs((decision.delayMinutes ?? 0) - 14) < 0.1)
        #expect(decision.reason == .betterRoute)
        #expect(letters(slow) == "abfghde")
        let ignored = try ask(speed: 0.5, closed: false) { $0.useTraffic = false }
        #expect(ignored.replanning?.delayMinutes == 0)
        #expect(ignored.replanning?.isSearched == false)
    }

    @Test func `a street that traffic closes is a blockage`() throws {
        let closed = try ask(speed: nil, closed: true)
        #expect(closed.replanning?.isBlocked == true)
        #expect(closed.replanning?.reason == .avoidBlockage)
        #expect(letters(closed) == "abfghde")
    }
}
