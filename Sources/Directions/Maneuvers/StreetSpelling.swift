// When two names are one, written differently.

import Foundation
import RoadNetwork

/// Compares names of streets whose type may be shortened.
enum StreetSpelling {
    /// Whether two names of different length differ only in how the type is written that they begin
    /// or end with: `Main St` and `Main Street`, `Hauptstr.` and `Hauptstraße`.
    ///
    /// - Complexity: O(*n*) for *n* bytes. Only words that may be types are looked up.
    static func differsOnly(_ a: String, _ b: String) -> Bool {
        guard a.utf8.first == b.utf8.first else { return false }
        let (one, other) = (Array(a.utf8), Array(b.utf8))
        let blank = UInt8(ascii: " ")
        let least = min(one.count, other.count)
        // Leave out the words with which both begin or end.
        var (start, end) = (0, 0)
        for place in 0..<least {
            guard one[place] == other[place] else { break }
            if one[place] == blank { start = place + 1 }
        }
        for place in 0..<(least - start) {
            guard one[one.count - 1 - place] == other[other.count - 1 - place] else { break }
            if one[one.count - 1 - place] == blank { end = place + 1 }
        }
        let words = [one[start..<(one.count - end)], other[start..<(other.count - end)]]
        guard start == 0 || end == 0, words[0].first == words[1].first,
            !words.contains(where: { $0.contains(blank) })
        else { return false }
        return isSameType(word(words[0]), word(words[1]))
    }

    private static func isSameType(_ a: String, _ b: String) -> Bool {
        if StreetTypes.isSame(a, b) { return true }
        // German writes a name and its type as one word.
        func shortened(_ word: String) -> Substring {
            word.hasSuffix("strasse") ? word.dropLast(4) : word[...]
        }
        return a.hasSuffix("str") != b.hasSuffix("str") && shortened(a) == shortened(b)
    }

    /// Returns a word in lower case, without diacritics and the dot behind it.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
            .folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            .replacing("ß", with: "ss")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
