// Compares conditions as SQL, in every store, with the evaluator.

import DataStructures
import Geo
import Testing

@testable import FeatureStore

@Suite(.eachStore) struct ConditionTests {
    private let place: TestPlace
    private let store: any BulkStore

    init() throws {
        place = try TestPlace()
        store = try place.store()
        try store.create(RandomTable.schema)
    }

    @Test(arguments: UInt64(0)..<40)
    func `a query gives the rows that the evaluator accepts`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let rows = RandomTable.rows(40, using: &random)
        #expect(try store.apply(LayerEdits(adds: rows), to: "t").isComplete)
        try compareConditions(in: store, seed: seed, count: 60)
    }

    @Test func `a date may be written as a text`() throws {
        var random = SeededGenerator(5)
        _ = try store.apply(
            LayerEdits(adds: RandomTable.rows(80, using: &random)), to: "t")
        for (text, dated) in [
            ("day = '2026-03-02'", "day = DATE '2026-03-02'"),
            ("d >= '2026-03-02 10:00:00'", "d >= TIMESTAMP '2026-03-02 10:00:00'"),
            ("'2026-03-02' > d", "DATE '2026-03-02' > d"),
            (
                "day NOT IN ('2026-03-02', '1970-01-01')",
                "day NOT IN (DATE '2026-03-02', DATE '1970-01-01')"
            ),
        ] {
            #expect(try store.ids(text, layer: "t") == store.ids(dated, layer: "t"))
        }
        #expect(try !store.ids("day = '2026-03-02'", layer: "t").isEmpty)
    }

    @Test func `a number beside a column of dates is one of days`() throws {
        var random = SeededGenerator(5)
        _ = try store.apply(
            LayerEdits(adds: RandomTable.rows(80, using: &random)), to: "t")
        for (text, plain) in [
            ("day + 1 = DATE '2026-03-03'", "day = DATE '2026-03-02'"),
            ("day - 30 > DATE '2026-01-31'", "day > DATE '2026-03-02'"),
            ("0.5 + d >= TIMESTAMP '2026-03-02 22:00:00'", "d >= '2026-03-02 10:00:00'"),
            ("day + fid * 0 + 7 = DATE '2026-03-09'", "day = DATE '2026-03-02'"),
            (
                "day - n = DATE '2026-03-01'",
                "day = '2026-03-01' AND n = 0 OR day = '2026-03-02' AND n = 1 "
                    + "OR day = '2026-03-03' AND n = 2"
            ),
            ("d + (n + m) / 2 < d", "n + m < 0 AND d IS NOT NULL"),
            ("day + 1 = '2026-03-03'", "day = DATE '2026-03-02'"),
            (
                "day - fid / fid IN ('2026-03-01', '1969-12-31')",
                "day IN ('2026-03-02', '1970-01-01')"
            ),
            (
                "day + 1 BETWEEN '2026-03-02' AND '2026-03-04 08:00'",
                "day BETWEEN '2026-03-01' AND '2026-03-03 08:00'"
            ),
            (
                "COALESCE(day, d) = '2026-03-02'",
                "day = '2026-03-02' OR day IS NULL AND d = '2026-03-02'"
            ),
        ] {
            #expect(try store.ids(text, layer: "t") == store.ids(plain, layer: "t"))
        }
        #expect(try !store.ids("day + 1 = DATE '2026-03-03'", layer: "t").isEmpty)
    }

    @Test(arguments: [
        ("s + 1 = 2", "s is text"), ("n LIKE '1%'", "n is a column of numbers"),
        ("x > 0 AND NOT day LIKE '2026%'", "day is a column of dates"),
        ("d < '2026-03-02' + 1", "'2026-03-02' is text"), ("day + s = d", "s is text"),
        ("n + LOWER(s) = 2", "LOWER(…) is text"), ("(s || '1') * n > 0", "s || '1' is text"),
        ("day + CAST(n AS VARCHAR(3)) > d", "CAST(…) is text"),
        ("COALESCE(s, 'x') + 1 = 2", "COALESCE(…) is text"),
        ("-COALESCE(n, s) < 0", "COALESCE(…) is text"),
        ("n * NULLIF(s, 'x') = 2", "NULLIF(…) is text"),
        ("ABS(COALESCE(COALESCE(n, '7'), 1)) = 7", "COALESCE(…) is text, and ABS needs numbers"),
        ("s = 'a' OR MOD(n, s) = 1", "s is text, and MOD needs numbers"),
        ("ROUND('x', 1) = n", "'x' is text, and ROUND needs numbers"),
        ("SUBSTRING(s, s, 1) = 'a'", "s is text, and SUBSTRING needs numbers"),
        ("UPPER(n) = '1'", "n is a column of numbers, and UPPER needs texts"),
        ("CHAR_LENGTH(day) > 4", "day is a column of dates, and CHAR_LENGTH needs texts"),
        ("UPPER(5) = '5'", "5 is a number, and UPPER needs texts"),
        ("TRIM(n + 1) = '2'", "the result of + - * / is a number, and TRIM needs texts"),
        ("POSITION(ABS(n) IN s) = 1", "ABS(…) is a number, and POSITION needs texts"),
        ("LOWER(COALESCE(n, 0)) = '2'", "COALESCE(…) is a number, and LOWER needs texts"),
        ("5 LIKE '5'", "5 is a number, and LIKE searches in texts"),
        ("ABS(n) LIKE '1%'", "ABS(…) is a number, and LIKE searches in texts"),
        ("s = \"a\"", "if it is a text, write 'a' in single quotes"),
        ("d + 1 > 'soon'", "'soon' is compared with a date"),
        ("day + d * 2 > d", "write a number of days"),
        ("NOT n + 1 = 'two'", "'two' is compared with a number"),
    ])
    func `what would hold for no row is refused`(text: String, words: String) throws {
        let error = #expect(throws: FeatureStoreError.self) { try store.ids(text, layer: "t") }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("COALESCE(n, 0) + 1 = n + 1", "n IS NOT NULL"), ("NULLIF(n, 2) + 1 = n + 1", "n <> 2"),
        ("COALESCE(day, '2026-03-01') + 1 = '2026-03-02'", "day IS NULL OR day = '2026-03-01'"),
        ("CHAR_LENGTH(COALESCE(s, '')) >= 0", "fid > 0"),
        ("CHAR_LENGTH(COALESCE(CAST(n AS VARCHAR(9)), '')) = 1", "n BETWEEN 0 AND 9"),
        ("UPPER(CAST(n AS VARCHAR(20))) = '2'", "n = 2"), ("CONCAT(n, 1) = '21'", "n = 2"),
    ])
    func `functions take values of their kind`(text: String, plain: String) throws {
        var random = SeededGenerator(5)
        _ = try store.apply(LayerEdits(adds: RandomTable.rows(80, using: &random)), to: "t")
        #expect(try store.ids(text, layer: "t") == store.ids(plain, layer: "t"))
    }

    @Test func `the row's id is also called OBJECTID`() throws {
        var random = SeededGenerator(5)
        _ = try store.apply(
            LayerEdits(adds: RandomTable.rows(9, using: &random)), to: "t")
        #expect(try store.ids("OBJECTID IN (2, 3) OR objectid > 8", layer: "t") == [2, 3, 9])
        let rows = try store.features(
            LayerQuery(
                layer: "t", where: "ObjectID < 4",
                orderBy: [OrderTerm("objectId", isAscending: false)], outFields: ["OBJECTID"],
                limit: 9))
        #expect(rows.objectIDs == [3, 2, 1])
        #expect(rows.features.fields.map(\.name) == ["fid"])
        let count = try store.statistics(
            StatisticsQuery(
                groupBy: [], statistics: [Statistic(.max, of: "OBJECTID", as: "last")]),
            of: LayerQuery(layer: "t", limit: 9)
        ) { false }
        #expect(count.features.features.map(\.values) == [[.integer(9)]])
    }

    @Test func `a text is compared with numbers and dates as what it says`() throws {
        var random = SeededGenerator(8)
        _ = try store.apply(
            LayerEdits(adds: RandomTable.rows(120, using: &random)), to: "t")
        for (text, plain) in [
            ("n = '7'", "n = 7"), ("n > '2'", "n > 2"), ("' 0.5 ' >= x", "0.5 >= x"),
            ("NOT x <= '-1e0'", "NOT x <= -1"), ("fid IN ('1', '2')", "fid IN (1, 2)"),
            ("m BETWEEN '0' AND '3'", "m BETWEEN 0 AND 3"),
            ("day = '2026-03-02 00:00'", "day = DATE '2026-03-02'"),
            ("d < '2026-03-02T00:00:00Z'", "d < DATE '2026-03-02'"),
            ("d >= '2026-03-02T01:00+01:00'", "d >= DATE '2026-03-02'"),
        ] {
            let found = try store.ids(text, layer: "t")
            #expect(try found == store.ids(plain, layer: "t"), "\(text)")
            #expect(!found.isEmpty, "\(text)")
        }
    }

    @Test(arguments: [
        ("n = 'four'", "n is a column of numbers, and 'four' is none; write n = 4", 0),
        ("s = 'a' AND 'x' < x", "x is a column of numbers, and 'x' is none; write x < 4", 18),
        ("NOT n IN (1, '')", "n is a column of numbers, and '' is none; write n = 4", 4),
        (
            "day > '02/03/2026'",
            "day is a column of dates, and '02/03/2026' is none; write day > '2026-03-02'", 0
        ), ("d <> 'tomorrow'", "d is a column of dates, and 'tomorrow' is none", 0),
        ("d = '08:00'", "d is a column of dates, and '08:00' is none", 0),
    ])
    func `a text that can equal no value of its column is refused`(
        text: String, problem: String, position: Int
    ) throws {
        let error = #expect(throws: FeatureStoreError.self) { try store.ids(text, layer: "t") }
        guard case .badWhere(let whole, let found, let place)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(whole == text && found.hasPrefix(problem) && place == position, "\(found)")
    }

    @Test func `a long list is one statement`() throws {
        var random = SeededGenerator(6)
        _ = try store.apply(LayerEdits(adds: RandomTable.rows(30, using: &random)), to: "t")
        let list = (1...900).map(String.init).joined(separator: ",")
        #expect(try store.ids("fid IN (\(list))", layer: "t").count == 30)
        let chain = (1...300).map { "n<>\($0 * 10)" }.joined(separator: "AND ")
        #expect(try store.ids(chain, layer: "t").count > 10)
        let sums = (1...300).map { "n+1=\($0)" }.joined(separator: " OR ")
        _ = try store.ids(sums, layer: "t")
        let nested =
            String(repeating: "NOT(", count: 20) + "n=1" + String(repeating: ")", count: 20)
        #expect(try store.ids(nested, layer: "t") == store.ids("n=1", layer: "t"))
    }

    @Test func `a condition that is wrong shows its place`() throws {
        for (text, caret) in [
            ("n = ?", "    ^"), ("n = 1 AND wrong = 2", "          ^"), ("s LIKE", "      ^"),
            ("\"no field\" = 1", "^"), ("n = 1; DROP TABLE t", "     ^"),
        ] {
            let error = #expect(throws: FeatureStoreError.self) { try store.ids(text, layer: "t") }
            #expect(error?.caret == "\(text)\n\(caret)")
        }
        let error = #expect(throws: FeatureStoreError.self) { try store.ids("nn = 1", layer: "t") }
        #expect(error?.message.contains("the fields are \"fid\", \"n\", \"m\"") == true)
    }

    @Test(arguments: [nil, "", "  ", "\n\t"])
    func `a blank condition selects all rows`(text: String?) throws {
        var random = SeededGenerator(7)
        _ = try store.apply(LayerEdits(adds: RandomTable.rows(5, using: &random)), to: "t")
        #expect(try store.ids(text, layer: "t").count == 5)
    }
}
