// A trip through the sample town with a running server: followed, left, replanned, arrived. Its
// recording is kept for NavigationTests; record it anew by
//
//     UPDATE=1 swift test --filter NavigationTripTests

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct NavigationTripTests {
    /// Places of the sample: where the trip begins, on the way, at the end.
    private let trip = [
        Coordinate(x: 7.4163954, y: 43.7298343), Coordinate(x: 7.4188621, y: 43.7330002),
        Coordinate(x: 7.4239298, y: 43.7371517),
    ]
    /// Places that a driver may head for by mistake.
    private let elsewhere = [
        Coordinate(x: 7.4200687, y: 43.7273947), Coordinate(x: 7.4158036, y: 43.7328831),
        Coordinate(x: 7.423728, y: 43.730791), Coordinate(x: 7.4175475, y: 43.7374485),
    ]

    private func request(_ places: [Coordinate]) -> RouteParameters {
        let points = places.enumerated().map { ItineraryPoint(id: "p\($0)", coordinate: $1) }
        var parameters = RouteParameters(
            Itinerary(
                from: points[0], through: Array(points[1..<(points.count - 1)]),
                to: points[points.count - 1]))
        parameters.requestFollowedRoutes()
        return parameters
    }

    /// A drive with a session: a fix every other second, with every request answered before the
    /// next.
    private struct Drive {
        let session: NavigationSession
        var time: Int64 = 0

        /// Drives along a line up to some meters, or until something holds.
        mutating func follow(
            _ line: RouteIndex, toMeters end: Double,
            until holds: (NavigatorState) -> Bool = { _ in false }
        ) async throws {
            var meters = 0.0
            while meters < end {
                let position = line.position(atMeters: meters)
                let place = line.coordinate(at: position)
                let ahead = line.coordinate(at: line.advanced(position, byMeters: 2))
                await session.take(
                    Fix(
                        time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                        courseDegrees: Geodesic.bearingDegrees(from: place, to: ahead),
                        metersPerSecond: 8))
                await session.pass(to: time)
                try await waitForAnswers()
                if holds(await session.state) { return }
                time += 2_000
                meters += 16
            }
        }

        private func waitForAnswers() async throws {
            for _ in 0..<20_000 {
                let live = await session.state.live
                guard (1..<200).contains(where: live.isUnderWay) else { return }
                try await Task.sleep(for: .milliseconds(1))
            }
            Issue.record("a request was not answered in 20 s")
        }
    }

    @Test func `a trip is updated, left, replanned through the stops ahead, and arrives`()
        async throws
    {
        try await SampleService.run { url in
            let provider = ServerRouteProvider(RouteTask(url: url))
            let answer = try await provider.calculate(request(trip)).answer()
            let route = try RouteIndex(FollowedRoute(answer.result))
            let legs = answer.result.routeLegs
            #expect(abs(route.lengthMeters - legs.map(\.meters).reduce(0, +)) < 0.011)
            #expect(abs(route.durationSeconds - legs.compactMap(\.seconds).reduce(0, +)) < 0.002)
            #expect(route.waypoints == [.init(offset: legs[0].meters, id: "2")])
            #expect(answer.result.snappedStops.keys.sorted() == [1, 2, 3])
            let stops = try #require(answer.result.stops)
            #expect(
                stops.features.map { stops.value("PointID", of: $0) }
                    == [.string("p0"), .string("p1"), .string("p2")])
            #expect(route.maneuvers.count > 4)

            var settings = LiveRouteSettings()
            settings.intervalSeconds = 60
            let session = NavigationSession(
                provider: provider, request: request(trip), live: LiveRoute(settings: settings),
                isRecorded: true)
            try await session.start(answer, time: 0)
            var drive = Drive(session: session)
            let wrong = try await wrongTurn(from: route, provider)
            try await drive.follow(wrong, toMeters: wrong.lengthMeters) {
                $0.live.active?.id != "1"
            }
            let second = try #require(await session.activeRoute)
            #expect(second.waypoints.count <= 1)
            try await drive.follow(second, toMeters: second.lengthMeters + 16)
            #expect(await session.state.live.hasArrived)
            await session.stop()

            let recording = try #require(await session.recording)
            let told = recording.steps.flatMap(\.outputs)
            func count(_ isWanted: (NavigatorOutput) -> Bool) -> Int { told.filter(isWanted).count }
            #expect(count { if case .tracked(.deviated) = $0 { true } else { false } } == 1)
            #expect(
                count { if case .live(.added(_, .deviated)) = $0 { true } else { false } } == 1)
            #expect(count { if case .live(.refreshed) = $0 { true } else { false } } >= 2)
            #expect(count { if case .tracked(.waypointReached) = $0 { true } else { false } } == 1)
            #expect(count { if case .invalidRoute = $0 { true } else { false } } == 0)
            #expect(
                count { if case .live(.conditionsOutdated) = $0 { true } else { false } } == 0)
            let text = try recording.jsonLines()
            #expect(try SessionRecording(jsonLines: text).replay() == nil)
            if ProcessInfo.processInfo.environment["UPDATE"] == "1" {
                try text.write(to: Self.keptRecording, atomically: true, encoding: .utf8)
            }
        }
    }

    /// The sample with a cost `Energy`, in kilometers of range.
    private func networkWithEnergy() async throws -> String {
        let shipped = try String(
            contentsOf: Sample.package.appending(path: "ServiceDefinitions/streets.network.yaml"),
            encoding: .utf8)
        let miles = "  - {name: Miles, units: miles, derivedFrom: Length}\n"
        try #require(shipped.contains(miles))
        let network = Sample.path("energy-\(UUID().uuidString)")
        let definition = "\(network).network.yaml"
        try shipped.replacing(
            miles,
            with: miles + "  - {name: Energy, units: kilometers, derivedFrom: Length}\n"
        ).write(toFile: definition, atomically: true, encoding: .utf8)
        let outcome = await Waypost.run([
            "network", "build", Sample.data("monaco.osm.pbf"), "--definition", definition,
            "--output", network, "--quiet",
        ])
        try #require(outcome == .answered)
        return network
    }

    @Test(arguments: [(2.6, true), (9.0, false)])
    func `a vehicle whose charge ends before the route goes on by the one within its range`(
        charge: Double, isShort: Bool
    ) async throws {
        try await SampleService.run(network: networkWithEnergy()) { url in
            // By the port: 3.06 km through the tunnels, or 2.14 km, which takes some seconds more.
            var request = request([
                Coordinate(x: 7.43026, y: 43.74107), Coordinate(x: 7.42771, y: 43.73298),
            ])
            request.analysis.travel.accumulateAttributeNames = ["Energy"]
            let provider = ServerRouteProvider(RouteTask(url: url))
            let answer = try await provider.calculate(request).answer()
            let route = try RouteIndex(FollowedRoute(answer.result))
            #expect(abs(try #require(route.energy.last).total - 3.065) < 0.01)

            var settings = LiveRouteSettings()
            settings.intervalSeconds = 30
            settings.quietSeconds = 10  // there is a turn each minute
            let session = NavigationSession(
                provider: provider, request: request, live: LiveRoute(settings: settings),
                isRecorded: true)
            try await session.start(answer, time: 0)
            await session.charge(left: charge)
            var drive = Drive(session: session)
            try await drive.follow(route, toMeters: 900) { $0.live.active?.id != "1" }
            let active = try #require(await session.activeRoute)
            #expect((active.lengthMeters < 2_200) == isShort)
            #expect(try #require(active.energy.last).total < (isShort ? charge : 4))
            await session.stop()

            let recording = try #require(await session.recording)
            let reasons = recording.steps.flatMap(\.outputs).compactMap { output in
                if case .live(.added(_, let reason)) = output { reason } else { nil }
            }
            #expect(reasons == (isShort ? [.withinRange] : []))
            #expect(try SessionRecording(jsonLines: recording.jsonLines()).replay() == nil)
        }
    }

    /// Where the recording is kept.
    private static let keptRecording = Sample.package.appending(
        path: "Tests/NavigationTests/Recordings/monaco-trip.jsonl")

    /// A route to elsewhere, which goes along another route at first, and then leaves it.
    private func wrongTurn(
        from route: RouteIndex, _ provider: ServerRouteProvider
    ) async throws -> RouteIndex {
        for place in elsewhere {
            let answer = try await provider.calculate(request([trip[0], place])).answer()
            let other = try RouteIndex(FollowedRoute(answer.result))
            var shared = 0.0
            while shared < other.lengthMeters,
                route.closest(
                    to: other.coordinate(at: other.position(atMeters: shared)), maximumMeters: 2)
                    != nil
            {
                shared += 5
            }
            if shared >= 150, other.lengthMeters >= shared + 250 { return other }
        }
        throw CommandFailure(.noSolution, "no route to elsewhere leaves the trip on its way")
    }
}
