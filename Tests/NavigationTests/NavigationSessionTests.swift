// A session with a provider: what it requests, and what it does with the answers.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct NavigationSessionTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    private var request: RouteParameters { .threeStops }

    @Test func `the example of NavigationSession follows a route of a provider`() async throws {
        let server = RouteServer()
        server.set("solve", [place(0), place(20_000)])
        let provider = try server.provider()
        let parameters = request
        let fix = Fix(time: 0, longitude: place(0).x, latitude: place(0).y)

        let session = NavigationSession(provider: provider, request: parameters)
        try await session.start(provider.calculate(parameters).answer(), time: 0)
        await session.take(fix)
        await session.pass(to: fix.time)

        #expect(await session.state.tracker.phase == .following)
        #expect(await session.activeRoute?.segmentCount == 1)
    }

    // sample: the example of the page on the client follows fixes
    func follow(
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
    // end of sample

    @Test func `the example of the page on the client follows fixes`() async throws {
        let server = RouteServer()
        server.set("solve", [place(0), place(20_000)])
        let (fixes, sender) = AsyncStream.makeStream(of: Fix.self)
        sender.yield(Fix(time: 0, longitude: place(0).x, latitude: place(0).y))
        sender.finish()
        try await follow(fixes, request, with: server.provider())
        #expect(server.calls("solve").count == 1)
    }

    @Test func `a deviation is replanned through the stops ahead`() async throws {
        let server = RouteServer()
        let provider = try server.provider()
        let session = NavigationSession(provider: provider, request: request, isRecorded: true)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        // The server is down at first.
        var time = try await session.drive([place(0), place(1_000), place(1_000, 300)], from: 0)
        #expect(try await eventually { !server.calls("solve").isEmpty })
        server.set("solve", [place(1_000), place(1_000, 5_000)])
        time = try await session.drive([place(1_000, 300), place(1_000, 500)], from: time)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        _ = try await session.drive([place(1_000, 500), place(1_000, 700)], from: time)
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

    @Test func `a stop keeps its id when the route is replanned`() async throws {
        let server = RouteServer()
        let session = NavigationSession(
            provider: try server.provider(),
            request: .through(
                ["start", "first", "second", "end"], at: [0, 500, 10_000, 20_000]))
        let line = [0.0, 500, 10_000, 20_000].map { place($0) }
        var result = RouteServer.result(line, handle: "first")
        result.legs = RouteServer.legs(line, at: [1, 2], ids: [1, 2, 3, 4])
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, time: 0)
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["2", "3"])
        server.set("solve", [place(1_000), place(1_000, 5_000), place(1_000, 9_000)], waypoint: 1)
        _ = try await session.drive([place(0), place(1_000), place(1_000, 200)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(await session.activeRoute?.waypoints.map(\.id) == ["3"])
        #expect(try server.calls("solve").last?.stopIDs == [5, 3, 4])
        await session.stop()
    }

    @Test func `an alternative that is started is refreshed by its own handle`() async throws {
        let server = RouteServer()
        server.refuse("follow")
        server.set("refresh", [place(0), place(20_000)])
        let session = NavigationSession(provider: try server.provider(), request: request)
        var result = RouteServer.result([place(0), place(9_000)], handle: "first")
        result.routes?.features.append(
            Feature(
                values: [.integer(2), .string("second")],
                geometry: .polyline(paths: [[place(0), place(20_000)]])))
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, routeID: 2, time: 0)
        _ = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { server.calls("refresh").count == 1 })
        #expect(server.calls("refresh").first?.form?["routeHandle"] == "second")
        await session.stop()
    }

    @Test(arguments: [false, true])
    func `where a part of a line ends, the way to the stops ahead is asked for`(isImported: Bool)
        async throws
    {
        let server = RouteServer()
        let session = NavigationSession(provider: try server.provider(), request: request)
        var result = RouteServer.result([place(0), place(1_000)], handle: "part")
        result[table: "tracePoints"] = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [
                Field("TraceName", .string), Field("PointNumber", .integer),
                Field("RouteID", .integer),
            ],
            features: [
                Feature(
                    values: [.string("1"), .integer(2), .integer(1)],
                    geometry: .point(place(1_000)))
            ])
        result[table: "traceGaps"] = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [Field("TraceName", .string), Field("FromPoint", .integer)],
            features: [Feature(values: [.string("1"), .integer(2)], geometry: nil)])
        let answer = try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result)))
        try await session.start(answer, isImported: isImported, time: 0)
        #expect(await session.activeRoute?.isPartial == true)
        server.set("solve", [place(1_000), place(20_000)])
        _ = try await session.drive([place(0), place(1_050)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(try server.calls("solve").first?.stopIDs == [4, 2, 3])
        #expect(server.calls("rejoin").isEmpty)
        #expect(await !session.state.live.hasArrived)
        await session.stop()
    }

    @Test func `the vehicle's place begins another itinerary, with the route's course`()
        async throws
    {
        let server = RouteServer()
        let session = NavigationSession(provider: try server.provider(), request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        #expect(await session.vehiclePoint == nil)
        // Beside the route, as a receiver errs.
        var time = try await session.drive([place(0, 4), place(1_000, 4)], from: 0)
        let point = try #require(await session.vehiclePoint)
        let away = Geodesic.distanceMeters(from: point.coordinate, to: place(990))
        #expect(away < 3)
        #expect(abs((point.courseDegrees ?? 0) - 90) < 1)
        time = try await session.drive([place(1_000), place(1_000, 200)], from: time)
        let off = try #require(await session.vehiclePoint)
        #expect(Geodesic.distanceMeters(from: off.coordinate, to: place(1_000, 190)) < 3)
        await session.stop()
        #expect(time > 0)
    }

    /// Calculates nothing.
    private struct EmptyDevice: RouteProvider {
        func answer(
            to parameters: some OperationParameters, _ report: CalculationReport
        ) async throws -> RouteAnswer { throw FollowedRouteError.noRoute(id: nil) }
    }

    @Test func `behind a device that calculates nothing, the server's delay and reason count`()
        async throws
    {
        let server = RouteServer()
        server.setBusy(seconds: 45)
        let provider = CombinedRouteProvider(near: EmptyDevice(), far: try server.provider())
        let session = NavigationSession(provider: provider, request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, isImported: true, time: 0)
        _ = try await session.drive([place(0), place(1_000), place(1_000, 200)], from: 0)
        #expect(try await eventually { !server.calls("rejoin").isEmpty })
        var reason: (any Error)?
        var seconds: Double?
        for await event in session.events {
            if case .requestFailed(.rejoin, let error) = event { reason = error }
            if case .navigator(.live(.replanFailed(let wait))) = event {
                seconds = wait
                break
            }
        }
        #expect((reason as? RouteTaskError)?.retryAfterSeconds == 45)
        #expect(seconds == 45)
        await session.stop()
    }

    @Test func `a server without room is asked again when it says so`() async throws {
        let server = RouteServer()
        server.setBusy(seconds: 45)
        let session = NavigationSession(provider: try server.provider(), request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        let time = try await session.drive(
            [place(0), place(1_000), place(1_000, 200)], from: 0)
        var seconds: Double?
        for await event in session.events {
            if case .navigator(.live(.replanFailed(let wait))) = event {
                seconds = wait
                break
            }
        }
        #expect(seconds == 45)
        let asked = server.calls("solve").count
        // The drive goes on for 20 s after the turn, so less than 45 s after any failure.
        await session.pass(to: time + 20_000)
        #expect(server.calls("solve").count == asked)
        await session.pass(to: time + 200_000)
        #expect(try await eventually { server.calls("solve").count > asked })
        await session.stop()
    }

    @Test func `updates send the handle and the position, and a proposal is accepted`()
        async throws
    {
        let server = RouteServer()
        server.set("refresh", [place(0), place(20_000)])
        let provider = try server.provider()
        let session = NavigationSession(provider: provider, request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "first"))))
        try await session.start(answer, time: 0)
        server.set(
            "better", [place(3_000), place(4_000), place(4_000, 9_000)], gainMinutes: 6)
        let time = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        #expect(server.calls("refresh").first?.form?["routeHandle"] == "first")
        let better = try #require(server.calls("better").first)
        #expect(better.form?["routeHandle"] == "first")
        let progress: Double = better.form?["progress"].flatMap(Double.init) ?? 0
        #expect(abs(progress - 3_000) < 20)
        // The proposal's own handle counts from now on.
        _ = try await session.drive([place(3_010), place(4_000), place(4_000, 2_100)], from: time)
        #expect(try await eventually { server.calls("refresh").count == 2 })
        #expect(server.calls("refresh").last?.form?["routeHandle"] == "handle of better")
    }

    @Test func `an imported route is rejoined, and a failure is told with its reason`()
        async throws
    {
        let server = RouteServer()
        let provider = try server.provider()
        let session = NavigationSession(provider: provider, request: request)
        let answer = try RouteAnswer(
            json: JSONValue.parse(
                AnalysisResultWriter.json(
                    RouteServer.result([place(0), place(20_000)], handle: "given"))))
        try await session.start(answer, isImported: true, time: 0)
        _ = try await session.drive([place(0), place(1_000), place(1_000, 200)], from: 0)
        #expect(try await eventually { !server.calls("rejoin").isEmpty })
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
