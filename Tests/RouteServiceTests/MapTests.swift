// Tests a layer's map over HTTP: tiles, style, TileJSON, the page and its files.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import MapPage
@testable import OpenAPI
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteTesting
import RoutingEngine
import ServerTesting
import Testing
import VectorTiles

@testable import RouteService

@Suite struct MapTests {
    private static let layer = "/arcgis/rest/services/Harbor/NAServer/Route"
    /// The tile of the drawn street.
    private static let tile = "14/8647/5556.mvt"

    private func streets() throws -> NetworkLayer {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10) { $0.name = "Kai" }
        return NetworkLayer(network: try sketch.build(), analyses: .all)
    }

    private func catalog(
        _ access: ServiceAccess = ServiceAccess(), name: String = "Harbor"
    ) throws -> ServiceCatalog {
        ServiceCatalog([
            PublishedLayer(service: name, access: access, answering: try streets())
        ])
    }

    private func server(
        _ catalog: ServiceCatalog, _ change: (inout RouteServiceConfiguration) -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        try makeServer(catalog, change)
    }

    @Test func `a tile has its type, its tag and, for a client that has it, no body`() async throws
    {
        try await server(try catalog()).test { client in
            let path = "\(Self.layer)/tiles/\(Self.tile)"
            let made = try await client.execute(uri: path, method: .get)
            #expect(made.status == .ok)
            #expect(made.headers[.contentType] == "application/vnd.mapbox-vector-tile")
            #expect(made.headers[.cacheControl] == "no-cache")
            #expect(made.headers[.xContentTypeOptions] == "nosniff")
            let network: any RouteAnswering = try streets()
            let address = try #require(TileAddress(zoom: 14, column: 8_647, row: 5_556))
            #expect(Array(made.body.readableBytesView) == network.streetTile(address))
            let kept = try await client.execute(uri: path, method: .get)
            #expect(kept.body == made.body, "the second time from memory")
            let tag = try #require(made.headers[.eTag])
            let known = try await client.execute(
                uri: path, method: .get, headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified && known.body.readableBytes == 0)
            let head = try await client.execute(uri: path, method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
        }
    }

    @Test func `a tile whose URL has the network's version may be kept`() async throws {
        var secured = ServiceAccess()
        secured.requiresToken = true
        let open = try catalog()
        let version = TileEndpoint.version(of: open.layers[0])
        try await server(open).test { client in
            for (query, cache) in [
                ("?v=\(version)", "public, max-age=86400"), ("?v=other", "no-cache"),
            ] {
                let answer = try await client.execute(
                    uri: "\(Self.layer)/tiles/\(Self.tile)\(query)", method: .get)
                #expect(answer.status == .ok && answer.headers[.cacheControl] == cache)
            }
            let style = try await client.execute(
                uri: "\(Self.layer)/style.json?f=json", method: .get)
            #expect(style.text.contains("?v=\(version)"))
        }
    }

    @Test func `the picture of the streets has its type and its tag, and may be kept as tiles`()
        async throws
    {
        let open = try catalog()
        let version = TileEndpoint.version(of: open.layers[0])
        try await server(open).test { client in
            let path = "\(Self.layer)/tiles/overview.svg"
            let made = try await client.execute(uri: path, method: .get)
            #expect(made.status == .ok && made.headers[.cacheControl] == "no-cache")
            #expect(made.headers[.contentType] == "image/svg+xml;charset=utf-8")
            #expect(made.headers[.xContentTypeOptions] == "nosniff")
            // The street from west to east.
            #expect(made.text.contains("id=\"minor\"") && made.text.contains("M0 0l"))
            #expect(made.text.contains("drawn for a test"))
            let kept = try await client.execute(uri: "\(path)?v=\(version)", method: .get)
            #expect(kept.text == made.text, "the second time from memory")
            #expect(kept.headers[.cacheControl] == "public, max-age=86400")
            let dark = try await client.execute(uri: "\(path)?theme=dark", method: .get)
            #expect(dark.text != made.text && dark.headers[.eTag] != made.headers[.eTag])
            let known = try await client.execute(
                uri: path, method: .get,
                headers: [.ifNoneMatch: try #require(made.headers[.eTag])])
            #expect(known.status == .notModified && known.body.readableBytes == 0)
            let odd = try await client.execute(uri: "\(path)?f=json&theme=pink", method: .get)
            #expect(try odd.errorCode() == 400)
            let page = try await client.execute(uri: "/map", method: .get)
            #expect(page.text.contains(" src=\"\(path)?v=\(version)\">"))
        }
    }

    @Test func `a tile that shows nothing has no content`() async throws {
        try await server(try catalog()).test { client in
            for path in ["14/0/0.mvt", "0/0/0.mvt", "traffic/\(Self.tile)"] {
                let answer = try await client.execute(
                    uri: "\(Self.layer)/tiles/\(path)", method: .get)
                #expect(answer.status == .noContent && answer.body.readableBytes == 0)
                #expect(answer.headers[.eTag] != nil)
            }
        }
    }

    @Test(arguments: [
        "15/0/0.mvt", "14/16384/0.mvt", "14/0/16384.mvt", "-1/0/0.mvt", "1/01/0.mvt",
        "1/0/0.pbf", "1/0/0", "a/b/c.mvt", "traffic/15/0/0.mvt", "1/0/%2e%2e.mvt",
        "99999999999999999999/0/0.mvt",
    ])
    func `an address that is no tile's is told`(path: String) async throws {
        try await server(try catalog()).test { client in
            let answer = try await client.execute(
                uri: "\(Self.layer)/tiles/\(path)?f=json", method: .get)
            #expect(answer.status == .notFound)
            #expect(try answer.errorCode() == 404)
            #expect(answer.text.contains("0…14"))
        }
    }

    @Test func `traffic has tiles of its own, which change with it`() async throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        let network = try sketch.build()
        let closure = EdgeClosure(edge: sketch.edge("a", "b"))
        let layer = NetworkLayer(network: network, analyses: .all)
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        try await server(catalog).test { client in
            let path = "\(Self.layer)/tiles/traffic/\(Self.tile)"
            let none = try await client.execute(uri: path, method: .get)
            #expect(none.status == .noContent)
            layer.traffic.publish(
                TrafficSnapshot(
                    speeds: [], closures: [closure],
                    made: TrafficBoard.systemTime(), on: network))
            let closed = try await client.execute(uri: path, method: .get)
            #expect(closed.status == .ok && closed.text.contains("blocked"))
            #expect(closed.headers[.eTag] != none.headers[.eTag])
            // Maps ask again after this time, and not at all without one.
            for answer in [none, closed] {
                #expect(answer.headers[.cacheControl] == "public, max-age=30")
            }
            let known = try await client.execute(
                uri: path, method: .get,
                headers: [.ifNoneMatch: try #require(closed.headers[.eTag])])
            #expect(known.status == .notModified)
            #expect(known.headers[.cacheControl] == "public, max-age=30")
        }
    }

    @Test func `a style draws the tiles by day and by night, without fonts from a server`()
        async throws
    {
        try await server(try catalog()).test { client in
            var backgrounds: Set<String> = []
            for theme in ["light", "dark"] {
                let answer = try await client.execute(
                    uri: "\(Self.layer)/style.json?theme=\(theme)", method: .get)
                #expect(answer.headers[.contentType] == "application/json;charset=utf-8")
                let style = try answer.json()
                // MapLibre refuses a style with a null in it.
                #expect(!answer.text.contains("null"))
                #expect(style["version"] == 8 && style["glyphs"] == nil && style["sprite"] == nil)
                let tiles = style["sources"]?["streets"]?["tiles"]?.array?.first?.string ?? ""
                #expect(tiles.hasPrefix("http") && tiles.contains("/tiles/{z}/{x}/{y}.mvt"))
                #expect(
                    style["sources"]?["traffic"]?["tiles"]?.array?.first?.string?
                        .contains("/tiles/traffic/{z}/{x}/{y}.mvt") == true)
                #expect(
                    style["sources"]?["streets"]?["attribution"] == "drawn for a test")
                let layers = style["layers"]?.array ?? []
                let ids = layers.compactMap { $0["id"]?.string }
                #expect(ids.count == layers.count && Set(ids).count == ids.count)
                for prefix in ["street-", "label-", "traffic-"] {
                    #expect(ids.contains { $0.hasPrefix(prefix) })
                }
                // The page draws routes below the symbols that end the style.
                let types = layers.compactMap { $0["type"]?.string }
                let symbols = types.drop { $0 != "symbol" }
                #expect(!symbols.isEmpty && symbols.allSatisfy { $0 == "symbol" })
                let path = try #require(layers.first { $0["id"] == "street-path" })
                let opacity = path["paint"]?["line-opacity"]?.array?.compactMap(\.number) ?? []
                #expect(opacity.count == 4 && opacity[1] < 0.5 && opacity[3] == 1)
                let sources = Set(layers.compactMap { $0["source-layer"]?.string })
                #expect(sources == ["streets", "street_labels", "ferries", "traffic"])
                backgrounds.insert(
                    layers.first?["paint"]?["background-color"]?.string ?? "")
            }
            #expect(backgrounds.count == 2)
            let odd = try await client.execute(
                uri: "\(Self.layer)/style.json?f=json&theme=pink", method: .get)
            #expect(try odd.errorCode() == 400)
            #expect(odd.text.contains("light or dark"))
        }
    }

    @Test func `TileJSON names the tiles, their layers and the box around the streets`()
        async throws
    {
        try await server(try catalog()).test { client in
            let answer = try await client.execute(
                uri: "\(Self.layer)/tiles.json", method: .get)
            let document = try answer.json()
            #expect(document["tilejson"] == "3.0.0" && document["maxzoom"] == 14)
            let ids = document["vector_layers"]?.array?.compactMap { $0["id"]?.string }
            #expect(ids == ["streets", "street_labels", "ferries"])
            #expect(document["bounds"]?.array?.first == 10)
            #expect(document["attribution"] == "drawn for a test")
        }
    }

    @Test func `the page is filled in for its layer, and may run scripts of this server only`()
        async throws
    {
        let catalog = try catalog(name: "<Kai> & Co")
        try await server(catalog).test { client in
            let path = PathPattern<PublishedLayer>.mapPage.path(of: catalog.layers[0])
            let own = try await client.execute(uri: path, method: .get)
            let first = try await client.execute(uri: "/map", method: .get)
            #expect(own.status == .ok && own.body == first.body)
            #expect(own.headers[.contentType] == "text/html;charset=utf-8")
            #expect(own.text.contains("data-title=\"&lt;Kai&gt; &amp; Co\""))
            #expect(own.text.contains("data-layer=\"\(ResourcePath.layer(catalog.layers[0]))\""))
            #expect(own.text.contains("/style.json\""))
            #expect(!own.text.contains("<Kai>"))
            let policy = try #require(own.headers[.contentSecurityPolicy])
            #expect(policy.contains("default-src 'none'; script-src 'self';"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("'unsafe-eval'"))
            let directory = try await client.execute(uri: ResourcePath.services, method: .get)
            let main = try #require(directory.text.firstRange(of: "<main"))
            let link = try #require(
                directory.text[main.upperBound...].firstRange(of: "<a href=\""))
            #expect(directory.text[link.upperBound...].prefix { $0 != "\"" } == "/map")
        }
    }

    @Test func `the style of another server is named, and allowed by the policy`() async throws {
        let url = "https://Tiles.example:8443/a/style.json?key=1&b=2"
        try await server(try catalog()) { $0.mapStyle = url }.test { client in
            let page = try await client.execute(uri: "/map", method: .get)
            #expect(
                page.text.contains(
                    "data-style=\"https://Tiles.example:8443/a/style.json?key=1&amp;b=2\""))
            // Its streets are not those of the picture.
            #expect(page.text.contains(" data-src=\"\"") && !page.text.contains("overview.svg"))
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("img-src 'self' data: blob: https://tiles.example:8443;"))
            #expect(policy.contains(" https://tiles.example:8443; worker-src"))
        }
    }

    @Test(arguments: [
        ("https://tiles.example/s.json", true), ("http://127.0.0.1:80/s", true),
        ("ftp://tiles.example/s.json", false), ("tiles.example/s.json", false),
        ("https://user:secret@tiles.example/", false), ("https:///s.json", false),
        ("https://a.example; script-src *", false), ("javascript:alert(1)", false),
    ])
    func `a style's URL is one whose host can stand in a policy`(url: String, isValid: Bool) {
        #expect(RouteServiceConfiguration.isMapStyle(url) == isValid)
    }

    @Test func `the page's files are served, MapLibre's from its folder, compressed once`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-map-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = String(repeating: "const map = 1;\n", count: 1_000)
        try script.write(
            to: folder.appendingPathComponent("maplibre-gl.js"), atomically: true, encoding: .utf8)
        try await server(try catalog()) { $0.mapFolder = folder.path }.test { client in
            let plain = try await client.execute(uri: "/map/maplibre-gl.js", method: .get)
            #expect(plain.text == script)
            #expect(plain.headers[.contentType] == "text/javascript;charset=utf-8")
            let packed = try await client.execute(
                uri: "/map/maplibre-gl.js", method: .get, headers: [.acceptEncoding: "gzip"])
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.body.readableBytes < 200)
            let tag = try #require(packed.headers[.eTag])
            let known = try await client.execute(
                uri: "/map/maplibre-gl.js", method: .get, headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
            for file in MapFile.allCases where file != .page {
                let answer = try await client.execute(uri: "/map/\(file.rawValue)", method: .get)
                #expect(Array(answer.body.readableBytesView) == file.bytes)
            }
            for name in ["maplibre-gl.css", "map.html", "..%2Fsecret", "other.js"] {
                let missing = try await client.execute(
                    uri: "/map/\(name)?f=json", method: .get)
                #expect(missing.status == .notFound, "\(name)")
                #expect(!missing.text.contains("setup-map"))
            }
        }
        try await server(try catalog()).test { client in
            let missing = try await client.execute(
                uri: "/map/maplibre-gl.js?f=json", method: .get)
            #expect(missing.status == .notFound && missing.text.contains("setup-map"))
        }
        try FileManager.default.removeItem(at: folder)
    }

    @Test func `a secured layer's map needs the token that the layer needs`() async throws {
        let files = TestFiles()
        var access = ServiceAccess()
        access.requiresToken = true
        try await makeSecuredServer(try catalog(access), files: files).test { client in
            let token = try await client.token()
            for path in [
                "/tiles/\(Self.tile)", "/tiles/traffic/\(Self.tile)", "/tiles/overview.svg",
                "/tiles.json", "/style.json", "/map",
            ] {
                let without = try await client.execute(
                    uri: "\(Self.layer)\(path)?f=json", method: .get)
                #expect(try without.errorCode() == 499, "\(path)")
                let with = try await client.execute(
                    uri: "\(Self.layer)\(path)?token=\(token)", method: .get)
                #expect([.ok, .noContent].contains(with.status), "\(path)")
            }
            let hidden = try await client.execute(uri: "/map?f=json", method: .get)
            #expect(try hidden.errorCode() == 499)
            let shown = try await client.execute(uri: "/map?token=\(token)", method: .get)
            #expect(shown.status == .ok)
            // The browser could not send the token for the picture.
            #expect(!shown.text.contains("overview.svg"))
        }
    }

    @Test func `a layer without a network has no map`() async throws {
        try await makeServer().test { client in
            for path in [
                "\(FixturePath.layer)/tiles/1/0/0.mvt", "\(FixturePath.layer)/style.json",
                "\(FixturePath.layer)/tiles/overview.svg", "\(FixturePath.layer)/tiles.json",
                "\(FixturePath.layer)/map", "/map",
            ] {
                let answer = try await client.execute(uri: "\(path)?f=json", method: .get)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.text.contains("network"), "\(path)")
            }
        }
    }

    @Test func `the description has every path of a map, and references that lead somewhere`()
        throws
    {
        let document = try JSONValue.parse(
            OpenAPIDocument(DescribedServer(catalog: try catalog())).json(pretty: false))
        let paths = try #require(document["paths"]?.object)
        for path in [
            "/map", "\(Self.layer)/map", "\(Self.layer)/style.json", "\(Self.layer)/tiles.json",
            "\(Self.layer)/tiles/{z}/{x}/{y}.mvt",
            "\(Self.layer)/tiles/traffic/{z}/{x}/{y}.mvt", "\(Self.layer)/tiles/overview.svg",
        ] {
            #expect(paths[path]?["get"]?["operationId"]?.string != nil, "\(path)")
        }
        let schemas = document["components"]?["schemas"]?.object
        #expect(schemas?["MapStyle"] != nil && schemas?["TileJSON"] != nil)
    }
}
