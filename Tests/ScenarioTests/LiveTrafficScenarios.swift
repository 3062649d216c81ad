// Routes under way, given legs and traces under live speeds and closures.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

struct LiveTrafficScenarios {
    /// A main street of 40 min, and a south street that takes five minutes more than the middle
    /// part. With other times, the main street takes four times `main`, the way by the south four
    /// times `south`.
    private func town(
        main: Double = 600, south: Double = 375,
        _ change: (inout NetworkSketch) -> Void = { _ in }
    ) throws -> TrafficTown {
        let sketch = NetworkSketch(
            """
            a---b---c---d---e
                |       |
                f---g---h
            """
        ) {
            $0.road("abcde", seconds: main) { $0.name = "Main Street" }
            $0.road("bfghd", seconds: south) { $0.name = "South Street" }
            change(&$0)
        }
        return try TrafficTown(sketch)
    }

    private static let minute: Int64 = 60_000

    /// Asks for a better route, with no least deviation.
    private func better(
        _ town: TrafficTown, _ handle: String?, progress: Double? = nil,
        _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try town.layer.better(handle) {
            $0.progress = progress
            $0.minDeviationDistance = 0
            $0.minDeviationTime = 0
            change(&$0)
        }
    }

    /// Refreshes a route with its conditions and legs.
    private func refresh(
        _ town: TrafficTown, _ handle: String?,
        _ change: (inout RefreshParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try town.layer.refresh(handle) {
            $0.returnConditions = true
            $0.returnLegs = true
            change(&$0)
        }
    }

    // MARK: - Refresh

    @Test func `a refresh has the jam and the closure that came since the solve`() throws {
        let town = try town()
        let handle = try town.handle("ace") { _ in }
        let before = try refresh(town, handle)
        #expect(before.traffic == nil)
        #expect(before.conditions?.first?.flags == [])
        // A third of the speed on one street, a closure on another.
        let free = 600_000.0
        let snapshot = town.publish(["bc": 0.4], closed: ["de"])
        let jam = town.milliseconds(along: "bc", at: 0.4)
        let after = try refresh(town, handle)
        #expect(after.traffic?.id == snapshot.id)
        #expect(town.sketch.letters(along: after) == "abcde")
        #expect(after.total("FreeFlow_TravelTime") == 40)
        #expect(after.total("Delay_TravelTime") == (jam - free) / 60_000)
        #expect(after.total("Total_TravelTime") == (jam + 3 * free) / 60_000)
        #expect(
            after.routeLegs.map { $0.delays["TravelTime"] ?? -1 } == [(jam - free) / 60_000, 0])
        let conditions = try #require(after.conditions?.first)
        #expect(conditions.jams == [.free, .heavy, .free, .blocked])
        #expect(conditions.flags == [.closures])
        let blockage = try #require(after.blockages?.first)
        #expect(after.blockages?.count == 1)
        #expect(blockage.cause == .traffic)
        #expect(blockage.leg == 2)
        #expect(blockage.street == "Main Street")
        #expect(abs(blockage.meters - 600) < 1)
    }

    @Test func `a refresh departs when the route did, or now if asked or under way`() throws {
        let town = try town()
        let handle = try town.handle()
        town.pass(minutes: 25)
        town.publish(["cd": 0.5], made: town.now)
        let kept = try refresh(town, handle)
        #expect(kept.route(0, "StartTimeUTC") == .date(TrafficTown.noon))
        #expect(kept.total("Delay_TravelTime") == 0)
        let present = try refresh(town, handle) { $0.depart(at: town.now) }
        #expect(present.route(0, "StartTimeUTC") == .date(town.now))
        #expect((present.total("Delay_TravelTime") ?? 0) > 10)
        // Under way, it is the rest of the route that departs now.
        let rest = try refresh(town, handle) { $0.progress = 500 }
        #expect(rest.route(0, "StartTimeUTC") == .date(town.now))
        #expect((rest.total("Delay_TravelTime") ?? 0) > 5)
        #expect((rest.total("Total_TravelTime") ?? 0) < (present.total("Total_TravelTime") ?? 0))
    }

