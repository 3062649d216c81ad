// Tests GeoPackage queries and edits that depend on its own tables.

import Geo
import Synchronization
import Testing

@testable import FeatureStore

@Suite struct GeoPackageQueryTests {
    private let folder: TemporaryFolder
    private let store: GeoPackageStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    @Test func `a long scan without rows is cancelled`() throws {
        try store.addDeliveries(60)
        try store.writing { connection in
            try connection.run(
                "WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 50000) "
                    + "INSERT INTO deliveries (fid, parcels) SELECT i, 1 FROM n")
        }
        let questions = Mutex(0)
        #expect(throws: FeatureStoreError.cancelled) {
            try store.count(
                LayerQuery(layer: "deliveries", where: "parcels > 1000", limit: 1),
                isCancelled: {
                    questions.withLock { count in
                        count += 1
                        return count > 3
                    }
                })
        }
        // The connection still works.
        #expect(try store.ids("fid = 77").isEmpty)
    }

    @Test(arguments: [
        "POSITION(note || 'b' IN note || note) > 0",
        "note LIKE '%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab%'",
        "UPPER(note) || note LIKE '%b%c' OR note LIKE UPPER(note)",
    ])
    func `a condition on one long row ends within it`(condition: String) throws {
        try store.create(
            LayerSchema(name: "notes", geometryType: nil, fields: [LayerField("note", .string)]))
        let long = String(repeating: "a", count: 18 << 20)
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84, fields: [Field("note", .string)],
            features: [Feature(values: [.string(long)], geometry: nil)])
        #expect(try store.apply(LayerEdits(adds: set), to: "notes").isComplete)
        let start = ContinuousClock.now
        #expect(throws: FeatureStoreError.cancelled) {
            try store.count(
                LayerQuery(layer: "notes", where: condition, limit: 1),
                isCancelled: { ContinuousClock.now - start > .milliseconds(20) })
        }
        // Without cancellation checks within a row it takes minutes.
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(try store.count(LayerQuery(layer: "notes", where: "note > 'b'", limit: 1)) == 0)
    }

    @Test func `the stated extent follows the rows`() throws {
        try store.addDeliveries(10)
        var far = FeatureSet.deliveries(1)
        far.features[0].geometry = .point(Coordinate(x: -70, y: 33))
        _ = try store.apply(LayerEdits(adds: far), to: "deliveries")
        let extent = try store.reading { connection, _ in
            try GeoPackageCatalog(connection, store: "x").layer(named: "deliveries")
                .shapes?.statedExtent
        }
        #expect(extent == Envelope(minX: -70, minY: 0.5, maxX: 10, maxY: 33))
    }

    @Test func `rows are found by the index that leaves fewest`() throws {
        try store.addDeliveries(60)
        try store.load { loader throws(FeatureStoreError) in
            for part in 0..<30 {
                var set = FeatureSet.deliveries(1_000)
                for row in set.features.indices {
                    set.features[row].values[1] = .string(row == 0 ? "rare" : "Ada")
                    set.features[row].geometry = .point(
                        Coordinate(x: 50 + Double(part) / 100, y: Double(row) / 50))
                }
                try loader.append(set, to: "deliveries")
            }
        }
        func source(_ condition: String?, _ shape: Geometry) throws -> String {
            try store.reading { connection, _ in
                let layer = try GeoPackageCatalog(connection, store: "x").layer(named: "deliveries")
                let query = LayerQuery(
                    layer: "deliveries", where: condition, geometry: QueryGeometry(shape), limit: 9)
                return try QuerySource(
                    query, LayerCondition(condition, of: layer),
                    SpatialFilter(QueryGeometry(shape), of: layer), of: layer, on: connection
                ).table
            }
        }
        #expect(try source("driver = 'rare'", box(49, 0, 52, 30)) == "\"deliveries\"")
        #expect(try source("driver = 'Ada'", box(49, 0, 52, 0.1)).contains("NOT INDEXED"))
        #expect(try source("driver = 'Ada'", box(49, 0, 52, 30)).contains("\"deliveries\""))
        #expect(try source(nil, box(49, 0, 52, 0.1)).contains("NOT INDEXED"))
        #expect(try source(nil, box(-500, -500, 500, 500)) == "\"deliveries\"")
        for (condition, shape) in [
            ("driver = 'rare'", box(49, 0, 52, 30)), ("driver = 'Ada'", box(49, 0, 52, 0.1)),
            ("driver = 'Ada'", box(49, 0, 52, 30)), ("parcels >= 0", box(-500, -500, 500, 500)),
        ] {
            let query = LayerQuery(
                layer: "deliveries", where: condition, geometry: QueryGeometry(shape), limit: 99_999
            )
            let all = try store.features(
                LayerQuery(layer: "deliveries", where: condition, limit: 99_999))
            let expected = zip(all.objectIDs, all.features.features)
                .filter { $0.1.geometry.map { $0.envelope.intersects(shape.envelope) } ?? false }
            #expect(try store.objectIDs(query) == expected.map(\.0))
        }
    }
}
