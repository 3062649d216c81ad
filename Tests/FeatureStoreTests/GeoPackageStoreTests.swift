// Files opened, layers made, listed and removed.

import Foundation
import Geo
import Testing

@testable import FeatureStore

@Suite struct GeoPackageStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ body: () throws -> Void) -> FeatureStoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FeatureStoreError
        }
    }

    @Test func `a new file is a GeoPackage of version 1 3`() throws {
        let store = try folder.store()
        #expect(store.name == "test.gpkg")
        #expect(try store.layers().isEmpty)
        let header = try store.reading { connection, _ in
            (
                try connection.integer("PRAGMA application_id"),
                try connection.integer("PRAGMA user_version"),
                try connection.integer("SELECT count(*) FROM gpkg_spatial_ref_sys")
            )
        }
        #expect(header.0 == 0x4750_4B47)
        #expect(header.1 == 10_300)
        #expect(header.2 == 3)
    }

    @Test func `no draft stays beside a new file`() throws {
        let store = try folder.store()
        try store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["test.gpkg"])
    }

    @Test func `a missing file is named`() throws {
        for access in [GeoPackageStore.Access.readOnly, .readWrite] {
            let error = failure { _ = try folder.store("none.gpkg", access) }
            #expect(error?.message == "none.gpkg cannot be read: there is no such file")
        }
    }

    @Test func `a folder is no file`() throws {
        let error = #expect(throws: FeatureStoreError.self) {
            try GeoPackageStore(path: folder.path, access: .create)
        }
        #expect(error?.message.contains("it is a folder") == true)
    }

    @Test(arguments: ["", "x", String(repeating: "not a database ", count: 100)])
    func `a file of another kind is refused`(text: String) throws {
        _ = try folder.write(text, to: "a.gpkg")
        let error = failure { _ = try folder.store("a.gpkg", .readWrite) }
        #expect(error?.message.contains("no GeoPackage") == true, "\(error?.message ?? "none")")
        // And it stays as it was.
        #expect(try String(contentsOfFile: folder.file("a.gpkg"), encoding: .utf8) == text)
    }

    @Test func `a damaged file is refused and not a crash`() throws {
        let store = try folder.store()
        try store.addDeliveries(500)
        try store.close()
        let path = folder.file("test.gpkg")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 100, to: whole.count, by: 1_777) {
            var bytes = whole
            for offset in 0..<min(64, bytes.count - place) { bytes[place + offset] ^= 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: folder.file("b.gpkg")))
            do {
                let damaged = try folder.store("b.gpkg", .readOnly)
                _ = try damaged.layers()
                _ = try damaged.features(
                    LayerQuery(
                        layer: "deliveries", geometry: QueryGeometry(box(0, 0, 50, 50)), limit: 900)
                )
            } catch {
                #expect(error is FeatureStoreError)
            }
        }
    }

    @Test func `a layer comes back as it was declared`() throws {
        let schema = LayerSchema(
            name: "stops \"of\" today", geometryType: .polyline, spatialReference: .webMercator,
            fields: [
                LayerField("Name", .string, alias: "Name of the stop", length: 20),
                LayerField("number of 'x'", .integer, isNullable: false, storedType: "SMALLINT"),
                LayerField("é", .double, hasIndex: true),
                LayerField("day", .date, storedType: "DATE"),
                LayerField("select", .date), LayerField("flag", .integer, storedType: "BOOLEAN"),
            ], objectIDField: "row", hasMeasures: true, title: "Stops", description: "All of them.")
        let store = try folder.store()
        try store.create(schema)
        var expected = schema
        expected.spatialReference = SpatialReference(wkid: 3857)
        #expect(try store.layers() == [expected])
        #expect(try store.layer(named: "STOPS \"OF\" TODAY") == expected)
        try store.close()
        #expect(try folder.store("test.gpkg", .readOnly).layers() == [expected])
    }

    @Test func `a table has no shapes and no system`() throws {
        let store = try folder.store()
        try store.create(LayerSchema(name: "t", geometryType: nil, fields: []))
        let layer = try store.layer(named: "t")
        #expect(layer.geometryType == nil)
        #expect(try store.count(LayerQuery(layer: "t", limit: 0)) == 0)
    }

    @Test func `an unknown layer lists those there are`() throws {
        let store = try folder.store()
        try store.addDeliveries(0)
        let error = failure { _ = try store.layer(named: "delivries") }
        #expect(
            error
                == .noLayer(
                    "delivries", store: "test.gpkg", known: ["deliveries"], nearest: "deliveries"))
    }

    @Test func `a name is taken in any case of letters`() throws {
        let store = try folder.store()
        try store.create(.deliveries)
        var other = LayerSchema.deliveries
        other.name = "DELIVERIES"
        #expect(
            failure { try store.create(other) } == .layerExists("DELIVERIES", store: "test.gpkg"))
    }

    @Test(arguments: [
        ("", "0 characters"), (String(repeating: "x", count: 121), "121 characters"),
        ("gpkg_contents", "reserved"), ("RTREE_a", "reserved"), ("sqlite_master", "reserved"),
        ("layer_styles", "QGIS"), ("a\nb", "control character"), ("a\0b", "control character"),
    ])
    func `a layer is not named so`(name: String, words: String) throws {
        let store = try folder.store()
        let schema = LayerSchema(name: name, geometryType: .point, fields: [])
        let error = failure { try store.create(schema) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
    }

    @Test func `fields that cannot be stored are refused`() throws {
        let store = try folder.store()
        for (fields, words) in [
            ([LayerField("a", .string), LayerField("A", .string)], "two fields"),
            ([LayerField("fid", .integer)], "name of the object id"),
            ([LayerField("a", .objectID)], "object id"),
            ([LayerField("a", .integer, storedType: "TEXT); DROP TABLE x; --")], "stored as"),
            ([LayerField("a", .string, length: 0)], "length 0"),
            (
                (0...SchemaCheck.maximumFields).map { LayerField("f\($0)", .integer) },
                "greatest number"
            ),
        ] {
            let schema = LayerSchema(name: "x", geometryType: nil, fields: fields)
            let error = failure { try store.create(schema) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
        }
    }

    @Test func `a field may be named as the column of shapes usually is`() throws {
        let store = try folder.store()
        try store.create(
            LayerSchema(
                name: "a", geometryType: .point,
                fields: [LayerField("geom", .string), LayerField("Geometry", .integer)]))
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("geom", .string)],
            features: [
                Feature(values: [.string("text")], geometry: .point(Coordinate(x: 1, y: 2)))
            ])
        #expect(try store.apply(LayerEdits(adds: set), to: "a").isComplete)
        let found = try store.features(LayerQuery(layer: "a", limit: 9)).features
        #expect(found.column("geom") == [.string("text")])
        #expect(found.features[0].geometry == .point(Coordinate(x: 1, y: 2)))
    }

    @Test func `a dropped layer leaves nothing`() throws {
        let store = try folder.store()
        try store.addDeliveries(20)
        try store.setStyle(qml: "<qgis/>", for: "deliveries")
        let before = try store.version(of: "deliveries")
        try store.drop("Deliveries")
        #expect(try store.layers().isEmpty)
        #expect(failure { _ = try store.version(of: "deliveries") } != nil)
        let left = try store.reading { connection, _ in
            try connection.integer(
                "SELECT (SELECT count(*) FROM sqlite_master WHERE name LIKE '%deliveries%') "
                    + "+ (SELECT count(*) FROM gpkg_extensions) "
                    + "+ (SELECT count(*) FROM gpkg_geometry_columns) "
                    + "+ (SELECT count(*) FROM layer_styles)")
        }
        #expect(left == 0)
        try store.addDeliveries(1)
        #expect(try store.version(of: "deliveries") != before)
    }

    @Test func `systems of EPSG and Esri and those of a text are kept`() throws {
        let store = try folder.store()
        let text =
            "PROJCS[\"Town grid\",GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,"
            + "298.257223563]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]],"
            + "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"latitude_of_origin\",43.7],"
            + "PARAMETER[\"central_meridian\",7.4],PARAMETER[\"scale_factor\",1],"
            + "PARAMETER[\"false_easting\",1000],PARAMETER[\"false_northing\",2000],"
            + "UNIT[\"metre\",1]]"
        for (name, reference) in [
            ("a", SpatialReference(wkid: 25832)), ("b", SpatialReference(wkid: 102_100)),
            ("c", SpatialReference(wkt: text)), ("d", .wgs84),
            ("e", SpatialReference(wkid: 102_003)),
            ("f", SpatialReference(wkt: text)),
        ] {
            try store.create(
                LayerSchema(
                    name: name, geometryType: .point, spatialReference: reference, fields: []))
            #expect(try store.layer(named: name).spatialReference.isSame(as: reference))
        }
        let systems = try store.reading { connection, _ in
            try connection.integer("SELECT count(*) FROM gpkg_spatial_ref_sys")
        }
        #expect(systems == 7)
        let unknown = LayerSchema(
            name: "g", geometryType: .point, spatialReference: SpatialReference(wkid: 4), fields: []
        )
        #expect(failure { try store.create(unknown) }?.message.contains("well-known id 4") == true)
    }

    @Test func `a store that is open for reading refuses edits`() throws {
        try folder.store().addDeliveries(1)
        let store = try folder.store("test.gpkg", .readOnly)
        #expect(failure { try store.create(.deliveries) } == .readOnly(store: "test.gpkg"))
        #expect(
            failure { _ = try store.apply(LayerEdits(deletes: [1]), to: "deliveries") }
                == .readOnly(store: "test.gpkg"))
        #expect(try store.ids(nil) == [1])
    }

    @Test func `a closed file has no log beside it`() throws {
        let store = try folder.store()
        try store.addDeliveries(10)
        try store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["test.gpkg"])
        #expect(try folder.store("test.gpkg", .readOnly).ids(nil).count == 10)
        #expect(throws: FeatureStoreError.self) { try store.layers() }
    }

    @Test func `styles are kept with their layer`() throws {
        let store = try folder.store()
        try store.addDeliveries(1)
        try store.setStyle(qml: "<qgis>1</qgis>", for: "deliveries")
        try store.setStyle(qml: "<qgis>2</qgis>", sld: "<sld/>", for: "DELIVERIES")
        try store.setStyle(qml: nil, sld: "<sld/>", named: "other", for: "deliveries")
        let rows = try store.reading { connection, _ in
            var rows: [String] = []
            try connection.forEachRow(
                "SELECT styleName || ':' || coalesce(styleQML, '-') || ':' || useAsDefault "
                    + "FROM layer_styles WHERE f_table_name = 'deliveries' ORDER BY id"
            ) { row throws(SQLFailure) in rows.append(row.text(at: 0) ?? "") }
            return rows
        }
        #expect(rows == ["default:<qgis>2</qgis>:0", "other:-:1"])
        #expect(try store.layers().map(\.name) == ["deliveries"])
        #expect(failure { try store.setStyle(qml: "", for: "nothing") } != nil)
    }
}
