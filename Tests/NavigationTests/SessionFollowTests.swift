// A session whose provider follows: one request in place of two, and the corridor.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct SessionFollowTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// Where `follow` says the vehicle is, with one street beside the route.
    private var following: Following {
        var following = Following(
            isOnRoute: true, meters: 3_000, metersFromRoute: 0, remainingMeters: 17_000,
            remainingSeconds: 1_700, state: "s1", isUnchanged: false)
        following.corridor = RouteCorridor(
            fromMeters: 0, toMeters: 5_000,
            branches: [.init(meters: 1_000, line: [place(1_000), place(1_000, 200)])])
        return following
    }

    /// A session on a route of 20 km to the east.
    private func session(
        _ server: RouteServer, _ steps: [(text: String, meters: Double)] = []
    ) async throws -> NavigationSession {
        let session = NavigationSession(
            provider: try server.provider(), request: .threeStops, isRecorded: true)
        var result = RouteServer.result([place(0), place(20_000)], handle: "first")
        if !steps.isEmpty { result.directions = [directions(steps)] }
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, time: 0)
        return session
    }

    /// The directions of the first route, by their places in meters.
    private func directions(_ steps: [(text: String, meters: Double)]) -> RouteDirections {
        RouteDirections(
            routeID: 1, routeName: "", totalLength: 20, totalTimeMinutes: 33,
            totalDriveTimeMinutes: 33, envelope: Envelope(), spatialReference: .wgs84,
            steps: steps.map { text, meters in
                var step = DirectionStep(
                    length: 1, timeMinutes: 1, text: text, maneuverType: "esriDMTTurnLeft",
                    line: [place(meters), place(meters + 10)])
                step.place = StepPlace(firstPoint: 0, lastPoint: 1, meters: meters)
                return step
            })
    }

    /// The calls of `follow` that ask for the route too.
    private func updates(_ server: RouteServer) -> [HTTPCall] {
        server.calls("follow").filter { $0.form?["returnRoutes"] != "false" }
    }

    @Test func `an update is one request, and the next one sends the state`() async throws {
        let server = RouteServer()
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(following)
        let session = try await session(server)
        var time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.activeRoute?.segmentCount == 2 })
        let first = try #require(updates(server).first)
        #expect(first.form?["routeHandle"] == "first")
        // The streets of this stretch are known, and an answer without news is a few bytes.
        #expect(first.form?["returnCorridor"] == "false")
        #expect(first.form?["corridorMeters"] == nil)
        #expect(first.form?["since"] == nil)
        let progress: Double = first.form?["progress"].flatMap(Double.init) ?? 0
        #expect(abs(progress - 2_950) < 30)
        let fixes = try JSONValue.parse(Array((first.form?["fixes"] ?? "").utf8))
        #expect(fixes["features"]?.array?.count == 20)
        // What is ahead is new; what is behind is as before.
        let index = try #require(await session.activeRoute)
        #expect(abs(index.lengthMeters - 20_000) < 5)
        time = try await session.drive([place(3_010), place(6_020)], from: time)
        #expect(try await eventually { updates(server).count == 2 })
        #expect(updates(server).last?.form?["since"] == "s1")
        #expect(server.calls("refresh").isEmpty && server.calls("better").isEmpty)
        await session.stop()
        #expect(try await session.recording?.replay() == nil)
    }

    @Test func `an update sends the thresholds for a better route`() async throws {
        let server = RouteServer()
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(following)
        var better = BetterParameters()
        better.minDelay = 7
        better.minGain = 3
        better.minDeviationDistance = 150
        let session = NavigationSession(
            provider: try server.provider(), request: .threeStops, better: better)
        let result = RouteServer.result([place(0), place(20_000)], handle: "first")
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, time: 0)
        _ = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { updates(server).count == 1 })
        let form = try #require(updates(server).first?.form)
        #expect(form["minDelay"].flatMap(Double.init) == 7)
        #expect(form["minGain"].flatMap(Double.init) == 3)
        #expect(form["minDeviationDistance"].flatMap(Double.init) == 150)
        await session.stop()
    }

    @Test func `the streets beside the route are asked for at its start, and recorded`()
        async throws
    {
        let server = RouteServer()
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(following)
        let session = try await session(server)
        _ = try await session.drive([place(0), place(200)], from: 0)
        func corridors() async -> [Corridor] {
            await session.recording?.steps.compactMap {
                if case .corridor(let streets, let id) = $0.input, id == "1" {
                    streets
                } else {
                    nil
                }
            } ?? []
        }
        #expect(try await eventually { await corridors().count == 1 })
        #expect(await corridors().first?.branches.map(\.offset) == [1_000])
        let call = try #require(server.calls("follow").first)
        #expect(call.form?["returnRoutes"] == "false")
        #expect(server.calls("follow").count == 1)
        let text = try #require(try await session.recording?.jsonLines())
        #expect(try SessionRecording(jsonLines: text).replay() == nil)
        await session.stop()
    }

    @Test func `a proposal comes with the update and is accepted`() async throws {
        let server = RouteServer()
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(
            following, proposing: [place(3_000), place(4_000), place(4_000, 9_000)])
        let session = try await session(server)
        let time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(server.calls("better").isEmpty)
        // The proposal's own handle counts from now on.
        let before = updates(server).count
        _ = try await session.drive([place(3_010), place(4_000), place(4_000, 2_100)], from: time)
        #expect(try await eventually { updates(server).count > before })
        #expect(updates(server).last?.form?["routeHandle"] == "handle of proposal")
        await session.stop()
    }

    @Test func `where a turn follows on the other, a proposal comes after one of them`()
        async throws
    {
        let server = RouteServer()
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(
            following, proposing: [place(3_000), place(4_000), place(4_000, 9_000)])
        let turns = stride(from: 0.0, to: 20_000, by: 200).map { (text: "Turn", meters: $0) }
        let session = try await session(server, turns)
        let time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.activeRoute?.segmentCount == 2 })
        #expect(await session.state.live.active?.id == "1")
        // The next turn is 19 s away, and after it 79 s are left to where the proposal leaves.
        _ = try await session.drive([place(3_010), place(3_250)], from: time)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(server.calls("better").isEmpty)
        await session.stop()
        #expect(try await session.recording?.replay() == nil)
    }

    @Test func `a provider that does not follow is asked for new times, and soon for them alone`()
        async throws
    {
        let server = RouteServer()
        server.refuse("follow")
        server.set("refresh", [place(0), place(20_000)])
        let session = try await session(server)
        var time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { server.calls("refresh").count == 1 })
        let asked = server.calls("follow").count
        #expect(asked > 0)
        time = try await session.drive([place(3_010), place(6_020)], from: time)
        #expect(try await eventually { server.calls("refresh").count == 2 })
        _ = try await session.drive([place(6_020), place(9_030)], from: time)
        #expect(try await eventually { server.calls("refresh").count == 3 })
        #expect(server.calls("follow").count == asked)
        await session.stop()
    }

    @Test func `a server that was away is asked to follow again`() async throws {
        let server = RouteServer()
        server.set("refresh", [place(0), place(20_000)])
        let session = try await session(server)
        var time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { server.calls("refresh").count == 1 })
        time = try await session.drive([place(3_010), place(6_020)], from: time)
        #expect(try await eventually { server.calls("refresh").count == 2 })
        server.set("follow", [place(3_000), place(20_000)])
        server.setFollowing(following)
        _ = try await session.drive([place(6_020), place(15_100)], from: time)
        #expect(try await eventually { await session.activeRoute?.segmentCount == 2 })
        #expect(updates(server).last?.form?["routeHandle"] == "first")
        await session.stop()
    }

    @Test func `new times keep the directions that were fetched on the way`() async throws {
        let server = RouteServer()
        server.refuse("follow")
        server.set("refresh", [place(3_000), place(20_000)])
        let session = try await session(server, [("Start", 0), ("Turn", 15_000)])
        let before = await session.activeRoute?.maneuvers
        #expect(before?.map(\.text) == ["Start", "Turn"])
        _ = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.activeRoute?.segmentCount == 2 })
        #expect(await session.activeRoute?.maneuvers == before)
        // The server is asked for the rest, not for a start where the vehicle no longer is.
        let progress = server.calls("refresh").first?.form?["progress"].flatMap(Double.init)
        #expect(abs((progress ?? 0) - 3_000) < 20)
        await session.stop()
    }
}
