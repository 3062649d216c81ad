// Ordinal numbers in English street names, as digits and as words.

/// Knows that `4th` and `fourth` are the same.
enum Ordinals {
    private static let forms: [String: String] = {
        var forms: [String: String] = [:]
        let names = """
            first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
            thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
            """.split { $0.isWhitespace }.map(String.init)
        for (place, name) in names.enumerated() {
            let ends = ["st", "nd", "rd"]
            let digits = "\(place + 1)\(place < ends.count ? ends[place] : "th")"
            forms[name] = digits
            forms[digits] = name
        }
        return forms
    }()

    /// Returns the other way to write an ordinal up to the twentieth; nothing for other words.
    static func otherForms(of word: String) -> [String] { forms[word].map { [$0] } ?? [] }

    /// Returns an ordinal's number, `59` for `59th`, or the ordinals of a number: people leave the
    /// end out.
    static func numbers(of word: String) -> [String] {
        if isInDigits(word) { return [String(word.dropLast(2))] }
        guard !word.isEmpty, word.utf8.count <= 3,
            word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return [] }
        return ["st", "nd", "rd", "th"].map { word + $0 }
    }

    /// Whether a word is an ordinal in digits, such as `42nd`, and so no house number.
    static func isInDigits(_ word: String) -> Bool {
        let digits = word.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        return digits > 0 && ["st", "nd", "rd", "th"].contains(String(word.dropFirst(digits)))
    }
}
