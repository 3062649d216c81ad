// The glossary as the rules read it: the names that it gives, and the words that it rules out.

import Foundation

/// What the tables of `Documentation/Glossary.md` say.
struct Glossary {
    /// A word or phrase that the sources do not use.
    struct UnusedWord: Equatable {
        /// In lower case.
        var words: [String]
        /// What to write, for messages.
        var instead: String
        /// Files and folders where it is allowed, from the root, `Sources/` or `Tests/`.
        var paths: [String] = []
        /// Phrases in which it is allowed.
        var phrases: [[String]] = []

        var shown: String { words.joined(separator: " ") }
    }

    static let path = "Documentation/Glossary.md"
    private static let wordsHeading = "Words not used"

    /// The terms, each of one row.
    private(set) var terms: [String] = []
    /// The names that the terms have in code.
    private(set) var names: [String] = []
    /// Words that no type and no function is named by, with their terms.
    private(set) var unusedInNames: [UnusedWord] = []
    /// Words that names, comments and messages do not have.
    private(set) var unused: [UnusedWord] = []
    /// Rows that do not have the cells of their table.
    private(set) var badRows: [String] = []

    init(_ text: String) {
        var heading = ""
        var isInBody = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("## ") { heading = String(line.dropFirst(3)) }
            if !line.hasPrefix("|") {
                isInBody = false
            } else if line.hasPrefix("| ---") {
                isInBody = true
            } else if isInBody {
                read(row: String(line), under: heading)
            }
        }
    }

    private mutating func read(row: String, under heading: String) {
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        let isWord = heading == Self.wordsHeading
        guard cells.count == (isWord ? 3 : 4),
            let name = Self.codeSpans(cells[isWord ? 0 : 2]).first
        else {
            badRows.append(row)
            return
        }
        guard isWord else {
            terms += cells[0].split(separator: ", ").map(String.init)
            names.append(name)
            unusedInNames += Self.codeSpans(cells[3]).map {
                UnusedWord(words: Self.words(of: $0), instead: cells[0])
            }
            return
        }
        let allowed = Self.codeSpans(cells[2])
        unused.append(
            UnusedWord(
                words: Self.words(of: name), instead: cells[1],
                paths: allowed.filter { $0.contains("/") },
                phrases: allowed.filter { !$0.contains("/") }.map(Self.words)))
    }

    /// What stands between backticks.
    private static func codeSpans(_ cell: String) -> [String] {
        let pieces = cell.split(separator: "`", omittingEmptySubsequences: false)
        return pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
    }

    private static func words(of text: String) -> [String] {
        TidyRules.words(of: text).map { $0.lowercased() }
    }
}
