// Calculations: one end, events in order, cancelling and dropping.

import Foundation
import Geo
import RouteAPI
import Synchronization
import Testing

@testable import RouteTaskClient

/// Answers after so many failures, and keeps the calls.
private final class FailingTransport: HTTPTransport {
    private let failures: Mutex<Int>
    private let recorded = Mutex<[HTTPCall]>([])
    private let body: String

    init(failures: Int = 0, body: String? = nil) {
        self.failures = Mutex(failures)
        self.body =
            body ?? "{\"messages\":[{\"type\":50,\"description\":\"a stop was moved\"}]}"
    }

    var calls: [HTTPCall] { recorded.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        recorded.withLock { $0.append(call) }
        let fails = failures.withLock { left in
            left -= 1
            return left >= 0
        }
        if fails { throw URLError(.cannotConnectToHost) }
        return HTTPReply(status: 200, body: Array(body.utf8))
    }
}

/// Never answers; says when it is asked, and when it is cancelled.
private struct SilentTransport: HTTPTransport {
    let asked = AsyncStream.makeStream(of: Void.self)
    let cancelled = AsyncStream.makeStream(of: Void.self)

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        asked.continuation.yield()
        do {
            try await Task.sleep(for: .seconds(600))
        } catch {
            cancelled.continuation.yield()
            throw error
        }
        return HTTPReply(status: 200, body: [])
    }

    func waitUntilAsked() async { for await _ in asked.stream { return } }
    func waitUntilCancelled() async { for await _ in cancelled.stream { return } }
}

@Suite struct RouteCalculationTests {
    private func task(_ transport: any HTTPTransport) throws -> RouteTask {
        let url = try #require(URL(string: "http://example.test/town/NAServer/Route"))
        return RouteTask(url: url, transport: transport)
    }

