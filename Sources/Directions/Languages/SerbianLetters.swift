// Serbian in Latin letters.

/// Serbian's two alphabets, whose letters correspond.
///
/// Source: Правопис српскога језика, Matica srpska, 2010. From Cyrillic to Latin no word is in
/// doubt.
enum SerbianLetters {
    private static let letters: [Character: String] = [
        "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "ђ": "đ", "е": "e", "ж": "ž", "з": "z",
        "и": "i", "ј": "j", "к": "k", "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o",
        "п": "p", "р": "r", "с": "s", "т": "t", "ћ": "ć", "у": "u", "ф": "f", "х": "h", "ц": "c",
        "ч": "č", "џ": "dž", "ш": "š",
    ]

    /// Returns a text in UTF-8 with Latin letters.
    static func latin(_ text: [UInt8]) -> [UInt8] {
        Array(String(decoding: text, as: UTF8.self).map(latin).joined().utf8)
    }

    private static func latin(_ character: Character) -> String {
        if let letter = letters[character] { return letter }
        guard let small = character.lowercased().first, let letter = letters[small] else {
            return String(character)
        }
        return letter.prefix(1).uppercased() + letter.dropFirst()
    }
}
