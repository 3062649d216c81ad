// Tests importing layers from files and exporting them.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct TransferTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
    }

    private func importCSV(
        _ text: String, _ change: (inout LayerImport) -> Void = { _ in }
    ) throws -> LayerImport.Summary {
        var task = LayerImport(layer: "t")
        change(&task)
        return try task.run(.csv(path: place.folder.write(text, to: "t.csv")), into: store)
    }

    private func rows(_ layer: String = "t") throws -> StoredFeatures {
        try store.features(LayerQuery(layer: layer, limit: 100_000))
    }

    @Test func `types follow from all values of a column`() throws {
        let summary = try importCSV(
            "lon,lat,name,count,size,code,day,due,blank,mixed\n"
                + "7.1,43.1,a,1,1.5,007,2026-03-02,2026-03-02T10:00:00Z,,1\n"
                + "7.2,43.2,\"b, c\",-2,3,010,2026-03-03,2026-03-02T10:00:00+01:00,,x\n"
                + "7.3,43.3,,,,,,,,\n")
        #expect(summary.rows == 3)
        let schema = try store.layer(named: "t")
        #expect(schema.geometryType == .point)
        #expect(
            schema.fields.map(\.type)
                == [.string, .integer, .double, .string, .date, .date, .string, .string])
        #expect(schema.field(named: "day")?.storedType == "DATE")
        let found = try rows().features
        #expect(
            Array(found.features[1].values.dropFirst())
                == [
                    .string("b, c"), .integer(-2), .double(3), .string("010"),
                    .date(1_772_496_000_000), .date(1_772_442_000_000), .null, .string("x"),
                ])
        #expect(found.features[2].values.dropFirst().allSatisfy { $0 == .null })
        #expect(found.features[0].geometry == .point(Coordinate(x: 7.1, y: 43.1)))
        #expect(try store.ids("day = DATE '2026-03-03'", layer: "t") == [2])
    }

    @Test func `words for no value are none, and codes are texts`() throws {
        _ = try importCSV(
            "gps_lon,gps_lat,name,count,day,code\n7.1,43.1,NULL,NULL,NaT,12E3\n"
                + "7.2,43.2,NA,<NA>,2026-03-03,+3905\n7.3,43.3,c,3,(null),7\n")
        let schema = try store.layer(named: "t")
        #expect(schema.fields.map(\.type) == [.string, .integer, .date, .string])
        let found = try rows().features.features.map { Array($0.values.dropFirst()) }
        #expect(found[0] == [.null, .null, .null, .string("12E3")])
        #expect(
            found[1] == [.string("NA"), .null, .date(1_772_496_000_000), .string("+3905")])
        #expect(found[2] == [.string("c"), .integer(3), .null, .string("7")])
    }

    @Test func `any system, separator and names of columns are read`() throws {
        _ = try importCSV("Name;E;N\nDepot;371000;4843000\n") { task in
            task.csv.x = "e"
            task.csv.y = "n"
            task.spatialReference = SpatialReference(wkid: 25832)
            task.storedReference = .wgs84
        }
        guard case .point(let place)? = try rows().features.features[0].geometry else {
            Issue.record("no point")
            return
        }
        #expect((7...8).contains(place.x) && (43...44).contains(place.y))
        #expect(try store.layer(named: "t").spatialReference == .wgs84)
    }

    @Test func `a separator may be given`() throws {
        _ = try importCSV("lon|lat|a,b\n1|2|3\n") { $0.csv.separator = "|" }
        #expect(try store.layer(named: "t").fields.map(\.name) == ["a,b"])
    }

    @Test func `shapes may be well-known text`() throws {
        _ = try importCSV(
            "id,shape\n1,\"LINESTRING (0 0, 1 1)\"\n"
                + "2,\"MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))\"\n3,\n"
        ) { $0.csv.text = "SHAPE" }
        #expect(try store.layer(named: "t").geometryType == .polyline)
        #expect(try rows().objectIDs == [1, 2, 3])
        #expect(try rows().features.features[2].geometry == nil)
    }

    @Test(arguments: [
        "Deliveries of Monday\n\nName;lon;lat\nA;7,4;43,7\n",
        "# made by hand\n,,\nName,lon,lat\nA,7.4,43.7\n",
    ])
    func `a title may stand above the column names`(text: String) throws {
        let summary = try importCSV(text)
        #expect(summary.notes.contains("what stands above the column names in row 3 is left out"))
        let rows = try rows().features
        #expect(rows.features.map(\.geometry) == [.point(Coordinate(x: 7.4, y: 43.7))])
        #expect(rows.features.map { rows.value("Name", of: $0) } == [.string("A")])
    }

    @Test(arguments: ["Title\nName,north\nA,1\n", "Title\n"])
    func `a table without names of coordinates says what its first row is`(text: String) {
        let error = #expect(throws: FeatureStoreError.self) { try importCSV(text) }
        #expect(error?.message.contains("row 1: no columns for coordinates") == true)
    }

    @Test func `a table may have no shapes`() throws {
        _ = try importCSV("a,b\n1,2\n") { $0.csv.isWithoutShapes = true }
        #expect(try store.layer(named: "t").geometryType == nil)
    }

    @Test func `ids are kept where they are different whole numbers`() throws {
        _ = try importCSV("id,lon,lat\n30,1,1\n10,2,2\n")
        #expect(try rows().objectIDs == [10, 30])
        #expect(try store.layer(named: "t").objectIDField == "id")
        #expect(try store.layer(named: "t").fields.isEmpty)
    }

    @Test func `ids that occur twice are values`() throws {
        _ = try importCSV("id,lon,lat\n10,1,1\n10,2,2\n")
        #expect(try rows().objectIDs == [1, 2])
        #expect(try store.layer(named: "t").fields.map(\.name) == ["id"])
        #expect(throws: FeatureStoreError.self) {
            try importCSV("id,lon,lat\n10,1,1\n10,2,2\n") { task in
                task.layer = "u"
                task.idField = "id"
            }
        }
    }

    @Test func `types, indexes and ids are given by name`() throws {
        _ = try importCSV("number,code,lon,lat\n7,1,1,1\n8,2,2,2\n") { task in
            task.types = ["CODE": .string]
            task.indexed = ["Code"]
            task.idField = "NUMBER"
        }
        let field = try #require(try store.layer(named: "t").field(named: "code"))
        #expect(field.type == .string)
        #expect(field.hasIndex)
        #expect(try store.ids("code = '2'", layer: "t") == [8])
        #expect(throws: FeatureStoreError.self) {
            try importCSV("lon,lat\n1,1\n") { task in
                task.layer = "u"
                task.indexed = ["nothing"]
            }
        }
    }

    @Test(arguments: [
        ("", "is empty"), ("a,b\n1,2\n", "no columns for coordinates"),
        ("lon,lat\n1,x\n", "row 2, column 2"), ("lon,lat\n1,2,3\n", "3 cells under 2"),
        ("lon,lat,a,A\n1,2,3,4\n", "both named"), ("lon,lat\n1,\"2\n", "never closed"),
        ("wkt\nPOINT (1 1)\n\"LINESTRING (0 0, 1 1)\"\n", "another kind"),
        ("wkt\nPOINT (1\n", "well-known text"),
    ])
    func `a table that is wrong is refused as a whole`(text: String, words: String) throws {
        let error = #expect(throws: FeatureStoreError.self) { try importCSV(text) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(try store.layers().isEmpty)
    }

    @Test func `a value that is not of the given type names its row`() throws {
        let error = #expect(throws: FeatureStoreError.self) {
            try importCSV("lon,lat,n\n1,1,5\n2,2,x\n") { $0.types = ["n": .integer] }
        }
        #expect(error == .badRow(2, "n is \"x\"; a whole number is needed"))
    }

    @Test func `a missing file is named`() throws {
        let error = #expect(throws: FeatureStoreError.self) {
            try LayerImport(layer: "t").run(.csv(path: place.folder.file("no.csv")), into: store)
        }
        #expect(error?.message.contains("no.csv") == true)
    }

    @Test func `rows are added to a layer or replace it`() throws {
        _ = try importCSV("lon,lat,a\n1,1,x\n")
        #expect(throws: FeatureStoreError.self) { try importCSV("lon,lat,a\n1,1,x\n") }
        _ = try importCSV("lon,lat,a\n2,2,y\n3,3,z\n") { $0.mode = .append }
        #expect(try rows().features.column("a") == [.string("x"), .string("y"), .string("z")])
        _ = try importCSV("lon,lat,b\n2,2,1\n") { $0.mode = .replace }
        #expect(try rows().features.column("b") == [.integer(1)])
        #expect(throws: FeatureStoreError.self) {
            try importCSV("lon,lat,a\n1,1,x\n") { task in
                task.mode = .append
                task.layer = "none"
            }
        }
    }

    @Test func `progress is reported and cancellation stores nothing`() throws {
        let text = "lon,lat,n\n" + (0..<12_000).map { "\($0 % 180),1,\($0)\n" }.joined()
        let path = try place.folder.write(text, to: "t.csv")
        var reports: [LayerImport.Progress] = []
        try LayerImport(layer: "t").run(
            .csv(path: path), into: store, progress: { reports.append($0) })
        #expect(reports.map(\.rows) == [5_000, 10_000, 12_000])
        #expect(reports.last?.share == 1)
        var questions = 0
        #expect(throws: FeatureStoreError.cancelled) {
            try LayerImport(layer: "u").run(
                .csv(path: path), into: store,
                isCancelled: {
                    questions += 1
                    return questions > 4
                })
        }
        #expect(try store.layers().map(\.name) == ["t"])
    }

    @Test func `GeoJSON of several kinds becomes several layers`() throws {
        let text = """
            {"type":"FeatureCollection","features":[
             {"type":"Feature","id":7,"properties":{"a":1},
              "geometry":{"type":"Point","coordinates":[1,2]}},
             {"type":"Feature","id":9,"properties":{"a":"x"},
              "geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}]}
            """
        let features = try GeoJSONReader().features(JSONParser.parse(Array(text.utf8)))
        let summary = try LayerImport(layer: "t").run(.features(features), into: store)
        #expect(summary.layers.map(\.layer) == ["t_points", "t_lines"])
        #expect(try rows("t_points").objectIDs == [7])
        #expect(try rows("t_lines").objectIDs == [9])
        var points = features
        points.polylines = nil
        try LayerImport(layer: "one").run(.features(points), into: store)
        #expect(try rows("one").objectIDs == [7])
    }

    private func exported(_ format: LayerExport.Format, _ query: LayerQuery) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let count = try LayerExport(format).write(query, from: store) { bytes += $0 }
        #expect(try count == store.count(query))
        return bytes
    }

    @Test(arguments: LayerExport.Format.allCases)
    func `what is exported is imported the same`(format: LayerExport.Format) throws {
        try store.addDeliveries(4_321)
        let bytes = try exported(format, LayerQuery(layer: "deliveries", limit: .max))
        var task = LayerImport(layer: "copy")
        task.idField = "fid"
        switch format {
        case .csv:
            let path = try place.folder.write(String(decoding: bytes, as: UTF8.self), to: "c.csv")
            try task.run(.csv(path: path), into: store)
        case .geoJSON:
            task.types = ["day": .date, "due": .date]
            let value = try JSONParser.parse(bytes)
            try task.run(.features(GeoJSONReader().features(value)), into: store)
        case .esriJSON:
            let value = try JSONParser.parse(bytes)
            try task.run(.set(EsriFeatureReader().featureSet(value)), into: store)
        }
        let (first, second) = (try rows("deliveries"), try rows("copy"))
        #expect(first.objectIDs == second.objectIDs)
        for name in ["customer", "driver", "parcels", "weight", "day", "due"] {
            #expect(first.features.column(name) == second.features.column(name), "\(name)")
        }
        #expect(
            first.features.features.map(\.geometry) == second.features.features.map(\.geometry))
    }

    @Test func `an empty layer is exported as a file without rows`() throws {
        try store.create(.deliveries)
        let query = LayerQuery(layer: "deliveries", limit: .max)
        let csv = try exported(.csv, query)
        #expect(
            String(decoding: csv, as: UTF8.self)
                == "fid,customer,driver,parcels,weight,day,due,lon,lat\n")
        let json = try JSONParser.parse(try exported(.geoJSON, query))
        #expect(json["features"]?.array?.isEmpty == true)
        let esri = try JSONParser.parse(try exported(.esriJSON, query))
        #expect(esri["features"]?.array?.isEmpty == true)
    }

    @Test func `GeoJSON is in WGS 84 whatever the layer's system`() throws {
        var schema = LayerSchema.deliveries
        schema.spatialReference = .webMercator
        try store.create(schema)
        _ = try store.apply(LayerEdits(adds: .deliveries(1)), to: "deliveries")
        let json = try JSONParser.parse(
            try exported(.geoJSON, LayerQuery(layer: "deliveries", limit: 9)))
        let x = json["features"]?.array?[0]["geometry"]?["coordinates"]?.array?[0].number
        #expect(abs((x ?? 0) - 1) < 1e-9)
    }

    @Test func `a layer is copied to another file with its schema and ids`() throws {
        var schema = LayerSchema.deliveries
        schema.fields[0].alias = "The customer"
        try store.create(schema)
        _ = try store.apply(LayerEdits(adds: .deliveries(100)), to: "deliveries")
        _ = try store.apply(LayerEdits(deletes: [1, 50]), to: "deliveries")
        let other = try place.store("other")
        let query = LayerQuery(layer: "deliveries", where: "parcels > 2", limit: .max)
        let summary = try LayerImport(layer: "some").run(.layer(store, query), into: other)
        #expect(try summary.rows == store.count(query))
        let copy = try other.features(LayerQuery(layer: "some", limit: 999))
        #expect(
            try copy
                == store.features(
                    {
                        var same = query
                        same.limit = 999
                        return same
                    }()))
        var expected = try store.layer(named: "deliveries")
        expected.name = "some"
        #expect(try other.layer(named: "some") == expected)
        // Into the same file, without the ids, and into another layer's rows.
        try LayerImport(layer: "again").run(.layer(store, query), into: store)
        try LayerImport(layer: "again", mode: .append).run(.layer(store, query), into: store)
        #expect(try rows("again").objectIDs.count == 2 * summary.rows)
    }
}
