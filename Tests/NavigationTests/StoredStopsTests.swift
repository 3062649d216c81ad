// Sessions whose request refers to stored stops: they know none of the stops ahead.

import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct StoredStopsTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A session on a route with two waypoints, and its stops in a layer elsewhere.
    private func session(
        _ server: RouteServer, _ change: (inout LiveRouteSettings) -> Void = { _ in }
    ) async throws -> NavigationSession {
        var request = RouteParameters.threeStops
        request.stops = LocationInput(source: .url(FeatureURL("http://example.test/stops/0")))
        var settings = LiveRouteSettings()
        change(&settings)
        let session = NavigationSession(
            provider: try server.provider(), request: request, live: LiveRoute(settings: settings))
        let line = [0.0, 500, 10_000, 20_000].map { place($0) }
        var result = RouteServer.result(line, handle: "first")
        result.legs = RouteServer.legs(line, at: [1, 2], ids: [1, 2, 3, 4])
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, time: 0)
        return session
    }

    /// Ends a session, and returns the requests that failed.
    private func failures(_ session: NavigationSession) async -> [LiveRouteRequest] {
        await session.stop()
        var failures: [LiveRouteRequest] = []
        for await event in session.events {
            if case .requestFailed(let request, _) = event { failures.append(request) }
        }
        return failures
    }

    @Test func `a waypoint stays if no route past it can be asked for, which is said once`()
        async throws
    {
        let server = RouteServer()
        server.refuse("follow")
        let session = try await session(server)
        let time = try await session.drive([place(0), place(100)], from: 0)
        await session.skipWaypoint()
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["2", "3"])
        #expect(await !session.state.live.isSkipping)
        _ = try await session.drive([place(100), place(600)], from: time)
        #expect(await session.state.tracker.waypointsReached == 1)
        #expect(await failures(session) == [.replan(waypointsReached: 0)])
        #expect(server.calls("solve").isEmpty)
    }

    @Test func `where the caller brings routes, it is skipped`() async throws {
        let server = RouteServer()
        server.refuse("follow")
        let session = try await session(server) { $0.deviationMode = .wait }
        _ = try await session.drive([place(0), place(100)], from: 0)
        await session.skipWaypoint()
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        #expect(await failures(session).isEmpty)
    }

    @Test func `a vehicle that leaves its route is led back to it`() async throws {
        let server = RouteServer()
        server.refuse("follow")
        server.set("rejoin", [place(1_000, 300), place(2_000), place(20_000)])
        let session = try await session(server)
        _ = try await session.drive([place(0), place(1_000), place(1_000, 300)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(server.calls("rejoin").first?.form?["routeHandle"] == "first")
        #expect(await failures(session).isEmpty)
        #expect(server.calls("solve").isEmpty)
    }
}
