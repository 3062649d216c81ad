// Tests loading many rows at once.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct LoaderTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
    }

    /// The number of rows found through the spatial index.
    private func indexed() throws -> Int {
        if let file = store as? GeoPackageStore {
            let count = try file.reading { connection, _ in
                try connection.integer("SELECT count(*) FROM rtree_deliveries_geom")
            }
            return Int(count ?? 0)
        }
        return try store.count(
            LayerQuery(
                layer: "deliveries", geometry: QueryGeometry(box(-99, -99, 99, 89)), limit: 0))
    }

    @Test func `layers are made and filled in one transaction`() throws {
        let ids = try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            try loader.create(LayerSchema(name: "log", geometryType: nil, fields: []))
            let ids = try loader.append(.deliveries(30), to: "deliveries", keepsObjectIDs: false)
            return ids
                + (try loader.append(.deliveries(5), to: "DELIVERIES", keepsObjectIDs: false))
        }
        #expect(ids == Array(1...35))
        #expect(try indexed() == 35)
        #expect(try store.layers().map(\.name) == ["deliveries", "log"])
    }

    @Test func `the index is kept up afterwards`() throws {
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            try loader.append(.deliveries(30), to: "deliveries", keepsObjectIDs: false)
        }
        let version = try store.version(of: "deliveries")
        _ = try store.apply(LayerEdits(adds: .deliveries(2), deletes: [1]), to: "deliveries")
        #expect(try indexed() == 31)
        #expect(try store.version(of: "deliveries") != version)
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.append(.deliveries(4), to: "deliveries", keepsObjectIDs: false)
        }
        #expect(try indexed() == 35)
        guard let file = store as? GeoPackageStore else { return }
        let triggers = try file.reading { connection, _ in
            try connection.integer(
                "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' "
                    + "AND tbl_name = 'deliveries'")
        }
        #expect(triggers == 9)
    }

    @Test func `layers are related by equal values, once`() throws {
        guard let file = store as? GeoPackageStore else { return }
        var log = LayerSchema.deliveries
        log.name = "log"
        try file.load { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            try loader.create(log)
            try loader.append(.deliveries(4), to: "deliveries")
            try loader.append(.deliveries(3), to: "log")
            try loader.relate("deliveries", to: "log", joining: "fid")
            try loader.relate("deliveries", to: "log", joining: "fid")
        }
        func count(_ from: String) throws -> Int64? {
            try file.reading { connection, _ in
                try connection.integer("SELECT count(*) FROM \(from)")
            }
        }
        #expect(try count("deliveries_log WHERE base_id = related_id") == 3)
        #expect(try count("gpkgext_relations WHERE relation_name = 'features'") == 1)
        #expect(
            try count("gpkg_extensions WHERE extension_name = 'gpkg_related_tables'") == 2)
        #expect(try store.layers().map(\.name).sorted() == ["deliveries", "log"])
        try file.load { loader throws(FeatureStoreError) in try loader.drop("log") }
        #expect(try count("gpkgext_relations") == 0)
        #expect(try count("sqlite_master WHERE name = 'deliveries_log'") == 0)
    }

    @Test func `a load changes the version`() throws {
        try store.addDeliveries(3)
        let version = try store.version(of: "deliveries")
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.append(.deliveries(3), to: "deliveries", keepsObjectIDs: false)
        }
        #expect(try store.version(of: "deliveries") != version)
    }

    @Test func `a bad row undoes the load and is named`() throws {
        var bad = FeatureSet.deliveries(5)
        bad.features[3].values[2] = .string("many")
        let error = #expect(throws: FeatureStoreError.self) {
            try store.loadLayers { loader throws(FeatureStoreError) in
                try loader.create(.deliveries)
                try loader.append(.deliveries(10), to: "deliveries", keepsObjectIDs: false)
                try loader.append(bad, to: "deliveries", keepsObjectIDs: false)
            }
        }
        #expect(error == .badRow(14, "parcels is \"many\"; a whole number is needed"))
        #expect(try store.layers().isEmpty)
    }

    @Test func `a caller may go on after a bad row`() throws {
        var bad = FeatureSet.deliveries(5)
        bad.features[0].values[2] = .string("many")
        let bad5 = bad
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            do throws(FeatureStoreError) {
                try loader.append(bad5, to: "deliveries", keepsObjectIDs: false)
            } catch {
                try loader.append(.deliveries(2), to: "deliveries", keepsObjectIDs: false)
            }
        }
        #expect(try indexed() == 2)
    }

    @Test func `ids are kept where that is wanted`() throws {
        var set = FeatureSet.deliveries(3)
        set.fields.append(Field("fid", .objectID))
        for row in 0..<3 { set.features[row].values.append(.integer(100 - row)) }
        let numbered = set
        let ids = try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            return try loader.append(numbered, to: "deliveries", keepsObjectIDs: true)
        }
        #expect(ids == [100, 99, 98])
        #expect(try store.ids(nil) == [98, 99, 100])
    }

    @Test func `queries within a load see its rows`() throws {
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            try loader.append(.deliveries(3), to: "deliveries", keepsObjectIDs: false)
            let count = try store.count(LayerQuery(layer: "deliveries", limit: 1))
            if count != 3 { throw .badRequest("\(count) rows") }
        }
    }

    @Test func `rows without shapes stay out of the index`() throws {
        var set = FeatureSet.deliveries(4)
        set.features[1].geometry = nil
        set.features[2].geometry = .empty
        let some = set
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(.deliveries)
            try loader.append(some, to: "deliveries", keepsObjectIDs: false)
        }
        #expect(try indexed() == 2)
        #expect(try store.ids(nil).count == 4)
    }

    @Test func `a layer may be dropped and made anew`() throws {
        try store.addDeliveries(5)
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.append(.deliveries(1), to: "deliveries", keepsObjectIDs: false)
            try loader.drop("deliveries")
            try loader.create(.deliveries)
            try loader.append(.deliveries(2), to: "deliveries", keepsObjectIDs: false)
        }
        #expect(try store.ids(nil) == [1, 2])
        #expect(try indexed() == 2)
    }
}