    // MARK: - Better and rejoin

    @Test func `a better route departs at the present, not when the route under way did`() throws {
        let town = try town()
        let handle = try town.handle()
        town.pass(minutes: 25)
        // 200 m at half a kilometer an hour take 24 minutes instead of ten.
        town.publish(["cd": 0.5], made: town.now)
        let result = try better(town, handle, progress: 100) { $0.returnRouteHandle = true }
        let decision = try #require(result.replanning)
        #expect(abs((decision.delayMinutes ?? 0) - 14) < 0.1)
        #expect(decision.reason == .betterRoute)
        #expect(town.sketch.letters(along: result) == "bfghde")
        #expect(result.route(0, "StartTimeUTC") == .date(town.now))
        #expect(result.route(0, "EndTimeUTC") == .date(town.now + 40 * Self.minute))
        // So does the proposal, if a better route is requested for it in turn.
        town.pass(minutes: 25)
        town.publish(["gh": 0.3], made: town.now)
        let next = try better(town, result.handle())
        #expect((next.replanning?.delayMinutes ?? 0) > 10)
        // A start time in the request counts, whatever it is.
        let asked = try better(town, handle, progress: 100) { $0.depart(at: TrafficTown.noon) }
        #expect(asked.replanning?.delayMinutes == 0)
    }

    @Test func `a closure with times is met from the present on`() throws {
        let town = try town()
        let handle = try town.handle()
        let timeless = try town.handle { _ in }
        town.pass(minutes: 25)
        // Reached in 15 minutes, while it is closed; 15 minutes after the start it would be open.
        town.publish(
            closed: ["cd"], from: TrafficTown.noon + 30 * Self.minute,
            until: TrafficTown.noon + 60 * Self.minute, made: town.now)
        let result = try better(town, handle, progress: 100)
        #expect(result.replanning?.isBlocked == true)
        #expect(result.replanning?.reason == .avoidBlockage)
        #expect(town.sketch.letters(along: result) == "bfghde")
        #expect(try better(town, timeless, progress: 100).replanning?.isBlocked == true)
    }

    @Test func `a path back to the route departs at the present`() throws {
        let town = try town()
        let handle = try town.handle()
        town.pass(minutes: 25)
        town.publish(["de": 0.5], made: town.now)
        let result = try town.layer.rejoin(handle) {
            $0.progress = 250
            $0.position = .places([town.sketch.place("f", "g", at: 0.5)])
        }
        #expect(result.route(0, "StartTimeUTC") == .date(town.now))
        let jam = (town.milliseconds(along: "de", at: 0.5) - 600_000) / 60_000
        #expect(abs((result.total("Delay_TravelTime") ?? 0) - jam) < 1e-9)
    }

    @Test func `a path back does not lead over what is closed now`() throws {
        let streets = NetworkSketch(
            """
            a---b---c---d---e
                |       |
                f---g---h
                    |   |
                    i---j
            """
        ) {
            $0.road("abcde", seconds: 600)
            $0.road("bfghd", seconds: 375)
            $0.road("gijh", seconds: 200)
        }
        func ask(closed: [String]) throws -> (letters: String, result: AnalysisResult) {
            let town = try TrafficTown(streets)
            let handle = try town.handle()
            // They open in half an hour, and the vehicle arrives in a few minutes.
            town.publish(closed: closed, until: TrafficTown.noon + 30 * Self.minute)
            let place = streets.place("f", "g", at: 0.5)
            let result = try town.layer.rejoin(handle) {
                $0.progress = 250
                $0.position = .places([place], attributes: [["Bearing": .double(90)]])
            }
            return (streets.letters(along: result), result)
        }
        #expect(try ask(closed: []).letters == "ghde")
        let around = try ask(closed: ["gh"])
        #expect(around.letters == "gijhde")
        #expect(around.result.blockages == [])
        // Without another path the answer takes it all the same, and lists it.
        let only = try ask(closed: ["gh", "gi", "gf"])
        #expect(only.letters == "ghde")
        #expect(only.result.blockages?.map(\.cause) == [.traffic])
    }

