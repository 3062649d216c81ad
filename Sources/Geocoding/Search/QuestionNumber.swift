// Numbers in a question that a house may have.

/// A possible house number, with the question's words that it consists of.
struct QuestionNumber {
    let text: String
    let words: [Int]
    /// Whether it has the shape of a postcode.
    private let mayBePostcode: Bool
    /// Whether it is a half of what is rather a postcode with a blank.
    private let isHalf: Bool
    /// Whether it is rather a postcode, so that only a house with just this number has it.
    let isPostcode: Bool

    private static let leastPostcode = 4
    /// The digits in the halves of a postcode with a blank: `114 51`, in Sweden, Czechia,
    /// Slovakia and Greece.
    private static let halves = [3, 2]

    /// Words belonging to the number before them.
    private static let repetitions = ["bis", "ter", "quater"]

    private init(_ taken: [Int], of words: [SearchWords.Word]) {
        (text, self.words) = (HouseNumbers.number(taken.map { words[$0].text }), taken)
        mayBePostcode = HouseNumbers.mayBePostcode(text)
        let isLong = text.utf8.count >= Self.leastPostcode && Int(text) != nil
        isHalf = Self.arePostcode(words, taken[0]) || Self.arePostcode(words, taken[0] - 1)
        isPostcode = isHalf || (mayBePostcode || isLong) && words[taken[0]].part > 0
    }

    /// Returns the numbers in a question: `12`, and `12a` for `12 a`, `12bis` for `12 bis`; `a1`;
    /// `9 1/2`, but not the half alone; `5-7` for `5番7号`.
    ///
    /// - Parameter postcodes: The places of words that are a postcode for certain.
    static func all(
        in words: [SearchWords.Word], except postcodes: Set<Int> = []
    ) -> [QuestionNumber] {
        var numbers: [QuestionNumber] = []
        for (place, word) in words.enumerated()
        where mayBeHouse(word) && !postcodes.contains(place) {
            if HouseNumbers.isFraction(word.text), place > 0, words[place - 1].isNumber { continue }
            if let longer = counted(words, from: place) ?? marked(words, from: place) {
                numbers.append(QuestionNumber(longer, of: words))
            }
            numbers.append(QuestionNumber([place], of: words))
        }
        return numbers
    }

    /// Returns the numbers to look for exactly. Half a postcode is one only if there is no other
    /// number.
    static func exact(among numbers: [QuestionNumber]) -> [QuestionNumber] {
        let others = numbers.filter { !$0.isHalf }
        return others.isEmpty ? numbers : others
    }

    /// Returns the numbers that may be a house's. Use them if no house has any of these numbers
    /// exactly. A postcode counts only if there is no other number.
    static func houses(among numbers: [QuestionNumber]) -> [QuestionNumber] {
        let others = numbers.filter { !$0.mayBePostcode && !$0.isPostcode }
        return others.isEmpty ? numbers : others
    }

    private static func mayBeHouse(_ word: SearchWords.Word) -> Bool {
        NameFolding.hasDigit(word.text) && !Ordinals.isInDigits(word.text) && !word.isAside
    }

    /// Whether two words behind the street's part may be a postcode.
    private static func arePostcode(_ words: [SearchWords.Word], _ place: Int) -> Bool {
        guard place >= 0, place + 1 < words.count, words[place].part > 0 else { return false }
        let both = words[place...(place + 1)].map(\.text)
        return both.map(\.utf8.count) == halves && both.allSatisfy { Int($0) != nil }
    }

    /// Returns a number with a letter, a half or a repetition behind it.
    private static func marked(_ words: [SearchWords.Word], from place: Int) -> [Int]? {
        guard place + 1 < words.count else { return nil }
        let next = words[place + 1].text
        let isMark =
            next.unicodeScalars.count == 1 || HouseNumbers.isFraction(next)
            || repetitions.contains(next)
        return isMark ? [place, place + 1] : nil
    }

    /// Returns the numbers of a block, a house and so on: with an ideographic word between them.
    private static func counted(_ words: [SearchWords.Word], from place: Int) -> [Int]? {
        var taken = [place]
        while let last = taken.last, last + 2 < words.count,
            NameFolding.isIdeographic(words[last + 1].text), words[last + 2].isNumber
        {
            taken += [last + 1, last + 2]
        }
        return taken.count > 1 ? taken : nil
    }
}
