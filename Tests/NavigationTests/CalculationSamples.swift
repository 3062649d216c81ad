// Samples of the documentation: providers, calculations and options.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

// sample: Handle a calculation
actor RouteCalculator {
    private let provider: any RouteProvider
    private var calculation: RouteCalculation?

    init(_ provider: any RouteProvider) { self.provider = provider }

    func calculate(_ parameters: RouteParameters) async throws -> RouteAnswer {
        cancel()
        let calculation = try provider.calculate(parameters)
        self.calculation = calculation
        for await case .warning(let warning) in calculation.events { print(warning.text) }
        return try await calculation.answer()
    }

    func cancel() { calculation?.cancel() }
}
// end of sample

/// Holds the first call until it is cancelled, and answers the others.
private final class HoldingServer: HTTPTransport {
    private let calls = Mutex(0)
    private let asked = AsyncStream.makeStream(of: Void.self)

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let number = calls.withLock { count in
            count += 1
            return count
        }
        if number == 1 {
            asked.continuation.yield()
            try await Task.sleep(for: .seconds(600))
        }
        let line = [0.0, 1_000].map { RouteSketch.place(east: $0, north: 0) }
        return HTTPReply(
            status: 200, body: AnalysisResultWriter.json(RouteServer.result(line, handle: "h")))
    }

    func waitUntilAsked() async { for await _ in asked.stream { return } }
}

/// Never answers.
private struct DeadServer: HTTPTransport {
    func send(_ call: HTTPCall) async throws -> HTTPReply {
        throw URLError(.cannotConnectToHost)
    }
}

@Suite struct CalculationSamples {
    private let places = [0.0, 20_000].map { RouteSketch.place(east: $0, north: 0) }

    @Test func `create a provider`() async throws {
        let layerURL = try RouteServer.url
        let transport = RouteServer()

        // sample: Create a provider
        let task = RouteTask(url: layerURL, transport: transport)
        let layer = try await task.layerResource()
        let provider = ServerRouteProvider(task)
        // end of sample

        #expect(layer["supportedTravelModes"]?.array?.count == 2)
        #expect(provider.task.url == layerURL)
        await #expect(throws: RouteTaskError.self) {
            try await RouteTask(url: layerURL, transport: DeadServer()).layerResource()
        }
    }

    @Test func `handle a calculation`() async throws {
        let server = HoldingServer()
        let provider = ServerRouteProvider(
            RouteTask(url: try RouteServer.url, transport: server), attempts: 1)

        let calculator = RouteCalculator(provider)
        let first = Task { try await calculator.calculate(.threeStops) }
        await server.waitUntilAsked()
        let answer = try await calculator.calculate(.threeStops)

        #expect(answer.result.routes?.features.count == 1)
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    // sample: Calculate from a place or a position
    func calculate(
        through places: [Coordinate], from position: SnappedPosition? = nil,
        with provider: some RouteProvider, on layer: JSONValue
    ) throws -> RouteCalculation {
        var points = places.map { ItineraryPoint(coordinate: $0) }
        if let position { points.insert(ItineraryPoint(position: position), at: 0) }
        return try provider.calculate(along: Itinerary(points), layer: layer)
    }
    // end of sample

    /// A position as an earlier answer has it.
    private var position: SnappedPosition? {
        get throws {
            let text = """
                {"stops":{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},
                "fields":[{"name":"ObjectID","type":"esriFieldTypeOID"},
                {"name":"SourceOID","type":"esriFieldTypeInteger"},
                {"name":"PosAlong","type":"esriFieldTypeDouble"},
                {"name":"Bearing","type":"esriFieldTypeDouble"}],
                "features":[{"attributes":{"ObjectID":1,"SourceOID":812,"PosAlong":0.25,
                "Bearing":90},"geometry":{"x":7.4,"y":43.7}}]}}
                """
            return try RouteAnswer(json: JSONValue.parse(Array(text.utf8))).result.snappedStops[1]
        }
    }

    @Test func `calculate from a place or a position`() async throws {
        let server = RouteServer()
        server.set("solve", places)
        let provider = try server.provider()
        let layer = try await provider.task.layerResource()

        _ = try await calculate(through: places, with: provider, on: layer).answer()
        let position = try #require(try position)
        _ = try await calculate(
            through: places, from: position, with: provider, on: layer
        ).answer()

        let calls = server.calls("solve")
        #expect(try calls.map { try $0.stopRows.count } == [2, 3])
        #expect(try calls[0].stopRows[0]["SourceOID"]?.integer == nil)
        #expect(try calls[1].stopRows[0]["SourceOID"]?.integer == 812)
        #expect(try calls[1].stopRows[0]["Bearing"]?.number == 90)
        #expect(throws: RouteRequestError.self) {
            try calculate(through: [], from: position, with: provider, on: layer)
        }
    }

    @Test func `choose options`() throws {
        let snapshot = "0c5e"
        let layer = try JSONValue.parse(Array(RouteServer.layer.utf8))
        let itinerary = Itinerary(
            from: ItineraryPoint(coordinate: places[0]), to: ItineraryPoint(coordinate: places[1]))

        // sample: Choose options
        var options = RouteOptions()
        options.avoidsTollRoads = true
        options.maximumAlternatives = 1
        let walking = RouteOptions(isWalking: true)
        let pinned = RouteOptions(trafficSnapshot: snapshot)
        // end of sample

        func fields(_ options: RouteOptions) throws -> [String: String] {
            try options.parameters(along: itinerary, layer: layer).formFields
        }
        #expect(try fields(options)["travelMode"]?.contains("Avoid Toll Roads") == true)
        #expect(try fields(options)["alternatives"] == "1")
        #expect(try fields(walking)["travelMode"] == "Walking Time")
        #expect(try fields(pinned)["travelMode"] == "Driving Time")
        #expect(try fields(pinned)["trafficSnapshot"] == snapshot)
    }
}
