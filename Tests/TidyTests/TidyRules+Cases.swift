// The rule for the table of cases: each row names tests, and they exist.

import Foundation

extension TidyRules {
    static let casesPage = "Tests/CASES.md"

    /// The names of a file's tests, each behind its suite: `Suite/name of the test`.
    static func tests(in file: SourceFile) -> [String] {
        var suite: Substring = ""
        var names: [String] = []
        for line in file.lines {
            if line.first?.isLetter == true || line.first == "@" {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                if let keyword = words.firstIndex(where: suiteKeywords.contains),
                    keyword + 1 < words.count
                {
                    suite = words[keyword + 1]
                }
            } else if line.utf8.contains(UInt8(ascii: "`")) {
                let parts = line.split(separator: "`", omittingEmptySubsequences: false)
                guard parts.count > 2, parts[0].hasSuffix("func "), parts[2].hasPrefix("(") else {
                    continue
                }
                names.append("\(suite)/\(parts[1])")
            }
        }
        return names
    }

    /// Keywords behind which a suite's name stands.
    private static let suiteKeywords: Set<Substring> = ["struct", "extension", "class"]

    /// The cases of a table in the order of its rows, each with the tests that its row names.
    static func cases(in page: String) -> [(line: Int, name: String, tests: [String])] {
        page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { offset, line in
                let cells = line.split(separator: "|")
                guard line.hasPrefix("| BR"), cells.count == 3 else { return nil }
                // Every second part stands between two backticks.
                let spans = cells[2].split(separator: "`", omittingEmptySubsequences: false)
                let tests = spans.indices.filter { $0 % 2 == 1 }.map { String(spans[$0]) }
                return (offset + 1, cells[0].filter { $0 != " " }, tests)
            }
    }

    /// Every case has a row of its own, in order, and names tests that exist.
    static func untestedCases(in page: String, tests: Set<String>) -> [Finding] {
        var findings: [Finding] = []
        var last = ""
        for row in cases(in: page) {
            func report(_ problem: String) {
                findings.append(Finding(path: casesPage, line: row.line, problem: problem))
            }
            if row.name.compare(last, options: .numeric) != .orderedDescending {
                report("\(row.name) stands behind \(last)")
            }
            last = row.name
            if row.tests.isEmpty { report("\(row.name) names no test") }
            for test in row.tests where !tests.contains(test) {
                report("no test is named \"\(test)\"")
            }
        }
        return findings
    }
}
