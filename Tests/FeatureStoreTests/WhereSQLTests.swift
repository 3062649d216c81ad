// Tests conditions as SQL: same rows as the evaluator, use of indexes, no caller's text in the
// statement.

import DataStructures
import Geo
import Testing

@testable import FeatureStore

@Suite struct WhereSQLTests {
    private let folder: TemporaryFolder
    private let store: GeoPackageStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
        try store.create(RandomTable.schema)
    }

    @Test(arguments: UInt64(100)..<120)
    func `it does so where other programs stored other kinds of values`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let cells = [
            "1", "-1", "0.5", "'a'", "''", "'7'", "x'61'", "NULL", "'2026-03-02'",
            "9007199254740993",
            "'2026-03-02T00:00:00.000Z'", "'2026-03-02 01:00:00'", "'2026-03-02T01:00:00+02:00'",
            "'2026-03-01T23:30:00-0030'", "'2026-03-02T00:00Z'", "'yesterday'", "1772409600000",
        ]
        try store.writing { connection in
            for _ in 0..<60 {
                let values = (0..<7).map { _ in cells.randomElement(using: &random) ?? "NULL" }
                try connection.run(
                    "INSERT INTO t (n, m, x, s, \"u u\", d, day) "
                        + "VALUES (\(values.joined(separator: ", ")))")
            }
        }
        try compareConditions(in: store, seed: seed, count: 60)
    }

    private func plan(_ condition: String) throws -> String {
        try store.reading { connection, _ in
            let layer = try GeoPackageCatalog(connection, store: "x").layer(named: "t")
            let sql = try LayerCondition(condition, of: layer).sql
            var steps: [String] = []
            try connection.forEachRow(
                "EXPLAIN QUERY PLAN SELECT * FROM t WHERE \(sql.text)", sql.values
            ) { row throws(SQLFailure) in steps.append(row.text(at: 3) ?? "") }
            return steps.joined(separator: "; ")
        }
    }

    @Test(arguments: [
        "n = 3", "n > 3", "n BETWEEN 1 AND 5", "n IN (1, 2, 3)", "s = 'a'", "s >= 'a' AND s < 'b'",
        "s IN ('a', 'b')", "s LIKE 'a%'", "x = 0.5", "d = DATE '2026-03-02'", "3 = n", "n = -3",
        "d >= CURRENT_TIMESTAMP - INTERVAL '7' DAY",
        "d BETWEEN DATE '2026-03-02' AND DATE '2026-03-03'", "n = 1 OR s = 'a'", "fid = 7",
        "fid IN (1, 2)", "d = '2026-03-02'", "n = 3 AND upper(s) = 'A'", "NOT n <> 3",
    ])
    func `an index is used`(condition: String) throws {
        let plan = try plan(condition)
        #expect(
            plan.contains("USING INDEX") || plan.contains("USING INTEGER PRIMARY KEY"), "\(plan)")
    }

    private func condition(_ text: String) throws -> LayerCondition {
        try store.reading { connection, _ in
            try LayerCondition(
                text, of: GeoPackageCatalog(connection, store: "x").layer(named: "t"))
        }
    }

    @Test(arguments: [
        "n = 3", "s <> 'a'", "s LIKE '%a_'", "n IS NULL", "s IS NOT NULL",
        "NOT (n = 1 AND s = 'a')",
        "day = DATE '2026-03-02'", "day IN (DATE '2026-03-02', DATE '2026-03-03')",
        "day = TIMESTAMP '2026-03-02 10:00:00'", "n = m", "s < \"u u\"", "n IN (1, NULL)", "s = 5",
        "1 = 1", "fid > 3",
        "x NOT BETWEEN 1 AND 2",
    ])
    func `SQLite decides all of it`(text: String) throws {
        #expect(try condition(text).rest == nil)
    }

    @Test(arguments: [
        "d = DATE '2026-03-02'", "day > DATE '2026-03-02'", "day <> DATE '2026-03-02'", "n + 1 = 3",
        "upper(s) = 'A'", "d IS NULL",
    ])
    func `the evaluator decides the rest`(text: String) throws {
        #expect(try condition(text).rest != nil)
        // Only its own part, not the whole condition.
        #expect(try condition("n = 1 AND \(text)").restColumns.count == 1)
    }

    @Test func `values never stand in the text of the statement`() throws {
        let secret = "x1y2z3"
        for text in [
            "s = '\(secret)'", "s LIKE '%\(secret)%'", "s IN ('\(secret)', 'b')",
            "n = 918273 OR s || '\(secret)' = 'a'", "lower('\(secret)') = s",
        ] {
            let sql = try condition(text).sql
            #expect(!sql.text.contains(secret))
            #expect(!sql.text.contains("918273"))
            #expect(sql.text.count { $0 == "?" } == sql.values.count)
        }
    }

}
