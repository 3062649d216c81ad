// A vehicle on its route: where it is, what is left, what has changed, and what is proposed.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct FollowScenarios {
    /// A main street of four blocks, and a way round the middle two.
    private func town(main: Double = 20, south: Double = 20) throws -> TrafficTown {
        var sketch = NetworkSketch(
            """
            a---b---c---d---e
                |       |
                f---g---h
            """)
        sketch.road("abcde", seconds: main) { $0.name = "Main Street" }
        sketch.road("bfghd", seconds: south) { $0.name = "South Street" }
        return try TrafficTown(sketch)
    }

    /// Fixes a second apart at shares of the street between two letters.
    private func fixes(
        _ town: TrafficTown, _ from: Character, _ to: Character, at shares: [Double],
        right: Double = 0
    ) -> TraceInput {
        let fixes = shares.enumerated().map { second, share in
            TraceFix(
                town.sketch.place(from, to, at: share, right: right),
                milliseconds: TrafficTown.noon + Int64(second) * 1_000, accuracyMeters: 5)
        }
        return TraceInput([Trace(name: "", fixes: fixes)])
    }

    private func follow(
        _ town: TrafficTown, _ handle: String?, _ fixes: TraceInput?,
        _ change: (inout FollowParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try town.layer.follow(handle, fixes) {
            $0.minDeviationDistance = 0
            $0.minDeviationTime = 0
            change(&$0)
        }
    }

    // MARK: - On the route

    @Test func `the place, the rest and the arrival are those of the street and the route`() throws
    {
        let town = try town()
        let handle = try town.handle()
        let found = try follow(
            town, handle, fixes(town, "b", "c", at: [0.35, 0.4, 0.45, 0.5], right: 4))
        let vehicle = try #require(found.following)
        #expect(vehicle.isOnRoute)
        #expect(abs(vehicle.meters - 300) < 2)
        #expect(abs(vehicle.remainingMeters - 500) < 2)
        #expect(abs(vehicle.remainingSeconds - 50) < 1)
        #expect(vehicle.arrival == TrafficTown.noon + Int64(vehicle.remainingSeconds * 1_000))
        #expect(vehicle.metersFromRoute == 0)
        let place = try #require(vehicle.place)
        #expect(place.sourceOID == Int(town.sketch.edges(along: "bc")[0]) & ~1)
        #expect(abs(place.bearing - 90) < 1)
        #expect(abs(place.distanceMeters - 4) < 1)
        #expect(place.confidence > 0.9)
        // The answer's route is the rest of the route.
        #expect(found.routes?.features.count == 1)
        #expect(town.sketch.letters(along: found) == "cde")
        #expect(found.replanning?.reason == nil)
    }

    @Test func `a street passed twice is the later pass once that has been reached`() throws {
        let town = try town()
        let handle = try town.handle("abfghdcbf")
        let fixes = fixes(town, "b", "f", at: [0.35, 0.4, 0.45, 0.5])
        let first = try #require(try follow(town, handle, fixes).following)
        #expect(abs(first.meters - 300) < 5)
        let second = try #require(try follow(town, handle, fixes) { $0.progress = 900 }.following)
        #expect(second.isOnRoute && second.meters > 1_000)
        #expect(abs(second.remainingMeters - 100) < 5)
    }

    @Test func `a fix that no street is near decides nothing`() throws {
        let town = try town()
        let handle = try town.handle()
        let lost = TraceInput([Trace(name: "", fixes: [TraceFix(Coordinate(x: 0, y: 0))])])
        let found = try follow(town, handle, lost) { $0.progress = 120 }
        let vehicle = try #require(found.following)
        #expect(vehicle.place == nil)
        #expect(found.messageText.contains("No street is near the fixes"))
        #expect(vehicle.isOnRoute && abs(vehicle.meters - 120) < 0.01)
    }

    // MARK: - Off the route

    @Test(arguments: [("f", "g"), ("c", "b")])
    func `a vehicle on another street, or the other way, is not on the route`(
        from: Character, to: Character
    ) throws {
        let town = try town()
        town.publish(closed: ["de"])
        let handle = try town.handle("ad")
        let found = try follow(
            town, handle, fixes(town, from, to, at: [0.3, 0.35, 0.4, 0.45, 0.5, 0.55]))
        let vehicle = try #require(found.following)
        #expect(!vehicle.isOnRoute)
        #expect(vehicle.place != nil)
        #expect(found.messageText.contains("rejoin leads back"))
        #expect(found.replanning?.isSearched == false)
    }

    // MARK: - What has changed

    @Test func `an answer to an unchanged state is a few bytes, wherever the vehicle is`() throws {
        let town = try town()
        let handle = try town.handle()
        let first = try follow(town, handle, fixes(town, "a", "b", at: [0.2, 0.25, 0.3]))
        let state = try #require(first.following?.state)
        #expect(first.following?.isUnchanged == false)
        let later = try follow(town, handle, fixes(town, "c", "d", at: [0.5, 0.55, 0.6])) {
            $0.since = state
        }
        #expect(later.following?.isUnchanged == true)
        #expect(later.following?.state == state)
        #expect(abs((later.following?.meters ?? 0) - 520) < 5)
        #expect(later.routes == nil)
        #expect(AnalysisResultWriter.json(later).count < 900)
        town.publish(["de": 1])
        let jammed = try follow(town, handle, fixes(town, "c", "d", at: [0.5, 0.55, 0.6])) {
            $0.since = state
        }
        #expect(jammed.following?.isUnchanged == false)
        #expect(jammed.following?.state != state)
        #expect(jammed.routes?.features.count == 1)
    }

    @Test func `another route past a closure is the answer's second, as long as it is ahead`()
        throws
    {
        let town = try town()
        let handle = try town.handle()
        let free = try follow(town, handle, fixes(town, "a", "b", at: [0.2, 0.25, 0.3]))
        town.publish(closed: ["cd"])
        let before = fixes(town, "a", "b", at: [0.4, 0.45, 0.5])
        let blocked = try follow(town, handle, before) {
            $0.since = free.following?.state
            $0.returnConditions = true
        }
        #expect(blocked.following?.isUnchanged == false)
        #expect(blocked.replanning?.reason == .avoidBlockage)
        #expect(blocked.routes?.features.count == 2)
        #expect(blocked.conditions?.count == 2)
        #expect(town.sketch.letters(along: blocked, route: 0) == "bcde")
        #expect(town.sketch.letters(along: blocked, route: 1) == "bfghde")
        #expect(blocked.blockages?.map(\.routeID) == [1])
        // The same proposal again is nothing new.
        let same = try follow(town, handle, fixes(town, "a", "b", at: [0.6, 0.65, 0.7])) {
            $0.since = blocked.following?.state
        }
        #expect(same.following?.isUnchanged == true)
        let passed = try follow(town, handle, fixes(town, "d", "e", at: [0.3, 0.35, 0.4])) {
            $0.since = blocked.following?.state
        }
        #expect(passed.following?.isUnchanged == false)
        #expect(passed.routes?.features.count == 1)
    }

    // MARK: - Wrong requests

    @Test func `fixes that are missing, or of two vehicles, are errors`() throws {
        let town = try town()
        let handle = try town.handle()
        func error(_ input: TraceInput?) -> String {
            do throws(RouteRequestError) {
                _ = try town.layer.follow(handle, input)
                return ""
            } catch {
                return error.text
            }
        }
        #expect(error(nil).contains("fixes"))
        #expect(error(TraceInput([])).contains("has no fixes"))
        let fix = TraceFix(town.sketch.place("a"))
        let two = TraceInput([Trace(name: "x", fixes: [fix]), Trace(name: "y", fixes: [fix])])
        #expect(error(two).contains("has 2 traces"))
    }

    @Test func `of many fixes the last hundred count, and the limit on positions holds`() throws {
        let town = try town()
        let handle = try town.handle()
        let latest = fixes(town, "b", "c", at: [0.35, 0.4, 0.45, 0.5])
        let earlier = (0..<400).map { second in
            TraceFix(
                town.sketch.place("f", "g", at: 0.5),
                milliseconds: TrafficTown.noon - Int64(500 - second) * 1_000, accuracyMeters: 5)
        }
        let standing = (0..<100).map { second in
            TraceFix(
                town.sketch.place("b", "c", at: 0.5),
                milliseconds: TrafficTown.noon + Int64(4 + second) * 1_000, accuracyMeters: 5)
        }
        let last = try follow(town, handle, TraceInput([Trace(name: "", fixes: standing)]))
        let all = latest.traces[0].fixes
        let many = TraceInput([Trace(name: "", fixes: earlier + all + standing)])
        #expect(try follow(town, handle, many).following == last.following)
        let limit = town.layer.configuration.limits.maximumTracePoints
        let fix = TraceFix(town.sketch.place("a"))
        let flood = TraceInput([
            Trace(name: "", fixes: [TraceFix](repeating: fix, count: limit + 1))
        ])
        let error = #expect(throws: RouteRequestError.self) {
            try town.layer.follow(handle, flood)
        }
        let text = try #require(error?.text)
        #expect(text.contains("maximumTracePoints is \(limit); found \(limit + 1)"))
        #expect(text.contains("only the latest 100 count"))
    }
}
