// Tests what clients probe before their first solve.

import Geo
import HTTPTypes
import Hummingbird
import PublishedServices
import RouteAPI
import RouteService
import ServerTesting
import Testing

@Suite struct DiscoveryTests {
    @Test(arguments: [
        "/arcgis/rest/info", "/arcgis/info", "/ArcGIS/rest/info/", "/arcgis/rest/services",
        "/arcgis/REST/Services/", "/arcgis/rest/services/Routing", FixturePath.service,
        "\(FixturePath.service)/", FixturePath.layer, "\(FixturePath.layer)/retrieveTravelModes",
        "/arcgis/rest/services/Routing/Harbor/naserver/Trucks%20%26%20Vans",
    ])
    func `every resource answers GET, POST and HEAD`(path: String) async throws {
        try await makeServer().test { client in
            let get = try await client.execute(uri: "\(path)?f=json", method: .get)
            #expect(get.status == .ok)
            #expect(get.headers[.contentType] == "application/json;charset=utf-8")
            #expect(try get.json()["error"] == nil)
            let post = try await client.execute(
                uri: path, method: .post, headers: formHeaders, body: ByteBuffer(string: "f=json"))
            #expect(post.body == get.body)
            let head = try await client.execute(uri: "\(path)?f=json", method: .head)
            #expect(head.status == .ok)
            #expect(head.headers[.contentLength] == get.headers[.contentLength])
            #expect(head.body.readableBytes == 0)
        }
    }

    @Test func `the server says its version as a number and asks for no tokens`() async throws {
        try await makeServer().test { client in
            let info = try await client.execute(uri: "/arcgis/rest/info?f=json", method: .get)
                .json()
            #expect(try #require(info["currentVersion"]?.number) >= 10.81)
            #expect(info["authInfo"]?["isTokenBasedSecurity"]?.bool == false)
            #expect(info["owningSystemUrl"] == nil)
        }
    }

