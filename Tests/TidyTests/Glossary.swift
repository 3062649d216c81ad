// The glossary as the rules read it: its names in code, and the words they replace.

import Foundation

/// What the tables of `Documentation/Glossary.md` say.
struct Glossary {
    /// A word or phrase to keep out of names.
    struct UnusedWord: Equatable {
        /// In lower case.
        var words: [String]
        /// What to write, for messages.
        var instead: String

        var shown: String { words.joined(separator: " ") }
    }

    static let path = "Documentation/Glossary.md"

    /// The terms, each of one row.
    private(set) var terms: [String] = []
    /// The terms' names in code.
    private(set) var names: [String] = []
    /// Words to keep out of the names of types and functions, with their terms.
    private(set) var unusedInNames: [UnusedWord] = []
    /// Rows with too few or too many cells for their table.
    private(set) var badRows: [String] = []

    init(_ text: String) {
        var isInBody = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("|") {
                isInBody = false
            } else if line.hasPrefix("| ---") {
                isInBody = true
            } else if isInBody {
                read(row: String(line))
            }
        }
    }

    private mutating func read(row: String) {
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 4, let name = Self.codeSpans(cells[2]).first else {
            badRows.append(row)
            return
        }
        terms += cells[0].split(separator: ", ").map(String.init)
        names.append(name)
        unusedInNames += Self.codeSpans(cells[3]).map {
            UnusedWord(words: Self.words(of: $0), instead: cells[0])
        }
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
