// Tests texts that try to escape from a condition, a name or a value.

import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct HostileTextTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
        try store.addDeliveries(12)
    }

    /// Injections and malformed conditions. None may change the file, or fail except as a bad
    /// condition.
    static let conditions = [
        "1=1; DROP TABLE deliveries", "1=1; DROP TABLE deliveries; --", "1=1 --", "1=1 /* x */",
        "' OR '1'='1", "'; DELETE FROM deliveries; --", "\" OR 1=1 --", "1 UNION SELECT 1",
        "fid = (SELECT max(fid) FROM deliveries)", "EXISTS (SELECT 1)", "fid IN (SELECT 1)",
        "1=1) OR (1=1", "(1=1", "1=1)", "((((((((((1=1", "load_extension('x') = 1",
        "readfile('/etc/passwd') = 1", "writefile('x', 'y') = 1", "randomblob(1000000000) = 1",
        "zeroblob(1000000000) = 1", "sqlite_version() = '3'", "char(0) = ''", "printf('%s') = ''",
        "hex(customer) = '00'", "typeof(customer) = 'text'", "ATTACH 'x' AS y",
        "PRAGMA user_version",
        "fid = 1 COLLATE NOCASE", "customer GLOB '*'", "customer REGEXP '.*'", "customer MATCH 'x'",
        "CASE WHEN 1=1 THEN 1 END = 1", "CAST(fid AS BLOB) = '1'", "rowid = 1", "_rowid_ = 1",
        "oid = 1", "deliveries.fid = 1", "main.deliveries.fid = 1", "sqlite_master = 1",
        "\"deliveries\".\"fid\" = 1", "[fid] = 1", "`fid` = 1", "fid == 1", "fid = 0x10", "fid = ?",
        "fid = ?1", "fid = :a", "fid = @a", "fid = $a", "fid = 1e", "fid = 1e400", "fid = .", "fid",
        "1", "NULL", "'a'", "fid = 'a", "fid = \"a", "fid = 1 AND", "AND fid = 1", "NOT",
        "fid BETWEEN 1",
        "fid IN ()", "fid IN 1", "fid LIKE", "customer LIKE 'a' ESCAPE ''", "\u{0}", "fid = 1\u{0}",
        "fid\u{200B} = 1", "ｆｉｄ = 1", "fid ＝ 1", "fid = １", "‘a’ = ‘a’", "😀 = 1", "fid = 1 😀",
        "\u{202E}fid = 1", "fid = 1 \\", "%27 = %27", "<script>alert(1)</script>", "${fid} = 1",
        "{{fid}} = 1", "geom = 1", "geom IS NULL", "ST_MinX(geom) > 0", "json_each = 1",
        "fid = 1 LIMIT 1", "fid = 1 ORDER BY 1", "fid = 1 GROUP BY fid", "fid = 1 RETURNING fid",
    ]

    @Test(arguments: conditions)
    func `a condition cannot leave its place`(text: String) throws {
        let before = try store.version(of: "deliveries")
        for offset in 0..<2 {
            let query = LayerQuery(layer: "deliveries", where: text, limit: 100, offset: offset)
            let error = #expect(throws: FeatureStoreError.self) { try store.features(query) }
            guard case .badWhere(let shown, _, let position)? = error else {
                Issue.record("\(error?.message ?? "no error")")
                return
            }
            #expect(shown == text)
            #expect(position <= text.unicodeScalars.count)
        }
        #expect(try store.version(of: "deliveries") == before)
        #expect(try store.ids(nil).count == 12)
    }

    @Test func `there are more than eighty of them`() {
        #expect(Self.conditions.count > 80)
    }

    @Test(arguments: conditions)
    func `a value may be any text`(text: String) throws {
        let value = text.replacing("\u{0}", with: "")
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("driver", .string)],
            features: [Feature(values: [.string(value)], geometry: nil)])
        let id = try #require(
            try store.apply(LayerEdits(adds: set), to: "deliveries").adds.first?.objectID)
        let quoted = value.replacing("'", with: "''")
        #expect(try store.ids("driver = '\(quoted)'") == [id])
        let query = LayerQuery(layer: "deliveries", where: "fid = \(id)", limit: 1)
        #expect(try store.features(query).features.column("driver") == [.string(value)])
    }

    @Test(arguments: conditions.filter { !$0.hasPrefix("sqlite_") && $0 != "\u{0}" })
    func `a name may be any text`(text: String) throws {
        let name = text.replacing("\u{0}", with: "")
        let schema = LayerSchema(
            name: name, geometryType: .point, fields: [LayerField(name, .string, hasIndex: true)],
            objectIDField: name + "_id")
        try store.create(schema)
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field(name, .string)],
            features: [
                Feature(values: [.string("a")], geometry: .point(Coordinate(x: 1, y: 1)))
            ])
        #expect(try store.apply(LayerEdits(adds: set), to: name).isComplete)
        var query = LayerQuery(
            layer: name, geometry: QueryGeometry(box(0, 0, 2, 2)), orderBy: [OrderTerm(name)],
            outFields: [name], limit: 9)
        if !name.contains("\"") { query.where = "\"\(name)\" = 'a'" }
        #expect(try store.features(query).objectIDs == [1])
        #expect(try store.layers().count == 2)
        try store.drop(name)
        #expect(try store.layers().map(\.name) == ["deliveries"])
        #expect(try store.ids(nil).count == 12)
    }

    @Test(arguments: [
        "fid; DROP TABLE deliveries", "1", "fid DESC", "fid, driver", "(SELECT 1)", "",
    ])
    func `a field to sort by is a name`(text: String) throws {
        let query = LayerQuery(layer: "deliveries", orderBy: [OrderTerm(text)], limit: 1)
        #expect(throws: FeatureStoreError.self) { try store.features(query) }
    }

    @Test func `a zero byte is no text`() throws {
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("driver", .string)],
            features: [Feature(values: [.string("a\u{0}b")], geometry: nil)])
        let outcome = try store.apply(LayerEdits(adds: set), to: "deliveries")
        #expect(outcome.adds[0].failure?.message.contains("zero byte") == true)
    }
}
