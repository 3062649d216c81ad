// Random rows, conditions over them, and what stores and the evaluator find by these.

import DataStructures
import Geo
import Testing

@testable import FeatureStore

/// A table with columns of every type and values that are hard to compare.
enum RandomTable {
    static let schema = LayerSchema(
        name: "t", geometryType: nil,
        fields: [
            LayerField("n", .integer, hasIndex: true), LayerField("m", .integer),
            LayerField("x", .double, hasIndex: true), LayerField("s", .string, hasIndex: true),
            LayerField("u u", .string, length: 30), LayerField("d", .date, hasIndex: true),
            LayerField("day", .date, storedType: "DATE"),
        ])

    static let numbers: [Double] = [
        0, 1, -1, 2, 3, 0.5, -0.5, 1e-9, 9_007_199_254_740_992, 9_007_199_254_740_991, 1e300, 7,
    ]
    static let integers = [
        0, 1, -1, 2, 3, 7, 9_007_199_254_740_991, 9_007_199_254_740_992, 9_007_199_254_740_993,
        .max, .min,
    ]
    static let texts = [
        "", "a", "A", "ab", "aB", "b", "a%b", "a_b", "a*b", "a?b", "[a]", "a[b", "a]b", "\\", "^a",
        "é", "e\u{301}", "E\u{301}", "ß", "ı", "😀", "a😀", "\u{FF5E}", "'", "\"", "''", "--", ";",
        " ", "a ", " a", "1", "1.0", "01", "null", "\u{7F}", "ab\nc", "\u{301}", "🇩🇪", "-",
    ]
    static let dates: [Int64] = [
        0, 1, -1, 1_772_409_600_000, 1_772_409_600_001, 1_772_409_599_999, 1_772_496_000_000,
        -86_400_000, 951_782_400_000, 1_772_445_600_500, -62_135_596_800_000, 253_402_300_799_999,
    ]

    /// Random rows, with nulls in every column.
    static func rows(_ count: Int, using random: inout SeededGenerator) -> FeatureSet {
        func pick<Value>(
            _ values: [Value], _ make: (Value) -> AttributeValue
        ) -> AttributeValue {
            guard Int.random(in: 0..<6, using: &random) > 0,
                let value = values.randomElement(using: &random)
            else { return .null }
            return make(value)
        }
        let features = (0..<count).map { _ in
            Feature(
                values: [
                    pick(integers) { .integer($0) }, pick(integers) { .integer($0) },
                    pick(numbers) { .double($0) }, pick(texts) { .string($0) },
                    pick(texts) { .string($0) }, pick(dates) { .date($0) },
                    pick(dates) { .date($0) },
                ], geometry: nil)
        }
        return FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: schema.fields.map { Field($0.name, $0.type) }, features: features)
    }
}

extension StoredFeatures {
    /// The ids of the random table's rows the evaluator accepts.
    ///
    /// - Throws: `FeatureStoreError.badWhere`, as a store does.
    func ids(accepting text: String) throws -> [Int64] {
        let clause: WhereClause
        do throws(WhereError) {
            clause = try WhereClause(text, dates: RandomTable.schema.dateFields)
        } catch {
            throw FeatureStoreError.badWhere(
                text, problem: error.problem, position: error.position)
        }
        return try ids(clause.readingTexts { RandomTable.schema.type(of: $0) })
    }

    /// The ids of the rows the evaluator accepts.
    func ids(_ condition: WhereExpression) throws -> [Int64] {
        let program = WhereProgram(condition)
        var meter = WhereMeter.unlimited
        return try zip(objectIDs, features.features).filter { _, feature in
            try program.truth(
                { field in
                    switch features.value(program.fields[field], of: feature) {
                    case .integer(let number)?: .number(Double(number))
                    case .double(let number)?: .number(number)
                    case .string(let text)?: .text(text)
                    case .date(let milliseconds)?: .number(Double(milliseconds))
                    case .null?, nil: .null
                    }
                }, &meter) ?? false
        }.map(\.0)
    }
}

/// Makes conditions over the table from the whole language.
struct RandomCondition {
    var random: SeededGenerator

    /// A random condition, nested up to a few levels.
    mutating func text(depth: Int = 0) -> String {
        let choice = Int.random(in: 0..<(depth > 3 ? 6 : 10), using: &random)
        switch choice {
        case 0, 1, 2: return comparison()
        case 3: return membership()
        case 4: return like()
        case 5: return "\(operand()) IS \(maybe("NOT "))NULL"
        case 6: return "NOT (\(text(depth: depth + 1)))"
        case 7: return "(\(text(depth: depth + 1))) AND (\(text(depth: depth + 1)))"
        case 8: return "(\(text(depth: depth + 1))) OR (\(text(depth: depth + 1)))"
        default:
            return "\(text(depth: depth + 1)) OR NOT \(comparison()) AND \(comparison())"
        }
    }

