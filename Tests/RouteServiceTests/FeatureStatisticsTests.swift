// Tests queries for statistics, extents or counts, calculations, and operations on all of a
// service's layers.

import AccessControl
import FeatureStore
import Foundation
import Geo
import Hummingbird
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct FeatureStatisticsTests {
    private static let service = "/arcgis/rest/services/Harbor/FeatureServer"
    private static let deliveries = "\(service)/0"

    private let fixture: StoredFixture

    init() throws {
        fixture = try StoredFixture()
        try fixture.close("Flood")
    }

    /// A server with both layers, whose deliveries have a definition condition.
    private func server(condition: String? = nil) throws -> some ApplicationProtocol {
        let layers = [
            try fixture.deliveries(condition: condition, isEditable: true),
            try fixture.closures(),
        ]
        return try makeSecuredServer(fixture.catalog(layers), files: fixture.files)
    }

    private func get(
        _ path: String, _ fields: [String: String], condition: String? = nil
    ) async throws -> JSONValue {
        let text = fields.merging(["f": "json"]) { own, _ in own }
            .map { "\($0.key)=\($0.value.percentEncoded)" }.joined(separator: "&")
        return try await server(condition: condition).test { client in
            try await client.execute(uri: "\(path)?\(text)", method: .get).json()
        }
    }

    /// Queries the deliveries.
    private func query(
        _ fields: [String: String], condition: String? = nil
    ) async throws -> JSONValue {
        try await get("\(Self.deliveries)/query", fields, condition: condition)
    }

    /// Posts a form as a user, or without a token.
    private func post(
        _ path: String, _ fields: [String: String], as user: String? = "ann",
        condition: String? = nil
    ) async throws -> JSONValue {
        try await server(condition: condition).test { client in
            var body = "f=json"
            for (name, value) in fields { body += "&\(name)=\(value.percentEncoded)" }
            if let user {
                let password = user == "ann" ? "correct+horse" : "battery+staple"
                body += "&token=\(try await client.token(user, password))"
            }
            return try await client.post(path, body).json()
        }
    }

    private func attributes(_ answer: JSONValue) -> [JSONValue] {
        (answer["features"]?.array ?? []).compactMap { $0["attributes"] }
    }

    // MARK: - Queries

    @Test func `distinct values, as get_unique_values of the ArcGIS API asks for them`()
        async throws
    {
        let answer = try await query([
            "where": "1=1", "outFields": "driver", "returnDistinctValues": "true",
            "returnGeometry": "false",
        ])
        #expect(
            attributes(answer) == [
                ["driver": .null], ["driver": "ann"], ["driver": "ben"],
            ], "\(answer.text)")
        #expect(answer["fields"]?.array?.map { $0["name"] } == ["driver"])
        let count = try await query([
            "where": "1=1", "outFields": "driver", "returnDistinctValues": "true",
            "returnCountOnly": "true",
        ])
        #expect(count == ["count": 3])
    }

    @Test func `statistics by group`() async throws {
        let asked = """
            [{"statisticType":"sum","onStatisticField":"minutes","outStatisticFieldName":"all"},
            {"statisticType":"COUNT","onStatisticField":"fid","outStatisticFieldName":"n"},
            {"statisticType":"max","onStatisticField":"customer"}]
            """
        let answer = try await query([
            "outStatistics": asked, "groupByFieldsForStatistics": "driver",
            "orderByFields": "all DESC", "having": "COUNT(fid) > 0 AND driver IS NOT NULL",
        ])
        #expect(
            attributes(answer) == [
                ["driver": "ann", "all": 8, "n": 2, "MAX_customer": "Bob"],
                ["driver": "ben", "all": 2, "n": 1, "MAX_customer": "Dee"],
            ], "\(answer.text)")
        #expect(answer["geometryType"] == nil)
        #expect(
            answer["fields"]?.array?.map { $0["type"] } == [
                "esriFieldTypeString", "esriFieldTypeDouble", "esriFieldTypeInteger",
                "esriFieldTypeString",
            ])
        let page = try await query([
            "outStatistics": asked, "groupByFieldsForStatistics": "driver",
            "resultRecordCount": "1", "resultOffset": "1",
        ])
        #expect(attributes(page).map { $0["driver"] } == ["ann"])
        #expect(page["exceededTransferLimit"] == true)
        // The definition's condition applies here too.
        let own = try await query(["outStatistics": asked], condition: "driver = 'ann'")
        #expect(attributes(own).map { $0["all"] } == [8])
    }

    @Test(arguments: [
        ["outStatistics": #"[{"statisticType":"max","onStatisticField":"OBJECTID"}]"#],
        ["returnDistinctValues": "true", "outFields": "driver", "where": "minutes > 4"],
    ])
    func `groups in GeoJSON are features without shapes`(fields: [String: String]) async throws {
        let json = try await query(fields)
        let geoJSON = try await query(fields.merging(["f": "geojson"]) { $1 })
        #expect(geoJSON["type"] == "FeatureCollection", "\(geoJSON.text)")
        let features = geoJSON["features"]?.array ?? []
        #expect(features.map { $0["properties"] } == attributes(json))
        #expect(features.map { $0["geometry"] } == [.null])
    }

    @Test func `the extent, alone and with the number of rows`() async throws {
        let answer = try await query(["where": "minutes > 1", "returnExtentOnly": "true"])
        #expect(abs((answer["extent"]?["xmax"]?.number ?? 0) - 7.43) < 1e-9)
        #expect(answer["extent"]?["spatialReference"]?["wkid"] == 4326)
        #expect(answer["count"] == nil)
        let both = try await query([
            "where": "minutes > 1", "returnExtentOnly": "true", "returnCountOnly": "true",
            "outSR": "102100",
        ])
        #expect(both["count"] == 3)
        #expect((both["extent"]?["xmin"]?.number ?? 0) > 823_000)
        let none = try await query(["where": "1=2", "returnExtentOnly": "true"])
        #expect(none["extent"]?["xmin"] == "NaN")
    }

    @Test func `rows within a distance, in units`() async throws {
        // Here 0.01 degrees is about 806 m.
        func names(_ distance: String, _ unit: String?) async throws -> [JSONValue?] {
            var fields = [
                "geometry": "7.4,43.7", "geometryType": "esriGeometryPoint", "inSR": "4326",
                "distance": distance,
            ]
            if let unit { fields["units"] = unit }
            return attributes(try await query(fields)).map { $0["customer"] }
        }
        #expect(try await names("800", nil) == ["Ada"])
        #expect(try await names("810", "esriSRUnit_Meter") == ["Ada", "Bob"])
        #expect(try await names("1", "esriSRUnit_NauticalMile") == ["Ada", "Bob", "Cleo"])
    }

    @Test func `a row that cannot be projected leaves the others readable`() async throws {
        let pole = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: .point(Coordinate(x: 99, y: 0)))])
        _ = try fixture.store.apply(LayerEdits(adds: pole), to: "deliveries")
        let answer = try await query(["where": "1=1", "outSR": "25832"])
        #expect(attributes(answer).count == 5)
        #expect(answer["features"]?.array?.count { $0["geometry"] != nil } == 4)
        #expect(answer["messages"]?.array?.count == 1)
        #expect(answer["messages"]?.array?.first?["type"] == 50)
        // A shape without a place is refused.
        let refused = try await post(
            "\(Self.deliveries)/addFeatures",
            [
                "features": #"[{"geometry":{"x":1e308,"y":0}},{"geometry":{"x":7,"y":43}}]"#,
                "rollbackOnFailure": "false",
            ])
        #expect(
            refused["addResults"]?.array?.map { $0["success"] } == [false, true],
            "\(refused.text)")
    }

    // MARK: - Calculations

    @Test(arguments: ["fid", "OBJECTID", "objectid"])
    func `columns are set to values and expressions`(id: String) async throws {
        let answer = try await post(
            "\(Self.deliveries)/calculate",
            [
                "where": "driver = 'ann'", "sqlFormat": "standard",
                "calcExpression": #"[{"field":"minutes","sqlExpression":"minutes * 2 + \#(id)"},"#
                    + #"{"field":"driver","value":"eve"}]"#,
            ])
        #expect(answer == ["success": true, "updatedFeatureCount": 2], "\(answer.text)")
        let rows = try fixture.store.features(LayerQuery(layer: "deliveries", limit: 9)).features
        #expect(
            rows.features.map { rows.value("minutes", of: $0) }
                == [.double(7), .double(12), .double(1), .double(2)])
        #expect(rows.value("driver", of: rows.features[1]) == .string("eve"))
    }

    @Test func `a calculation that one row refuses changes none`() async throws {
        let answer = try await post(
            "\(Self.deliveries)/calculate",
            [
                "where": "1=1",
                "calcExpression":
                    #"[{"field":"minutes","sqlExpression":"COALESCE(driver, 1)"}]"#,
            ])
        #expect(answer["error"]?["code"] == 400, "\(answer.text)")
        #expect(answer.text.contains("row 1"))
        let count = try fixture.store.count(
            LayerQuery(layer: "deliveries", where: "minutes IN (3, 5, 1, 2)", limit: 0))
        #expect(count == 4)
    }

    @Test(arguments: [
        (["calcExpression": "[]", "where": "1=1"], "calcExpression"),
        (["calcExpression": #"[{"field":"driver","value":"x"}]"#], "where"),
        (["calcExpression": #"[{"field":"driver"}]"#, "where": "1=1"], "neither a value"),
        (["calcExpression": #"[{"field":"colour","value":1}]"#, "where": "1=1"], "colour"),
        (
            ["calcExpression": #"[{"field":"driver","sqlExpression":"1 = 1"}]"#, "where": "1=1"],
            "the end was expected"
        ),
        (
            [
                "calcExpression": #"[{"field":"driver","sqlExpression":"colour || ''"}]"#,
                "where": "1=1",
            ], "no field"
        ),
        (
            [
                "calcExpression": #"[{"field":"minutes","sqlExpression":"driver + 1"}]"#,
                "where": "1=1",
            ], "driver is text"
        ),
        (
            ["calcExpression": #"[{"field":"colour","value":1}]"#, "where": "1=2"],
            "no field"
        ),
        (
            [
                "calcExpression": #"[{"field":"driver","value":1},{"field":"DRIVER","value":2}]"#,
                "where": "1=1",
            ], "twice"
        ),
    ])
    func `a calculation that cannot be read says why`(
        fields: [String: String], words: String
    ) async throws {
        let answer = try await post("\(Self.deliveries)/calculate", fields)
        #expect(answer["error"]?["code"] == 400, "\(answer.text)")
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func `a calculation needs the right to edit, and the rows of the definition`()
        async throws
    {
        let fields = [
            "where": "1=1", "calcExpression": #"[{"field":"driver","value":"x"}]"#,
        ]
        for (user, code) in [(nil, 499), ("ben", 403)] as [(String?, Int)] {
            let answer = try await post("\(Self.deliveries)/calculate", fields, as: user)
            #expect(answer["error"]?["code"]?.integer == code)
        }
        let answer = try await post(
            "\(Self.deliveries)/calculate", fields, condition: "driver = 'ann'")
        #expect(answer["updatedFeatureCount"] == 2)
        #expect(
            try fixture.store.objectIDs(
                LayerQuery(layer: "deliveries", where: "driver = 'x'", limit: 9)) == [1, 2])
    }

    // MARK: - The service

    @Test func `all layers describe themselves at once`() async throws {
        let answer = try await get("\(Self.service)/layers", [:])
        #expect(answer["layers"]?.array?.map { $0["name"] } == ["Deliveries", "Closures"])
        #expect(
            answer["layers"]?.array?.first?["fields"]?.array?.map { $0["name"] }
                == ["fid", "customer", "driver", "minutes"])
        #expect(
            answer["layers"]?.array?.first?["advancedQueryCapabilities"]?["supportsDistinct"]
                == true)
        #expect(answer["tables"]?.array?.isEmpty == true)
    }

    @Test(arguments: [
        #"{"0":"driver = 'ann'","1":"1=1"}"#,
        #"[{"layerId":0,"where":"driver = 'ann'"},{"layerId":1}]"#, "0:driver = 'ann';1:1=1",
        "0:driver = 'ann' OR customer = 'a;1:b';1:1=1",
    ])
    func `layers are queried together`(definitions: String) async throws {
        let answer = try await get("\(Self.service)/query", ["layerDefs": definitions])
        let layers = try #require(answer["layers"]?.array, "\(answer.text)")
        #expect(layers.map { $0["id"] } == [0, 1])
        #expect(layers.map { $0["features"]?.array?.count } == [2, 1])
        let counts = try await get(
            "\(Self.service)/query", ["layerDefs": definitions, "returnCountOnly": "true"])
        #expect(counts["layers"] == [["id": 0, "count": 2], ["id": 1, "count": 1]])
    }

    @Test func `edits of several layers are one transaction`() async throws {
        let closure = #"{"geometry":{"rings":[[[7.4,43],[7.4,44],[7.5,44],[7.4,43]]]}}"#
        func edit(_ deleted: Int, _ more: [String: String] = [:]) async throws -> JSONValue {
            let edits =
                #"[{"id":1,"adds":[\#(closure)]},{"id":0,"deletes":[\#(deleted)],"#
                + #""updates":[{"attributes":{"fid":2,"minutes":9}}]}]"#
            return try await post(
                "\(Self.service)/applyEdits",
                ["edits": edits].merging(more, uniquingKeysWith: { $1 }))
        }
        func counts() throws -> [Int] {
            try ["deliveries", "closures"].map {
                try fixture.store.count(LayerQuery(layer: $0, limit: 0))
            }
        }
        let refused = try await edit(77)
        #expect(refused.array?.map { $0["id"] } == [1, 0], "\(refused.text)")
        #expect(refused.array?.first?["addResults"]?.array?.first?["error"]?["code"] == 1003)
        #expect(refused.array?.last?["deleteResults"]?.array?.first?["error"]?["code"] == 1019)
        #expect(try counts() == [4, 1])
        let made = try await edit(1)
        var results: [JSONValue] = []
        for answer in made.array ?? [] {
            for key in ["addResults", "updateResults", "deleteResults"] {
                results += answer[key]?.array ?? []
            }
        }
        #expect(results.count == 3)
        #expect(results.allSatisfy { $0["success"] == true }, "\(made.text)")
        #expect(try counts() == [3, 2])
        let some = try await edit(77, ["rollbackOnFailure": "false"])
        #expect(some.array?.first?["addResults"]?.array?.first?["success"] == true)
        #expect(try counts() == [3, 3])
        let forbidden = try await post(
            "\(Self.service)/applyEdits", ["edits": #"[{"id":0,"deletes":[2]}]"#], as: "ben")
        #expect(forbidden["error"]?["code"] == 403)
    }

    @Test(arguments: [
        ("", "edits"), (#"[{"id":7,"deletes":[1]}]"#, "the layers are 0, 1"),
        (#"[{"id":0},{"id":0}]"#, "twice"), (#"[{"id":0,"adds":7}]"#, "an array such as"),
    ])
    func `edits of several layers that cannot be read say why`(
        edits: String, words: String
    ) async throws {
        let answer = try await post("\(Self.service)/applyEdits", ["edits": edits])
        #expect(answer["error"]?["code"] == 400, "\(answer.text)")
        #expect(answer.text.contains(words), "\(answer.text)")
    }

    @Test func `every operation has a page with its form`() async throws {
        try await server().test { client in
            let paths = [
                "\(Self.service)/layers", "\(Self.service)/query", "\(Self.service)/applyEdits",
                "\(Self.deliveries)/query?where=1%3D1&returnExtentOnly=true",
                "\(Self.deliveries)/query?outFields=driver&returnDistinctValues=true",
                "\(Self.service)/query?layerDefs=%7B%220%22%3A%221%3D1%22%7D",
            ]
            for path in paths {
                let page = try await client.execute(uri: path, method: .get)
                #expect(page.status == .ok, "\(path): \(page.text)")
                #expect(page.text.contains("<form") || path.hasSuffix("/layers"), "\(path)")
            }
        }
    }
}
