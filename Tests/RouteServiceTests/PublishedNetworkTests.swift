// Tests the whole path from an OpenStreetMap file to an HTTP answer, with hand-written files.

import DefinitionFiles
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import Logging
import MatrixAnalysis
import NetworkBuilder
import RoadNetwork
import RouteAPI
import RouteService
import ServerTesting
import ServiceDefinitions
import Testing
import RouteTesting

@Suite struct PublishedNetworkTests {
    /// A street of two pieces, 0.001 degrees each, the second with a 4 m bend, and another street.
    private static let streets = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6">
          <node id="1" version="1" lat="43.730" lon="7.410"/>
          <node id="2" version="1" lat="43.731" lon="7.410"/>
          <node id="4" version="1" lat="43.7315" lon="7.41005"/>
          <node id="3" version="1" lat="43.732" lon="7.410"/>
          <node id="5" version="1" lat="43.731" lon="7.412"/>
          <way id="10" version="1">
            <nd ref="1"/><nd ref="2"/><nd ref="4"/><nd ref="3"/>
            <tag k="highway" v="residential"/><tag k="name" v="Rue du Port"/>
          </way>
          <way id="11" version="1">
            <nd ref="2"/><nd ref="5"/>
            <tag k="highway" v="residential"/><tag k="name" v="Rue du Phare"/>
          </way>
        </osm>
        """

    /// Builds the streets in a temporary folder, removed afterwards.
    private func withNetwork(_ body: (_ folder: String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        let input = "\(folder)/streets.osm"
        try Self.streets.write(toFile: input, atomically: true, encoding: .utf8)
        _ = try await BuildPipeline.run(inputs: [input], output: "\(folder)/port")
        try await body(folder)
    }

    /// Solves a route along the hand-written street on a configured server.
    private func solve(
        _ configuration: RouteServiceConfiguration, layer: String
    ) async throws -> JSONValue {
        var configuration = configuration
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try await buildApplication(configuration: configuration).test { client in
            try await client.execute(
                uri: "/arcgis/rest/services/\(layer)/solve?f=json&stops=7.41,43.7302;7.41,43.7318",
                method: .get
            ).json()
        }
    }

    @Test func `a check names the file of traffic that is not there yet`() async throws {
        try await withNetwork { folder in
            var configuration = RouteServiceConfiguration.networks(
                [.init(path: "\(folder)/port")], analyses: .all)
            configuration.logger = .silent
            #expect(try checkRouteService(configuration: configuration).lacks == [])
            let feed = "\(folder)/speeds.csv"
            configuration.traffic = TrafficDeclaration(argument: feed)
            let found = try checkRouteService(configuration: configuration)
            // One file for all layers of the network.
            #expect(found.layers.count > 1)
            #expect(found.lacks.count == 1)
            #expect(found.lacks.first?.contains(feed) == true)
            try "edge,speed\n".write(toFile: feed, atomically: true, encoding: .utf8)
            #expect(try checkRouteService(configuration: configuration).lacks == [])
        }
    }

    @Test func `the example of buildApplication serves a network`() async throws {
        try await withNetwork { folder in
            let path = "\(folder)/port"

            var configuration = RouteServiceConfiguration.networks(
                [.init(path: path)], analyses: .all)
            configuration.port = 8080
            configuration.logger = .silent
            let application = try buildApplication(configuration: configuration)

            let layer = try await application.test { client in
                try await client.execute(
                    uri: "/arcgis/rest/services/port/NAServer/Route?f=json", method: .get
                ).json()
            }
            #expect(layer["layerName"] == "Route")
        }
    }

    @Test func `a damaged network is not served, unless its verification is skipped`()
        async throws
    {
        try await withNetwork { folder in
            let file = URL(filePath: "\(folder)/port/\(NetworkDataset.fileName)")
            var bytes = try Data(contentsOf: file)
            let name = try #require(bytes.firstRange(of: Data("Rue du Phare".utf8)))
            bytes.replaceSubrange(name, with: Data("Rue du Share".utf8))
            try bytes.write(to: file, options: .atomic)
            var configuration = RouteServiceConfiguration.networks(
                [.init(path: "\(folder)/port")], analyses: .all)
            await #expect(throws: DatasetError.self) {
                _ = try await solve(configuration, layer: "port/NAServer/Route")
            }
            configuration.skipsVerification = true
            let answer = try await solve(configuration, layer: "port/NAServer/Route")
            #expect(answer["routes"]?["features"]?.array?.count == 1)
        }
    }

    @Test func `the page of an answer draws streets, barriers and every bend`() async throws {
        try await withNetwork { folder in
            var configuration = RouteServiceConfiguration.networks(
                [.init(path: "\(folder)/port")], analyses: .all)
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let barrier =
                "%7B%22features%22:%5B%7B%22geometry%22:%7B%22x%22:7.4101,"
                + "%22y%22:43.7315%7D,%22attributes%22:%7B%22BarrierType%22:2%7D%7D%5D%7D"
            let layer = "/arcgis/rest/services/port/NAServer/Route"
            let ask = "\(layer)/solve?f=html&stops=7.41,43.7302;7.41,43.7318&barriers=\(barrier)"
            let form = try await buildApplication(configuration: configuration).test {
                client in
                for query in [ask, "\(ask)&outSR=3857", "\(ask)&travelMode=Driving%20Time"] {
                    let text = try await client.execute(uri: query, method: .get).text
                    let page = PageOutline(text)
                    func path(_ name: String) -> String {
                        page.all("path").first { $0.attributes["class"] == name }?
                            .attributes["d"] ?? ""
                    }
                    /// The number of points in a path's data, whose letters separate the
                    /// coordinates.
                    func points(_ data: String) -> Int {
                        data.replacing("-", with: " -")
                            .split { $0.isLetter || $0 == " " }.count / 2
                    }
                    // Three streets; two of them are drawn as one line.
                    #expect(path("street minor").count { $0 == "M" } == 2, "\(query)")
                    #expect(points(path("street minor")) == 6)
                    // The output line's tolerance removes the 4 m bend.
                    #expect(points(path("route r0")) == 4)
                    #expect(!path("barrier").isEmpty)
                    #expect(!text.contains("table-barriers"), "it was not asked for")
                    #expect(page.all("code").contains { $0.text == "Total_Kilometers" })
                    #expect(!page.all("code").contains { $0.text == "ObjectID" })
                }
                let located = try await client.execute(
                    uri: "\(layer)/locate?f=html&inputLocations=7.41,43.7302", method: .get)
                #expect(located.text.contains("street minor"))
                return try await client.execute(uri: "\(layer)/solve?f=html", method: .get).text
            }
            // The example needs three places, and the network has two segments.
            #expect(form.contains("Example"))
        }
    }

    @Test func `a network without a definition answers under its folder's name`() async throws {
        try await withNetwork { folder in
            for (name, path) in [(nil, "port"), ("Harbor", "Harbor")] {
                let answer = try await solve(
                    .networks([.init(path: "\(folder)/port", name: name)], analyses: .all),
                    layer: "\(path)/NAServer/Route")
                let kilometers = answer["routes"]?["features"]?.array?.first?["attributes"]?[
                    "Total_Kilometers"]
                #expect(abs(try #require(kilometers?.number) - 0.178) < 0.001)
            }
        }
    }

    @Test func `a definition opens its network beside it`() async throws {
        try await withNetwork { folder in
            let definition = """
                folder: Towns
                service: Port
                layer: Streets
                network: port
                defaults:
                  accumulateAttributeNames: [Length]
                  returnDirections: false
                limits: { maximumStops: 2 }
                """
            try definition.write(
                toFile: "\(folder)/port.service.yaml", atomically: true, encoding: .utf8)
            let answer = try await solve(
                .definitions(folder: folder, analyses: .all), layer: "Towns/Port/NAServer/Streets")
            let totals = answer["routes"]?["features"]?.array?.first?["attributes"]
            #expect(abs(try #require(totals?["Total_Length"]?.number) - 178) < 1)
            #expect(totals?["Total_Kilometers"]?.isNull == true)
            #expect(answer["directions"] == nil)
        }
    }

    @Test func `a network that is not there is reported with its line`() async throws {
        try await withNetwork { folder in
            try "service: Port\nnetwork: harbor\n".write(
                toFile: "\(folder)/port.service.yaml", atomically: true, encoding: .utf8)
            let error = #expect(throws: InvalidDefinitions.self) {
                _ = try buildApplication(
                    configuration: .definitions(folder: folder, analyses: .all))
            }
            let problem = try #require(error?.problems.first)
            #expect(problem.line == 2)
            #expect(problem.text.contains("waypost network build"))
        }
    }

    /// Gets resources of a server over the network as JSON, and checks them.
    private func ask(
        _ paths: [String], of service: String = "/port/NAServer",
        _ check: ([JSONValue]) throws -> Void
    ) async throws {
        try await withNetwork { folder in
            var configuration = RouteServiceConfiguration.networks(
                [.init(path: "\(folder)/port")], analyses: .all)
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let answers = try await buildApplication(configuration: configuration).test {
                client in
                var answers: [JSONValue] = []
                for path in paths {
                    let uri = "/arcgis/rest/services\(service)\(path)"
                    answers.append(try await client.execute(uri: uri, method: .get).json())
                }
                return answers
            }
            try check(answers)
        }
    }

    @Test func `a network dataset layer is listed, describes itself and locates`() async throws {
        let places = "f=json&inputLocations=7.41,43.7302;7.6,43.7302"
        try await ask([
            "?f=json", "/Streets?f=json", "/Streets/locate?\(places)", "/Route/locate?\(places)",
            "/Streets/retrieveTravelModes?f=json",
        ]) { answers in
            #expect(answers[0]["networkDatasetLayers"] == ["Streets"])
            #expect(answers[1]["layerType"] == "esriNAServerNetworkDatasetLayer")
            #expect(answers[1]["networkDataset"]?["networkSources"]?.array?.count == 2)
            #expect(answers[1]["locateSettings"]?["default"]?["tolerance"] == 5_000)
            #expect(answers[2]["locations"] == answers[3]["locations"])
            #expect(answers[2]["reasons"] == answers[3]["reasons"])
            let rows = answers[2]["locations"]?["features"]?.array ?? []
            #expect(rows.map { $0["attributes"]?["Status"]?.integer } == [0, 1])
            #expect(rows.first?["attributes"]?["SourceOID"]?.integer != nil)
            let reason = answers[2]["reasons"]?.array?.first
            #expect(reason?["cause"] == "too-far")
            #expect(reason?["stop"]?["objectId"] == 2)
            #expect(reason?["change"]?["parameter"] == "locateSettings")
            #expect(answers[2]["routes"] == nil)
            #expect(answers[4]["supportedTravelModes"]?.array?.isEmpty == false)
        }
    }

    @Test func `a network without a definition has a layer for each analysis`() async throws {
        let (origin, destination) = ("7.41,43.7302", "7.41,43.7318")
        try await ask([
            "?f=json",
            "/ODCostMatrix/solveODCostMatrix?f=json&origins=\(origin)&destinations=\(destination)",
            "/ClosestFacility/solveClosestFacility?f=json&incidents=\(origin)"
                + "&facilities=\(destination)&returnCFRoutes=true",
            "/ClosestFacility?f=json",
        ]) { answers in
            for type in LayerType.allCases {
                #expect(answers[0][type.serviceKey] == [.string(type.word)])
            }
            #expect(answers[0]["networkDatasetLayers"] == ["Streets"])
            #expect(answers[1]["odLines"]?["features"]?.array?.count == 1)
            #expect(answers[2]["routes"]?["features"]?.array?.count == 1)
            #expect(answers[2]["directions"] == nil)
            #expect(answers[3]["layerType"] == .string(LayerType.closestFacility.wireName))
            #expect(answers[3]["returnDirections"] == false)
        }
    }

    @Test(arguments: [
        ("toolName=FindRoutes", false), ("toolName=findclosestfacilities", true),
        ("serviceName=asyncODCostMatrix", true),
    ])
    func `the information of a tool is that of the layer that does its work`(
        query: String, hasPairs: Bool
    ) async throws {
        let path = "/NetworkAnalysisUtilities/GPServer/GetToolInfo/execute?f=json&\(query)"
        try await ask([path], of: "") { answers in
            let text = try #require(answers[0]["results"]?.array?.first?["value"]?.string)
            let limits = try #require(try JSONValue.parse(text)["serviceLimits"]?.object)
            #expect(limits.keys.contains("maximumStops"))
            #expect(limits.keys.contains("maximumPairs") == hasPairs)
        }
    }

    @Test func `only layers of analyses that the server has are published`() async throws {
        try await withNetwork { folder in
            var configuration = RouteServiceConfiguration.networks(
                [.init(path: "\(folder)/port")], analyses: [.solveODCostMatrix])
            configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let service = try await buildApplication(configuration: configuration).test {
                client in
                let uri = "/arcgis/rest/services/port/NAServer?f=json"
                return try await client.execute(uri: uri, method: .get).json()
            }
            #expect(service["odCostMatrixLayers"] == ["ODCostMatrix"])
            #expect(service["routeLayers"] == [])
        }
    }

    @Test func `reasons stand in the envelope of a failing solve, and in an empty answer`()
        async throws
    {
        let wall =
            "polylineBarriers={\"features\":[{\"geometry\":{\"paths\":"
            + "[[[7.409,43.7305],[7.411,43.7305]]]},\"attributes\":{\"Name\":\"Wall\"}}]}"
        let query =
            "f=json&stops=7.41,43.7302;7.41,43.7318&locateSettings="
            + "%7B%22default%22:%7B%22tolerance%22:5000,%22toleranceUnits%22:%22esriMeters%22,"
            + "%22allowAutoRelocate%22:false%7D%7D&"
            + (wall.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            .replacingOccurrences(of: "polylineBarriers%3D", with: "polylineBarriers=")
        try await ask([
            "/Route/solve?\(query)", "/Route/solve?\(query)&returnEmptyResults=true",
        ]) { answers in
            let error = answers[0]["error"]
            #expect(error?["code"] == 400)
            for reasons in [error?["reasons"], answers[1]["reasons"]] {
                let reason = reasons?.array?.first
                #expect(reason?["cause"] == "cut-off-by-barriers")
                #expect(reason?["barriers"]?.array?.first?["name"] == "Wall")
                let removed = reason?["change"]?["removeBarriers"]?.array?.first
                #expect(removed?["parameter"] == "polylineBarriers")
                #expect(removed?["objectId"] == 1)
            }
        }
    }

    @Test func `values are explained, requests checked, and slips refused when strict`()
        async throws
    {
        let stops = "f=json&stops=7.41,43.7302;7.41,43.7318"
        try await ask([
            "/Route/solve?\(stops)&explainParameters=true", "/Route/solve?\(stops)&validate=true",
            "/Route/solve?\(stops)&strict=true&returnStop=true&impedanceAttributeName=Tim",
        ]) { answers in
            let values = answers[0]["effectiveParameters"]?.array ?? []
            let impedance = values.first { $0["name"] == "impedanceAttributeName" }
            #expect(impedance?["origin"] == "layer")
            #expect(impedance?["value"]?.string != nil)
            #expect(answers[0]["routes"] != nil)
            #expect(answers[1]["routes"] == nil)
            #expect(answers[1]["stops"]?["features"]?.array?.count == 2)
            #expect(answers[1]["limits"]?.array?.isEmpty == false)
            let error = answers[2]["error"]
            #expect(error?["code"] == 400)
            #expect(error?["details"]?.array?.count == 2)
        }
    }
}
