// Tests real solves over drawn streets, requested as clients send them.

import Geo
import HTTPTypes
import Hummingbird
import Logging
import Preparation
import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteService
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing

@Suite struct SolveTests {
    /// A block of streets: the path by b takes 20 s, by d 200 s.
    private static func sketch() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            d---e---f
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        sketch.road("adefc", seconds: 50) { $0.name = "Back Street" }
        sketch.road("be", seconds: 50) { $0.name = "Lane" }
        return sketch
    }

    private static func server() throws -> some ApplicationProtocol {
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: "drawn")], analyses: .all)
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let layer = NetworkLayer(
            network: try sketch().build(), configuration: nil, analyses: .all)
        return try buildApplication(
            publishing: ServiceCatalog([
                PublishedLayer(service: "Harbor", copyright: "© the artist", answering: layer)
            ]), configuration: configuration)
    }

    private static let stops: String = {
        let drawing = sketch()
        return ["a", "c"].map { (letter: Character) in
            "\(drawing.place(letter).x),\(drawing.place(letter).y)"
        }.joined(separator: ";")
    }()

    private func post(_ form: String) async throws -> JSONValue {
        try await Self.server().test { client in
            let response = try await client.execute(
                uri: FixturePath.solve, method: .post, headers: formHeaders,
                body: ByteBuffer(string: "f=json&\(form)"))
            #expect(response.status == .ok)
            return try response.json()
        }
    }

    @Test func `a posted job comes back with route, stops and directions`() async throws {
        let answer = try await post("stops=\(Self.stops)&returnStops=true")
        #expect(answer["error"] == nil, "\(answer.text)")
        let route = try #require(answer["routes"]?["features"]?.array?.first)
        #expect(answer["routes"]?["spatialReference"]?["wkid"] == 4326)
        let paths = try #require(route["geometry"]?["paths"]?.array)
        #expect(try #require(paths.first?.array).count >= 2)
        #expect(route["attributes"]?["StopCount"] == 2)
        let minutes = try #require(route["attributes"]?["Total_TravelTime"]?.number)
        #expect(abs(minutes - 20.0 / 60) < 1e-9)
        let stops = try #require(answer["stops"]?["features"]?.array)
        #expect(
            stops.map { $0["attributes"]?["RouteName"] }
                == [route["attributes"]?["Name"], route["attributes"]?["Name"]])
        let directions = try #require(answer["directions"]?.array?.first)
        #expect(directions["summary"]?["envelope"]?["spatialReference"]?["wkid"] == 4326)
        let steps = try #require(directions["features"]?.array)
        #expect(steps.count >= 2)
        for step in steps { #expect(step["compressedGeometry"]?.string?.isEmpty == false) }
        #expect(answer["messages"]?.array != nil)
        #expect(answer.text.contains("© the artist"))
    }

    @Test func `the form of the Python client is answered`() async throws {
        let defaults =
            "returnDirections=true&returnRoutes=true&returnStops=true&returnBarriers=false"
            + "&returnPolylineBarriers=false&returnPolygonBarriers=false"
            + "&ignoreInvalidLocations=true&preserveFirstStop=true&preserveLastStop=true"
            + "&useTimeWindows=false&timeWindowsAreUTC=false&startTimeIsUTC=false"
            + "&useHierarchy=true&directionsOutputType=esriDOTInstructionsOnly&returnZ=false"
            + "&preserveObjectID=false&returnEmptyResults=false"
        let mode = "%7B%22name%22%3A%22Driving%20Time%22%2C%22id%22%3A%22FEgifRtFndKNcJMJ%22%7D"
        for extra in [
            "", "&startTime=1700000000000.0", "&accumulateAttributeNames=%5B%22Length%22%5D",
            "&travelMode=FEgifRtFndKNcJMJ&travel_mode=FEgifRtFndKNcJMJ",
        ] {
            let answer = try await post("stops=\(Self.stops)&\(defaults)\(extra)")
            #expect(answer["error"] == nil, "\(extra): \(answer.text)")
            #expect(answer["routes"]?["features"]?.array?.count == 1)
        }
        let partial = try await post("stops=\(Self.stops)&\(defaults)&travelMode=\(mode)")
        #expect(partial["error"]?["details"]?.array != nil || partial["routes"] != nil)
    }

    @Test(arguments: DirectionsOutputType.allCases)
    func `every form of directions is answered`(type: DirectionsOutputType) async throws {
        let answer = try await post("stops=\(Self.stops)&directionsOutputType=\(type.rawValue)")
        #expect(answer["error"] == nil, "\(answer.text)")
        let hasSets = answer["directionPoints"] != nil && answer["directionLines"] != nil
        #expect((answer["directions"] == nil) == (type == .featureSets))
        #expect(hasSets == (type == .featureSets))
    }

    @Test(arguments: [
        "returnRoutes=false", "outputLines=esriNAOutputLineNone", "outSR=102100",
        "returnDirections=false", "outputLines=esriNAOutputLineTrueShapeWithMeasure",
        "barriers=10.0005,50&returnBarriers=true",
    ])
    func `options of the answer are taken`(option: String) async throws {
        let answer = try await post("stops=\(Self.stops)&\(option)")
        #expect(answer["error"] == nil, "\(answer.text)")
        if let routes = answer["routes"] {
            let wkid = try #require(routes["spatialReference"]?["wkid"]?.integer)
            #expect(wkid == (option.hasPrefix("outSR") ? 102100 : 4326))
        }
        #expect((answer["routes"] == nil) == (option == "returnRoutes=false"))
    }

    @Test(arguments: [
        "stops=", "stops=%7Bbroken", "stops=10,50", "stops=nan,nan;1,2", "stops=%7B%7D",
        "stops=200,95;10,50", "stops=-30,0;-31,0&ignoreInvalidLocations=false",
        "stops=10,50;10.001,50&impedanceAttributeName=Fuel", "stops=10,50;10.001,50&outSR=999999",
        "stops=10,50;10.001,50&restrictUTurns=never", "stops=10,50;10.001,50&returnStops=perhaps",
        "stops=10,50;10.001,50&polygonBarriers=5", "stops=10,50;10.001,50&travelMode=Flying",
    ])
    func `bad input is an envelope with a reason`(form: String) async throws {
        let answer = try await post(form)
        let error = try #require(answer["error"], "\(answer.text)")
        #expect(error["code"]?.integer != nil)
        #expect(error["message"]?.string?.isEmpty == false)
        #expect(try #require(error["details"]?.array).isEmpty == false)
        #expect(!answer.text.contains(".swift"))
    }

    @Test func `the page of an answer shows the route`() async throws {
        try await Self.server().test { client in
            let page = try await client.execute(
                uri: "\(FixturePath.solve)?stops=\(Self.stops)", method: .get)
            #expect(page.text.contains("Quay"))
            #expect(page.text.contains("Total_TravelTime"))
            #expect(page.text.contains("© the artist"))
        }
    }

    @Test func `GeoJSON is in WGS 84 whatever is asked`() async throws {
        try await Self.server().test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=geojson&outSR=102100&stops=\(Self.stops)",
                method: .get)
            let answer = try response.json()
            #expect(answer["type"] == "FeatureCollection")
            let lines = try #require(answer["features"]?.array).compactMap {
                $0["geometry"]?["coordinates"]?.array?.first?.array?.first?.number
            }
            #expect(!lines.isEmpty)
            for longitude in lines { #expect(abs(longitude - 10) < 1) }
        }
    }

    @Test func `the layer resource has what clients look for`() async throws {
        try await Self.server().test { client in
            let layer = try await client.execute(uri: "\(FixturePath.layer)?f=json", method: .get)
                .json()
            #expect(layer["layerType"] == "esriNAServerRouteLayer")
            #expect(layer["currentVersion"]?.number != nil)
            #expect(layer["directionsStyleNames"]?.array?.isEmpty == false)
            let modes = try #require(layer["supportedTravelModes"]?.array)
            let preset = try #require(layer["defaultTravelMode"])
            #expect(modes.contains { $0["id"] == preset && $0["itemId"] == preset })
            let attributes = try #require(layer["networkDataset"]?["networkAttributes"]?.array)
            let costs = attributes.filter { $0["usageType"] == "esriNAUTCost" }
            #expect(costs.contains { $0["units"] == "esriNAUMinutes" })
            #expect(costs.contains { $0["units"] == "esriNAUMeters" })
            #expect(layer["hasZ"]?.bool == false)
            #expect(layer["trafficSupport"] == "esriNTSNone")
            #expect(layer["copyrightText"] == "© the artist")
        }
    }
}
