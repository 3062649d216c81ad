// Tests the time that conditions take: they are read once, and can be ended within a row.

import DataStructures
import Testing

@testable import Geo

@Suite struct WhereWorkTests {
    private struct Asked {
        var times = 0
    }

    /// The number of cancellation checks while a condition is evaluated.
    private func questions(
        _ text: String, _ value: WhereValue, endingAt limit: Int = .max
    ) throws -> Int {
        let program = WhereProgram(try WhereClause(text).root)
        var asked = 0
        do {
            try withoutActuallyEscaping({ () -> Bool in
                asked += 1
                return asked >= limit
            }) { isCancelled in
                var meter = WhereMeter(isCancelled: isCancelled)
                _ = try program.truth({ _ in value }, &meter)
            }
        } catch WhereInterruption.cancelled {
            #expect(asked == limit)
        }
        return asked
    }

    @Test func `parentheses are read once, whatever they hold`() throws {
        // Reading anew at each depth would take O(depth × length).
        let sum = "1" + String(repeating: "+1", count: 1_900)
        let clock = ContinuousClock()
        func time(_ depth: Int) throws -> Duration {
            let text =
                String(repeating: "(", count: depth) + sum + String(repeating: ")", count: depth)
                + " > a"
            var least = Duration.seconds(100)
            for _ in 0..<5 {
                least = min(least, try clock.measure { _ = try WhereClause(text) })
            }
            return least
        }
        let flat = try time(1)
        let deep = try time(60)
        #expect(deep < flat * 4, "\(flat), \(deep)")
    }

    @Test(arguments: [
        "((a)) = ((1))", "((a = 1))", "NOT ((a = 1) OR (b = 2))", "((a + 1) * 2) > (3)",
        "(a) IS NULL", "(a) IN ((1), (2))", "((a = 1) AND ((b)) BETWEEN (1) AND (2))",
        "(a || 'b') LIKE ('%')", "- (a) = 1", "(((a = 1)))",
    ])
    func `parentheses hold conditions and values`(text: String) throws {
        _ = try WhereClause(text)
    }

    @Test(arguments: [
        ("(a = 1) + 1 = 2", 0), ("1 + (a = 1) = 2", 4), ("(a = 1) = 1", 8), ("a = (b = 1)", 4),
        ("- (a = 1) = 2", 2), ("ABS((a = 1)) = 1", 4), ("(a", 2), ("((a) = 1", 8), ("(a)", 3),
        ("(a = 1) * 2 = 2", 0), ("a IN ((b = 1))", 6), ("a BETWEEN (b = 1) AND 2", 10),
    ])
    func `a condition is no value, and the place is named`(text: String, place: Int) {
        let error = #expect(throws: WhereError.self) { try WhereClause(text) }
        #expect(error?.position == place, "\(text): \(error?.description ?? "")")
    }

    @Test(arguments: [
        "POSITION(a||'b' IN a||a) > 0", "a LIKE '%aaaaaaaaaaaaaaaaaaaaaaaaaaaaaab%'",
        "a LIKE b||'%c%d'", "UPPER(LOWER(UPPER(a))) = a || a", "CONCAT(a, a, a) = a",
    ])
    func `a row with a long text can be ended within it`(text: String) throws {
        let long = WhereValue.text(String(repeating: "a", count: 4_000_000))
        #expect(try questions(text, long, endingAt: 2) == 2)
    }

    @Test func `a text is found in time that grows with the lengths alone`() throws {
        let half = String(repeating: "a", count: 400_000)
        let asked = try questions("POSITION(a||'b' IN a||a) > 0", .text(half))
        #expect((1...100).contains(asked), "\(asked)")
    }

    @Test func `positions are those of a plain search`() throws {
        var generator = SeededGenerator(39)
        let letters = ["a", "b", "é", "日", "𝄞"]
        func word(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &generator))
                .map { _ in letters.randomElement(using: &generator) ?? "a" }.joined()
        }
        for _ in 0..<5_000 {
            let (part, text) = (word(3), word(12))
            let (wanted, all) = (Array(part.unicodeScalars), Array(text.unicodeScalars))
            let place =
                wanted.count > all.count
                ? nil
                : (0...(all.count - wanted.count)).first {
                    Array(all[$0..<($0 + wanted.count)]) == wanted
                }
            var meter = WhereMeter.unlimited
            let found = try TextSearch.position(of: part, in: text, &meter)
            #expect(found == (place ?? -1) + 1, "\(part) in \(text)")
        }
    }

    @Test func `a text of hundreds of megabytes is not made`() throws {
        let long = WhereValue.text(String(repeating: "a", count: 8 << 20))
        let sum = Array(repeating: "a", count: 9).joined(separator: "||")
        for text in ["\(sum) = a", "CONCAT(\(sum), a) = a", "POSITION(\(sum) IN a) = 1"] {
            let program = WhereProgram(try WhereClause(text).root)
            var meter = WhereMeter.unlimited
            #expect(throws: WhereInterruption.textTooLong) {
                _ = try program.truth({ _ in long }, &meter)
            }
        }
    }

    @Test func `a list means what its comparisons mean`() throws {
        let values: [WhereValue] = [
            .null, .number(1), .number(2.5), .number(-0.0), .text("1"), .text("é"),
            .text("e\u{301}"), .coded(1, "é"), .coded(7, "x"),
        ]
        let lists = [
            "1, 2, 3, 4", "0, 5, 6, 7", "'1', 'é', 'b', 'c'", "1, 'é', 3, 'x'", "2.5, 2, NULL, 9",
            "NULL, NULL, NULL, NULL", "'a', 'b', 'c', NULL",
        ]
        for list in lists {
            let items = list.split(separator: ",").map(String.init)
            // Pairs are too short to become lists.
            let joined = items.map { "NOT NOT a =\($0)" }.joined(separator: " OR ")
            for prefix in ["", "NOT "] {
                let one = try WhereClause("\(prefix)(a IN (\(list)))")
                let other = try WhereClause("\(prefix)(\(joined))")
                for value in values {
                    #expect(
                        one.holds { _ in value } == other.holds { _ in value },
                        "\(prefix)\(value) in \(list)")
                }
            }
        }
    }

    @Test func `a list is looked up`() throws {
        let list = (0..<700).map { "\($0)" }.joined(separator: ",")
        let program = WhereProgram(try WhereClause("a IN (\(list))").root)
        var meter = WhereMeter.unlimited
        let clock = ContinuousClock()
        let time = try clock.measure {
            for _ in 0..<20_000 { _ = try program.truth({ _ in .number(-1) }, &meter) }
        }
        // One by one, 14 million comparisons would take seconds.
        #expect(time < .seconds(1), "\(time)")
    }
}