    @Test func `folders list their services under qualified names`() async throws {
        try await makeServer().test { client in
            let root = try await client.execute(uri: "/arcgis/rest/services?f=json", method: .get)
                .json()
            #expect(root["folders"] == ["Routing"])
            #expect(
                root["services"] == [
                    ["name": "Harbor", "type": "NAServer"],
                    ["name": "NetworkAnalysisUtilities", "type": "GPServer"],
                ])
            let folder = try await client.execute(
                uri: "/arcgis/rest/services/Routing?f=json", method: .get
            ).json()
            #expect(folder["folders"] == [])
            #expect(folder["services"] == [["name": "Routing/Harbor", "type": "NAServer"]])
        }
    }

    @Test func `a service lists its layers, their networks and every empty kind`() async throws {
        try await makeServer().test { client in
            let service = try await client.execute(
                uri: "\(FixturePath.service)?f=json", method: .get
            ).json()
            #expect(service["routeLayers"] == ["Route"])
            for kind in [
                "serviceAreaLayers", "closestFacilityLayers", "odCostMatrixLayers",
                "locationAllocationLayers",
            ] {
                #expect(service[kind] == [])
            }
            #expect(service["networkDatasetLayers"] == ["Harbor"])
        }
    }

    @Test func `a layer says what it is and what its defaults are`() async throws {
        try await makeServer().test { client in
            let layer = try await client.execute(uri: "\(FixturePath.layer)?f=json", method: .get)
                .json()
            #expect(layer["layerType"] == "esriNAServerRouteLayer")
            #expect(layer["layerName"] == "Route")
            #expect(layer["impedance"] == "TravelTime")
            #expect(layer["copyrightText"] == "© OpenStreetMap contributors")
            let modes = try await client.execute(
                uri: "\(FixturePath.layer)/retrieveTravelModes?f=json", method: .get
            ).json()
            #expect(modes["defaultTravelMode"] == "1")
        }
    }

    @Test func `a layer shows the solves that one caller may have, the lower limit`() async throws {
        var strict = UsageLimits()
        strict.runningSolves = 3
        let catalog = ServiceCatalog([
            PublishedLayer(service: "Open", answering: FakeLayer()),
            PublishedLayer(service: "Strict", usage: strict, answering: FakeLayer()),
        ])
        // By default half of the running and waiting bounds, if above 16.
        let cases: [(waiting: Int, stated: Int?, shown: Int)] = [
            (98, nil, 50), (2, nil, 16), (98, 5, 5), (98, 2, 2),
        ]
        for (waiting, stated, shown) in cases {
            let server = try makeServer(catalog) { configuration in
                configuration.runningSolves = 2
                configuration.waitingSolves = waiting
                configuration.solvesOfOneCaller = stated
            }
            try await server.test { client in
                for (service, limit) in [("Open", shown), ("Strict", min(3, shown))] {
                    let path = "/arcgis/rest/services/\(service)/NAServer/Route"
                    let layer = try await client.execute(uri: "\(path)?f=json", method: .get)
                    let limits = try layer.json()["usageLimits"]
                    #expect(limits?["runningSolves"]?.integer == limit)
                    #expect(limits?["requestsPerMinute"]?.isNull == true)
                    let page = try await client.execute(uri: "\(path)?f=html", method: .get)
                    let row = PageOutline(page.text).all("tr").first {
                        $0.text.contains("Solves that run or wait at once")
                    }
                    #expect(row?.text.filter(\.isNumber) == "\(limit)")
                }
            }
        }
    }

    @Test(arguments: [
        ("\(FixturePath.layer)/slove", "\(FixturePath.layer)/solve"),
        ("\(FixturePath.layer)/retrievetravelmode", "\(FixturePath.layer)/retrieveTravelModes"),
        (FixturePath.layer.lowercased().replacing("/arcgis", with: "/ArcGIS"), FixturePath.layer),
        ("/arcgis/rest/services/Habor/NAServer/Route", FixturePath.layer),
        (
            "/arcgis/rest/services/Routing/Harbor/NAServer/Truck%20%26%20Vans",
            "/arcgis/rest/services/Routing/Harbor/NAServer/Trucks%20%26%20Vans"
        ),
        ("/arcgis/rest/services/Ruoting", "/arcgis/rest/services/Routing"),
    ])
    func `a misspelled path is answered with the nearest one`(
        path: String, meant: String
    ) async throws {
        try await makeServer().test { client in
            let response = try await client.execute(uri: "\(path)?f=json", method: .get)
            #expect(try response.errorCode() == 400)
            let details = try response.json()["error"]?["details"]
            #expect(details?.array?.first?.string?.contains("did you mean \"\(meant)\"?") == true)
            let far = try await client.execute(uri: "\(path)zzzzzzzzzzzz?f=json", method: .get)
            #expect(!far.text.contains("did you mean"))
        }
    }

    @Test(arguments: [
        "/arcgis/rest/services/Nowhere", "/arcgis/rest/services/Nowhere/NAServer",
        "/arcgis/rest/services/harbor/NAServer", "\(FixturePath.service)/route",
        "\(FixturePath.layer)/solveServiceArea", "\(FixturePath.layer)/solve/more",
        "/arcgis/rest/services/a/b/c/NAServer", "/arcgis/rest/admin", "/arcgis/tokens",
    ])
    func `a path that names nothing is an invalid URL`(path: String) async throws {
        try await makeServer().test { client in
            let response = try await client.execute(uri: "\(path)?f=json", method: .get)
            #expect(response.status == .ok)
            #expect(try response.errorCode() == 400)
            #expect(try response.json()["error"]?["message"] == "Invalid URL")
            #expect(try response.json()["error"]?["details"]?.array?.isEmpty == false)
        }
    }

    @Test func `a server without users says that it needs no token`() async throws {
        try await makeServer().test { client in
            for place in ["tokens", "admin", "rest"] {
                let answer = try await client.execute(
                    uri: "/arcgis/\(place)/generateToken?f=json", method: .post)
                #expect(try answer.errorCode() == 400)
                #expect(answer.text.contains("without a token"), "\(place): \(answer.text)")
            }
        }
    }

    @Test(arguments: ["/arcgis/sharing/rest/portals/self", "/arcgis/sharing/rest/info", "/other"])
    func `what is not of this server is a 404 with an envelope`(path: String) async throws {
        try await makeServer().test { client in
            let response = try await client.execute(uri: "\(path)?f=json", method: .get)
            #expect(response.status == .notFound)
            #expect(try response.errorCode() == 404)
        }
    }

    @Test func `the root leads to the services directory`() async throws {
        try await makeServer().test { client in
            for path in ["/", "/arcgis", "/arcgis/rest/"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.status == .found)
                #expect(response.headers[.location] == "/arcgis/rest/services")
            }
        }
    }

    @Test func `probes are answered`() async throws {
        try await makeServer().test { client in
            let alive = try await client.execute(uri: "/livez?f=json", method: .get).json()
            #expect(alive["status"] == "ok")
            let ready = try await client.execute(uri: "/readyz?f=json", method: .get).json()
            #expect(ready["layers"] == 2)
            #expect(ready["solvesRunning"] == 0)
            #expect(ready["metrics"]?["evictions"] == 0)
        }
    }

    @Test func `a probe gets a line, and a browser a page`() async throws {
        try await makeServer().test { client in
            for (path, line) in [
                ("/livez", "ok\n"),
                (
                    "/readyz",
                    "ok: 2 layers (0 unavailable), 0 solves running, 0 waiting, 0 overdue\n"
                ),
            ] {
                for accept in [nil, "*/*", "text/plain"] {
                    var headers: HTTPFields = [:]
                    headers[.accept] = accept
                    let answer = try await client.execute(
                        uri: path, method: .get, headers: headers)
                    #expect(answer.status == .ok && answer.text == line)
                    #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
                    #expect(answer.headers[.cacheControl] == "no-store")
                }
                let page = try await client.execute(
                    uri: path, method: .get, headers: [.accept: "text/html,*/*;q=0.8"])
                #expect(page.headers[.contentType] == "text/html;charset=utf-8")
                let head = try await client.execute(uri: path, method: .head)
                #expect(head.status == .ok && head.body.readableBytes == 0)
            }
        }
    }
}
