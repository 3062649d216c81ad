// Options as requests: defaults, travel modes, what walking ignores, what is refused.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct RouteOptionsTests {
    private let itinerary = Itinerary(
        from: ItineraryPoint(id: "a", coordinate: Coordinate(x: 7.4, y: 43.7)),
        to: ItineraryPoint(id: "b", coordinate: Coordinate(x: 7.5, y: 43.7)))

    /// A layer with two modes for cars and one for walking.
    private var layer: JSONValue {
        get throws {
            func mode(_ name: String, _ type: String, _ impedance: String) -> String {
                """
                {"name":"\(name)","type":"\(type)","impedanceAttributeName":"\(impedance)",
                "timeAttributeName":"TravelTime","distanceAttributeName":"Kilometers",
                "restrictionAttributeNames":["Oneway"]}
                """
            }
            let modes = [
                mode("Driving Distance", "AUTOMOBILE", "Kilometers"),
                mode("Driving Time", "AUTOMOBILE", "TravelTime"),
                mode("Walking Time", "WALK", "TravelTime"),
            ]
            return try JSONValue.parse(
                Array("{\"supportedTravelModes\":[\(modes.joined(separator: ","))]}".utf8))
        }
    }

    private func fields(_ change: (inout RouteOptions) -> Void) throws -> [String: String] {
        var options = RouteOptions()
        change(&options)
        return try options.parameters(along: itinerary, layer: layer).formFields
    }

    private func error(_ change: (inout RouteOptions) -> Void) throws -> RouteRequestError {
        try #require(throws: RouteRequestError.self) { try fields(change) }
    }

    @Test func `the defaults are those of the guides`() throws {
        let options = RouteOptions()
        #expect(options.maximumAlternatives == 3)
        #expect(options.longestDeviceMeters == 30_000)
        #expect(options.matchDistanceLimit == 100_000)
        #expect(options.routing == .combined)
        #expect(options.arrivalSource == .server)
        #expect(options.ignored.isEmpty)
        let fields = try fields { _ in }
        #expect(fields["travelMode"] == "Driving Time")
        #expect(fields["alternatives"] == "3")
        #expect(fields["useTraffic"] == "true")
        #expect(fields["directionsLength"].flatMap(Double.init) == 20_000)
        #expect(fields["returnRouteHandle"] == "true")
        for name in ["trafficSnapshot", "legs", "minDeviationDistance", "minDeviationTime"] {
            #expect(fields[name] == nil, "\(name)")
        }
    }

    @Test func `each option changes its part of the request`() throws {
        #expect(try fields { $0.optimization = .shortest }["travelMode"] == "Driving Distance")
        #expect(try fields { $0.considersTraffic = false }["useTraffic"] == "false")
        #expect(try fields { $0.trafficSnapshot = "0c5e" }["trafficSnapshot"] == "0c5e")
        #expect(try fields { $0.buildsAllDirections = true }["directionsLength"] == nil)
        #expect(try fields { $0.maximumAlternatives = 0 }["alternatives"] == "0")
        let tolls = try fields { $0.avoidsTollRoads = true }["travelMode"] ?? ""
        #expect(tolls.contains("Driving Time"))
        #expect(tolls.contains("Oneway"))
        #expect(tolls.contains("Avoid Toll Roads"))
        let given = try fields {
            $0.legs = [leg]
            $0.minimumDeviationMeters = 100
            $0.minimumDeviationSeconds = 10
        }
        #expect(given["legs"]?.contains("supportingPoints") == true)
        #expect(given["minDeviationDistance"].flatMap(Double.init) == 100)
        #expect(given["minDeviationTime"].flatMap(Double.init) == 10)
    }

    private let leg = LegOptions(
        supportingPoints: [Coordinate(x: 7.4, y: 43.7), Coordinate(x: 7.5, y: 43.7)])

    @Test func `walking ignores optimization, vehicle and tolls, and says so`() async throws {
        var options = RouteOptions(isWalking: true)
        options.optimization = .shortest
        options.vehicle = .truck
        options.avoidsTollRoads = true
        let fields = try options.parameters(along: itinerary, layer: layer).formFields
        #expect(fields["travelMode"] == "Walking Time")
        #expect(options.ignored == ["optimization", "vehicle", "avoidsTollRoads"])
        let calculation = try EmptyProvider().calculate(along: itinerary, options, layer: layer)
        _ = try await calculation.answer()
        var warnings: [CalculationWarning] = []
        for await case .warning(let warning) in calculation.events { warnings.append(warning) }
        #expect(warnings.map(\.code) == [.ignored, .ignored, .ignored])
        #expect(warnings.first?.text.contains("optimization") == true)
        withExtendedLifetime(calculation) {}
    }

    @Test func `what the layer cannot do is refused with the parameter's name`() throws {
        let truck = try error { $0.vehicle = .truck }
        #expect(truck.details.joined().contains("no mode of the type TRUCK"))
        #expect(truck.faults.map(\.parameter) == ["travelMode"])
    }

    @Test func `values out of range are refused as a server refuses them`() throws {
        let refused: [(String, (inout RouteOptions) -> Void)] = [
            ("alternatives", { $0.maximumAlternatives = 4 }),
            ("alternatives", { $0.maximumAlternatives = -1 }),
            ("matchDistanceLimit", { $0.matchDistanceLimit = -2 }),
            ("minDeviationDistance", { $0.minimumDeviationMeters = -1 }),
            ("minDeviationTime", { $0.minimumDeviationSeconds = .nan }),
        ]
        for (name, change) in refused {
            let found = try error(change)
            #expect(found.identifier == .invalidParameter, "\(name)")
            #expect(found.extendedCode == .invalidInput, "\(name)")
            #expect(found.faults.map(\.parameter) == [name])
        }
        let server = try #require(throws: RouteRequestError.self) {
            try RouteParameters(fields: ["alternatives": "4"])
        }
        #expect(try error { $0.maximumAlternatives = 4 } == server)
        // A solve does not send it, as a match does.
        #expect(try fields { $0.matchDistanceLimit = -1 }["matchDistanceLimit"] == nil)
    }

    @Test func `options that contradict each other are refused before sending`() throws {
        let alone = try error { $0.minimumDeviationMeters = 100 }
        #expect(alone.faults.map(\.parameter) == ["minDeviationDistance"])
        #expect(alone.details.joined().contains("send legs"))
        let legs = try error { $0.legs = [leg, leg] }
        #expect(legs.faults.map(\.parameter) == ["legs"])
        #expect(legs.details.joined().contains("has 2 legs for 2 stops; 1 are needed"))
    }

    @Test func `the arrival without live speeds is a request of its own`() {
        var options = RouteOptions()
        #expect(options.arrivalRequest(for: "handle") == nil)
        options.arrivalSource = .freeFlow
        let fields = options.arrivalRequest(for: "handle")?.formFields
        #expect(fields?["routeHandle"] == "handle")
        #expect(fields?["useTraffic"] == "false")
        options.considersTraffic = false
        #expect(options.arrivalRequest(for: "handle") == nil)
    }

    @Test func `routing chooses the provider`() {
        var options = RouteOptions()
        options.longestDeviceMeters = 5_000
        func chosen(_ routing: RouteOptions.Routing) -> any RouteProvider {
            options.routing = routing
            return options.provider(device: EmptyProvider(), server: OtherProvider())
        }
        #expect(chosen(.device) is EmptyProvider)
        #expect(chosen(.server) is OtherProvider)
        let combined = chosen(.combined) as? CombinedRouteProvider<EmptyProvider, OtherProvider>
        #expect(combined?.nearMeters == 5_000)
    }
}

/// Answers with nothing.
private struct EmptyProvider: RouteProvider {
    func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer {
        try RouteAnswer(json: JSONValue.parse(Array("{}".utf8)))
    }
}

/// Never answers.
private struct OtherProvider: RouteProvider {
    func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer { throw CancellationError() }
}
