// Samples of the documentation: keeping a route up to date, proposals, deviations, retries.

import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct UpdateSamples {
    private let server = RouteServer()
    private let request = RouteParameters.threeStops
    private let line = [0.0, 20_000].map { RouteSketch.place(east: $0, north: 0) }
    private let turn = [(0.0, 0.0), (1_000, 0), (1_000, 300)].map {
        RouteSketch.place(east: $0, north: $1)
    }

    /// Starts a session on a route of 20 km with the id 1, which can be refreshed.
    private func begin(_ session: NavigationSession) async throws {
        server.set("refresh", line)
        server.set("solve", line)
        try await session.start(server.provider().calculate(request).answer(), time: 0)
    }

    /// Lets an update find a better route, which has the id 3: 2 is the refreshed one.
    private func update(_ session: NavigationSession) async throws {
        let other = [(0.0, 0.0), (4_000, 0), (4_000, 9_000)].map {
            RouteSketch.place(east: $0, north: $1)
        }
        server.set("better", other, gainMinutes: 6)
        await session.pass(to: 300_000)
    }

    @Test func `keep a route up to date`() async throws {
        let provider = try server.provider()

        // sample: Keep a route up to date
        var settings = LiveRouteSettings()
        settings.isUpdated = true
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(settings: settings))
        // end of sample

        try await begin(session)
        await session.pass(to: 300_000)
        #expect(try await eventually { server.calls("refresh").count == 1 })
        #expect(try await eventually { server.calls("better").count == 1 })
        await session.stop()
        settings.isUpdated = false
        let live = LiveRoute(settings: settings)
        let offer = LiveRouteOffer(id: "1", lengthMeters: 20_000)
        let (state, _) = live.handle(.set(offer, time: 0), in: LiveRouteState())
        #expect(live.handle(.tick(time: 3_600_000), in: state).actions == [])
    }

    @Test func `say when a route is better`() async throws {
        let provider = try server.provider()

        // sample: Say when a route is better
        var better = BetterParameters()
        better.minDelay = 10
        better.minGain = 5
        let session = NavigationSession(provider: provider, request: request, better: better)
        // end of sample

        try await begin(session)
        await session.pass(to: 300_000)
        #expect(try await eventually { server.calls("better").count == 1 })
        await session.stop()
        let form = try #require(server.calls("better").first?.form)
        #expect(form["minDelay"].flatMap(Double.init) == 10)
        #expect(form["minGain"].flatMap(Double.init) == 5)
        #expect(form["routeHandle"] == "handle of solve")
    }

    @Test func `choose among proposals`() async throws {
        let provider = try server.provider()

        // sample: Choose among proposals
        struct ShortestRoute: ProposalSelecting {
            func select(from offers: [LiveRouteOffer], reason: AddedReason) -> String? {
                offers.filter { !$0.isBlocked }.min { $0.lengthMeters < $1.lengthMeters }?.id
            }
        }
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(selector: ShortestRoute()))
        // end of sample

        try await begin(session)
        try await update(session)
        #expect(try await eventually { await session.state.live.active?.id == "3" })
        await session.stop()
        let offers = [
            LiveRouteOffer(id: "fast", lengthMeters: 9_000, gainSeconds: 900),
            LiveRouteOffer(id: "short", lengthMeters: 8_000, gainSeconds: 400),
            LiveRouteOffer(id: "closed", lengthMeters: 7_000, isBlocked: true),
        ]
        #expect(ShortestRoute().select(from: offers, reason: .betterRoute) == "short")
    }

    @Test func `accept proposals at once`() async throws {
        let provider = try server.provider()

        // sample: Accept proposals at once
        var settings = LiveRouteSettings()
        settings.acceptance = .automatic
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(settings: settings))
        // end of sample

        #expect(settings == LiveRouteSettings())
        try await begin(session)
        try await update(session)
        #expect(try await eventually { await session.state.live.active?.id == "3" })
        await session.stop()
    }

    // sample: Hear which route is followed
    func tell(_ events: AsyncStream<NavigationSessionEvent>, _ say: (String) -> Void) async {
        for await event in events {
            switch event {
            case .added(let added):
                let stops = added.options.stops?.features.features.count ?? 0
                let reason = added.reason?.rawValue ?? "by you"
                say("\(added.id) is added through \(stops) stops: \(reason)")
            case .navigator(.live(.activeChanged(let id))): say("\(id) is followed")
            default: break
            }
        }
    }
    // end of sample

    @Test func `hear which route is followed`() async throws {
        let session = NavigationSession(provider: try server.provider(), request: request)
        try await begin(session)
        try await update(session)
        #expect(try await eventually { await session.state.live.active?.id == "3" })
        await session.stop()
        var told: [String] = []
        await tell(session.events) { told.append($0) }
        #expect(
            told == [
                "1 is added through 3 stops: by you", "1 is followed",
                "3 is added through 3 stops: betterRoute", "3 is followed",
            ])
    }

    // sample: Let the driver decide
    func decide(
        in session: NavigationSession, _ isWanted: @Sendable (String) async -> Bool
    ) async {
        for await case .navigator(.live(let action)) in session.events {
            switch action {
            case .added(let id, _?):
                if await isWanted(id) { await session.select(id) } else { await session.refuse(id) }
            case .activeChanged(let id): print("\(id) is followed")
            case .removed(let id): print("\(id) is gone")
            case .refreshed(let id): print("\(id) has new times")
            default: break
            }
        }
    }
    // end of sample

    @Test(arguments: [true, false])
    func `let the driver decide`(isWanted: Bool) async throws {
        var settings = LiveRouteSettings()
        settings.acceptance = .manual
        let session = NavigationSession(
            provider: try server.provider(), request: request, live: LiveRoute(settings: settings))
        try await begin(session)
        try await update(session)
        #expect(try await eventually { await session.state.live.proposal?.id == "3" })
        #expect(await session.state.live.active?.id == "1")
        let decision = Task { await decide(in: session) { _ in isWanted } }
        #expect(try await eventually { await session.state.live.proposal == nil })
        #expect(await session.state.live.active?.id == (isWanted ? "3" : "1"))
        await session.stop()
        await decision.value
    }

    @Test func `set the time between updates`() async throws {
        let provider = try server.provider()

        // sample: Set the time between updates
        var settings = LiveRouteSettings()
        settings.intervalSeconds = 5 * 60
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(settings: settings))
        // end of sample

        try await begin(session)
        await session.pass(to: 299_000)
        #expect(await !session.state.live.isUnderWay(1))
        await session.pass(to: 300_000)
        #expect(try await eventually { server.calls("refresh").count == 1 })
        await session.stop()
    }

    @Test func `bring another route after a deviation`() async throws {
        let provider = try server.provider()

        // sample: Bring another route after a deviation
        var settings = LiveRouteSettings()
        settings.deviationMode = .wait
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(settings: settings))
        // end of sample

        try await begin(session)
        let time = try await session.drive(turn, from: 0)
        #expect(await session.state.live.isDeviated)
        #expect(await !session.state.live.isUnderWay(1))
        server.set("solve", [turn[1], RouteSketch.place(east: 1_000, north: 5_000)])
        try await session.start(provider.calculate(request).answer(), time: time)
        #expect(await !session.state.live.isDeviated)
        #expect(await session.state.live.active?.id == "2")
        await session.stop()
    }

    @Test func `replace the tracker`() async throws {
        let provider = try server.provider()

        // sample: Replace the tracker
        struct StrictTracker: RouteTracking {
            let tracker: RouteTracker

            func track(
                _ fix: Fix, from state: TrackerState
            ) -> (state: TrackerState, events: [TrackerEvent]) {
                guard let meters = fix.accuracyMeters, meters <= 20 else { return (state, []) }
                return tracker.track(fix, from: state)
            }

            func pass(
                to time: Int64, from state: TrackerState
            ) -> (state: TrackerState, events: [TrackerEvent]) {
                tracker.pass(to: time, from: state)
            }
        }
        let session = NavigationSession(provider: provider, request: request) {
            StrictTracker(tracker: RouteTracker($0))
        }
        // end of sample

        try await begin(session)
        var fix = Fix(time: 0, longitude: line[0].x, latitude: line[0].y, accuracyMeters: 30)
        await session.take(fix)
        #expect(await session.state.tracker.phase == .approaching)
        fix.accuracyMeters = 5
        await session.take(fix)
        #expect(await session.state.tracker.phase == .following)
        await session.stop()
    }

    @Test func `limit the delay between attempts`() {
        // sample: Limit the delay between attempts
        let retry = DoublingDelay(longestSeconds: 30)
        // end of sample

        #expect((1...7).map { retry.seconds(afterFailures: $0) } == [1, 2, 4, 8, 16, 30, 30])
    }

    @Test func `say how long to wait after a failure`() async throws {
        let provider = try server.provider()

        // sample: Say how long to wait after a failure
        struct FixedDelay: RetryPolicy {
            func seconds(afterFailures failures: Int) -> Double { 20 }
        }
        let session = NavigationSession(
            provider: provider, request: request, live: LiveRoute(retry: FixedDelay()))
        // end of sample

        try await begin(session)
        server.set("solve", nil)
        _ = try await session.drive(turn, from: 0)
        var delay: Double?
        for await event in session.events {
            guard case .navigator(.live(.replanFailed(let seconds))) = event else { continue }
            delay = seconds
            break
        }
        #expect(delay == 20)
        await session.stop()
    }
}
