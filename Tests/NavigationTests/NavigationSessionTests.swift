// A session with a provider: what it requests, and what comes of the answers.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers each operation with a route along places, or fails.
private final class RouteServer: HTTPTransport {
    private struct Held {
        var calls: [HTTPCall] = []
        var lines: [String: [Coordinate]] = [:]
        var gain: Double?
        var busySeconds: Int?
    }

    private let held = Mutex(Held())

    /// The calls of an operation.
    func calls(_ operation: String) -> [HTTPCall] {
        held.withLock { $0.calls.filter { $0.url.lastPathComponent == operation } }
    }

    /// Sets the line that an operation answers with; without one it fails.
    func set(_ operation: String, _ line: [Coordinate]?, gainMinutes: Double? = nil) {
        held.withLock {
            $0.lines[operation] = line
            $0.gain = gainMinutes
        }
    }

    /// Makes operations without a line ask for some seconds of patience.
    func setBusy(seconds: Int) { held.withLock { $0.busySeconds = seconds } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let operation = call.url.lastPathComponent
        let (line, gain) = held.withLock { held in
            held.calls.append(call)
            return (held.lines[operation], held.gain)
        }
        guard let line else {
            guard let busy = held.withLock({ $0.busySeconds }) else {
                throw URLError(.cannotConnectToHost)
            }
            let body = #"{"error":{"code":503,"message":"There is no room.","details":[]}}"#
            return HTTPReply(status: 503, body: Array(body.utf8), retryAfter: "\(busy)")
        }
        var result = Self.result(line, handle: "handle of \(operation)")
        if operation == "better" {
            result.replanning = Replanning()
            result.replanning?.isSearched = true
            result.replanning?.reason = .betterRoute
            result.replanning?.gainMinutes = gain
            result.replanning?.deviationMeters = 4_000
        }
        return HTTPReply(status: 200, body: AnalysisResultWriter.json(result))
    }

    /// A route along a line at 10 m/s.
    static func result(_ line: [Coordinate], handle: String) -> AnalysisResult {
        var result = AnalysisResult()
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID), Field("RouteHandle", .string, length: 99)],
            features: [
                Feature(
                    values: [.integer(1), .string(handle)], geometry: .polyline(paths: [line]))
            ])
        result.conditions = [
            RouteConditions(
                routeID: 1, routeName: "", speeds: line.dropFirst().map { _ in 36 })
        ]
        return result
    }
}

