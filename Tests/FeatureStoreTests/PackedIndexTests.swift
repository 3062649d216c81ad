// Tests spatial indexes built in one step, as SQLite checks and uses them.

import DataStructures
import Geo
import Testing

@testable import FeatureStore

@Suite struct PackedIndexTests {
    private let folder: TemporaryFolder
    private let store: GeoPackageStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func boxes(_ count: Int, using random: inout SeededGenerator) -> FeatureSet {
        let features = (0..<count).map { _ -> Feature in
            let x = Double.random(in: -180...180, using: &random)
            let y = Double.random(in: -90...88, using: &random)
            let size = Double.random(in: 1e-6...2, using: &random)
            return Feature(values: [], geometry: box(x, y, x + size, y + size))
        }
        return FeatureSet(
            geometryType: .polygon, spatialReference: .wgs84, fields: [], features: features)
    }

    /// SQLite's own check of the index.
    private func check() throws -> String? {
        try store.reading { connection, _ in
            let statement = try SQLStatement(
                "SELECT rtreecheck('main', 'rtree_shapes_geom')", on: connection)
            return try statement.step() ? statement.text(at: 0) : nil
        }
    }

    @Test(arguments: [0, 1, 2, 50, 51, 52, 53, 102, 103, 1_000, 2_601, 2_602, 6_000])
    func `SQLite finds nothing wrong with it`(count: Int) throws {
        var random = SeededGenerator(UInt64(count))
        let set = boxes(count, using: &random)
        try store.load { loader throws(FeatureStoreError) in
            try loader.create(LayerSchema(name: "shapes", geometryType: .polygon, fields: []))
            try loader.append(set, to: "shapes")
        }
        #expect(try check() == "ok")
        for _ in 0..<10 {
            let other = boxes(1, using: &random).features[0].geometry?.envelope ?? Envelope()
            let wide = box(other.minX - 10, other.minY - 10, other.maxX + 10, other.maxY + 10)
            let found = try store.objectIDs(
                LayerQuery(
                    layer: "shapes",
                    geometry: QueryGeometry(wide, relation: .envelopeIntersects), limit: 10_000))
            let expected = set.features.enumerated().filter {
                $0.element.geometry?.envelope.intersects(wide.envelope) == true
            }.map { Int64($0.offset + 1) }
            #expect(found == expected)
        }
        // SQLite continues from there.
        let more = boxes(60, using: &random)
        _ = try store.apply(
            LayerEdits(
                adds: more,
                updates: (0..<count).prefix(40).map {
                    FeatureUpdate(objectID: Int64($0 + 1), geometry: box(0, 0, 1, 1))
                }, deletes: (0..<count).suffix(count / 2).map { Int64($0 + 1) }), to: "shapes")
        #expect(try check() == "ok")
        let all = LayerQuery(
            layer: "shapes",
            geometry: QueryGeometry(box(-999, -999, 999, 999), relation: .envelopeIntersects),
            limit: 1)
        #expect(try store.count(all) == count - count / 2 + 60)
    }

    @Test func `borders are rounded outwards`() {
        for value in [0.1, -0.1, 1.0 / 3, -7.7, 1e300, -1e300, 0, 41.123456789] {
            let entry = PackedIndex.Entry(
                id: 1, Envelope(minX: value, minY: value, maxX: value, maxY: value))
            #expect(Double(entry.minX) <= value && Double(entry.minY) <= value)
            #expect(Double(entry.maxX) >= value && Double(entry.maxY) >= value)
        }
    }

    @Test func `other indexes are there again after a load`() throws {
        try store.create(.deliveries)
        try store.writing { connection in
            try connection.run("CREATE INDEX \"by \"\"day\"\"\" ON deliveries (day DESC, due)")
            try connection.run("CREATE UNIQUE INDEX one ON deliveries (customer)")
        }
        func indexes() throws -> [String] {
            try store.reading { connection, _ in
                var texts: [String] = []
                try connection.forEachRow(
                    "SELECT sql FROM sqlite_master WHERE type = 'index' "
                        + "AND tbl_name = 'deliveries' AND sql IS NOT NULL ORDER BY name"
                ) { row throws(SQLFailure) in texts.append(row.text(at: 0) ?? "") }
                return texts
            }
        }
        let before = try indexes()
        #expect(before.count == 3)
        try store.load { loader throws(FeatureStoreError) in
            try loader.append(.deliveries(10), to: "deliveries")
        }
        #expect(try indexes() == before)
        #expect(throws: FeatureStoreError.self) {
            try store.load { loader throws(FeatureStoreError) in
                try loader.append(.deliveries(1), to: "deliveries")
            }
        }
        #expect(try indexes() == before)
        #expect(try store.ids("driver = 'Ada'") == [3, 6, 9])
    }
}
