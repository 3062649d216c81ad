// Tests making, listing, removing and counting layers, in every store.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct StoreLayerTests {
    private let place: TestPlace

    init() throws { place = try TestPlace() }

    private func failure(_ body: () throws -> Void) -> FeatureStoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FeatureStoreError
        }
    }

    private func edit(_ store: any LayerStore, _ layer: String) throws {
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: .point(Coordinate(x: 1, y: 1)))])
        #expect(try store.apply(LayerEdits(adds: set), to: layer).isComplete)
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
        let store = try place.store()
        try store.create(schema)
        var expected = schema
        expected.spatialReference = SpatialReference(wkid: 3857)
        #expect(try store.layers() == [expected])
        #expect(try store.layer(named: "STOPS \"OF\" TODAY") == expected)
        try store.close()
        #expect(try place.store("test", .readOnly).layers() == [expected])
    }

    @Test func `a table has no shapes and no system`() throws {
        let store = try place.store()
        try store.create(LayerSchema(name: "t", geometryType: nil, fields: []))
        let layer = try store.layer(named: "t")
        #expect(layer.geometryType == nil)
        #expect(try store.count(LayerQuery(layer: "t", limit: 0)) == 0)
    }

    @Test func `an unknown layer lists those there are`() throws {
        let store = try place.store()
        try store.addDeliveries(0)
        let error = failure { _ = try store.layer(named: "delivries") }
        #expect(
            error
                == .noLayer(
                    "delivries", store: store.name, known: ["deliveries"], nearest: "deliveries"))
    }

    @Test func `a name is taken in any case of letters`() throws {
        let store = try place.store()
        try store.create(.deliveries)
        var other = LayerSchema.deliveries
        other.name = "DELIVERIES"
        #expect(
            failure { try store.create(other) } == .layerExists("DELIVERIES", store: store.name))
    }

    @Test(arguments: [
        ("", "0 characters"), (String(repeating: "x", count: 121), "121 characters"),
        ("gpkg_contents", "reserved"), ("RTREE_a", "reserved"), ("sqlite_master", "reserved"),
        ("layer_styles", "QGIS"), ("a\nb", "control character"), ("a\0b", "control character"),
    ])
    func `a layer is not named so`(name: String, words: String) throws {
        let store = try place.store()
        let schema = LayerSchema(name: name, geometryType: .point, fields: [])
        let error = failure { try store.create(schema) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
    }

    @Test func `fields that cannot be stored are refused`() throws {
        let store = try place.store()
        for (fields, words) in [
            ([LayerField("a", .string), LayerField("A", .string)], "two fields"),
            ([LayerField("fid", .integer)], "name of the object id"),
            ([LayerField("a", .objectID)], "object id"),
            ([LayerField("a", .integer, storedType: "TEXT); DROP TABLE x; --")], "stored as"),
            ([LayerField("a", .string, length: 0)], "length 0"),
            (
                (0...SchemaCheck.maximumFields).map { LayerField("f\($0)", .integer) },
                "at most"
            ),
        ] {
            let schema = LayerSchema(name: "x", geometryType: nil, fields: fields)
            let error = failure { try store.create(schema) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
        }
    }

    @Test func `a field may be named as the column of shapes usually is`() throws {
        let store = try place.store()
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

    @Test func `systems of EPSG and Esri and those of a text are kept`() throws {
        let store = try place.store()
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
        if let file = store as? GeoPackageStore {
            let systems = try file.reading { connection, _ in
                try connection.integer("SELECT count(*) FROM gpkg_spatial_ref_sys")
            }
            #expect(systems == 7)
        }
        let unknown = LayerSchema(
            name: "g", geometryType: .point, spatialReference: SpatialReference(wkid: 4), fields: []
        )
        #expect(failure { try store.create(unknown) }?.message.contains("well-known id 4") == true)
    }

    @Test func `a store that is open for reading refuses edits`() throws {
        try place.store().addDeliveries(1)
        let store = try place.store("test", .readOnly)
        #expect(failure { try store.create(.deliveries) } == .readOnly(store: store.name))
        #expect(
            failure { _ = try store.apply(LayerEdits(deletes: [1]), to: "deliveries") }
                == .readOnly(store: store.name))
        #expect(try store.ids(nil) == [1])
    }

    @Test func `every edit changes the version of its layer alone`() throws {
        let store = try place.store()
        for name in ["a", "b"] {
            try store.create(LayerSchema(name: name, geometryType: .point, fields: []))
        }
        var known: Set<LayerVersion> = [try store.version(of: "a")]
        let other = try store.version(of: "b")
        for edits in [
            LayerEdits(
                adds: FeatureSet(
                    geometryType: .point, spatialReference: .wgs84, fields: [],
                    features: [Feature(values: [], geometry: nil)])),
            LayerEdits(updates: [
                FeatureUpdate(objectID: 1, geometry: .point(Coordinate(x: 1, y: 1)))
            ]),
            LayerEdits(deletes: [1]),
        ] {
            _ = try store.apply(edits, to: "a")
            let version = try store.version(of: "A")
            #expect(known.insert(version).inserted)
            #expect(try store.version(of: "a") == version)
        }
        #expect(try store.version(of: "b") == other)
    }

    @Test func `an edit that was undone changes no version`() throws {
        let store = try place.store()
        try store.addDeliveries(3)
        let version = try store.version(of: "deliveries")
        _ = try store.apply(LayerEdits(deletes: [1, 99]), to: "deliveries")
        #expect(try store.version(of: "deliveries") == version)
    }

    @Test func `two stores of one file see each other's edits`() throws {
        let first = try place.store()
        try first.addDeliveries(3)
        let second = try place.store("test", .readWrite)
        let reader = try place.store("test", .readOnly)
        let before = try [first, second, reader].map { try $0.version(of: "deliveries") }
        try edit(second, "deliveries")
        for (store, version) in zip([first, second, reader], before) {
            #expect(try store.version(of: "deliveries") != version)
            #expect(try store.ids(nil).count == 4)
        }
        try edit(first, "deliveries")
        #expect(try second.ids(nil).count == 5)
        #expect(try reader.ids(nil).count == 5)
    }

    @Test func `a layer that another program makes is found`() throws {
        let store = try place.store()
        try store.addDeliveries(1)
        #expect(throws: FeatureStoreError.self) { try store.version(of: "new") }
        let other = try place.store("test", .readWrite)
        try other.create(LayerSchema(name: "New", geometryType: .point, fields: []))
        #expect(try store.layers().map(\.name) == ["New", "deliveries"])
        _ = try store.version(of: "new")
        try other.drop("new")
        #expect(throws: FeatureStoreError.self) { try store.version(of: "new") }
    }
}
