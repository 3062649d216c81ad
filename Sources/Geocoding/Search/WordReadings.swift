// Other ways to divide a question into words: `Haupt Straße`, `Langegasse` and `東京都港区赤坂`.

/// Joins words that the index knows as one, and divides words that it knows as two.
struct WordReadings {
    private static let leastDivided = 5
    private static let leastIdeographs = 4
    private static let leastPart = 2
    private static let mostParts = 4

    private let vocabulary: Vocabulary

    init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// Returns the words of another reading; `nil` if there is none.
    ///
    /// - Complexity: O(*l*² log *n*) for *l* letters.
    func other(
        than words: [(part: Int, word: String)]
    ) -> [(part: Int, word: String)]? {
        var found: [(part: Int, word: String)] = []
        var place = 0
        var differs = false
        while place < words.count {
            let (part, word) = words[place]
            if place + 1 < words.count, words[place + 1].part == part,
                let joined = joined(word, words[place + 1].word)
            {
                found.append((part, joined))
                (differs, place) = (true, place + 2)
                continue
            }
            if !isKnown(word), let parts = divided(word, into: Self.mostParts) {
                found += parts.map { (part, $0) }
                differs = true
            } else {
                found.append((part, word))
            }
            place += 1
        }
        return differs ? Array(found.prefix(NameFolding.mostWords)) : nil
    }

    private func joined(_ first: String, _ second: String) -> String? {
        guard !NameFolding.hasDigit(first), !NameFolding.hasDigit(second) else { return nil }
        let joined = first + second
        return isKnown(joined) ? joined : nil
    }

    /// Whether the index has a word, maybe in another form.
    private func isKnown(_ word: String) -> Bool {
        vocabulary.number(of: word) != nil
            || WordForms.others(of: word).contains { vocabulary.number(of: $0) != nil }
    }

    /// Divides a word into known words, with as long a first one as possible. In scripts without
    /// blanks the first one may be unknown: a region that the network does not name.
    private func divided(_ word: String, into most: Int) -> [String]? {
        guard most > 1, !NameFolding.hasDigit(word) else { return nil }
        let letters = Array(word.unicodeScalars)
        let isIdeographic = NameFolding.isIdeographic(word)
        // A lone s belongs to a genitive: `Marks` is `Mark's`.
        let least = letters.last == "s" ? 1 : Self.leastPart
        let leastDivided =
            least == 1 ? 3 : isIdeographic ? Self.leastIdeographs : Self.leastDivided
        guard letters.count >= leastDivided else { return nil }
        func text(_ part: ArraySlice<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: part)
            return String(view)
        }
        for length in stride(from: letters.count - least, through: Self.leastPart, by: -1) {
            let (first, second) = (text(letters[..<length]), text(letters[length...]))
            guard isKnown(second), least > 1 || second != "s" || isKnown(first) else { continue }
            if isKnown(first) { return [first, second] }
            if let parts = divided(first, into: most - 1) { return parts + [second] }
            if isIdeographic { return [first, second] }
        }
        return nil
    }
}
