// Tests copying a batch's tables to another store: replaced together, never replacing other tables.

import FeatureStore
import Geo
import PostgreSQL
import RouteAPI
import StoreTesting
import Testing

@testable import Batches

@Suite struct BatchCopyTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A batch of some routes.
    private func file(_ count: Int) throws -> BatchFile {
        let file = try BatchFile.begin(in: folder.store(), settings: BatchSettings(), at: 5)
        for number in 1...count {
            let name = "D\(number)"
            let stops = BatchRows(features: deliveries([name, name]), ids: []).named(name)
            let rows = GroupRows(
                number: number, key: BatchKey(.string(name)), groupField: Field("driver", .string)
            ).rows(of: answer(to: stops.features), stopIDs: [1, 2], besides: [])
            try file.add(rows, finishing: 1, lastName: name)
        }
        try file.end()
        return file
    }

    private func rows(_ table: String, _ store: any BulkStore) throws -> FeatureSet {
        try store.features(LayerQuery(layer: table, limit: 10_000)).features
    }

    /// Checks copies of a batch in a store without layers.
    private func check(_ store: any BulkStore) throws {
        let copy = BatchCopy(prefix: "monday")
        try copy.check(store)
        #expect(try store.layers().isEmpty)
        try copy.write(file(1_200), to: store)
        try copy.check(store)
        #expect(try rows("monday_routes", store).features.count == 1_200)
        let stops = try rows("monday_stops", store)
        #expect(stops.features.count == 2_400)
        #expect(stops.features.last.map { stops.value("RouteID", of: $0) } == .integer(1_200))
        #expect(stops.features[0].geometry != nil)
        #expect(try store.layers().allSatisfy { $0.name != "batch" })

        // Another batch replaces them; a table from elsewhere stays.
        try copy.write(file(2), to: store)
        #expect(try rows("monday_routes", store).features.count == 2)
        try store.loadLayers { loader throws(FeatureStoreError) in
            try loader.create(
                LayerSchema(
                    name: "day_stops", geometryType: nil, fields: [LayerField("a", .string)]))
        }
        let other = BatchCopy(prefix: "day")
        #expect(throws: BatchError.self) { try other.check(store) }
        let small = try file(1)
        #expect(throws: BatchError.self) { try other.write(small, to: store) }
        let names = try store.layers().map(\.name)
        #expect(names.contains("day_stops") && !names.contains("day_routes"))
    }

    @Test func `a GeoPackage gets the tables`() throws {
        try check(GeoPackageStore(path: folder.path("copies.gpkg"), access: .create))
    }

    @Test(.enabled(if: TestSchema.isAvailable, "WAYPOST_TEST_POSTGRES names no database"))
    func `a database gets the tables`() throws {
        let schema = try TestSchema()
        let store = try PostGISStore(url: schema.url, access: .create)
        try check(store)
        // The check before a batch also finds tables that are not layers.
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "waypost tests")
        try pool.withConnection { try $0.execute("CREATE TABLE plain_stops (id text)") }
        #expect(throws: FeatureStoreError.self) { try BatchCopy(prefix: "plain").check(store) }
        try store.close()
    }
}
