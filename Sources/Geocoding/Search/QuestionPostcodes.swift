// Postcodes in a question: `33101`, `114 51`, `1012 AB`, `SW1A 1AA`.

/// The places of words that are a postcode, alone or with the next word.
struct QuestionPostcodes {
    /// Words that have the shape of one.
    let possible: Set<Int>
    /// Two words that the network's addresses have as one.
    let certain: Set<Int>

    private static let leastLetters = 4
    /// The digits in both halves, as in Sweden, Czechia, Greece and India.
    private static let digits = [[3, 2], [3, 3]]
    /// The digits, and the letters behind them, in the Netherlands.
    private static let digitsAndLetters = [4, 2]
    /// The letters and digits in each half, as in Great Britain, Ireland and Canada.
    private static let mixed = 2...4

    init(_ words: [SearchWords.Word], _ known: PostcodeTable) {
        var (possible, certain): (Set<Int>, Set<Int>) = ([], [])
        for (place, word) in words.enumerated() {
            if word.isNumber, word.text.utf8.count >= Self.leastLetters { possible.insert(place) }
            guard place + 1 < words.count, !word.isAside else { continue }
            let next = words[place + 1]
            guard word.part == next.part, Self.areHalves(word.text, next.text) else { continue }
            possible.formUnion([place, place + 1])
            if !known["\(word.text) \(next.text)"].isEmpty {
                certain.formUnion([place, place + 1])
            }
        }
        (self.possible, self.certain) = (possible, certain)
    }

    /// Whether two words have the shape of a postcode with a blank: `12 345` has none.
    private static func areHalves(_ first: String, _ second: String) -> Bool {
        let counts = [first.utf8.count, second.utf8.count]
        if Int(first) != nil {
            if Int(second) != nil { return digits.contains(counts) }
            return counts == digitsAndLetters && !NameFolding.hasDigit(second)
                && !StreetWords.isType(second)
        }
        return counts.allSatisfy(mixed.contains) && !NameFolding.isNumber(first)
            && [first, second].allSatisfy(NameFolding.hasDigit) && Int(second) == nil
    }
}
