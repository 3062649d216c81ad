// Numbers of roads, which maps and people write with a blank or without: `A 28`, `A28`.

/// Finds the other ways to write a road's number.
enum RoadNumbers {
    private static let mostLetters = 4

    /// Returns the road numbers in a text such as `E 18;Rv4` in their other forms: `E18`, `Rv 4`.
    /// If a text has several, they come first as they are. Returns nothing for other texts.
    static func otherForms(of text: String) -> [String] {
        let parts = text.split(separator: ";", maxSplits: 7).map(String.init)
        return (parts.count > 1 ? parts : []) + parts.compactMap(otherForm)
    }

    private static func otherForm(of number: String) -> String? {
        let words = NameFolding.words(number, atMost: 3)
        guard let first = words.first else { return nil }
        if words.count == 2 {
            guard first.unicodeScalars.count <= mostLetters, !NameFolding.hasDigit(first),
                NameFolding.isNumber(words[1]), !Ordinals.isInDigits(words[1])
            else { return nil }
            return first + words[1]
        }
        let letters = first.prefix { !NameFolding.isNumber(String($0)) }
        guard words.count == 1, (1...mostLetters).contains(letters.count),
            letters.count < first.count
        else { return nil }
        return "\(letters) \(first.dropFirst(letters.count))"
    }
}
