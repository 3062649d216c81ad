// Tests inputs from stored layers: which rows count, their field names, and messages for unreadable
// ones.

import FeatureStore
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
import ServiceDefinitions
import Testing

@testable import RouteService

@Suite struct StoredLayerTests {
    private let fixture: StoredFixture
    private let layer = RecordingLayer()

    init() throws { fixture = try StoredFixture() }

    /// A server whose layer records its requests.
    private func server(_ layers: [StoredLayer]) throws -> some ApplicationProtocol {
        try makeSecuredServer(fixture.catalog(layers, answering: layer), files: fixture.files)
    }

    /// Solves through a definition's stops.
    @discardableResult
    private func solve(
        _ stops: String, _ more: String = "", layers: [StoredLayer]? = nil
    ) async throws -> TestResponse {
        let layers = try layers ?? [fixture.deliveries(), fixture.closures()]
        return try await server(layers).test { client in
            try await client.post(FixturePath.solve, "f=json&stops=\(stops.percentEncoded)\(more)")
        }
    }

    /// The names of the last request's stops.
    private var names: [AttributeValue] {
        guard let stops = layer.stops else { return [] }
        return stops.features.map { stops.value("Name", of: $0) ?? .null }
    }

    @Test func `rows are selected, ordered and named as the definitions say`() async throws {
        let answer = try await solve(
            #"{"type":"layer","layerName":"deliveries","where":"driver = 'ann' OR driver IS NULL","#
                + #""geometry":"7.395,43.6,7.415,43.8","orderByFields":"minutes DESC","#
                + #""fieldMappings":{"Attr_TravelTime":"minutes"},"#
                + #""doNotLocateOnRestrictedElements":false}"#)
        #expect(try answer.errorCode() == nil, "\(answer.text)")
        #expect(names == [.string("Bob"), .string("Ada")])
        let stops = try #require(layer.stops)
        #expect(stops.fields.map(\.name) == ["ObjectID", "Name", "driver", "Attr_TravelTime"])
        #expect(
            stops.features.map { stops.value("ObjectID", of: $0) } == [.integer(2), .integer(1)])
        #expect(stops.features.first?.geometry == .point(Coordinate(x: 7.41, y: 43.7)))
        #expect(layer.asked.last?.inputs["stops"]?.doNotLocateOnRestrictedElements == false)
    }