    private mutating func maybe(_ word: String) -> String {
        Bool.random(using: &random) ? word : ""
    }

    private mutating func one(_ choices: [String]) -> String {
        choices.randomElement(using: &random) ?? ""
    }

    private mutating func sign() -> String { one(["=", "<>", "!=", "<", "<=", ">", ">="]) }

    private mutating func comparison() -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: "\(numeric()) \(sign()) \(numeric())"
        case 1: "\(textual()) \(sign()) \(textual())"
        case 2: "\(dated()) \(sign()) \(dated())"
        case 3: "\(operand()) \(sign()) \(operand())"
        case 4: "\(one(["n", "m", "x"])) \(sign()) \(number())"
        case 5: "\(quoted()) \(sign()) \(one(["s", "\"u u\""]))"
        case 6:
            "\(one(["n", "x"])) \(maybe("NOT "))BETWEEN \(number()) AND \(number())"
        default: "\(one(["s", "\"U U\""])) \(maybe("NOT "))BETWEEN \(quoted()) AND \(quoted())"
        }
    }

    private mutating func membership() -> String {
        let isText = Bool.random(using: &random)
        let values = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            Int.random(in: 0..<9, using: &random) == 0 ? "NULL" : isText ? quoted() : number()
        }
        let field = isText ? one(["s", "\"u u\"", "n"]) : one(["n", "M", "x", "s"])
        return "\(field) \(maybe("NOT "))IN (\(values.joined(separator: ", ")))"
    }

    private mutating func like() -> String {
        let field = one(["s", "\"u u\"", "s", "n", "d", "upper(s)"])
        let pieces = [
            "%", "_", "a", "b", "*", "?", "[", "]", "é", "e", "\u{301}", "😀", "!", "^", "-",
        ]
        let pattern = (0..<Int.random(in: 0...5, using: &random)).map { _ in one(pieces) }.joined()
        let escape = maybe(" ESCAPE '!'")
        return "\(field) \(maybe("NOT "))LIKE '\(pattern)'\(escape)"
    }

    private mutating func operand() -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: textual()
        case 1: dated()
        case 2: numeric()
        default: one(["NULL", "n", "x", "s", "\"u u\"", "d", "day", "fid", "N"])
        }
    }

    private mutating func numeric() -> String {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: "n + \(number())"
        case 1: "(m * 2 - n) / x"
        case 2: "-\(one(["n", "x", "3"]))"
        case 3: "abs(\(one(["n", "m", "x"])))"
        case 4: "round(x, 1)"
        case 5: "char_length(s)"
        case 6: "coalesce(n, x, 1)"
        default: one(["n", "m", "x", "fid", number()])
        }
    }

    private mutating func textual() -> String {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: "s || \"u u\""
        case 1: "lower(s)"
        case 2: "substring(s, 1, 1)"
        case 3: "nullif(s, \(quoted()))"
        default: one(["s", "\"u u\"", "S", quoted()])
        }
    }

    private mutating func dated() -> String {
        one([
            "d", "day", "DATE '2026-03-02'", "TIMESTAMP '2026-03-02 00:00:00'", "DATE '1970-01-01'",
            "TIMESTAMP '2026-03-02 10:00:00'", "DATE '0001-01-01'", "DATE '9999-12-31'",
            "d + 86400000", "DATE '2000-02-29'", "d + n * 7", "coalesce(day, d) - 1",
        ])
    }

    private mutating func number() -> String {
        one([
            "0", "1", "-1", "2", "3", "7", "0.5", "1e300", "9007199254740991", "9007199254740992",
            "9007199254740993", "9223372036854775807", "-9223372036854775808", "1.0", "2e0", "(1)",
            "(2 - 1)", "1e-9",
        ])
    }

    private mutating func quoted() -> String {
        let text = RandomTable.texts.randomElement(using: &random) ?? ""
        return "'" + text.replacing("'", with: "''") + "'"
    }
}

/// Compares what a store finds in the random table by random conditions with the evaluator.
func compareConditions(in store: any LayerStore, seed: UInt64, count: Int) throws {
    let rows = try store.features(LayerQuery(layer: "t", limit: 1_000))
    var maker = RandomCondition(random: SeededGenerator(seed &+ 1))
    for _ in 0..<count {
        let text = maker.text()
        if text.utf8.count > WhereClause.maximumBytes { continue }
        let query = LayerQuery(layer: "t", where: text, limit: 1_000)
        let expected: [Int64]
        do {
            expected = try rows.ids(accepting: text)
        } catch let error as FeatureStoreError {
            #expect(throws: error, "seed \(seed): \(text)") { try store.objectIDs(query) }
            continue
        }
        let found = try store.objectIDs(query)
        #expect(found == expected, "seed \(seed): \(text)")
        let number = try store.count(query)
        #expect(number == expected.count, "seed \(seed): \(text)")
    }
}
