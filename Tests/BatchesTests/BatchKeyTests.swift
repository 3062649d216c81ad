// Tests the values that group rows: order, names and conditions.

import Geo
import Testing

@testable import Batches

@Suite struct BatchKeyTests {
    @Test func `keys are in the order of null, numbers and texts`() {
        let keys = [
            BatchKey(.string("b")), BatchKey(.string("A")), BatchKey(.integer(3)),
            BatchKey(.double(2.5)), BatchKey(.null), BatchKey(.date(1)), BatchKey(.string("é")),
        ]
        #expect(
            keys.sorted().map(\.value) == [
                .null, .date(1), .double(2.5), .integer(3), .string("A"), .string("b"),
                .string("é"),
            ])
    }

    @Test(arguments: [("Ada", "ADA"), ("Ada", " ada "), ("\u{E9}", "e\u{301}"), ("é", "É")])
    func `spellings of a name are one key`(a: String, b: String) {
        #expect(BatchKey(.string(a)) == BatchKey(.string(b)))
        let keys = BatchKey.keys(of: [.string(a), .null, .string(b), .string("Bea")])
        #expect(keys.map(\.value).contains(.string(a)) && keys.count == 3)
    }

    @Test func `the condition of a key holds for all its spellings`() throws {
        let keys = BatchKey.keys(of: [.string("O'Neil"), .string("O'NEIL")])
        #expect(keys.map { $0.condition(on: "driver") } == ["\"driver\" IN ('O''Neil', 'O''NEIL')"])
        #expect(BatchKey(.integer(2)) == BatchKey(.double(2)))
        #expect(BatchKey(.string("2")) != BatchKey(.integer(2)))
    }

    @Test(arguments: [
        (AttributeValue.string("O'Neil"), "\"driver\" = 'O''Neil'"),
        (.integer(-4), "\"driver\" = -4"),
        (.double(0.25), "\"driver\" = 0.25"), (.null, "\"driver\" IS NULL"),
        (.date(1_772_409_600_000), "\"driver\" = TIMESTAMP '2026-03-02 00:00:00'"),
        (.date(1_772_409_600_001), "\"driver\" = 1772409600001"),
    ])
    func `the condition of a key holds for its value`(
        value: AttributeValue, condition: String
    ) throws {
        #expect(BatchKey(value).condition(on: "driver") == condition)
        let clause = try WhereClause(condition)
        let isMet = clause.holds { _ in
            switch value {
            case .null: .null
            case .integer(let number): .number(Double(number))
            case .double(let number): .number(number)
            case .string(let text): .text(text)
            case .date(let milliseconds): .number(Double(milliseconds))
            }
        }
        #expect(isMet)
    }

    @Test func `a field may have any name`() throws {
        let condition = BatchKey(.integer(1)).condition(on: "a \"b\" = 'c'")
        #expect(try WhereClause(condition).fields == ["a \"b\" = 'c'"])
    }

    @Test(arguments: [
        (AttributeValue.string("Ada"), "Ada"), (.integer(7), "7"), (.double(7), "7"),
        (.double(0.5), "0.5"), (.date(1_772_409_600_000), "2026-03-02"),
        (.date(1_772_440_200_000), "2026-03-02T08:30:00Z"), (.null, ""),
    ])
    func `a key names its route`(value: AttributeValue, name: String) {
        #expect(BatchKey(value).name == name)
    }

    @Test func `null and blank texts are missing`() {
        #expect(BatchKey(.null).isMissing && BatchKey(.string("")).isMissing)
        #expect(BatchKey(.string(" ")).isMissing && !BatchKey(.integer(0)).isMissing)
    }
}
