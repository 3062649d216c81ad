// Tests GeoPackages made by other programs.

import DataStructures
import Foundation
import Geo
import Testing

@testable import FeatureStore

@Suite struct ForeignFileTests {
    private let folder: TemporaryFolder
    private let store: GeoPackageStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    /// Declares a layer as another program would: no index, no counters.
    private func declare(
        _ table: String, _ columns: String, type: String = "POINT", shape: String = "the_geom",
        system: Int = 4326, z: Int = 0, m: Int = 0, key: String = "OGC_FID INTEGER PRIMARY KEY"
    ) throws {
        try store.writing { connection in
            let key = key.isEmpty ? "" : "\(key), "
            try connection.run(
                "CREATE TABLE \(table.sqlName) (\(key)\(shape.sqlName) BLOB\(columns))")
            try connection.run(
                "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) "
                    + "VALUES (?1, 'features', ?1, ?2)", [.text(table), .integer(Int64(system))])
            try connection.run(
                "INSERT INTO gpkg_geometry_columns VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                [
                    .text(table), .text(shape), .text(type), .integer(Int64(system)),
                    .integer(Int64(z)), .integer(Int64(m)),
                ])
        }
    }

    private func insert(_ bytes: [UInt8]?, into table: String) throws {
        try store.writing { connection in
            try connection.run(
                "INSERT INTO \(table.sqlName) (the_geom) VALUES (?1)",
                [bytes.map(SQLValue.blob) ?? .null])
        }
    }

    /// A shape's bytes: a header with some kind of box, then well-known binary.
    private func blob(
        _ body: [UInt8], kind: UInt8 = 0, ordinates: [Double] = [], isBig: Bool = false,
        flags: UInt8 = 0
    ) -> [UInt8] {
        var bytes: [UInt8] = [0x47, 0x50, 0, kind << 1 | (isBig ? 0 : 1) | flags]
        bytes += isBig ? [0, 0, 0x10, 0xE6] : [0xE6, 0x10, 0, 0]
        for ordinate in ordinates {
            let bits = isBig ? ordinate.bitPattern.bigEndian : ordinate.bitPattern.littleEndian
            withUnsafeBytes(of: bits) { bytes += $0 }
        }
        return bytes + body
    }

    private func shapes(_ table: String) throws -> [Geometry?] {
        try store.features(LayerQuery(layer: table, limit: 99)).features.features.map(\.geometry)
    }

    @Test func `each kind of box and byte order is read`() throws {
        try declare("a", "")
        let place = Geometry.point(Coordinate(x: 3, y: 4))
        let body = try place.wellKnownBinary()
        let big: [UInt8] =
            [0, 0, 0, 0, 1]
            + [3.0, 4.0].flatMap { ordinate -> [UInt8] in
                withUnsafeBytes(of: ordinate.bitPattern.bigEndian) { Array($0) }
            }
        let box = [3.0, 3, 4, 4]
        try insert(blob(body), into: "a")
        try insert(blob(body, kind: 1, ordinates: box), into: "a")
        try insert(blob(body, kind: 2, ordinates: box + [5, 6]), into: "a")
        try insert(blob(body, kind: 3, ordinates: box + [5, 6]), into: "a")
        try insert(blob(body, kind: 4, ordinates: box + [5, 6, 7, 8]), into: "a")
        try insert(blob(big, kind: 1, ordinates: box, isBig: true), into: "a")
        try insert(blob(body, kind: 1, ordinates: [.nan, .nan, .nan, .nan]), into: "a")
        #expect(try shapes("a") == Array(repeating: place, count: 7))
        let query = LayerQuery(
            layer: "a", geometry: QueryGeometry(place, relation: .within), limit: 99)
        #expect(try store.count(query) == 7)
    }

    @Test func `a line of one vertex does not fail the rows beside it`() throws {
        try declare("l", "", type: "LINESTRING")
        let whole = Geometry.polyline(paths: [[Coordinate(x: 0, y: 1), Coordinate(x: 2, y: 3)]])
        let place = [UInt8](repeating: 0, count: 16)
        try insert(blob([1, 2, 0, 0, 0, 1, 0, 0, 0] + place), into: "l")
        try insert(blob(whole.wellKnownBinary()), into: "l")
        #expect(try shapes("l") == [.empty, whole])
        let everywhere = Geometry.polygon(rings: [
            [(-9, -9), (9, -9), (9, 9), (-9, 9), (-9, -9)].map { Coordinate(x: $0.0, y: $0.1) }
        ])
        let query = LayerQuery(layer: "l", geometry: QueryGeometry(everywhere), limit: 9)
        #expect(try store.objectIDs(query) == [2])
    }

    @Test func `elevations are skipped and measures kept for lines`() throws {
        try declare("l", "", type: "LINESTRING", z: 2, m: 2)
        func line(_ code: UInt32, _ ordinates: [[Double]]) -> [UInt8] {
            var bytes: [UInt8] = [1]
            withUnsafeBytes(of: code.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: UInt32(ordinates.count).littleEndian) { bytes += $0 }
            for ordinate in ordinates.joined() {
                withUnsafeBytes(of: ordinate.bitPattern.littleEndian) { bytes += $0 }
            }
            return blob(bytes)
        }
        try insert(line(2, [[0, 1], [2, 3]]), into: "l")
        try insert(line(1_002, [[0, 1, 9], [2, 3, 9]]), into: "l")
        try insert(line(2_002, [[0, 1, 5], [2, 3, 6]]), into: "l")
        try insert(line(3_002, [[0, 1, 9, 5], [2, 3, 9, 6]]), into: "l")
        try insert(line(0x8000_0002, [[0, 1, 9], [2, 3, 9]]), into: "l")
        try insert(line(0xC000_0002, [[0, 1, 9, 5], [2, 3, 9, 6]]), into: "l")
        let path = [Coordinate(x: 0, y: 1), Coordinate(x: 2, y: 3)]
        let plain = Geometry.polyline(paths: [path])
        let measured = Geometry.polyline(paths: [path], measures: [[5, 6]])
        #expect(try shapes("l") == [plain, plain, measured, measured, plain, measured])
        #expect(try store.layer(named: "l").hasMeasures)
    }

    @Test func `empty shapes and null are no shapes`() throws {
        try declare("a", "")
        try insert(nil, into: "a")
        try insert(blob([1, 1, 0, 0, 0] + Array(repeating: 0, count: 16), flags: 0x10), into: "a")
        let nan = withUnsafeBytes(of: Double.nan.bitPattern.littleEndian) { Array($0) }
        try insert(blob([1, 1, 0, 0, 0] + nan + nan), into: "a")
        #expect(try shapes("a") == [nil, .empty, .empty])
        let query = LayerQuery(layer: "a", geometry: QueryGeometry(box(-9, -9, 9, 9)), limit: 9)
        #expect(try store.count(query) == 0)
    }

    @Test(
        arguments: [
            [0x47, 0x50, 0], [0x47, 0x50, 0, 1, 0, 0, 0, 0], [1, 2, 3, 4, 5, 6, 7, 8, 9],
            [0x47, 0x50, 0, 0x21, 0, 0, 0, 0, 1, 1, 0, 0, 0], [0x47, 0x50, 9, 1, 0, 0, 0, 0],
            [0x47, 0x50, 0, 0x0B, 0, 0, 0, 0],
            [0x47, 0x50, 0, 1, 0, 0, 0, 0, 1, 99, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `a shape that cannot be read names its row`(bytes: [UInt8]) throws {
        try declare("a", "")
        try insert(bytes, into: "a")
        let error = #expect(throws: FeatureStoreError.self) { try shapes("a") }
        #expect(error?.message.contains("layer \"a\", row 1") == true)
        // Without the shapes the rows are readable.
        var query = LayerQuery(layer: "a", limit: 9)
        query.returnsGeometry = false
        #expect(try store.features(query).objectIDs == [1])
    }

    @Test func `types of other programs are read`() throws {
        try declare(
            "a",
            ", a VARCHAR(20), b BIGINT, c DOUBLE PRECISION, d TIMESTAMP, e NUMERIC(10,2), f BLOB, "
                + "g BOOLEAN, h, i \"unsigned  big int\", j JSON, k TEXT_UUID, l FLOAT")
        let schema = try store.layer(named: "A")
        #expect(schema.objectIDField == "OGC_FID")
        #expect(schema.fields.map(\.name) == ["a", "b", "c", "d", "e", "g", "i", "j", "k", "l"])
        #expect(
            schema.fields.map(\.type)
                == [
                    .string, .integer, .double, .date, .double, .integer, .integer, .string,
                    .string,
                    .double,
                ])
        #expect(schema.field(named: "A")?.length == 20)
        try store.writing { connection in
            try connection.run(
                "INSERT INTO a (a, b, c, d, e, g, j, k) VALUES ('x', 5, 1, '2026-03-02 10:00:00', "
                    + "'2.5', 1, '12', 'é')")
        }
        let found = try store.features(LayerQuery(layer: "a", where: "j = '12'", limit: 9)).features
        #expect(
            found.features.first?.values
                == [
                    .integer(1), .string("x"), .integer(5), .double(1), .date(1_772_445_600_000),
                    .double(2.5), .integer(1), .null, .string("12"), .string("é"), .null,
                ])
        #expect(try store.ids("k = 'é' AND e > 2 AND g = 1", layer: "a") == [1])
    }

    @Test func `a table without an integer key uses SQLite's numbers`() throws {
        try declare("a", ", n TEXT", key: "")
        try insert(nil, into: "a")
        try insert(nil, into: "a")
        #expect(try store.layer(named: "a").objectIDField == "rowid")
        #expect(try store.ids("rowid = 2", layer: "a") == [2])
        let update = FeatureUpdate(objectID: 2, attributes: ["n": .string("b")])
        #expect(try store.apply(LayerEdits(updates: [update]), to: "a").isComplete)
        #expect(try store.ids("n = 'b'", layer: "a") == [2])
    }

    @Test func `a view is read and not edited`() throws {
        try store.addDeliveries(10)
        try store.writing { connection in
            try connection.run(
                "CREATE VIEW ada AS SELECT fid AS OGC_FID, driver, geom FROM deliveries "
                    + "WHERE driver = 'Ada'")
            try connection.run(
                "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) "
                    + "VALUES ('ada', 'features', 'ada', 4326)")
            try connection.run(
                "INSERT INTO gpkg_geometry_columns VALUES ('ada', 'geom', 'POINT', 4326, 0, 0)")
        }
        let query = LayerQuery(layer: "ada", geometry: QueryGeometry(box(0, 0, 7, 7)), limit: 9)
        #expect(try store.objectIDs(query) == [3, 6])
        #expect(throws: FeatureStoreError.self) {
            try store.apply(LayerEdits(deletes: [3]), to: "ada")
        }
        _ = try store.version(of: "ada")
        try store.drop("ada")
        #expect(try store.ids(nil).count == 10)
    }

    @Test func `a declared layer without its table is left out`() throws {
        try store.addDeliveries(1)
        try store.writing { connection in
            try connection.run(
                "INSERT INTO gpkg_contents (table_name, data_type) VALUES ('gone', 'features')")
        }
        #expect(try store.layers().map(\.name) == ["deliveries"])
        let error = #expect(throws: FeatureStoreError.self) { try store.layer(named: "gone") }
        #expect(error?.message.contains("table of the layer \"gone\" is missing") == true)
        #expect(try store.apply(LayerEdits(deletes: [1]), to: "deliveries").isComplete)
    }

    @Test func `a layer of any kind of shape has that of its first`() throws {
        try declare("a", "", type: "GEOMETRY")
        #expect(try store.layer(named: "a").geometryType == .point)
        try insert(nil, into: "a")
        try insert(blob(try box(0, 0, 1, 1).wellKnownBinary()), into: "a")
        try insert(blob(try Geometry.point(Coordinate(x: 1, y: 2)).wellKnownBinary()), into: "a")
        #expect(try store.layer(named: "a").geometryType == .polygon)
        #expect(try shapes("a").count == 3)
        #expect(try shapes("a")[2] == .point(Coordinate(x: 1, y: 2)))
    }

    @Test func `a layer that needs elevations gets zeros`() throws {
        try declare("a", "", type: "POINTZ", z: 1, m: 1)
        try declare("b", "", type: "MULTIPOINT", z: 1, m: 0)
        for name in ["a", "b"] {
            let set = FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [],
                features: [Feature(values: [], geometry: .point(Coordinate(x: 1, y: 2)))])
            #expect(try store.apply(LayerEdits(adds: set), to: name).isComplete)
        }
        #expect(try shapes("a") == [.point(Coordinate(x: 1, y: 2))])
        #expect(try shapes("b") == [.multipoint([Coordinate(x: 1, y: 2)])])
        let length = try store.reading { connection, _ in
            try connection.integer("SELECT length(the_geom) FROM a")
        }
        #expect(length == 45)
    }

    @Test func `a layer of single parts refuses several`() throws {
        try declare("l", "", type: "LINESTRING")
        let path = [Coordinate(x: 0, y: 1), Coordinate(x: 2, y: 3)]
        func add(_ paths: [[Coordinate]]) throws -> EditResult {
            let set = FeatureSet(
                geometryType: .polyline, spatialReference: .wgs84, fields: [],
                features: [Feature(values: [], geometry: .polyline(paths: paths))])
            return try store.apply(LayerEdits(adds: set), to: "l").adds[0]
        }
        #expect(try add([path]).failure == nil)
        #expect(try add([path, path]).failure?.message.contains("2 parts") == true)
    }

    @Test func `names for users are read from the schema extension`() throws {
        try store.addDeliveries(1)
        try store.writing { connection in
            for statement in GeoPackageTables.dataColumns { try connection.run(statement) }
            try connection.run(
                "INSERT INTO gpkg_data_columns (table_name, column_name, name, title) "
                    + "VALUES ('deliveries', 'driver', 'x', 'The driver'), "
                    + "('deliveries', 'day', 'On day', NULL)")
        }
        let schema = try store.layer(named: "deliveries")
        #expect(schema.field(named: "driver")?.alias == "The driver")
        #expect(schema.field(named: "day")?.alias == "On day")
        #expect(schema.field(named: "due")?.alias == "due")
    }

    @Test func `an undefined system is passed through and not transformed`() throws {
        try declare("a", "", system: -1)
        try insert(blob(try Geometry.point(Coordinate(x: 9, y: 9)).wellKnownBinary()), into: "a")
        let query = LayerQuery(layer: "a", geometry: QueryGeometry(box(8, 8, 10, 10)), limit: 9)
        #expect(try store.count(query) == 1)
        var other = query
        other.outSR = .wgs84
        #expect(throws: FeatureStoreError.self) { try store.features(other) }
    }

    @Test func `a trigger of a file cannot load a library`() throws {
        try store.addDeliveries(1)
        try store.writing { connection in
            try connection.run(
                "CREATE TRIGGER evil AFTER UPDATE ON deliveries BEGIN "
                    + "SELECT load_extension('/tmp/evil.so'); END")
        }
        let update = FeatureUpdate(objectID: 1, attributes: ["driver": .string("a")])
        #expect(throws: FeatureStoreError.self) {
            try store.apply(LayerEdits(updates: [update]), to: "deliveries")
        }
        #expect(try store.ids("driver = 'a'").isEmpty)
    }

    @Test func `what a trigger of a file refuses is the row's failure`() throws {
        try store.addDeliveries(1)
        try store.writing { connection in
            try connection.run(
                "CREATE TRIGGER strict BEFORE UPDATE ON deliveries BEGIN "
                    + "SELECT RAISE(ABORT, 'not on Sundays'); END")
        }
        let update = FeatureUpdate(objectID: 1, attributes: ["driver": .string("a")])
        let outcome = try store.apply(LayerEdits(updates: [update]), to: "deliveries")
        #expect(outcome.updates[0].failure?.message.contains("not on Sundays") == true)
    }

    @Test(arguments: UInt64(0)..<20)
    func `any bytes are a shape or an error`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let samples: [Geometry] = [
            .point(Coordinate(x: 1, y: 2)), box(0, 0, 4, 4),
            .polyline(
                paths: [
                    [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 1)],
                    [Coordinate(x: 2, y: 0), Coordinate(x: 1, y: 1)],
                ], measures: [[1, 2], [3, 4]]), .multipoint([Coordinate(x: 0, y: 0)]), .empty,
        ]
        for _ in 0..<400 {
            let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
            var bytes = try GeoPackageBinary.bytes(
                sample, systemID: 4326, as: .geometry, hasZ: Bool.random(using: &random),
                hasM: Bool.random(using: &random))
            for _ in 0..<Int.random(in: 0...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: bytes.removeLast(min(bytes.count, Int.random(in: 0...9, using: &random)))
                }
            }
            bytes.withUnsafeBytes { buffer in
                do throws(FeatureReadError) {
                    let shape = try GeoPackageBinary.geometry(buffer)
                    #expect(shape.coordinates.count <= bytes.count / 16)
                    _ = try GeoPackageBinary.envelope(buffer)
                } catch {
                    #expect(!error.reason.isEmpty)
                }
            }
        }
    }
}