    @Test func `a layer without a known system is refused in these words`() throws {
        let path = fixture.files.path("day.gpkg")
        let change = Process()
        change.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        change.arguments = [
            "python3", "-c",
            """
            import sqlite3, sys
            file = sqlite3.connect(sys.argv[1])
            for table in ["gpkg_contents", "gpkg_geometry_columns"]:
                file.execute(f"UPDATE {table} SET srs_id = -1")
            file.commit()
            """, path,
        ]
        try change.run()
        change.waitUntilExit()
        try #require(change.terminationStatus == 0)
        let layer = try StoredLayer(
            StoredLayerDeclaration(name: "Deliveries", path: path, table: "deliveries"),
            in: GeoPackageStore(path: path, access: .readOnly))
        let error = #expect(throws: FeatureStoreError.self) {
            try layer.rows(FeatureSelection(), limit: 10) { false }
        }
        let words = error.map { "\($0)" } ?? ""
        #expect(words.contains("an undefined Cartesian coordinate system (srs_id -1)"), "\(words)")
        #expect(words.contains("--sr 25832"))
    }

    @Test func `without conditions all rows are taken in the order of their ids`() async throws {
        try await solve(#"{"type":"layer","layerName":"Deliveries"}"#)
        #expect(names == StoredFixture.deliveries.map { .string($0.customer) })
        try await solve(#"{"type":"layer","layerName":0}"#)
        #expect(names.count == 4)
    }

    @Test func `locations and barriers of every parameter may be stored`() async throws {
        try fixture.close("Flood")
        let definition = #"{"type":"layer","layerName":"closures"}"#.percentEncoded
        try await solve("7.4,43.7;7.5,43.7", "&polygonBarriers=\(definition)")
        let barriers = layer.asked.last?.locations.barriers.polygon?.features
        #expect(barriers?.features.count == 1)
        #expect(barriers?.geometryType == .polygon)
    }

    @Test func `a layer that there is not is answered with those there are`() async throws {
        let answer = try await solve(#"{"type":"layer","layerName":"Delivery"}"#)
        let details = try #require(answer.json()["error"]?["details"]?.array)
        #expect(details.first == "The table was not found. [Delivery].")
        #expect(details.last?.string?.contains("Deliveries") == true)
        let none = try await solve(#"{"type":"layer","layerName":"A"}"#, layers: [])
        #expect(none.text.contains("no feature layers"))
    }

    @Test func `a condition that cannot be read is shown with a mark`() async throws {
        for (condition, mark) in [
            ("driver = ", "driver =\n        ^"),
            ("minutes > 1 AND drivr = 'a'", "                ^"),
        ] {
            let definition = JSONValue.object(
                JSONObject([
                    (key: "layerName", value: JSONValue.string("Deliveries")),
                    (key: "where", value: JSONValue.string(condition)),
                ]))
            let layers = [try fixture.deliveries(condition: "minutes > 0")]
            let answer = try await solve(definition.text, layers: layers)
            let details = try #require(answer.json()["error"]?["details"]?.array)
                .compactMap(\.string)
            #expect(details.first == "Cannot perform query. Invalid query parameters.")
            #expect(details.contains { $0.contains("Parameter \"stops\": where:") })
            #expect(details.last?.contains(mark) == true, "\(details)")
            // The definition's condition stays hidden.
            #expect(!answer.text.contains("minutes > 0"))
        }
    }

    @Test(arguments: [
        "1=1) OR (1=1", "1=1); DROP TABLE deliveries; --", "'' = '", "1=1 OR minutes < 9 /*",
    ])
    func `a condition does not end that of the definition`(condition: String) async throws {
        let definition = JSONValue.object(
            JSONObject([
                (key: "layerName", value: JSONValue.string("Deliveries")),
                (key: "where", value: JSONValue.string(condition)),
            ]))
        let layers = [try fixture.deliveries(condition: "driver = 'ben'")]
        let answer = try await solve(definition.text, layers: layers)
        #expect(try answer.errorCode() == 400)
        #expect(layer.asked.isEmpty)
        try await solve(
            #"{"layerName":"Deliveries","where":"minutes < 9 OR 1 = 1"}"#, layers: layers)
        #expect(names == [.string("Dee")])
    }

    @Test func `more rows than the service allows are refused with the limit`() async throws {
        var limits = ServiceLimits()
        limits.maximumStops = 3
        let small = RecordingLayer(limits: limits)
        let catalog = fixture.catalog([try fixture.deliveries()], answering: small)
        let stops = #"{"type":"layer","layerName":"Deliveries"}"#.percentEncoded
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let answer = try await client.post(FixturePath.solve, "f=json&stops=\(stops)")
            #expect(answer.text.contains("the maximum of 3 allowed by the service"))
            #expect(answer.text.contains("maximumStops"))
        }
        #expect(small.asked.isEmpty)
    }

    @Test func `shapes of another kind, and columns that there are not, are refused`()
        async throws
    {
        let shapes = try await solve(#"{"type":"layer","layerName":"Closures"}"#)
        #expect(shapes.text.contains("esriGeometryPolygon"))
        #expect(shapes.text.contains("esriGeometryPoint is needed"))
        let columns = try await solve(
            #"{"layerName":"Deliveries","fieldMappings":{"RouteName":"drver"}}"#)
        #expect(columns.text.contains("did you mean"))
        #expect(columns.text.contains("driver"))
    }

    @Test func `the url of a layer of this server is that layer, without a request`() async throws {
        try await server([fixture.deliveries(), fixture.closures()]).test { client in
            func solve(_ url: String) async throws -> TestResponse {
                let stops = "{\"url\":\"\(url)\"}".percentEncoded
                return try await client.post(FixturePath.solve, "f=json&stops=\(stops)")
            }
            let place = "127.0.0.1:\(client.port)"
            _ = try await solve(
                "http://\(place)/arcgis/rest/services/Harbor/FeatureServer/0/query?"
                    + "where=\("driver = 'ann'".percentEncoded)&outFields=*&f=json")
            #expect(names == [.string("Ada"), .string("Bob")])
            _ = try await solve("http://\(place)/ArcGIS/rest/services/Harbor/FeatureServer/0")
            #expect(names.count == 4)
            // Other addresses, including this server's, are fetched or refused as before.
            for other in [
                "http://\(place)/arcgis/rest/services/Harbor/FeatureServer/9",
                "http://127.0.0.1:1/arcgis/rest/services/Harbor/FeatureServer/0",
                "https://\(place)/arcgis/rest/services/Harbor/FeatureServer/0",
                "http://user@\(place)/arcgis/rest/services/Harbor/FeatureServer/0",
            ] {
                #expect(try await solve(other).errorCode() == 400, "\(other)")
            }
        }
        #expect(layer.asked.count == 2)
    }

    @Test(arguments: [
        ("resultRecordCount=2&orderByFields=OBJECTID%20DESC", ["Dee", "Cleo"]),
        ("resultOffset=3.0", ["Dee"]), ("where=OBJECTID%3E3&resultRecordCount=2000", ["Dee"]),
        ("outStatistics=[{}]", nil), ("time=1772443800000", nil),
    ])
    func `the url of a layer may ask for a part of its rows`(
        query: String, customers: [String]?
    ) async throws {
        try await server([fixture.deliveries()]).test { client in
            let url =
                "http://127.0.0.1:\(client.port)/arcgis/rest/services/Harbor/FeatureServer/0/query"
            let stops = "{\"url\":\"\(url)?\(query)\"}".replacing("[{}]", with: "%5B%7B%7D%5D")
            let answer = try await client.post(
                FixturePath.solve, "f=json&stops=\(stops.percentEncoded)")
            #expect(try answer.errorCode() == (customers == nil ? 400 : nil), "\(answer.text)")
        }
        #expect(layer.asked.count == (customers == nil ? 0 : 1))
        if let customers { #expect(names == customers.map { .string($0) }) }
    }

    @Test func `behind a proxy, a layer's url has the path below which the server is shown`()
        async throws
    {
        let server = try makeSecuredServer(
            fixture.catalog([fixture.deliveries()], answering: layer), files: fixture.files
        ) { $0.publicURL = "https://example.org/routing" }
        try await server.test { client in
            for (place, code) in [
                ("/routing/arcgis", nil), ("/arcgis", 400), ("/routings/arcgis", 400),
            ] {
                let url = "https://example.org\(place)/rest/services/Harbor/FeatureServer/0"
                let answer = try await client.post(
                    FixturePath.solve, "f=json&stops=\("{\"url\":\"\(url)\"}".percentEncoded)")
                #expect(try answer.errorCode() == code, "\(url)")
            }
        }
        #expect(names.count == 4)
    }

    @Test func `standing barriers are in every request, and change with their layer`() async throws
    {
        try fixture.close("Flood")
        let layers = [try fixture.deliveries(), try fixture.closures()]
        let body = "f=json&stops=7.4,43.7;7.5,43.7"
        try await server(layers).test { client in
            for path in [FixturePath.solve, "\(FixturePath.layer)/locate"] {
                let answer = try await client.post(path, body)
                #expect(try answer.errorCode() == nil)
            }
            let first = try #require(layer.asked.last?.standing)
            #expect(layer.asked.map(\.standing) == [first, first])
            #expect(first.rows.map(\.kind) == [.polygon])
            #expect(first.rows.first?.features.features.count == 1)
            try fixture.close("Works", x: 7.43)
            // Another program's change applies once it is prepared.
            for _ in 0..<1_000 {
                _ = try await client.post(FixturePath.solve, body)
                if layer.asked.last?.standing != first { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            let next = try #require(layer.asked.last?.standing)
            #expect(next != first)
            #expect(next.rows.first?.features.features.count == 2)
            _ = try await client.post(FixturePath.solve, body)
            #expect(layer.asked.last?.standing == next)
            // Another service has none.
            _ = try await client.post("/arcgis/rest/services/Depot/NAServer/Route/solve", body)
            #expect(layer.asked.last?.standing == nil)
        }
    }

    @Test func `too many standing barriers fail every solve rather than being left out`()
        async throws
    {
        try fixture.close("Flood")
        try fixture.close("Works")
        var limits = ServiceLimits()
        limits.maximumBarriers.polygon = 1
        let small = RecordingLayer(limits: limits)
        let catalog = fixture.catalog([try fixture.closures()], answering: small)
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let answer = try await client.post(FixturePath.solve, "f=json&stops=1,2;3,4")
            #expect(try answer.errorCode() == 500)
            #expect(answer.text.contains("maximumPolygonBarriers"))
        }
        #expect(small.asked.isEmpty)
    }

    @Test func `a layer that is gone is an error of the server, without its path`() async throws {
        let layers = [try fixture.deliveries()]
        try fixture.store.drop("deliveries")
        let answer = try await solve(
            #"{"type":"layer","layerName":"Deliveries"}"#, layers: layers)
        #expect(try answer.errorCode() == 500)
        #expect(!answer.text.contains("gpkg"))
    }

    @Test func `the layer resource and its page list the stored layers`() async throws {
        try await server([try fixture.deliveries(), try fixture.closures()]).test {
            client in
            let resource = try await client.execute(
                uri: "\(FixturePath.layer)?f=json", method: .get)
            let stored = try #require(resource.json()["storedLayers"]?.array)
            #expect(stored.map { $0["name"] } == ["Deliveries", "Closures"])
            #expect(stored[1]["standing"] == "polygonBarriers")
            #expect(stored[1]["editable"] == true)
            let page = try await client.execute(uri: FixturePath.layer, method: .get)
            #expect(page.text.contains("Stored layers"))
        }
    }
}
