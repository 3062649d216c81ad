// Tests the shapes in answers about stored layers: fewer vertices, and whole numbers on a grid.

import FeatureStore
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct FeatureShapeTests {
    private let fixture: StoredFixture
    /// An area of 2 by 1, with a vertex that hardly bends a side.
    private static let ring = [
        (10.0, 50.0), (10.0, 51.0), (11.0, 51.001), (12.0, 51.0), (12.0, 50.0), (10.0, 50.0),
    ].map { Coordinate(x: $0.0, y: $0.1) }

    init() throws { fixture = try StoredFixture() }

    /// Queries the areas.
    private func query(_ fields: [String: String], f format: String = "json") async throws
        -> TestResponse
    {
        let set = FeatureSet(
            geometryType: .polygon, spatialReference: .wgs84, fields: [Field("Name", .string)],
            features: [Feature(values: [.string("A")], geometry: .polygon(rings: [Self.ring]))])
        _ = try fixture.store.apply(LayerEdits(adds: set), to: "closures")
        var form = URLComponents()
        form.queryItems =
            fields.map { URLQueryItem(name: $0.key, value: $0.value) }
            + [URLQueryItem(name: "f", value: format), URLQueryItem(name: "where", value: "1=1")]
        let query = try #require(form.percentEncodedQuery)
        let server = try makeSecuredServer(
            fixture.catalog([try fixture.closures()]), files: fixture.files)
        return try await server.test { client in
            try await client.execute(
                uri: "/arcgis/rest/services/Harbor/FeatureServer/0/query?\(query)", method: .get)
        }
    }

    private func ring(_ answer: TestResponse) throws -> [[Double]] {
        let shape = try answer.json()["features"]?.array?.first?["geometry"]
        let rings = shape?["rings"]?.array ?? shape?["coordinates"]?.array ?? []
        return (rings.first?.array ?? []).map { $0.array?.compactMap(\.number) ?? [] }
    }

    @Test(arguments: ["json", "geojson"])
    func `vertices that hardly bend a border are left out`(format: String) async throws {
        let all = try ring(try await query([:], f: format))
        #expect(all.count == 6)
        let fewer = try ring(try await query(["maxAllowableOffset": "0.01"], f: format))
        #expect(fewer.count == 5 && !fewer.contains([11, 51.001]))
        // However far borders may move, an area stays one.
        let least = try ring(try await query(["maxAllowableOffset": "1000"], f: format))
        #expect(least.count == 4 && least.first == least.last)
    }

    private static func box(
        _ xmin: Int, _ ymin: Int, _ xmax: Int, _ ymax: Int, wkid: Int
    ) -> String {
        #""extent":{"xmin":\#(xmin),"ymin":\#(ymin),"xmax":\#(xmax),"ymax":\#(ymax),"#
            + #""spatialReference":{"wkid":\#(wkid)}}}"#
    }

    /// Goes back from cells to coordinates.
    private func places(_ answer: TestResponse) throws -> [[Double]] {
        let transform = try answer.json()["transform"]
        let scale = transform?["scale"]?.array?.compactMap(\.number) ?? []
        let corner = transform?["translate"]?.array?.compactMap(\.number) ?? []
        try #require(scale.count == 2 && corner.count == 2, "\(answer.text)")
        let down: Double = transform?["originPosition"] == "upperLeft" ? -1 : 1
        var cell = [0.0, 0.0]
        return try ring(answer).map { step in
            cell = [cell[0] + step[0], cell[1] + step[1]]
            return [corner[0] + cell[0] * scale[0], corner[1] + down * cell[1] * scale[1]]
        }
    }

    @Test(arguments: [
        #"{"mode":"view","originPosition":"upperLeft","tolerance":0.5,"#
            + Self.box(10, 50, 12, 51, wkid: 4326),
        #"{"mode":"view","tolerance":0.5,"originPosition":"lowerLeft"}"#,
        // A box in another system has no corner in the answer's.
        #"{"tolerance":0.5,"# + Self.box(1, 2, 3, 4, wkid: 102_100),
    ])
    func `coordinates are steps on the grid that the answer states`(parameters: String) async throws
    {
        let answer = try await query(["quantizationParameters": parameters])
        #expect(try answer.json()["transform"]?["scale"] == [0.5, 0.5])
        let found = try places(answer)
        #expect(found.count == 6)
        // The store may turn a ring round.
        for (place, given) in zip(found, try ring(try await query([:]))) {
            #expect(abs(place[0] - given[0]) <= 0.26 && abs(place[1] - given[1]) <= 0.26)
        }
        #expect(try ring(answer).joined().allSatisfy { $0 == $0.rounded() })
    }

    @Test func `vertices in one cell become one, unless they are edited`() async throws {
        let view = try await query(["quantizationParameters": #"{"tolerance":10}"#])
        #expect(try ring(view).isEmpty)
        let edit = try await query(["quantizationParameters": #"{"mode":"edit"}"#])
        let found = try places(edit)
        #expect(found.count == 6)
        for (place, given) in zip(found, try ring(try await query([:]))) {
            #expect(abs(place[0] - given[0]) < 1e-8 && abs(place[1] - given[1]) < 1e-8)
        }
    }

    @Test func `without a tolerance, the offset or the rows give the grid`() async throws {
        let offset = try await query([
            "quantizationParameters": "{}", "maxAllowableOffset": "0.25",
        ])
        #expect(try offset.json()["transform"]?["scale"] == [0.25, 0.25])
        let own = try await query(["quantizationParameters": "{}"])
        #expect(try own.json()["transform"]?["scale"] == [0.0002, 0.0002])
        // Other formats have coordinates.
        let geoJSON = try await query(["quantizationParameters": "{}"], f: "geojson")
        #expect(try ring(geoJSON).contains([11, 51.001]))
    }

    @Test func `points are cells, whatever the tolerance`() async throws {
        let rows = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: [Coordinate(x: 7, y: 43), Coordinate(x: 8, y: 44)].map {
                Feature(values: [], geometry: .point($0))
            })
        for tolerance in ["0.5", "1e-300", "1e300"] {
            let form = FormParameters([
                (name: "quantizationParameters", value: #"{"tolerance":\#(tolerance)}"#)
            ])
            let asked = try #require(try Quantization(SelectionReader(form: form)))
            let found = asked.quantized(rows, on: asked.lattice(for: rows))
            let places = found.features.flatMap { $0.geometry?.coordinates ?? [] }
            #expect(places.allSatisfy { $0.x == $0.x.rounded() && $0.isFinite }, "\(tolerance)")
            if tolerance == "0.5" {
                #expect(places == [Coordinate(x: 0, y: 2), Coordinate(x: 2, y: 0)])
            }
        }
    }

    @Test(arguments: [
        (["maxAllowableOffset": "-1"], "maxAllowableOffset"),
        (["maxAllowableOffset": "near"], "maxAllowableOffset"),
        (["quantizationParameters": "[1]"], "an object"),
        (["quantizationParameters": #"{"mode":"look"}"#], "one of view, edit is needed"),
        (["quantizationParameters": #"{"tolerance":0}"#], "a number above 0"),
        (["quantizationParameters": #"{"originPosition":"top"}"#], "upperLeft, lowerLeft"),
        (["quantizationParameters": #"{"extent":{"xmin":1}}"#], "extent"),
    ])
    func `what cannot be a grid is refused by name`(
        fields: [String: String], words: String
    ) async throws {
        let answer = try await query(fields)
        #expect(try answer.errorCode() == 400, "\(answer.text)")
        #expect(answer.text.contains(words) && answer.text.contains(fields.keys.first ?? "?"))
    }
}
