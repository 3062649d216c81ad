// Tests PostgreSQL tables made by other programs, and what is special about this store.

import DataStructures
import Foundation
import Geo
import PostgreSQL
import Testing

@testable import FeatureStore

@Suite(.enabled(if: StoreKind.database != nil, "WAYPOST_TEST_POSTGRES names no database"))
struct PostGISStoreTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace(.postGIS)
        store = try place.store()
    }

    private func failure(_ body: () throws -> Void) -> FeatureStoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FeatureStoreError
        }
    }

    /// A table with columns of every type, as another program makes it.
    private func makeForeign() throws {
        try place.run(
            """
            CREATE COLLATION folding (provider = icu, locale = 'und-u-ks-level1',
              deterministic = false);
            CREATE TYPE mood AS ENUM ('sad', 'happy');
            CREATE TABLE things (
              gid integer PRIMARY KEY, shape geometry(Point, 25832), small smallint, flag boolean,
              single real, exact numeric, huge numeric(30, 4), word varchar(10), folded text
              COLLATE folding, padded char(5), code uuid, feeling mood, data jsonb,
              day date, noon timestamp, moment timestamptz, raw bytea);
            CREATE INDEX ON things (code);
            INSERT INTO things VALUES
              (1, 'SRID=25832;POINT(371000 4843000)', 7, true, 0.1, 1e-400, 12.5, 'Ab', 'é', 'ab',
               '00000000-0000-0000-0000-00000000000A', 'sad', '{"a": 1}', '2026-03-02',
               '2026-03-02 10:00:00.0009', '2026-03-02 10:00:00.001+01', '\\x00'),
              (2, NULL, -7, false, 'NaN', 1e400, 'NaN', 'ab', 'E', 'b', NULL, 'happy', NULL,
               'infinity', '-infinity', 'infinity', NULL),
              (5, 'SRID=25832;POINT EMPTY', NULL, NULL, 'Infinity', 0.5, NULL, '', NULL, NULL,
               NULL, NULL, NULL, '0044-03-15 BC', '1969-12-31 23:59:59.9999', 'epoch', NULL);
            """)
    }

    @Test func `an account that may not edit a layer is refused when it is declared`() throws {
        try makeForeign()
        let account = "waypost_\(UInt32.random(in: 0...UInt32.max))"
        let schema = try #require(
            try place.run("SELECT current_schema()::text").first?.text(0)
        ).sqlName
        try place.run(
            "CREATE ROLE \(account); GRANT USAGE ON SCHEMA \(schema) TO \(account); "
                + "GRANT SELECT, INSERT ON things TO \(account);")
        defer {
            do {
                try place.run("DROP OWNED BY \(account); DROP ROLE \(account);")
            } catch {
                print("the role \(account) stays: \(error)")
            }
        }
        let url = try place.text() + "&options=-crole%3D\(account)"
        let other = try StorePlace(url).open(.readWrite)
        let error = failure { try other.requireEditing(of: "things") }
        #expect(
            error?.message.contains("the account \(account) lacks UPDATE, DELETE") == true,
            "\(error?.message ?? "")")
        try place.run("GRANT UPDATE, DELETE ON things TO \(account); SELECT 1;")
        #expect(failure { try other.requireEditing(of: "things") } == nil)
        try store.requireEditing(of: "things")
        try place.run("CREATE VIEW few AS SELECT gid, shape FROM things; SELECT 1;")
        #expect(failure { try store.requireEditing(of: "few") }?.message.contains("view") == true)
    }

    @Test func `a table of another program is served as it is`() throws {
        try makeForeign()
        #expect(try store.layers().map(\.name) == ["things"])
        let layer = try store.layer(named: "THINGS")
        #expect(layer.objectIDField == "gid")
        #expect(layer.geometryType == .point)
        #expect(layer.spatialReference == SpatialReference(wkid: 25832))
        #expect(
            layer.fields.map(\.name) == [
                "small", "flag", "single", "exact", "huge", "word", "folded", "padded", "code",
                "feeling", "data", "day", "noon", "moment",
            ])
        #expect(layer.field(named: "word")?.length == 10)
        #expect(layer.field(named: "flag")?.storedType == "BOOLEAN")
        #expect(layer.field(named: "code")?.hasIndex == true)
        let found = try store.features(LayerQuery(layer: "things", limit: 9))
        #expect(found.objectIDs == [1, 2, 5])
        let set = found.features
        #expect(set.features[0].geometry == .point(Coordinate(x: 371_000, y: 4_843_000)))
        #expect(set.features[1].geometry == nil)
        #expect(set.column("flag") == [.integer(1), .integer(0), .null])
        #expect(set.column("single") == [.double(Double(Float(0.1))), .null, .null])
        #expect(set.column("exact") == [.double(0), .null, .double(0.5)])
        #expect(set.column("huge") == [.double(12.5), .null, .null])
        #expect(set.column("padded") == [.string("ab"), .string("b"), .null])
        #expect(set.column("data") == [.string("{\"a\": 1}"), .null, .null])
        #expect(
            set.column("code")[0] == .string("00000000-0000-0000-0000-00000000000a"))
        #expect(set.column("day")[1] == .null)
        #expect(set.column("noon") == [.date(1_772_445_600_000), .null, .date(-1)])
        #expect(set.column("moment") == [.date(1_772_442_000_001), .null, .date(0)])
    }

    @Test(arguments: UInt64(0)..<12)
    func `conditions over other types give the rows of the evaluator`(seed: UInt64) throws {
        try makeForeign()
        let rows = try store.features(LayerQuery(layer: "things", limit: 99))
        let layer = try store.layer(named: "things")
        var random = SeededGenerator(seed)
        let fields = [
            "gid", "small", "flag", "single", "exact", "huge", "word", "folded", "padded", "code",
            "feeling", "data", "day", "noon", "moment",
        ]
        let literals = [
            "0", "1", "7", "-7", "0.1", "0.10000000149011612", "0.5", "12.5", "1e300", "-1e300",
            "'ab'", "'AB'", "'Ab'", "'é'", "'e'", "'ab   '", "''", "'sad'", "'{\"a\": 1}'",
            "'00000000-0000-0000-0000-00000000000a'", "'00000000-0000-0000-0000-00000000000A'",
            "DATE '2026-03-02'", "TIMESTAMP '2026-03-02 10:00:00'", "DATE '1970-01-01'",
            "TIMESTAMP '2026-03-02 09:00:00'", "DATE '9999-12-31'", "DATE '0001-01-01'",
        ]
        let signs = ["=", "<>", "<", "<=", ">", ">="]
        func one(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
        for _ in 0..<120 {
            let (field, other) = (one(fields), one(fields))
            let text = one([
                "\(field) \(one(signs)) \(one(literals))", "\(field) \(one(signs)) \(other)",
                "\(field) IS NULL", "NOT \(field) IS NULL", "\(field) LIKE '%a_'",
                "\(field) NOT LIKE '_b%'",
                "\(field) IN (\(one(literals)), \(one(literals)), \(one(literals)))",
                "\(field) NOT IN (\(one(literals)), \(one(literals)))",
                "\(field) \(one(signs)) \(one(literals)) OR NOT \(other) = \(one(literals))",
            ])
            let clause = try WhereClause(text)
            let read: WhereExpression
            do throws(FeatureStoreError) {
                read = try clause.readingTexts { layer.type(of: $0) }
            } catch {
                #expect(throws: error, "seed \(seed): \(text)") {
                    try store.ids(text, layer: "things")
                }
                continue
            }
            let expected = try rows.ids(read)
            #expect(try store.ids(text, layer: "things") == expected, "seed \(seed): \(text)")
        }
    }

    @Test func `rows of another program's table are edited`() throws {
        try makeForeign()
        let fields = ["small", "flag", "exact", "code", "feeling", "data", "noon"].map {
            Field($0, .string)
        }
        let set = FeatureSet(
            geometryType: .point, spatialReference: SpatialReference(wkid: 25832), fields: fields,
            features: [
                Feature(
                    values: [
                        .integer(3), .integer(1), .double(0.1 + 0.2),
                        .string("00000000-0000-0000-0000-0000000000ff"), .string("happy"),
                        .string("[1]"), .date(1_772_445_600_500),
                    ], geometry: .point(Coordinate(x: 1, y: 2)))
            ])
        let added = try store.apply(LayerEdits(adds: set), to: "things").adds[0]
        #expect(added == EditResult(objectID: 6))
        let row = try store.features(LayerQuery(layer: "things", where: "gid = 6", limit: 1))
            .features
        for (place, field) in fields.enumerated() {
            #expect(row.column(field.name) == [set.features[0].values[place]])
        }
        for (field, value) in [
            ("small", AttributeValue.integer(40_000)), ("flag", .integer(2)),
            ("feeling", .string("angry")), ("code", .string("no code")), ("data", .string("{")),
        ] {
            let edits = LayerEdits(
                updates: [
                    FeatureUpdate(objectID: 6, attributes: ["word": .string("x")]),
                    FeatureUpdate(objectID: 6, attributes: [field: value]),
                ], rollbackOnFailure: false)
            let outcome = try store.apply(edits, to: "things")
            #expect(outcome.updates.map(\.failure?.code) == [nil, .invalidRow], "\(field)")
        }
        #expect(try store.ids("word = 'x'", layer: "things") == [6])
    }

    @Test func `edits of other programs change the version of a table alone`() throws {
        try makeForeign()
        try store.create(.deliveries)
        // The first query makes the counter.
        var known: Set = [try store.version(of: "things")]
        let other = try store.version(of: "deliveries")
        #expect(try store.version(of: "things") == known.first)
        for statement in [
            "UPDATE things SET word = 'y' WHERE gid = 1", "DELETE FROM things WHERE gid = 2",
            "INSERT INTO things (gid) VALUES (9)",
            "ALTER TABLE things RENAME COLUMN word TO term", "ALTER TABLE things ADD extra int",
            "TRUNCATE things", "SET session_replication_role = replica; DELETE FROM things",
        ] {
            try place.run(statement + ";")
            #expect(known.insert(try store.version(of: "things")).inserted, "\(statement)")
        }
        #expect(try store.version(of: "deliveries") == other)
    }

    @Test func `a table that cannot be counted changes with every question`() throws {
        try makeForeign()
        try place.run("CREATE VIEW seen AS SELECT gid, shape, word FROM things;")
        let reader = try place.store("test", .readOnly)
        for layer in ["seen", "things"] {
            #expect(try reader.version(of: layer) != reader.version(of: layer))
        }
        #expect(try store.version(of: "things") == store.version(of: "things"))
        try place.run("ALTER TABLE things DISABLE TRIGGER waypost_changes;")
        #expect(try store.version(of: "things") != store.version(of: "things"))
        let outcome = failure { _ = try store.apply(LayerEdits(deletes: [1]), to: "seen") }
        #expect(outcome?.message.contains("view") == true)
        #expect(try store.ids("word = 'ab'", layer: "seen") == [2])
    }

    @Test func `a dropped layer and a new one of its name have different versions`() throws {
        try store.addDeliveries(2)
        let first = try store.version(of: "deliveries")
        try store.drop("deliveries")
        #expect(failure { _ = try store.version(of: "deliveries") } != nil)
        try store.addDeliveries(2)
        #expect(try store.version(of: "deliveries") != first)
    }

    @Test func `a long statement is cancelled and its connection works on`() throws {
        try place.run(
            "CREATE VIEW slow AS SELECT i AS id, i % 7 AS n, "
                + "ST_SetSRID(ST_MakePoint(i, 1), 4326)::geometry(Point, 4326) AS g "
                + "FROM (SELECT generate_series(1, 100000000) AS i) AS numbers;")
        let start = ContinuousClock.now
        #expect(throws: FeatureStoreError.cancelled) {
            try store.count(
                LayerQuery(layer: "slow", where: "n > 9", limit: 1),
                isCancelled: { ContinuousClock.now - start > .milliseconds(50) })
        }
        #expect(try store.layer(named: "slow").objectIDField == "id")
    }

    @Test func `passwords stand in no message`() throws {
        let secret = "hush-91c4"
        for url in [
            "postgres://u:\(secret)@127.0.0.1:1/d", "postgres://u@127.0.0.1:1/d?password=\(secret)",
            "postgres://u:\(secret)@127.0.0.1:1/d?schema=\(secret)x&no_such=1",
        ] {
            let error = failure { _ = try StorePlace(url).open(.readOnly) }
            #expect(error != nil)
            #expect(error?.message.contains("\(secret)@") == false)
            #expect(error?.message.contains("=\(secret) ") == false)
            #expect(!StorePlace(url).description.contains(":\(secret)"))
        }
    }

    @Test func `a schema that is missing lists those there are`() throws {
        let error = failure { _ = try place.store("none", .readOnly) }
        #expect(error?.message.contains("\"public\"") == true)
    }

    @Test func `names beyond those of PostgreSQL are refused`() throws {
        for (schema, words) in [
            (
                LayerSchema(name: String(repeating: "é", count: 32), geometryType: nil, fields: []),
                "64 bytes"
            ),
            (
                LayerSchema(name: "a", geometryType: nil, fields: [LayerField("ctid", .string)]),
                "ctid"
            ),
            (LayerSchema(name: "spatial_ref_sys", geometryType: nil, fields: []), "PostGIS"),
        ] {
            let error = failure { try store.create(schema) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(try store.layers().isEmpty)
    }

    @Test func `a row that a constraint refuses in a load undoes it`() throws {
        try store.create(.deliveries)
        try place.run("ALTER TABLE deliveries ADD CHECK (parcels < 6);")
        let error = failure {
            _ = try store.loadLayers { loader throws(FeatureStoreError) in
                try loader.append(.deliveries(20), to: "deliveries", keepsObjectIDs: false)
            }
        }
        #expect(error?.message.contains("rows 1 to 20") == true)
        #expect(try store.ids(nil).isEmpty)
    }

    @Test func `two stores edit one layer without losing an edit`() async throws {
        try store.create(.deliveries)
        let others = try (0..<2).map { _ in try place.store("test", .readWrite) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for other in others {
                group.addTask {
                    for _ in 0..<20 {
                        let edits = LayerEdits(adds: .deliveries(2))
                        let outcome = try other.apply(edits, to: "deliveries")
                        #expect(outcome.isComplete)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.ids(nil).count == 80)
    }
}

@Suite struct PostGISPlaceTests {
    @Test(arguments: [
        ("postgres://h/d", "postgres://h/d", nil),
        ("postgres://h/d?schema=a%20b", "postgres://h/d", "a b"),
        (
            "postgres://h/d?sslmode=require&schema=x&port=1",
            "postgres://h/d?sslmode=require&port=1", "x"
        ),
    ])
    func `the schema is taken out of a URL`(url: String, rest: String, schema: String?) {
        #expect(PostGISPlace(url).url == rest)
        #expect(PostGISPlace(url).schema == schema)
    }

    @Test func `question marks in names are no parameters`() {
        let condition = SQLCondition("\"a?\"\"?\" = ? AND b = ?", [.integer(1), .text("x")])
        #expect(condition.numbered.text == "\"a?\"\"?\" = $1 AND b = $2")
    }

    @Test func `a type modifier has the kind, the system and the dimensions`() {
        // geometry(MultiLineStringM, 4326)
        let modifier = ShapeModifier(Int64(4326) << 8 | 5 << 2 | 1)
        #expect(modifier.type == .multiLineString)
        #expect(modifier.systemID == 4326)
        #expect(modifier.hasM && !modifier.hasZ)
    }

    @Test func `a path is no database`() {
        #expect(!StorePlace("day.gpkg").isDatabase)
        #expect(StorePlace("postgresql://h/d").isDatabase)
        #expect(StorePlace("day.gpkg").description == "day.gpkg")
    }
}