    @Test func `another route that breaks a rule is not proposed, whatever it saves`() throws {
        func ask(_ change: (inout NetworkSketch) -> Void) throws -> AnalysisResult {
            let town = try town {
                $0.road("cg", seconds: 100)
                change(&$0)
            }
            let handle = try town.handle { _ in }
            town.publish(["cd": 0.5])
            return try better(town, handle, progress: 100) { $0.minDeviationDistance = 150 }
        }
        #expect(try ask { _ in }.replanning?.reason == .betterRoute)
        // The search begins between b and c, so only the whole path breaks the rule.
        let result = try ask { $0.forbid("abcg") }
        let decision = try #require(result.replanning)
        #expect(decision.isSearched)
        #expect((decision.gainMinutes ?? 0) > 5)
        #expect(decision.reason == nil)
        #expect(result.routes?.features.isEmpty == true)
        #expect(result.messageText.contains("something is closed on the other one"))
    }

    // MARK: - Given legs and traces

    /// Points along a word.
    private func points(_ town: TrafficTown, _ word: String) -> [Coordinate] {
        let letters = Array(word)
        return zip(letters, letters.dropFirst()).flatMap { from, to in
            [0.1, 0.4, 0.7, 0.9].map { town.sketch.place(from, to, at: $0) }
        }
    }

    @Test func `what traffic closes on a given route is listed, and costs it nothing`() throws {
        let town = try town(main: 20, south: 20)
        let given: (inout RouteParameters) -> Void = {
            $0.legs = [LegOptions(supportingPoints: points(town, "abfghde"))]
        }
        let open = try town.ask("ae", given)
        town.publish(closed: ["gh"])
        let closed = try town.ask("ae", given)
        #expect(closed.quanta == open.quanta)
        #expect(closed.total("Delay_TravelTime") == 0)
        #expect(closed.total("Total_TravelTime") == 2)
        #expect(closed.blockages?.map(\.cause) == [.traffic])
        #expect(closed.blockages?.first?.street == "South Street")
        // With times, the hour of passing counts: the vehicle reaches the street in a minute.
        town.publish(closed: ["gh"], from: TrafficTown.noon + Self.minute / 2)
        #expect(try town.ask("ae", given).blockages?.map(\.cause) == [.traffic])
        town.publish(closed: ["gh"], until: TrafficTown.noon + Self.minute / 2)
        #expect(try town.ask("ae", given).blockages == [])
    }

    /// A street of 800 m, and a way round its middle part that is hardly longer.
    private let bypass = NetworkSketch(
        """
        a---b-------d---e
                x
        """
    ) {
        $0.road("abde", seconds: 20) { $0.name = "Main Street" }
        $0.road("bxd", seconds: 11) { $0.name = "Bypass" }
    }

    @Test func `a given route with few points is not sent round what is closed on it`() throws {
        let town = try TrafficTown(bypass)
        let places = [
            town.sketch.place("a"), town.sketch.place("a", "b", at: 0.5),
            town.sketch.place("d", "e", at: 0.5), town.sketch.place("e"),
        ]
        func ask(_ change: (inout RouteParameters) -> Void = { _ in }) throws -> AnalysisResult {
            try town.ask("ae") {
                $0.legs = [LegOptions(supportingPoints: places)]
                change(&$0)
            }
        }
        let open = try ask()
        #expect(town.sketch.letters(along: open) == "abde")
        let barred = try ask { $0.barPoints([town.sketch.place("b", "d", at: 0.5)]) }
        #expect(town.sketch.letters(along: barred) == "abde")
        #expect(barred.blockages?.map(\.cause) == [.barrier])
        town.publish(closed: ["bd"])
        let closed = try ask()
        #expect(town.sketch.letters(along: closed) == "abde")
        #expect(closed.blockages?.map(\.cause) == [.traffic])
        #expect(closed.quanta == open.quanta)
    }

