// Tests the comparison of names in any case.

import DataStructures
import Testing

@Suite struct StringCaseTests {
    /// Texts that differ by case, by letter, by length, and by signs that are 32 apart.
    private static let texts = [
        "", "a", "A", "b", "ab", "aB", "AB", "Avoid Toll Roads", "avoid toll roads",
        "Avoid Toll Road", "@", "`", "[", "{", "1", "Q", "\u{11}", "é", "É", "e\u{301}", "İ", "i",
        "ß", "SS", "ss", "K", "k", "\u{212A}", "Straße", "STRASSE", "straße", "aé", "aÉ", "aE",
    ]

    @Test func `it says what lower-case copies say`() {
        for one in Self.texts {
            for other in Self.texts {
                #expect(
                    one.isEqualInAnyCase(to: other) == (one.lowercased() == other.lowercased()),
                    "\(one) and \(other)")
            }
        }
    }
}