    private func stops(_ places: [Coordinate]) -> RouteParameters {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [],
                features: places.map { Feature(values: [], geometry: .point($0)) }))
        return parameters
    }

    private var twoStops: RouteParameters {
        stops([Coordinate(x: 7.4, y: 43.7), Coordinate(x: 7.5, y: 43.7)])
    }

    private func words(_ event: CalculationEvent) -> String {
        switch event {
        case .progress(let phase, let share): "\(phase) \(share)"
        case .warning(let warning): "\(warning.code)"
        case .ended(.succeeded): "succeeded"
        case .ended(.failed): "failed"
        case .ended(.cancelled): "cancelled"
        case .ended(.inProgress): "in progress"
        }
    }

    private func story(_ calculation: RouteCalculation) async -> [String] {
        var words: [String] = []
        for await event in calculation.events { words.append(self.words(event)) }
        return withExtendedLifetime(calculation) { words }
    }

    /// The same body runs over solves and matches.
    private func succeeds(_ parameters: some OperationParameters, _ path: String) async throws {
        let transport = FailingTransport()
        let calculation = try ServerRouteProvider(task(transport)).calculate(parameters)
        let answer = try await calculation.answer()
        #expect(answer.result.messages.count == 1)
        #expect(await story(calculation) == ["sent 0.0", "answered", "received 1.0", "succeeded"])
        guard case .succeeded(answer) = calculation.status else {
            Issue.record("\(calculation.status)")
            return
        }
        #expect(transport.calls.map(\.url.lastPathComponent) == [path])
        // Too late to count.
        calculation.cancel()
        #expect(await story(calculation).last == "succeeded")
        #expect(words(.ended(calculation.status)) == "succeeded")
    }

    @Test func `solves and matches succeed alike`() async throws {
        try await succeeds(twoStops, "solve")
        var match = MatchParameters()
        match.encodedPolylines = ["_p~iF~ps|U_ulLnnqC"]
        try await succeeds(match, "match")
    }

    @Test func `a request that fails once is sent again, with a warning`() async throws {
        let provider = try ServerRouteProvider(task(FailingTransport(failures: 1)))
        let calculation = try provider.calculate(twoStops)
        _ = try await calculation.answer()
        #expect(
            await story(calculation) == [
                "sent 0.0", "retried", "sentAgain 0.5", "answered", "received 1.0", "succeeded",
            ])
    }

    @Test func `a server that stays silent is a failure with its reason`() async throws {
        let provider = try ServerRouteProvider(
            task(FailingTransport(failures: 9)), attempts: 1)
        let calculation = try provider.calculate(twoStops)
        await #expect(throws: RouteTaskError.self) { try await calculation.answer() }
        guard case .failed(let error) = calculation.status else {
            Issue.record("\(calculation.status)")
            return
        }
        #expect("\(error)".contains("does not answer"))
        #expect(await story(calculation) == ["sent 0.0", "failed"])
    }

    @Test func `cancelling ends at once and stops the request`() async throws {
        let transport = SilentTransport()
        let calculation = try ServerRouteProvider(task(transport)).calculate(twoStops)
        await transport.waitUntilAsked()
        #expect(!calculation.status.hasFinished)
        calculation.cancel()
        guard case .cancelled = calculation.status else {
            Issue.record("\(calculation.status)")
            return
        }
        await transport.waitUntilCancelled()
        await #expect(throws: CancellationError.self) { try await calculation.answer() }
        #expect(await story(calculation) == ["sent 0.0", "cancelled"])
    }

    @Test func `dropping stops the request, and the listener hears nothing`() async throws {
        let transport = SilentTransport()
        let events: AsyncStream<CalculationEvent>
        do {
            let calculation = try ServerRouteProvider(task(transport)).calculate(twoStops)
            events = calculation.events
            await transport.waitUntilAsked()
            #expect(!calculation.status.hasFinished)
        }
        await transport.waitUntilCancelled()
        var heard: [String] = []
        for await event in events { heard.append(words(event)) }
        #expect(heard == ["sent 0.0"])
    }

    @Test func `what cannot start throws, with the server's codes`() throws {
        let provider = try ServerRouteProvider(task(FailingTransport()))
        let one = stops([Coordinate(x: 7.4, y: 43.7)])
        let error = try #require(throws: RouteRequestError.self) { try provider.calculate(one) }
        #expect(error.identifier == .tooFewStops)
        #expect(error.extendedCode == .tooFewLocations)
        var legs = twoStops
        legs.legs = [LegOptions(supportingPoints: []), LegOptions(supportingPoints: [])]
        let count = try #require(throws: RouteRequestError.self) { try provider.calculate(legs) }
        #expect(count.details.joined().contains("has 2 legs for 2 stops"))
        #expect(count.faults.map(\.parameter) == ["legs"])
    }

    // sample: the example of the page on the client waits for its answer
    func calculate(
        _ parameters: RouteParameters, with provider: some RouteProvider
    ) async throws -> RouteAnswer {
        let calculation = try provider.calculate(parameters)
        for await event in calculation.events {
            if case .warning(let warning) = event { print(warning.text) }
        }
        return try await calculation.answer()
    }
    // end of sample

    @Test func `the example of the page on the client waits for its answer`() async throws {
        let provider = try ServerRouteProvider(task(FailingTransport(failures: 1)))
        let answer = try await calculate(twoStops, with: provider)
        #expect(answer.result.messages.map(\.text) == ["a stop was moved"])
    }

    @Test func `ten readers see the same end`() async throws {
        let calculation = try ServerRouteProvider(task(FailingTransport())).calculate(twoStops)
        await withTaskGroup(of: [String].self) { group in
            for _ in 0..<10 { group.addTask { await story(calculation) } }
            for await words in group {
                #expect(words == ["sent 0.0", "answered", "received 1.0", "succeeded"])
            }
        }
    }

    @Test func `of a cancel and an answer at the same time, the first is the end for all`()
        async throws
    {
        let provider = try ServerRouteProvider(task(FailingTransport()))
        for round in 0..<400 {
            let calculation = try provider.calculate(twoStops)
            let cancelling = Task {
                for _ in 0..<(round % 40) { await Task.yield() }
                calculation.cancel()
            }
            let told = await story(calculation)
            await cancelling.value
            let end = words(.ended(calculation.status))
            #expect(["succeeded", "cancelled"].contains(end), "round \(round)")
            #expect(told.last == end, "round \(round): \(told)")
            #expect(!told.dropLast().contains(end), "round \(round): \(told)")
            // Who listens late hears the same.
            #expect(await story(calculation) == told, "round \(round)")
        }
    }

    @Test func `one end in a hundred thousand interleavings, and nothing after it`() throws {
        var random: UInt64 = 43
        func draw(_ bound: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % bound
        }
        let answer = try RouteAnswer(json: JSONValue.parse(Array("{}".utf8)))
        for round in 0..<100_000 {
            var state = CalculationState()
            var told: [String] = []
            var first: String?
            for _ in 0..<draw(12) {
                let event: CalculationEvent?
                switch draw(6) {
                case 0: event = state.end(.succeeded(answer))
                case 1: event = state.end(.failed(CancellationError()))
                case 2: event = state.end(.cancelled)
                case 3: event = state.warn(CalculationWarning(.retried, ""))
                case 4: event = state.end(.inProgress)
                default: event = state.advance(.sent, to: Double(draw(5)) / 4)
                }
                guard let event else { continue }
                told.append(words(event))
                if case .ended = event {
                    #expect(first == nil, "round \(round)")
                    first = words(event)
                }
            }
            #expect(told == state.events.map(words), "round \(round)")
            #expect(first == nil || told.last == first, "round \(round): \(told)")
            #expect(state.status.hasFinished == (first != nil), "round \(round)")
            let shares = state.events.compactMap {
                if case .progress(_, let share) = $0 { share } else { nil }
            }
            #expect(shares == shares.sorted(), "round \(round): \(shares)")
        }
    }
}

@Suite struct RouteProviderTests {
    private struct Failure: Error {}

    /// Answers with its name, or fails.
    private struct NamedProvider: RouteProvider {
        let name: String
        var fails = false

        func answer(
            to parameters: some OperationParameters, _ report: CalculationReport
        ) async throws -> RouteAnswer {
            if fails { throw Failure() }
            let json = "{\"messages\":[{\"type\":0,\"description\":\"\(name)\"}]}"
            return try RouteAnswer(json: JSONValue.parse(Array(json.utf8)))
        }
    }

