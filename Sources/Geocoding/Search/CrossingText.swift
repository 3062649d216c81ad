// Where a question for a crossing divides into two streets.

import Foundation

/// Divides `A & B, town` into two questions, `A, town` and `B, town`.
enum CrossingText {
    /// A way to divide a question.
    typealias Split = (first: String, second: String)

    private static let signs: [Character] = ["&", "@", "|"]
    /// Signs that may also belong to a name or a number.
    private static let doubtfulSigns = ["/", "+", ";", " - ", " – "]
    /// Words between two streets. Many belong to names, too, so only a crossing that exists counts.
    private static let words = Set(
        """
        and at by x und ecke mit et angle à y esquina esq con cruce e com angolo ang och og en hoek
        i róg és ve med și и й та угол και
        """.split { $0.isWhitespace }.map(String.init))
    /// What may stand in front of the two streets.
    private static let openings = [
        "corner of", "corner", "the corner of", "intersection of", "the intersection of",
        "intersection", "junction of", "crossing of", "crossroads of", "cross street of",
        "kreuzung von", "kreuzung", "ecke", "einmündung", "à l'angle de", "angle de", "angle",
        "carrefour de", "carrefour", "croisement de", "intersection de", "cruce de", "cruce",
        "esquina de", "esquina", "intersección de", "cruzamento da", "cruzamento de",
        "cruzamento", "incrocio di", "incrocio", "angolo", "kruising", "kruispunt", "hoek",
        "skrzyżowanie", "róg", "křižovatka", "перекресток", "перекрёсток", "пересечение", "угол",
    ]
    private static let mostSplits = 8

    /// Returns the ways to divide a text that say for certain that it names a crossing: at `&`, `@`
    /// or `|`.
    static func certain(_ text: String) -> Split? {
        guard let place = text.firstIndex(where: { signs.contains($0) }) else { return nil }
        let rest = text[place...].drop { signs.contains($0) || $0 == " " }
        return split(opened(text[..<place]).text, rest)
    }

    /// Returns the ways to divide a text that may name a crossing: at other signs, at words, and
    /// behind an opening such as `corner of` between any two words.
    static func possible(_ text: String) -> [Split] {
        let (text, hasOpening) = opened(text[...])
        var splits: [Split?] = []
        for sign in doubtfulSigns {
            for range in text.ranges(of: sign) where !isBetweenDigits(range, text) {
                splits.append(split(text[..<range.lowerBound], text[range.upperBound...]))
            }
        }
        let end = text.firstIndex(of: ",") ?? text.endIndex
        let blanks = text[..<end].indices.filter { text[$0] == " " }
        for (before, after) in zip(blanks, blanks.dropFirst()) {
            let word = text[text.index(after: before)..<after].lowercased()
            let plain = word.hasSuffix(".") ? String(word.dropLast()) : word
            if words.contains(plain) {
                splits.append(split(text[..<before], text[after...]))
            }
        }
        if hasOpening {
            splits += blanks.map { split(text[..<$0], text[$0...]) }
        }
        return Array(splits.compactMap(\.self).prefix(mostSplits))
    }

    /// Returns a text without its opening.
    private static func opened(_ text: Substring) -> (text: Substring, hasOpening: Bool) {
        let text = text.drop { $0 == " " }
        let lower = text.prefix(32).lowercased()
        let fitting = openings.filter { lower.hasPrefix($0 + " ") }
        guard let longest = fitting.max(by: { $0.count < $1.count }) else { return (text, false) }
        return (text.dropFirst(longest.count).drop { $0 == " " }, true)
    }

    private static func isBetweenDigits(_ range: Range<String.Index>, _ text: Substring) -> Bool {
        let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
        return before?.isNumber == true && after?.isNumber == true
    }

    private static func split(_ first: Substring, _ second: Substring) -> Split? {
        guard !NameFolding.words(String(first), atMost: 1).isEmpty,
            !NameFolding.words(String(second), atMost: 1).isEmpty
        else { return nil }
        let town = second.firstIndex(of: ",").map { second[$0...] } ?? ""
        return (String(first + town), String(second))
    }
}
