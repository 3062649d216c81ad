// Each option has an effect: on a request, on the request that matches lines, or on the provider.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers every call with an empty answer, and keeps the forms.
private final class FormTransport: HTTPTransport {
    private let kept = Mutex<[[String: String]]>([])

    var forms: [[String: String]] { kept.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        kept.withLock { $0.append(call.form ?? [:]) }
        return HTTPReply(status: 200, body: Array("{}".utf8))
    }
}

/// Calculates nothing.
private struct SilentProvider: RouteProvider {
    let name: String

    func answer(
        to parameters: some OperationParameters, _ report: CalculationReport
    ) async throws -> RouteAnswer { throw CancellationError() }
}

@Suite struct RouteOptionEffectTests {
    private let itinerary = Itinerary(
        from: ItineraryPoint(id: "a", coordinate: Coordinate(x: 7.4, y: 43.7)),
        to: ItineraryPoint(id: "b", coordinate: Coordinate(x: 7.5, y: 43.7)))

    /// A layer with a mode for each option.
    private var layer: JSONValue {
        get throws {
            let modes = [
                ("AUTOMOBILE", "TravelTime"), ("AUTOMOBILE", "Kilometers"),
                ("TRUCK", "TravelTime"), ("WALK", "TravelTime"),
            ].map { type, impedance in
                """
                {"name":"\(type) \(impedance)","type":"\(type)",
                "impedanceAttributeName":"\(impedance)","timeAttributeName":"TravelTime",
                "distanceAttributeName":"Kilometers","restrictionAttributeNames":["Oneway"]}
                """
            }
            return try JSONValue.parse(
                Array("{\"supportedTravelModes\":[\(modes.joined(separator: ","))]}".utf8))
        }
    }

    /// Returns the forms that a provider of lines sends.
    private func matched(_ options: RouteOptions) async throws -> [[String: String]] {
        let url = try #require(URL(string: "http://example.test/town/NAServer/Route"))
        let transport = FormTransport()
        let line = itinerary.points.map(\.coordinate)
        let provider = ExternalRouteProvider(
            matchingOn: ServerRouteProvider(RouteTask(url: url, transport: transport))
        ) { _ in [line] }
        _ = try await provider.calculate(along: itinerary, options, layer: layer).answer()
        return transport.forms
    }

    /// All that options decide.
    private func effects(_ options: RouteOptions) async throws -> [String] {
        let solve = try options.parameters(along: itinerary, layer: layer).formFields
        let arrival = options.arrivalRequest(for: "handle")?.formFields ?? [:]
        let provider = options.provider(
            device: SilentProvider(name: "device"), server: SilentProvider(name: "server"))
        return try await ([solve, arrival] + matched(options)).map { form in
            "\(form.sorted { $0.key < $1.key })"
        } + ["\(provider)"]
    }

    private let leg = LegOptions(
        supportingPoints: [Coordinate(x: 7.4, y: 43.7), Coordinate(x: 7.5, y: 43.7)])

    /// Each option with a value that is not its default.
    private var changes: [String: (inout RouteOptions) -> Void] {
        [
            "isWalking": { $0.isWalking = true }, "optimization": { $0.optimization = .shortest },
            "vehicle": { $0.vehicle = .truck }, "avoidsTollRoads": { $0.avoidsTollRoads = true },
            "buildsAllDirections": { $0.buildsAllDirections = true },
            "considersTraffic": { $0.considersTraffic = false },
            "trafficSnapshot": { $0.trafficSnapshot = "0c5e" },
            "arrivalSource": { $0.arrivalSource = .freeFlow },
            "maximumAlternatives": { $0.maximumAlternatives = 1 }, "legs": { $0.legs = nil },
            "minimumDeviationMeters": { $0.minimumDeviationMeters = 100 },
            "minimumDeviationSeconds": { $0.minimumDeviationSeconds = 10 },
            "routing": { $0.routing = .server },
            "longestDeviceMeters": { $0.longestDeviceMeters = 5_000 },
            "matchDistanceLimit": { $0.matchDistanceLimit = -1 },
        ]
    }

    @Test func `each option has an effect`() async throws {
        var options = RouteOptions()
        // The limits of deviations count beside legs alone.
        options.legs = [leg]
        let names = Mirror(reflecting: options).children.compactMap(\.label)
        #expect(Set(names) == Set(changes.keys))
        let usual = try await effects(options)
        #expect(try await effects(options) == usual)
        for (name, change) in changes {
            var other = options
            change(&other)
            #expect(other != options, "\(name)")
            #expect(try await effects(other) != usual, "\(name)")
        }
    }

    @Test(arguments: [(100_000, "100000"), (-1, "-1"), (2_500, "2500")])
    func `lines are matched as far as the options say`(limit: Int, sent: String) async throws {
        var options = RouteOptions()
        options.matchDistanceLimit = limit
        #expect(try await matched(options).map { $0["matchDistanceLimit"] } == [sent])
        // Requests made of this one, such as those of a session under way, keep it.
        var parameters = try options.parameters(along: itinerary, layer: layer)
        parameters.alternatives = 0
        #expect(parameters.matchDistanceLimit == limit)
        #expect(parameters.formFields["matchDistanceLimit"] == nil)
    }

    @Test func `a limit that no server accepts is refused before sending`() throws {
        var parameters = RouteParameters(itinerary)
        parameters.matchDistanceLimit = -2
        let error = try #require(throws: RouteRequestError.self) {
            try SilentProvider(name: "").calculate(parameters)
        }
        #expect(error.faults.map(\.parameter) == ["matchDistanceLimit"])
    }
}
