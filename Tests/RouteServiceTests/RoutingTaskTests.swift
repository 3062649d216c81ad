// Tests the geoprocessing utilities that clients ask before they solve, and tasks not implemented.

import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import RouteService
import ServerTesting
import Testing

@Suite struct RoutingTaskTests {
    private static let path = "/arcgis/rest/services/NetworkAnalysisUtilities/GPServer"

    private func json(
        _ client: TestClient, _ path: String, _ query: String = ""
    ) async throws -> JSONValue {
        try await client.execute(uri: "\(path)?f=json\(query)", method: .get).json()
    }

    @Test func `the service and its tasks have every key that clients read`() async throws {
        try await makeServer().test { client in
            let service = try await json(client, Self.path)
            #expect(service["tasks"] == ["GetTravelModes", "GetToolInfo"])
            #expect(service["executionType"] == "esriExecutionTypeSynchronous")
            #expect(service["resultMapServerName"] == "")
            for task in service["tasks"]?.array ?? [] {
                let name = try #require(task.string)
                let found = try await json(client, "\(Self.path)/\(name)")
                #expect(found["name"] == task)
                #expect(found["description"]?.string?.contains("\\") == false)
                let parameters = try #require(found["parameters"]?.array)
                #expect(!parameters.isEmpty)
                for parameter in parameters {
                    for key in ["name", "displayName", "dataType", "direction", "parameterType"] {
                        #expect(parameter[key]?.string?.isEmpty == false)
                    }
                    #expect(parameter.object?.keys.contains("defaultValue") == true)
                }
            }
        }
    }

    @Test(arguments: ["GetTravelModes", "gettravelmodes"])
    func `travel modes are a table without nulls, and the default is one of them`(
        task: String
    ) async throws {
        try await makeServer().test { client in
            let get = try await client.execute(
                uri: "\(Self.path)/\(task)/execute?f=json", method: .get)
            let post = try await client.execute(
                uri: "\(Self.path)/\(task)/execute", method: .post, headers: formHeaders,
                body: ByteBuffer(string: "f=json&env:outSR=4326&returnZ=true"))
            #expect(get.body == post.body)
            let results = try #require(try get.json()["results"]?.array)
            #expect(
                results.map { $0["paramName"] } == ["supportedTravelModes", "defaultTravelMode"])
            let rows = try #require(results[0]["value"]?["features"]?.array)
            #expect(!rows.isEmpty)
            let layer = try await json(client, FixturePath.layer)
            let modes = layer["supportedTravelModes"]?.array ?? []
            for (row, mode) in zip(rows, modes) {
                let values = try #require(row["attributes"]?.object?.members)
                #expect(!values.contains { $0.value.isNull })
                let text = try #require(row["attributes"]?["TravelMode"]?.string)
                #expect(try JSONValue.parse(text) == mode)
            }
            #expect(rows.contains { $0["attributes"]?["TravelModeId"] == results[1]["value"] })
        }
    }

    @Test func `tool information is JSON within text`() async throws {
        try await makeServer().test { client in
            for query in ["", "&serviceName=asyncRoute&toolName=findroutes"] {
                let answer = try await json(client, "\(Self.path)/GetToolInfo/execute", query)
                let text = try #require(answer["results"]?.array?.first?["value"]?.string)
                let info = try JSONValue.parse(text)
                #expect(info["isPortal"] == false)
                #expect(info["serviceLimits"]?["maximumStops"]?.integer != nil)
                let network = try #require(info["networkDataset"])
                #expect(network["networkAttributes"]?.array?.isEmpty == false)
                #expect(network["networkSources"]?.array?.first?["fields"] == nil)
            }
            let full = try await json(
                client, "\(Self.path)/GetToolInfo/execute", "&includeNetworkSourceInfo=true")
            let text = try #require(full["results"]?.array?.first?["value"]?.string)
            let source = try JSONValue.parse(text)["networkDataset"]?["networkSources"]?.array?
                .first
            #expect(source?["fields"]?.array?.isEmpty == false)
            let other = try await json(
                client, "\(Self.path)/GetToolInfo/execute", "&toolName=GenerateServiceAreas")
            #expect(
                other["error"]?["details"]?.array?.first?.string?.contains("FindRoutes") == true)
        }
    }

    @Test func `they have pages, and the directory and the portal lead to them`() async throws {
        let server = try makeServer(fixtureCatalog()) { $0.answersSharing = true }
        try await server.test { client in
            for path in ["", "/GetToolInfo", "/GetToolInfo/execute", "/GetTravelModes/execute"] {
                let page = try await client.execute(uri: Self.path + path, method: .get)
                #expect(page.status == .ok)
                #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            }
            let root = try await client.execute(uri: "/arcgis/rest/services", method: .get)
            #expect(root.text.contains("href=\"\(Self.path)\""))
            let portal = try await json(client, "/arcgis/sharing/rest/portals/self")
            let url = try #require(
                portal["helperServices"]?["routingUtilities"]?["url"]?.string)
            #expect(url.hasSuffix(Self.path))
            let document = try await json(client, "/openapi.json")
            #expect(document["paths"]?["\(Self.path)/GetTravelModes/execute"] != nil)
        }
    }

    @Test(arguments: [
        (
            "\(FixturePath.layer)/solveServiceArea", "\"solveServiceArea\" is not implemented",
            "solve, locate and retrieveTravelModes"
        ),
        (
            "\(FixturePath.service)/Harbor/solve", "\"solve\" is not implemented",
            "locate and retrieveTravelModes"
        ),
        (
            "/arcgis/rest/services/Routing/Harbor/NAServer/Trucks%20%26%20Vans/solveODCostMatrix",
            "\"solveODCostMatrix\" is not implemented", "solve, locate and retrieveTravelModes"
        ),
        (
            "/arcgis/rest/services/Harbor/MapServer", "MapServer services are not implemented",
            "NAServer"
        ),
        (
            "/arcgis/rest/services/Routing/NetworkAnalysis/GPServer/FindRoutes/submitJob",
            "The task \"FindRoutes\" is not implemented", "GetTravelModes and GetToolInfo"
        ),
        (
            "/arcgis/rest/services/Harbor/GPServer", "GPServer services", "NetworkAnalysisUtilities"
        ),
        (
            "/arcgis/rest/services/NetworkAnalysisUtilities/GPServer/GetToolInfo/submitJob",
            "\"submitJob\" is not implemented", "execute"
        ),
    ])
    func `what is not implemented is reported, with what is`(
        path: String, missing: String, there: String
    ) async throws {
        try await makeServer().test { client in
            let answer = try await json(client, path)
            #expect(answer["error"]?["code"] == 400)
            let text = try #require(answer["error"]?["details"]?.array?.first?.string)
            #expect(text.contains(missing), "\(text)")
            #expect(text.contains("implemented"), "\(text)")
            #expect(text.contains(there), "\(text)")
        }
    }
}