    /// Two stops on a meridian, so many meters apart.
    private func request(meters: Double) -> RouteParameters {
        let start = Coordinate(x: 7, y: 43)
        let scale = Geodesic.metersPerDegree(atLatitude: 43.13)
        var end = Coordinate(x: 7, y: 43 + meters / scale.y)
        end.y += (meters - Geodesic.distanceMeters(from: start, to: end)) / scale.y
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [],
                features: [start, end].map { Feature(values: [], geometry: .point($0)) }))
        return parameters
    }

    private func answers(
        _ provider: some RouteProvider, _ parameters: RouteParameters
    ) async throws -> (name: String?, warnings: [CalculationWarning.Code]) {
        let calculation = try provider.calculate(parameters)
        let answer = try await calculation.answer()
        var warnings: [CalculationWarning.Code] = []
        for await case .warning(let warning) in calculation.events { warnings.append(warning.code) }
        return withExtendedLifetime(calculation) {
            (answer.result.messages.first?.text, warnings)
        }
    }

    @Test func `up to 30,000 m the near provider is asked, beyond them the far one`() async throws {
        let provider = CombinedRouteProvider(
            near: NamedProvider(name: "near"), far: NamedProvider(name: "far"))
        #expect(try await answers(provider, request(meters: 29_999)).name == "near")
        #expect(try await answers(provider, request(meters: 30_001)).name == "far")
    }

    @Test func `stops that are not in the request are far`() async throws {
        let provider = CombinedRouteProvider(
            near: NamedProvider(name: "near"), far: NamedProvider(name: "far"))
        var parameters = RouteParameters()
        parameters.stops = LocationInput(source: .url(FeatureURL("http://example.test/0")))
        #expect(try await answers(provider, parameters).name == "far")
    }

    @Test func `the other provider answers if one fails, with a warning`() async throws {
        for (meters, other) in [(1_000.0, "far"), (90_000, "near")] {
            let provider = CombinedRouteProvider(
                near: NamedProvider(name: "near", fails: other == "far"),
                far: NamedProvider(name: "far", fails: other == "near"))
            let answer = try await answers(provider, request(meters: meters))
            #expect(answer.name == other)
            #expect(answer.warnings == [.fellBack])
        }
        let dead = CombinedRouteProvider(
            near: NamedProvider(name: "near", fails: true),
            far: NamedProvider(name: "far", fails: true))
        await #expect(throws: Failure.self) {
            try await answers(dead, request(meters: 1))
        }
    }

    @Test func `lines from elsewhere are matched up to 100,000 m, or all`() async throws {
        for limit in [nil, -1] {
            let transport = FailingTransport()
            let url = try #require(URL(string: "http://example.test/town/NAServer/Route"))
            let server = ServerRouteProvider(RouteTask(url: url, transport: transport))
            let line = [Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 43)]
            let provider = ExternalRouteProvider(matchingOn: server) { _ in [line] }
            var parameters = request(meters: 9)
            parameters.matchDistanceLimit = limit
            parameters.analysis.directions.returnDirections = true
            _ = try await answers(provider, parameters)
            let call = try #require(transport.calls.first)
            #expect(call.url.lastPathComponent == "match")
            #expect(call.form?["matchDistanceLimit"] == (limit == nil ? "100000" : "-1"))
            #expect(call.form?["returnDirections"] == "true")
            #expect(call.form?["stops"] == nil)
            let traces = try JSONValue.parse(Array((call.form?["traces"] ?? "").utf8))
            #expect(traces["features"]?.array?.map { $0["geometry"]?["x"]?.number } == [7, 8])
            #expect(traces["features"]?.array?[0]["attributes"]?["IsLine"]?.integer == 1)
            // Other requests go to the server as they are.
            _ = try await provider.calculate(RefreshParameters()).answer()
            #expect(transport.calls.last?.url.lastPathComponent == "refresh")
        }
    }

    @Test func `a line that is matched in part is told as a warning`() async throws {
        let body = """
            {"traceGaps":{"fields":[{"name":"Cause","type":"esriFieldTypeString"},
            {"name":"Text","type":"esriFieldTypeString"}],"features":[
            {"attributes":{"Cause":"outlier","Text":"one lies apart."}},
            {"attributes":{"Cause":"beyondLimit","Text":"100 km of 240 km are matched."}}]}}
            """
        let url = try #require(URL(string: "http://example.test/town/NAServer/Route"))
        let transport = FailingTransport(body: body)
        let provider = ExternalRouteProvider(
            matchingOn: ServerRouteProvider(RouteTask(url: url, transport: transport))
        ) { _ in [[Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 43)]] }
        let calculation = try provider.calculate(request(meters: 9))
        _ = try await calculation.answer()
        var texts: [String] = []
        for await case .warning(let warning) in calculation.events { texts.append(warning.text) }
        #expect(texts == ["100 km of 240 km are matched."])
        withExtendedLifetime(calculation) {}
    }
}
