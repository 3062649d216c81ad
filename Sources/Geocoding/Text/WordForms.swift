// All ways to write one word.

/// Returns words that may stand for one another.
enum WordForms {
    /// Letters that are written as two where a keyboard lacks them.
    private static let digraphs = [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")]

    /// Returns other ways to write a word: shortened or in full, as a number or in words, with two
    /// letters for one. Some of them are no words; the index tells.
    static func others(of word: String) -> [String] {
        var forms = StreetWords.otherForms(of: word)
        forms += RomanNumbers.otherForms(of: word) + CountWords.otherForms(of: word)
        let plain = digraphs.reduce(word) { $0.replacing($1.0, with: $1.1) }
        if plain != word { forms += [plain] + StreetWords.otherForms(of: plain) }
        return forms
    }
}
