// Postcodes in a question: `33101`, `114 51`, `1012 AB`, `SW1A 1AA`.

/// The places of words that are a postcode, alone or with the next word.
struct QuestionPostcodes {
    /// Words that have the shape of one.
    let possible: Set<Int>
    /// Two words that the network's addresses have as one.
    let certain: Set<Int>

    private static let leastLetters = 4
    private static let halves = 2...4
    private static let leastOfBoth = 5

    init(_ words: [SearchWords.Word], _ known: PostcodeTable) {
        var (possible, certain): (Set<Int>, Set<Int>) = ([], [])
        for (place, word) in words.enumerated() {
            if word.isNumber, word.text.utf8.count >= Self.leastLetters { possible.insert(place) }
            guard place + 1 < words.count, !word.isAside else { continue }
            let next = words[place + 1]
            guard Self.areHalves(word.text, next.text) else { continue }
            possible.formUnion([place, place + 1])
            if !known["\(word.text) \(next.text)"].isEmpty {
                certain.formUnion([place, place + 1])
            }
        }
        (self.possible, self.certain) = (possible, certain)
    }

    /// Whether two words have the shape of a postcode with a blank, as in Sweden, Czechia, Greece,
    /// the Netherlands, Great Britain, Ireland and Canada.
    private static func areHalves(_ first: String, _ second: String) -> Bool {
        let counts = [first.utf8.count, second.utf8.count]
        guard counts.allSatisfy(halves.contains), counts[0] + counts[1] >= leastOfBoth,
            NameFolding.hasDigit(first)
        else { return false }
        return NameFolding.hasDigit(second) || counts == [4, 2] && !StreetWords.isType(second)
    }
}
