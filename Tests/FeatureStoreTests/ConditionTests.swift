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

    /// The ids of the rows that the evaluator accepts.
    private func expected(_ text: String, _ rows: StoredFeatures) throws -> [Int64] {
        let clause = try WhereClause(text)
        return zip(rows.objectIDs, rows.features.features).filter { _, feature in
            clause.holds { name in
                switch rows.features.value(name, of: feature) {
                case .integer(let number)?: .number(Double(number))
                case .double(let number)?: .number(number)
                case .string(let text)?: .text(text)
                case .date(let milliseconds)?: .number(Double(milliseconds))
                case .null?, nil: .null
                }
            }
        }.map(\.0)
    }

    /// Compares random conditions with the evaluator.
    private func compare(_ seed: UInt64, conditions: Int) throws {
        let rows = try store.features(LayerQuery(layer: "t", limit: 1_000))
        var maker = RandomCondition(random: SeededGenerator(seed &+ 1))
        for _ in 0..<conditions {
            let text = maker.text()
            if text.utf8.count > WhereClause.maximumBytes { continue }
            let expected = try expected(text, rows)
            let query = LayerQuery(layer: "t", where: text, limit: 1_000)
            let found = try store.objectIDs(query)
            #expect(found == expected, "seed \(seed): \(text)")
            let count = try store.count(query)
            #expect(count == expected.count, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a query gives the rows that the evaluator accepts`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let rows = RandomTable.rows(40, using: &random)
        #expect(try store.apply(LayerEdits(adds: rows), to: "t").isComplete)
        try compare(seed, conditions: 60)
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
        #expect(try store.ids("day = 'tomorrow'", layer: "t").isEmpty)
        #expect(try !store.ids("day = '2026-03-02'", layer: "t").isEmpty)
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
