// Tests stored layers as a feature service: resources, queries, and edits under their own right.

import AccessControl
import FeatureStore
import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import OpenAPI
@testable import PublishedServices
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct FeatureServerTests {
    private static let service = "/arcgis/rest/services/Harbor/FeatureServer"
    private static let deliveries = "\(service)/0"
    private static let closures = "\(service)/1"

    private let fixture: StoredFixture
    private let layer = RecordingLayer()

    init() throws { fixture = try StoredFixture() }

    /// A server with both layers, whose deliveries have a definition condition.
    private func server(condition: String? = nil) throws -> some ApplicationProtocol {
        let layers = [
            try fixture.deliveries(condition: condition, isEditable: true),
            try fixture.closures(),
        ]
        return try makeSecuredServer(
            fixture.catalog(layers, answering: layer), files: fixture.files)
    }

    /// Queries the deliveries.
    private func query(_ fields: String, condition: String? = nil) async throws -> TestResponse {
        try await server(condition: condition).test { client in
            try await client.execute(
                uri: "\(Self.deliveries)/query?f=json&\(fields)", method: .get)
        }
    }

    /// The customers in an answer's features.
    private func names(_ answer: TestResponse) throws -> [String] {
        try #require(answer.json()["features"]?.array, "\(answer.text)").compactMap {
            $0["attributes"]?["customer"]?.string
        }
    }

    // MARK: Resources

    @Test func `the service and its layers describe themselves`() async throws {
        try await server().test { client in
            func get(_ path: String) async throws -> JSONValue {
                try await client.execute(uri: "\(path)?f=json", method: .get).json()
            }
            let service = try await get(Self.service)
            #expect(service["layers"]?.array?.map { $0["name"] } == ["Deliveries", "Closures"])
            #expect(service["layers"]?.array?.map { $0["id"] } == [0, 1])
            #expect(service["tables"]?.array?.isEmpty == true)
            #expect(service["capabilities"]?.string?.contains("Editing") == true)
            let deliveries = try await get(Self.deliveries)
            #expect(deliveries["geometryType"] == "esriGeometryPoint")
            #expect(deliveries["objectIdField"] == "fid")
            #expect(
                deliveries["fields"]?.array?.map { $0["name"] }
                    == ["fid", "customer", "driver", "minutes"])
            #expect(deliveries["extent"]?["xmin"]?.number == 7.4)
            let listing = try await get("/arcgis/rest/services")
            let types = (listing["services"]?.array ?? []).filter { $0["name"] == "Harbor" }
            #expect(types.map { $0["type"] } == ["NAServer", "FeatureServer"])
            for path in [Self.service, Self.deliveries, "\(Self.deliveries)/query"] {
                let page = try await client.execute(uri: path, method: .get)
                #expect(page.status == .ok && page.text.contains("Deliveries"), "\(path)")
            }
            let missing = try await client.execute(
                uri: "/arcgis/rest/services/Depot/FeatureServer?f=json", method: .get)
            #expect(missing.text.contains("no service with stored layers"))
        }
    }

    @Test func `a path of stored layers is read as it was written`() throws {
        let catalog = fixture.catalog([try fixture.deliveries(), try fixture.closures()])
        let table = ResourceTable()
        let paths = table.listed(in: catalog).filter { $0.contains("/FeatureServer") }
        #expect(Set(paths).count == paths.count && paths.count == 18)
        for path in paths {
            let found = table.resource(at: path, in: catalog)
            let isOfService = [Self.service, "\(Self.service)/layers", "\(Self.service)/query"]
            #expect((found.layer == nil) == isOfService.contains(path), "\(path)")
            #expect(
                (found.maximumBodyBytes > 1 << 20) == path.contains("Features")
                    || path.hasSuffix("applyEdits"), "\(path)")
        }
    }

    @Test func `numbers stay when a caller sees some of the layers`() throws {
        var secured = ServiceAccess()
        secured.requiresToken = true
        let catalog = ServiceCatalog([
            PublishedLayer(
                service: "Harbor", layer: "Secret", access: secured,
                stored: StoredLayers([try fixture.deliveries()]), answering: layer),
            PublishedLayer(
                service: "Harbor", stored: StoredLayers([try fixture.closures()]),
                answering: layer),
        ])
        let all = try #require(FeatureService("Harbor", in: "", of: catalog))
        #expect(all.layers.map(\.id) == [0, 1])
        let open = catalog.visible(to: .anonymous(network: "192.0.2.1"))
        let some = try #require(FeatureService("Harbor", in: "", of: open))
        #expect(some.layers.map(\.id) == [1])
        #expect(some.layers.map(\.stored.name) == ["Closures"])
    }

    // MARK: Queries

    @Test func `rows are selected by condition, shape, ids and page`() async throws {
        #expect(try await names(query("where=1%3D1")) == ["Ada", "Bob", "Cleo", "Dee"])
        #expect(try await names(query("where=driver%20IS%20NULL")) == ["Cleo"])
        #expect(try await names(query("objectIds=4,2")) == ["Bob", "Dee"])
        #expect(
            try await names(query("geometry=7.405,43.6,7.425,43.8&inSR=4326")) == ["Bob", "Cleo"])
        #expect(
            try await names(query("where=1%3D1&orderByFields=minutes%20DESC&resultRecordCount=2"))
                == ["Bob", "Ada"])
        let page = try await query("where=1%3D1&resultRecordCount=2&resultOffset=1")
        #expect(try names(page) == ["Bob", "Cleo"])
        #expect(try page.json()["exceededTransferLimit"] == true)
        let last = try await query("where=1%3D1&resultOffset=2")
        #expect(try last.json()["exceededTransferLimit"] == nil)
    }

    @Test func `numbers, ids, columns and other systems are answered`() async throws {
        #expect(try await query("where=minutes%3E1&returnCountOnly=true").json() == ["count": 3])
        let ids = try await query("where=minutes%3E1&returnIdsOnly=true").json()
        #expect(ids["objectIds"] == [1, 2, 4])
        #expect(ids["objectIdFieldName"] == "fid")
        let some = try await query("outFields=driver&returnGeometry=false&where=fid%3D1").json()
        #expect(some["fields"]?.array?.map { $0["name"] } == ["fid", "driver"])
        #expect(some["features"]?.array?.first?["geometry"] == nil)
        let projected = try await query("objectIds=1&outSR=102100").json()
        let x = try #require(projected["features"]?.array?.first?["geometry"]?["x"]?.number)
        #expect(abs(x - 823_764.2) < 1)
        let json = try await server().test { client in
            try await client.execute(
                uri: "\(Self.deliveries)/query?f=geojson&objectIds=1&outSR=3857", method: .get)
        }
        #expect(json.headers[.contentType]?.hasPrefix("application/geo+json") == true)
        let feature = try json.json()["features"]?.array?.first
        #expect(feature?["geometry"]?["coordinates"] == [7.4, 43.7])
        #expect(feature?["id"] == 1)
    }

    @Test func `a text column beside a number is an error and not an empty answer`() async throws {
        let answer = try await query("where=driver%20%3D%207&returnCountOnly=true")
        let details = try answer.json()["error"]?["details"]?.array?.compactMap(\.string) ?? []
        #expect(
            details.contains { $0.contains("driver is a column of text") }, "\(answer.text)")
        #expect(
            try await query("where=driver%20%3D%20%277%27&returnCountOnly=true").json()["count"]
                == 0)
    }

    @Test(arguments: ["json", "geojson"])
    func `coordinates have the decimals asked for`(format: String) async throws {
        let answer = try await server().test { client in
            try await client.execute(
                uri: "\(Self.deliveries)/query?f=\(format)&objectIds=1&geometryPrecision=0",
                method: .get)
        }
        let shape = try answer.json()["features"]?.array?.first?["geometry"]
        #expect(shape?["coordinates"] == [7, 44] || shape?["x"] == 7 && shape?["y"] == 44)
    }

    /// A query's field that sums up a column.
    private static func sum(_ column: String = "minutes") -> String {
        "outStatistics=%5B%7B%22statisticType%22%3A%22sum%22%2C"
            + "%22onStatisticField%22%3A%22\(column)%22%7D%5D"
    }

    @Test(arguments: [
        ("where=drivr%3D1", #"Parameter \"where\": the layer"#), ("where=drivr%3D1", "driver"),
        ("where=minutes%3D%27x%27", "minutes is a column of numbers, and 'x' is none"),
        ("where=driver%20LIKE", "^"), ("outFields=colour", "colour"),
        ("orderByFields=colour", "colour"), ("geometry=1,2&spatialRel=near", "spatialRel"),
        ("returnUniqueIdsOnly=true", "not implemented"),
        ("outStatistics=%5B1%5D", "statisticType"), ("outStatistics=1", "an array is needed"),
        ("having=COUNT(*)%3E1&where=1%3D1", "outStatistics"),
        ("geometry=7,43&distance=-1", "distance"), ("geometry=7,43&distance=1&units=ell", "units"),
        ("resultOffset=-1", "from 0"),
        ("geometryPrecision=x", "geometryPrecision"), ("outSR=nowhere", "outSR"),
        ("where=1%3D1&distance=5", "distance"),
        // The parameter at fault is named, so a form can mark it.
        ("outFields=colour", #"Parameter \"outFields\": the layer"#),
        ("orderByFields=colour", #"Parameter \"orderByFields\": the layer"#),
        ("returnDistinctValues=true&outFields=colour", #"Parameter \"outFields\": the layer"#),
        ("outSR=99999", #"Parameter \"outSR\": No coordinate system"#),
        (
            "geometry=1,2&inSR=99999",
            #"Parameter \"geometry\": in its spatialReference or inSR: No"#
        ),
        (
            "\(Self.sum())&groupByFieldsForStatistics=colour",
            #"Parameter \"groupByFieldsForStatistics\""#
        ),
        ("\(Self.sum())&orderByFields=colour", #"Parameter \"orderByFields\": colour is neither"#),
        ("\(Self.sum())&having=COUNT(*)%3E", #"Parameter \"having\": "#),
        ("\(Self.sum())&having=COUNT(colour)%3E1", #"Parameter \"having\": the layer"#),
        (Self.sum("colour"), #"Parameter \"outStatistics\": the layer"#),
        (Self.sum("driver"), #"Parameter \"outStatistics\": sum of driver"#),
    ])
    func `a query that cannot be answered says why`(fields: String, words: String) async throws {
        let answer = try await query(fields)
        #expect(try answer.errorCode() == 400, "\(answer.text)")
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func `the condition of the definition holds for queries as well`() async throws {
        let condition = "driver = 'ann'"
        #expect(try await names(query("where=1%3D1", condition: condition)) == ["Ada", "Bob"])
        #expect(try await names(query("objectIds=1,4", condition: condition)) == ["Ada"])
        #expect(
            try await query("returnCountOnly=true&where=1%3D1", condition: condition).json()
                == ["count": 2])
    }

    // MARK: Edits

    private func edit(
        _ operation: String, _ fields: String, as user: String? = "ann",
        layer: String = FeatureServerTests.deliveries, condition: String? = nil
    ) async throws -> TestResponse {
        try await server(condition: condition).test { client in
            var body = "f=json&\(fields)"
            if let user {
                let password = user == "ann" ? "correct+horse" : "battery+staple"
                body += "&token=\(try await client.token(user, password))"
            }
            return try await client.post("\(layer)/\(operation)", body)
        }
    }

    @Test func `editing needs a token of an editor, a body and an edited layer`() async throws {
        let rows = "features=\("[{\"attributes\":{\"customer\":\"Eve\"}}]".percentEncoded)"
        #expect(try await edit("addFeatures", rows, as: nil).errorCode() == 499)
        #expect(try await edit("addFeatures", rows, as: "ben").errorCode() == 403)
        #expect(try await edit("addFeatures", "", as: "ann").errorCode() == 400)
        try await server().test { client in
            let token = try await client.token()
            let uri = "\(Self.deliveries)/addFeatures?token=\(token)&\(rows)"
            let got = try await client.execute(uri: "\(uri)&f=json", method: .get)
            #expect(got.status == .methodNotAllowed)
            // A browser gets the form.
            let page = try await client.execute(uri: uri, method: .get)
            #expect(page.text.contains("<form") && page.text.contains("method=\"post\""))
        }
        #expect(try fixture.store.count(LayerQuery(layer: "deliveries", limit: 0)) == 4)
        let readOnly = fixture.catalog([try fixture.deliveries()])
        try await makeSecuredServer(readOnly, files: fixture.files).test { client in
            let token = try await client.token()
            let answer = try await client.post(
                "\(Self.deliveries)/addFeatures", "f=json&\(rows)&token=\(token)")
            #expect(try answer.errorCode() == 400)
            #expect(answer.text.contains("editing: true"))
        }
    }

    @Test func `rows are added, changed and deleted`() async throws {
        let added = try await edit(
            "addFeatures",
            "features="
                + #"[{"geometry":{"x":823764,"y":5419000,"spatialReference":{"wkid":102100}},"#
                .percentEncoded
                + #""attributes":{"customer":"Eve","objectid":99}},{"attributes":{"minutes":4}}]"#
                .percentEncoded)
        let results = try #require(added.json()["addResults"]?.array, "\(added.text)")
        #expect(results.map { $0["success"] } == [true, true])
        #expect(results.map { $0["objectId"] } == [5, 6])
        let updates =
            #"[{"attributes":{"fid":1,"driver":"ben"}},"#
            + #"{"attributes":{"OBJECTID":2,"minutes":null},"geometry":{"x":7.5,"y":43.5}}]"#
        let changed = try await edit("updateFeatures", "features=\(updates.percentEncoded)")
        #expect(
            try changed.json()["updateResults"]?.array?.map { $0["success"] } == [true, true])
        let rows = try fixture.store.features(
            LayerQuery(layer: "deliveries", objectIDs: [1, 2, 5], limit: 10)
        ).features
        #expect(
            rows.features.map { rows.value("customer", of: $0) }
                == [.string("Ada"), .string("Bob"), .string("Eve")])
        // An update keeps the fields it does not name.
        #expect(rows.features.map { rows.value("minutes", of: $0) } == [.double(3), .null, .null])
        #expect(rows.value("driver", of: rows.features[0]) == .string("ben"))
        #expect(rows.features[1].geometry == .point(Coordinate(x: 7.5, y: 43.5)))
        guard case .point(let place) = rows.features[2].geometry else {
            Issue.record("no shape")
            return
        }
        #expect(abs(place.x - 7.4) < 0.001)
        let deleted = try await edit(
            "deleteFeatures", "where=\("driver IS NULL OR minutes > 3".percentEncoded)")
        #expect(
            try deleted.json()["deleteResults"]?.array?.map { $0["objectId"] } == [3, 5, 6])
        #expect(
            try fixture.store.objectIDs(LayerQuery(layer: "deliveries", limit: 10)) == [1, 2, 4])
    }

    @Test func `one failure leaves all as it was, unless the request wants the rest`() async throws
    {
        let edits =
            "adds=\(#"[{"attributes":{"customer":"Eve"}}]"#.percentEncoded)&deletes=1,77"
            + "&updates=\(#"[{"attributes":{"fid":2,"colour":"red"}}]"#.percentEncoded)"
        let refused = try await edit("applyEdits", edits).json()
        for key in ["addResults", "updateResults", "deleteResults"] {
            #expect(
                refused[key]?.array?.allSatisfy { $0["success"] == false } == true,
                "\(refused.text)")
        }
        #expect(
            refused["updateResults"]?.array?.first?["error"]?["description"]?.string?
                .contains("colour") == true)
        #expect(try fixture.store.count(LayerQuery(layer: "deliveries", limit: 0)) == 4)
        let some = try await edit("applyEdits", "\(edits)&rollbackOnFailure=false").json()
        #expect(some["addResults"]?.array?.map { $0["success"] } == [true])
        #expect(some["updateResults"]?.array?.map { $0["success"] } == [false])
        #expect(some["deleteResults"]?.array?.map { $0["success"] } == [true, false])
        #expect(
            some["deleteResults"]?.array?.last?["error"]?["code"] == 1019, "\(some.text)")
    }

    /// Unreadable rows beside good ones.
    private static let mixedEdits: String = {
        let adds =
            #"[{"attributes":{"customer":"Eve"},"geometry":{"x":7,"y":43}},"#
            + #"{"geometry":{"rings":[[[1,2],[1,3],[2,3],[1,2]]]}},{"geometry":{"x":"east"}},7,"#
            + #"{"attributes":{"customer":"Fay","colour":"red"}},{"attributes":{"minutes":5}}]"#
        let updates =
            #"[{"attributes":{"fid":1,"driver":"ben"}},{"attributes":{"minutes":1}},"#
            + #"{"attributes":{"OBJECTID":2},"geometry":{"paths":[[[1,2],[3,4]]]}},"#
            + #"{"attributes":{"OBJECTID":2},"geometry":{"x":1}}]"#
        return "adds=\(adds.percentEncoded)&updates=\(updates.percentEncoded)&deletes=4"
    }()

    @Test func `a row that cannot be read fails alone, if the request wants the rest`()
        async throws
    {
        let answer = try await edit("applyEdits", "\(Self.mixedEdits)&rollbackOnFailure=false")
        let some = try answer.json()
        let adds = try #require(some["addResults"]?.array, "\(answer.text)")
        #expect(adds.map { $0["success"] } == [true, false, false, false, false, true])
        #expect(adds.map { $0["objectId"] } == [5, -1, -1, -1, -1, 6])
        for (place, words) in [(1, "a point is needed"), (2, "east"), (4, "colour")] {
            let error = adds[place]["error"]
            #expect(error?["description"]?.string?.contains(words) == true, "\(answer.text)")
            #expect(error?["code"] == 1000)
        }
        let updates = try #require(some["updateResults"]?.array, "\(answer.text)")
        #expect(updates.map { $0["success"] } == [true, false, false, false])
        #expect(updates.map { $0["objectId"] } == [1, -1, 2, 2])
        #expect(
            updates[1]["error"]?["description"]?.string?.contains("has no fid") == true,
            "\(answer.text)")
        #expect(some["deleteResults"]?.array?.map { $0["success"] } == [true])
        #expect(
            try fixture.store.objectIDs(LayerQuery(layer: "deliveries", limit: 10))
                == [1, 2, 3, 5, 6])
    }

    @Test func `a row that cannot be read leaves all as it was, unless the request wants the rest`()
        async throws
    {
        let answer = try await edit("applyEdits", Self.mixedEdits)
        let codes = { (key: String) in
            try answer.json()[key]?.array?.map { $0["error"]?["code"]?.integer }
        }
        #expect(try codes("addResults") == [1003, 1000, 1000, 1000, 1003, 1003])
        #expect(try codes("updateResults") == [1003, 1000, 1000, 1000])
        #expect(try codes("deleteResults") == [1003])
        #expect(
            try fixture.store.objectIDs(LayerQuery(layer: "deliveries", limit: 10)) == [1, 2, 3, 4])
    }

    @Test func `rows that the condition of the definition leaves out are not edited`() async throws
    {
        let condition = "driver = 'ann'"
        let refused = try await edit(
            "deleteFeatures", "objectIds=1,4", condition: condition
        ).json()
        #expect(
            refused["deleteResults"]?.array?.map { $0["error"]?["code"] } == [1003, 1019],
            "\(refused.text)")
        let some = try await edit(
            "deleteFeatures", "objectIds=4,1&rollbackOnFailure=false", condition: condition
        ).json()
        #expect(some["deleteResults"]?.array?.map { $0["success"] } == [false, true])
        let all = try await edit("deleteFeatures", "where=1%3D1", condition: condition).json()
        #expect(all["deleteResults"]?.array?.map { $0["objectId"] } == [2])
        #expect(
            try fixture.store.objectIDs(LayerQuery(layer: "deliveries", limit: 10)) == [3, 4])
    }

    @Test(arguments: [
        ("addFeatures", "features=[", "not valid JSON"),
        ("addFeatures", "features=7", "an array such as"),
        ("deleteFeatures", "", "objectIds"),
        ("deleteFeatures", "where=drivr%3D1", "driver"),
        ("applyEdits", "useGlobalIds=true", "useGlobalIds"),
        ("applyEdits", "rollbackOnFailure=perhaps", "true or false"),
    ])
    func `edits that cannot be read are refused as a whole`(
        operation: String, fields: String, words: String
    ) async throws {
        let answer = try await edit(operation, fields)
        #expect(try answer.errorCode() == 400, "\(answer.text)")
        #expect(answer.text.contains(words), "\(answer.text)")
        #expect(try fixture.store.count(LayerQuery(layer: "deliveries", limit: 0)) == 4)
    }

    @Test func `a closure that is added counts in the next solve`() async throws {
        try await server().test { client in
            let body = "f=json&stops=7.4,43.7;7.5,43.7"
            _ = try await client.post(FixturePath.solve, body)
            #expect(layer.asked.last?.standing?.rows.first?.features.features.isEmpty == true)
            let closure =
                #"[{"geometry":{"rings":[[[7.4,43],[7.4,44],[7.5,44],[7.4,43]]]},"#
                + #""attributes":{"Name":"Flood"}}]"#
            let added = try await client.post(
                "\(Self.closures)/addFeatures",
                "f=json&features=\(closure.percentEncoded)&token=\(try await client.token())")
            #expect(
                try added.json()["addResults"]?.array?.map { $0["success"] } == [true],
                "\(added.text)")
            _ = try await client.post(FixturePath.solve, body)
            let rows = try #require(layer.asked.last?.standing?.rows.first?.features)
            #expect(rows.features.map { rows.value("Name", of: $0) } == [.string("Flood")])
        }
    }

    @Test func `a form of another site does not edit in a user's name`() async throws {
        try await server().test { client in
            let token = try await client.token()
            let answer = try await client.execute(
                uri: "\(Self.deliveries)/deleteFeatures", method: .post,
                headers: [
                    .contentType: "application/x-www-form-urlencoded",
                    .cookie: "agstoken=\(token)", .origin: "https://elsewhere.example",
                ], body: ByteBuffer(string: "f=json&where=1%3D1"))
            #expect(try answer.errorCode() == 403)
        }
        #expect(try fixture.store.count(LayerQuery(layer: "deliveries", limit: 0)) == 4)
    }

    @Test func `the description of the server has every path, and every reference leads somewhere`()
        throws
    {
        let catalog = fixture.catalog([
            try fixture.deliveries(isEditable: true), try fixture.closures(isEditable: false),
        ])
        let document = try JSONValue.parse(
            OpenAPIDocument(DescribedServer(catalog: catalog)).json(pretty: false))
        let paths = try #require(document["paths"]?.object)
        #expect(paths["\(Self.deliveries)/applyEdits"] != nil)
        #expect(paths["\(Self.closures)/query"] != nil)
        #expect(paths["\(Self.closures)/applyEdits"] == nil)
        #expect(paths["\(Self.deliveries)/calculate"] != nil)
        #expect(paths["\(Self.closures)/calculate"] == nil)
        for operation in ["layers", "query", "applyEdits"] {
            #expect(paths["\(Self.service)/\(operation)"] != nil)
        }
        let schemas = try #require(document["components"]?["schemas"]?.object)
        for name in ["FeatureService", "FeatureLayer", "FeatureQueryAnswer", "FeatureEditAnswer"] {
            #expect(schemas[name] != nil)
        }
    }

    @Test func `an answer has two thousand rows at most, and a request ten thousand edits`()
        async throws
    {
        let rows = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("customer", .string)],
            features: (0..<2_000).map { Feature(values: [.string("\($0)")], geometry: nil) })
        _ = try fixture.store.apply(LayerEdits(adds: rows), to: "deliveries")
        for more in ["", "&resultRecordCount=5000"] {
            let answer = try await query("where=1%3D1&outFields=fid\(more)").json()
            #expect(answer["features"]?.array?.count == 2_000)
            #expect(answer["exceededTransferLimit"] == true)
        }
        func delete(_ count: Int) async throws -> TestResponse {
            let ids = (5_000..<5_000 + count).map { "\($0)" }.joined(separator: ",")
            return try await edit("deleteFeatures", "rollbackOnFailure=false&objectIds=\(ids)")
        }
        let most = try await delete(10_000)
        #expect(try most.json()["deleteResults"]?.array?.count == 10_000)
        let more = try await delete(10_001)
        #expect(more.text.contains("One request may change 10000 rows; found 10001"))
    }
}