    @Test func `a stop of a given route stays on its street while that is closed`() throws {
        let town = try TrafficTown(bypass)
        let middle = town.sketch.place("b", "d", at: 0.5)
        func ask() throws -> AnalysisResult {
            let stops = [town.sketch.place("a"), middle, town.sketch.place("e")]
            return try answer(from: town.layer, stops) {
                $0.legs = [
                    LegOptions(supportingPoints: [town.sketch.place("a"), middle]),
                    LegOptions(supportingPoints: [middle, town.sketch.place("e")]),
                ]
            }
        }
        let open = try ask()
        town.publish(closed: ["bd"])
        let closed = try ask()
        #expect(closed.quanta == open.quanta)
        #expect(closed.routes?.features.map(\.geometry) == open.routes?.features.map(\.geometry))
        #expect(Set(closed.blockages?.map(\.cause) ?? []) == [.traffic])
    }

    @Test func `what a conditional restriction closes is named with its cause`() throws {
        let town = try town(main: 20, south: 20) {
            $0.condition(
                on: "gh", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
                restrictions: TestNetwork.automobile)
        }
        func ask(_ minute: Double) throws -> AnalysisResult {
            try town.ask {
                $0.legs = [LegOptions(supportingPoints: points(town, "abfghde"))]
                $0.depart(at: monday(0) + Int64(minute * 60_000))
            }
        }
        let night = try ask(23 * 60)
        #expect(night.blockages?.map(\.cause) == [.closedAtThisTime])
        #expect(night.blockages?.first?.restrictions == ["Driving an Automobile"])
        #expect(night.total("Total_TravelTime") == 2)
        // Reached after ten o'clock.
        #expect(try ask(21 * 60 + 59.5).blockages?.map(\.cause) == [.closedAtThisTime])
        #expect(try ask(12 * 60).blockages == [])
    }

    /// Matches a drive along a word that starts at an instant.
    private func match(
        _ town: TrafficTown, _ word: String, from start: Int64?,
        _ change: (inout MatchParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        var parameters = MatchParameters()
        parameters.traces = TraceInput([
            Trace(
                name: "Drive",
                fixes: points(town, word).enumerated().map { number, place in
                    TraceFix(
                        place, milliseconds: start.map { $0 + Int64(number) * 5_000 },
                        accuracyMeters: 5)
                })
        ])
        change(&parameters)
        return try town.layer.match(parameters)
    }

    @Test func `a trace through a closure is matched, and the closure is named`() throws {
        let town = try town(main: 20, south: 20)
        town.publish(closed: ["bc"])
        for start in [nil, TrafficTown.noon] {
            let result = try match(town, "abcd", from: start)
            #expect(result.column("brokenRules", "Rule") == [.string("closure")])
            #expect(town.sketch.letters(along: result) == "bc")
            #expect(result.messageText.contains("closed by the traffic data"))
            #expect(result.total("Delay_TravelTime") == 0)
        }
    }

    @Test func `a trace meets the traffic of its own time`() throws {
        let town = try town(main: 20, south: 20)
        let hour = 60 * Self.minute
        let snapshot = town.publish(["bc": 15], closed: ["cd"])
        // The snapshot says nothing about yesterday.
        let old = try match(town, "abcd", from: TrafficTown.noon - 24 * hour)
        #expect(old.column("brokenRules", "Rule").isEmpty)
        #expect(old.traffic == nil)
        let named = try match(town, "abcd", from: TrafficTown.noon - 24 * hour) {
            $0.trafficSnapshot = snapshot.id
        }
        #expect(named.messageText.contains("or the traces are older"))
        let live = try match(town, "abcd", from: TrafficTown.noon - 10 * Self.minute)
        #expect(live.column("brokenRules", "Rule") == [.string("closure")])
        #expect(live.traffic?.id == snapshot.id)
        #expect((live.total("Delay_TravelTime") ?? 0) > 0.3)
        // The drive reaches the street 38 seconds after the first position.
        town.publish(closed: ["cd"], from: TrafficTown.noon + 20_000)
        #expect(
            try match(town, "abcd", from: TrafficTown.noon).column("brokenRules", "Rule") == [
                .string("closure")
            ])
        town.publish(closed: ["cd"], until: TrafficTown.noon + 20_000)
        #expect(
            try match(town, "abcd", from: TrafficTown.noon).column("brokenRules", "Rule").isEmpty)
    }
}