@Suite struct NavigationSessionTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    private func provider(_ server: RouteServer) throws -> ServerRouteProvider {
        let url = try #require(URL(string: "http://example.test/town/NAServer/Route"))
        return ServerRouteProvider(RouteTask(url: url, transport: server), attempts: 1)
    }

    /// A request with three stops that have names.
    private var request: RouteParameters {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
                features: zip(["start", "middle", "end"], [0.0, 10_000, 20_000]).map {
                    Feature(values: [.string($0)], geometry: .point(place($1)))
                }))
        parameters.requestFollowedRoutes()
        return parameters
    }

    /// Drives with a fix and a tick a second, from a time on. Returns the time after it.
    private func drive(
        _ session: NavigationSession, _ line: [Coordinate], from time: Int64
    ) async throws -> Int64 {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 10))
        var (meters, time) = (0.0, time)
        while meters < index.lengthMeters {
            let position = index.position(atMeters: meters)
            let place = index.coordinate(at: position)
            let ahead = index.coordinate(at: index.advanced(position, byMeters: 2))
            await session.take(
                Fix(
                    time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                    courseDegrees: Geodesic.bearingDegrees(from: place, to: ahead),
                    metersPerSecond: 10))
            await session.pass(to: time)
            meters += 10
            time += 1_000
        }
        return time
    }

    /// Waits until something holds, for five seconds at most.
    private func wait(_ holds: () async -> Bool) async throws -> Bool {
        for _ in 0..<5_000 {
            if await holds() { return true }
            try await Task.sleep(for: .milliseconds(1))
        }
        return false
    }

    @Test func `the example of NavigationSession follows a route of a provider`() async throws {
        let server = RouteServer()
        server.set("solve", [place(0), place(20_000)])
        let provider = try provider(server)
        let parameters = request
        let fix = Fix(time: 0, longitude: place(0).x, latitude: place(0).y)

        let session = NavigationSession(provider: provider, request: parameters)
        try await session.start(provider.calculate(parameters).answer(), time: 0)
        await session.take(fix)
        await session.pass(to: fix.time)

        #expect(await session.state.tracker.phase == .following)
        #expect(await session.activeRoute?.segmentCount == 1)
    }

    /// The example of Documentation/SwiftClient.md.
    private func follow(
        _ fixes: AsyncStream<Fix>, _ request: RouteParameters, with provider: some RouteProvider
    ) async throws {
        var request = request
        request.requestFollowedRoutes()
        let session = NavigationSession(provider: provider, request: request)
        try await session.start(provider.calculate(request).answer(), time: 0)
        Task {
            for await case .navigator(.tracked(.progress(let progress))) in session.events {
                print("\(Int(progress.remainder.meters)) m left")
            }
        }
        for await fix in fixes {
            await session.take(fix)
            await session.pass(to: fix.time)
        }
        await session.stop()
    }

    @Test func `the example of the page on the client follows fixes`() async throws {
        let server = RouteServer()
        server.set("solve", [place(0), place(20_000)])
        let (fixes, sender) = AsyncStream.makeStream(of: Fix.self)
        sender.yield(Fix(time: 0, longitude: place(0).x, latitude: place(0).y))
        sender.finish()
        try await follow(fixes, request, with: provider(server))
        #expect(server.calls("solve").count == 1)
    }

    @Test func `a deviation is replanned through the stops ahead`() async throws {
        let server = RouteServer()
        let provider = try provider(server)
        let session = NavigationSession(provider: provider, request: request, isRecorded: true)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        // The server is down at first.
        var time = try await drive(
            session, [place(0), place(1_000), place(1_000, 300)], from: 0)
        #expect(try await wait { !server.calls("solve").isEmpty })
        server.set("solve", [place(1_000), place(1_000, 5_000)])
        time = try await drive(session, [place(1_000, 300), place(1_000, 500)], from: time)
        #expect(try await wait { await session.state.live.active?.id != "1" })
        _ = try await drive(session, [place(1_000, 500), place(1_000, 700)], from: time)
        #expect(await session.state.tracker.phase == .following)
        let call = try #require(server.calls("solve").last)
        let stops = try JSONValue.parse(Array((call.form?["stops"] ?? "").utf8))
        let rows = try #require(stops["features"]?.array)
        #expect(rows.map { $0["attributes"]?["Name"]?.string } == [nil, "middle", "end"])
        #expect((rows[0]["attributes"]?["Bearing"]?.number ?? 90).rounded() == 0)
        #expect(call.form?["returnRouteHandle"] == "true")
        await session.stop()
        #expect(try await session.recording?.replay() == nil)
    }

    @Test func `a server without room is asked again when it says so`() async throws {
        let server = RouteServer()
        server.setBusy(seconds: 45)
        let session = NavigationSession(provider: try provider(server), request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        let time = try await drive(session, [place(0), place(1_000), place(1_000, 200)], from: 0)
        var seconds: Double?
        for await event in session.events {
            if case .navigator(.live(.replanFailed(let wait))) = event {
                seconds = wait
                break
            }
        }
        #expect(seconds == 45)
        let asked = server.calls("solve").count
        await session.pass(to: time + 30_000)
        #expect(server.calls("solve").count == asked)
        await session.pass(to: time + 200_000)
        #expect(try await wait { server.calls("solve").count > asked })
        await session.stop()
    }

    @Test func `updates send the handle and the position, and a proposal is accepted`()
        async throws
    {
        let server = RouteServer()
        server.set("refresh", [place(0), place(20_000)])
        let provider = try provider(server)
        let session = NavigationSession(provider: provider, request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        server.set(
            "better", [place(3_000), place(4_000), place(4_000, 9_000)], gainMinutes: 6)
        let time = try await drive(session, [place(0), place(3_010)], from: 0)
        #expect(try await wait { await session.state.live.active?.id != "1" })
        #expect(server.calls("refresh").first?.form?["routeHandle"] == "first")
        let better = try #require(server.calls("better").first)
        #expect(better.form?["routeHandle"] == "first")
        #expect(abs((better.form?["progress"].flatMap(Double.init) ?? 0) - 3_000) < 20)
        // The proposal's own handle counts from now on.
        _ = try await drive(session, [place(3_010), place(4_000), place(4_000, 2_100)], from: time)
        #expect(try await wait { server.calls("refresh").count == 2 })
        #expect(server.calls("refresh").last?.form?["routeHandle"] == "handle of better")
    }

    @Test func `an imported route is rejoined, and a failure is told with its reason`()
        async throws
    {
        let server = RouteServer()
        let provider = try provider(server)
        let session = NavigationSession(provider: provider, request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "given"))))
        try await session.start(answer, isImported: true, time: 0)
        _ = try await drive(session, [place(0), place(1_000), place(1_000, 200)], from: 0)
        #expect(try await wait { !server.calls("rejoin").isEmpty })
        let call = try #require(server.calls("rejoin").first)
        #expect(call.form?["routeHandle"] == "given")
        #expect(call.form?["deviations"] == "1")
        #expect(call.form?["position"]?.contains("Bearing") == true)
        var failure: String?
        for await event in session.events {
            if case .requestFailed(_, let error) = event {
                failure = "\(error)"
                break
            }
        }
        #expect(failure?.contains("does not answer") == true)
        await session.stop()
    }
}
