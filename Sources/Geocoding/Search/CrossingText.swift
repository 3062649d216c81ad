// Where a question for a crossing divides into two streets.

import Foundation

/// Divides `A & B, town` into two questions, `A, town` and `B, town`.
enum CrossingText {
    /// A way to divide a question.
    typealias Split = (first: String, second: String)

    private static let signs: [Character] = ["&", "@", "|", "×"]
    /// Signs that may also belong to a name or a number.
    private static let doubtfulSigns = ["/", "+", ";", " - ", " – "]
    /// Words between two streets. Many belong to names, too, so only a crossing that exists counts.
    private static let words = Set(
        """
        and at by x und ecke mit et angle à y esquina esq con cruce e com angolo ang och og en hoek
        a bei amb cantonada xamfrà ile i róg és ve med și и й та угол και
        """.split { $0.isWhitespace }.map(String.init))
    /// What may stand in front of the two streets.
    private static let openings = """
        corner of;corner;the corner of;at the corner of;ne corner of;nw corner of;se corner of
        sw corner of;intersection of;the intersection of;intersection;junction of;crossing of
        crossroads of;cross street of;kreuzung von;kreuzung;ecke;einmündung;à l'angle de;angle de
        angle;carrefour de;carrefour;croisement de;intersection de;coin de;coin;cruce de;cruce entre
        cruce;esquina de;esquina entre;esquina;intersección de;entre;cruzamento da;cruzamento de
        cruzamento entre;cruzamento;cantonada de;cruïlla;incrocio di;incrocio tra;incrocio
        all'incrocio tra;angolo tra;angolo;kruising;kruispunt;hoek;skrzyżowanie;róg;křižovatka;roh
        перекресток;перекрёсток;пересечение;угол
        """.split { $0 == "\n" || $0 == ";" }.map(String.init)
    /// What may stand behind them.
    private static let closings = Set(
        "corner intersection crossing köşesi kavşağı kesişimi sarok".split(separator: " ").map {
            String($0)
        })
    /// The most divisions of one text to try; each costs up to four searches.
    static let mostSplits = 3

    /// Returns the ways to divide a text that say for certain that it names a crossing: at `&`, `@`
    /// or `|`.
    static func certain(_ text: String) -> Split? {
        guard let place = text.firstIndex(where: { signs.contains($0) }) else { return nil }
        let rest = text[place...].drop { signs.contains($0) || $0 == " " }
        return split(opened(text[..<place]).text, rest)
    }

    /// Returns the ways to divide a text that may name a crossing, the likeliest first: at other
    /// signs, at words, and behind an opening such as `corner of` between any two words.
    ///
    /// Words and blanks beside a street's type come first, as in `Rua do Mar e Rua Nova`.
    static func possible(_ text: String) -> [Split] {
        let (text, isOpened) = opened(plain(text)[...])
        var seams = doubtfulSigns.flatMap { text.ranges(of: $0) }.filter {
            !isBetweenDigits($0, text)
        }
        let end = text.firstIndex(of: ",") ?? text.endIndex
        let blanks = text[..<end].indices.filter { text[$0] == " " }
        seams += typesFirst(conjunctions(text, between: blanks), text)
        if isOpened { seams += typesFirst(blanks.map { $0..<$0 }, text) }
        let splits = seams.lazy.compactMap {
            split(text[..<$0.lowerBound], text[$0.upperBound...])
        }
        return Array(splits.prefix(mostSplits))
    }

    /// Returns a text without brackets, and without a comma before a word between two streets:
    /// `A, esquina con B`, `A (angolo B)`.
    private static func plain(_ text: String) -> String {
        let text = text.prefix(NameFolding.mostTextLetters).map { "()".contains($0) ? " " : $0 }
        let parts = String(text).split(separator: ",", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { whole, part in
            let words = part.split(separator: " ", maxSplits: 2)
            let isJoined = words.count > 1 && isConjunction(words[0])
            return whole + (isJoined ? " " : ",") + part
        }
    }

    /// Returns the words between two streets; several side by side, as `esquina con`, are one.
    private static func conjunctions(
        _ text: Substring, between blanks: [String.Index]
    ) -> [Range<String.Index>] {
        var found: [Range<String.Index>] = []
        for (before, after) in zip(blanks, blanks.dropFirst()) {
            let word = text.index(after: before)..<after
            guard isConjunction(text[word]) else { continue }
            if let last = found.last, last.upperBound == before {
                found[found.count - 1] = last.lowerBound..<after
            } else {
                found.append(word)
            }
        }
        return found
    }

    private static func isConjunction(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return words.contains(word.hasSuffix(".") ? String(word.dropLast()) : word)
    }

    /// Returns the seams; if a street's type is before or behind one, it comes first.
    private static func typesFirst(
        _ seams: [Range<String.Index>], _ text: Substring
    ) -> [Range<String.Index>] {
        func isAtType(_ seam: Range<String.Index>) -> Bool {
            let before = text[..<seam.lowerBound].split(separator: " ").last
            let behind = text[seam.upperBound...].split(separator: " ").first
            return [before, behind].compactMap(\.self).contains { side in
                NameFolding.words(String(side), atMost: 1).contains(where: StreetWords.isType)
            }
        }
        return seams.filter(isAtType) + seams.filter { !isAtType($0) }
    }

    /// Returns a text without its opening, or its closing.
    private static func opened(_ text: Substring) -> (text: Substring, isOpened: Bool) {
        let text = text.drop { $0 == " " }
        let lower = text.prefix(32).lowercased()
        let fitting = openings.filter { lower.hasPrefix($0 + " ") }
        if let longest = fitting.max(by: { $0.count < $1.count }) {
            return (text.dropFirst(longest.count).drop { $0 == " " }, true)
        }
        let last = text.split(separator: " ").last ?? ""
        return closings.contains(last.lowercased())
            ? (text[..<last.startIndex], true) : (text, false)
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
