// Fuzz targets for stored layers: conditions as SQL, shapes as bytes, and whole files.

import FeatureStore
import Foundation
import Geo

extension FuzzTarget {
    /// Conditions on a small stored layer: the store must find the rows that the evaluator accepts.
    static let storedCondition = FuzzTarget(
        name: "stored",
        words: [
            " AND ", " OR ", "NOT ", " BETWEEN ", " IN (", " LIKE '", " ESCAPE '!'", " IS NULL",
            "''", "||", "<>", "fid", "n", "m", "x", "s", "\"long name\"", "UPPER(", "ABS(",
            "SUBSTRING(", "COALESCE(", "CAST(", "9007199254740993", "'a%b'", "'[a]'", "é",
        ]
    ) { bench in
        let path = "\(bench.scratch)/fuzz-stored.gpkg"
        let store = try GeoPackageStore(path: path, access: .create)
        if try store.layers().isEmpty { try fill(store) }
        let rows = try store.features(LayerQuery(layer: "t", limit: 100))
        let layer = try store.layer(named: "t")
        return { bytes in
            try isTaken {
                let text = String(decoding: bytes, as: UTF8.self)
                let clause = try WhereClause(text, dates: layer.dateFields)
                let query = LayerQuery(layer: "t", where: text, limit: 100)
                let found: [Int64]
                do throws(FeatureStoreError) {
                    found = try store.objectIDs(query)
                } catch {
                    // For an unknown field, or a text that is no number, the error states the
                    // place; nothing else may be refused.
                    guard error.caret != nil else {
                        throw Violation("a condition that can be read is refused: \(error)")
                    }
                    throw error
                }
                let expected = try accepted(
                    rows, by: clause.readingTexts { layer.type(of: $0) })
                guard found == expected else {
                    throw Violation("the store finds \(found), the evaluator \(expected)")
                }
                guard try store.count(query) == found.count else {
                    throw Violation("the store counts other rows than it finds")
                }
            }
        }
    }

    /// Well-known binary, read, written and read again.
    static let wellKnownBinary = FuzzTarget(
        name: "wkb",
        entries: { _ in
            let line = [Coordinate(x: 0, y: 0), Coordinate(x: 1, y: 1), Coordinate(x: 2, y: 0)]
            let shapes: [Geometry] = [
                .point(line[1]), .multipoint(line), .polyline(paths: [line]),
                .polyline(paths: [line, line], measures: [[1, 2, 3], [4, 5, 6]]),
                .polygon(rings: [line + [line[0]]]), .empty,
            ]
            return try shapes.map { try $0.wellKnownBinary(hasM: true) }
        }
    ) { _ in
        { bytes in
            try isTaken {
                let shape = try Geometry(wellKnownBinary: bytes)
                let again: Geometry
                do {
                    again = try Geometry(wellKnownBinary: shape.wellKnownBinary())
                } catch {
                    throw Violation(
                        "a shape is refused when it is written and read again: \(error)")
                }
                switch shape {
                // Measures are not written, nor, if rings cross, all rings.
                case .polygon, .polyline(_, .some): return
                case .point, .multipoint, .polyline, .empty:
                    try expectSame(again, shape, "a shape")
                }
            }
        }
    }

    /// Whole GeoPackage files: read, queried and, every second time, edited.
    static let geoPackage = FuzzTarget(
        name: "geopackage",
        words: [
            "gpkg_contents", "gpkg_geometry_columns", "rtree_points_geom", "points", "features",
            "INTEGER PRIMARY KEY", "CREATE VIEW ", "CREATE TRIGGER ", "GP\u{0}\u{1}",
            "BEGIN SELECT ",
        ]
    ) { bench in
        var files = 0
        return { bytes in
            files += 1
            // A new name each time: otherwise another input's log beside the file would be read.
            let path = "\(bench.scratch)/fuzz-\(files).gpkg"
            defer {
                for end in ["", "-wal", "-shm", "-journal"] {
                    unlink(path + end)
                }
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return try isTaken {
                let access: GeoPackageStore.Access = files % 2 == 0 ? .readOnly : .readWrite
                let store = try GeoPackageStore(path: path, access: access)
                for layer in try store.layers() { try use(layer, of: store) }
                try store.close()
            }
        }
    }

    private static func use(_ layer: LayerSchema, of store: GeoPackageStore) throws {
        _ = try store.version(of: layer.name)
        let shape = QueryGeometry(.point(Coordinate(x: 500_000, y: 4_800_000)))
        let found = try store.features(LayerQuery(layer: layer.name, limit: 100))
        _ = try store.count(
            LayerQuery(
                layer: layer.name, where: "\(layer.objectIDField) > 0",
                geometry: layer.geometryType == nil ? nil : shape, limit: 1))
        guard store.access == .readWrite else { return }
        let update = FeatureUpdate(
            objectID: 1, geometry: found.features.features.first?.geometry)
        _ = try store.apply(LayerEdits(updates: [update], deletes: [2]), to: layer.name)
    }

    private static func fill(_ store: GeoPackageStore) throws {
        let fields = [
            LayerField("n", .integer, hasIndex: true), LayerField("m", .integer),
            LayerField("x", .double), LayerField("s", .string, hasIndex: true),
            LayerField("long name", .string),
        ]
        try store.create(LayerSchema(name: "t", geometryType: nil, fields: fields))
        let rows: [[AttributeValue]] = [
            [.integer(1), .integer(1), .double(0.5), .string("a"), .string("A")],
            [.null, .integer(.max), .double(-0.5), .string("a%b"), .null],
            [.integer(-1), .null, .null, .string("é"), .string("e\u{301}")],
            [.integer(2), .integer(9_007_199_254_740_993), .double(2), .null, .string("[a]*?")],
            [.integer(0), .integer(0), .double(1e300), .string(""), .string("😀")],
            [.integer(3), .integer(-3), .double(3), .string("'"), .string("'")],
        ]
        let set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: fields.map { Field($0.name, $0.type) },
            features: rows.map { Feature(values: $0, geometry: nil) })
        _ = try store.apply(LayerEdits(adds: set), to: "t")
    }

    private static func accepted(
        _ rows: StoredFeatures, by condition: WhereExpression
    ) throws(WhereInterruption) -> [Int64] {
        let program = WhereProgram(condition)
        var meter = WhereMeter.unlimited
        var ids: [Int64] = []
        for (id, feature) in zip(rows.objectIDs, rows.features.features) {
            let holds = try program.truth(
                { field in
                    switch rows.features.value(program.fields[field], of: feature) {
                    case .integer(let number)?: .number(Double(number))
                    case .double(let number)?: .number(number)
                    case .string(let text)?: .text(text)
                    case .date(let milliseconds)?: .number(Double(milliseconds))
                    case .null?, nil: .null
                    }
                }, &meter)
            if holds == true { ids.append(id) }
        }
        return ids
    }
}
