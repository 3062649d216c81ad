// A session that goes on after the app died.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct SessionResumingTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    private let request = RouteParameters.through(
        ["start", "first", "second", "end"], at: [0, 500, 10_000, 20_000])

    /// A session on a route with two waypoints.
    private func session(_ server: RouteServer) async throws -> NavigationSession {
        let session = NavigationSession(provider: try server.provider(), request: request)
        let line = [0.0, 500, 10_000, 20_000].map { place($0) }
        var result = RouteServer.result(line, handle: "first")
        result.legs = RouteServer.legs(line, at: [1, 2], ids: [1, 2, 3, 4])
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, time: 0)
        return session
    }

    /// Ends a session, and takes up another one from its state as bytes.
    private func resume(
        _ session: NavigationSession, _ server: RouteServer, isRecorded: Bool = false
    ) async throws -> NavigationSession {
        let data = try JSONEncoder().encode(await session.savedState)
        await session.stop()
        return try NavigationSession(
            resuming: JSONDecoder().decode(NavigationSessionState.self, from: data),
            provider: server.provider(), request: request, isRecorded: isRecorded)
    }

    @Test func `a session that was resumed follows, refreshes and replans as before`() async throws
    {
        let server = RouteServer()
        server.refuse("follow")
        var session = try await session(server)
        var time = try await session.drive([place(0), place(600)], from: 0)
        let before = await session.state.tracker
        #expect(before.waypointsReached == 1)
        session = try await resume(session, server)
        #expect(await session.state.tracker == before)
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["2", "3"])
        // It knows the handle.
        time = try await session.drive([place(600), place(3_010)], from: time)
        #expect(try await eventually { !server.calls("refresh").isEmpty })
        #expect(server.calls("refresh").first?.form?["routeHandle"] == "first")
        // It knows the stops ahead.
        server.set("solve", [place(3_010), place(3_010, 5_000), place(3_010, 9_000)], waypoint: 1)
        time = try await session.drive([place(3_010), place(3_010, 200)], from: time)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(try server.calls("solve").last?.stopIDs == [5, 3, 4])
        // From another route, which began at the vehicle's place, too.
        session = try await resume(session, server)
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        server.set("solve", [place(3_300, 400), place(9_000, 400)])
        let asked = server.calls("solve").count
        _ = try await session.drive(
            [place(3_010, 200), place(3_010, 400), place(3_300, 400)], from: time)
        #expect(try await eventually { server.calls("solve").count > asked })
        #expect(try server.calls("solve").last?.stopIDs == [5, 3, 4])
        await session.stop()
    }

    @Test func `a waypoint that is skipped is on no later route, also after the app died`()
        async throws
    {
        let server = RouteServer()
        server.refuse("follow")
        var session = try await session(server)
        var time = try await session.drive([place(0), place(100)], from: 0)
        await session.skipWaypoint()
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        // The server is away: the session goes on along its route, and remembers.
        #expect(try await eventually { server.calls("solve").count == 1 })
        #expect(try server.calls("solve").last?.stopIDs == [5, 3, 4])
        session = try await resume(session, server, isRecorded: true)
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        server.set("solve", [place(100), place(10_000), place(20_000)], waypoint: 1)
        time = try await session.drive([place(100), place(700)], from: time)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(try server.calls("solve").last?.stopIDs == [5, 3, 4])
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        let count = server.calls("solve").count
        let id = await session.state.live.active?.id
        server.set("solve", [place(600), place(20_000)])
        await session.skipWaypoint()
        #expect(try await eventually { server.calls("solve").count > count })
        #expect(try server.calls("solve").last?.stopIDs == [5, 4])
        #expect(try await eventually { await session.state.live.active?.id != id })
        #expect(await session.activeRoute?.waypoints == [])
        // Nothing is left to skip: the destination is no waypoint.
        let asked = server.calls("solve").count
        await session.skipWaypoint()
        _ = try await session.drive([place(700), place(800)], from: time)
        #expect(server.calls("solve").count == asked)
        await session.stop()
        let recording = try #require(await session.recording)
        #expect(recording.steps.count { $0.input == .skipWaypoint } == 1)
        #expect(try SessionRecording(jsonLines: recording.jsonLines()).replay() == nil)
    }

    @Test func `a replan that was under way is asked for again`() async throws {
        let server = RouteServer()
        server.setBusy(seconds: 3_600)
        var session = try await session(server)
        let time = try await session.drive([place(0), place(1_000), place(1_000, 200)], from: 0)
        #expect(try await eventually { !server.calls("solve").isEmpty })
        session = try await resume(session, server)
        #expect(await session.state.live.isDeviated)
        await session.pass(to: time + 3_700_000)
        #expect(try await eventually { server.calls("solve").count == 2 })
        await session.stop()
    }

    @Test func `the recording of a session that was resumed has where it went on`() async throws {
        let server = RouteServer()
        server.refuse("follow")
        var session = try await session(server)
        var time = try await session.drive([place(0), place(600)], from: 0)
        session = try await resume(session, server, isRecorded: true)
        let state = await session.state.tracker
        server.set("solve", [place(3_010), place(3_010, 5_000), place(3_010, 9_000)], waypoint: 1)
        time = try await session.drive([place(600), place(3_010), place(3_010, 200)], from: time)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        _ = try await session.drive([place(3_010, 200), place(3_010, 400)], from: time)
        await session.stop()
        let recording = try #require(await session.recording)
        #expect(recording.resumed?.state.tracker == state)
        #expect(recording.resumed?.routes.keys.sorted() == ["1"])
        #expect(try recording.replay() == nil)
        let text = try recording.jsonLines()
        let read = try SessionRecording(jsonLines: text)
        #expect(read.resumed == recording.resumed)
        #expect(try read.jsonLines() == text)
        #expect(try read.replay() == nil)
        // A navigator that knows nothing of the route answers otherwise.
        #expect(try recording.replay(with: Navigator()) != nil)
    }
}
