// Ordinal numbers in street names, as digits and as words.

/// Knows that `4th` and `fourth` are the same.
enum Ordinals {
    /// Ends of ordinals in digits: English, French and Dutch.
    private static let ends = ["st", "nd", "rd", "th", "e", "er", "re", "eme", "ieme", "ste", "de"]
    /// The words for each number from 1 on, in English, Dutch and French.
    private static let names = """
        first eerste premier premiere;second tweede deuxieme;third derde troisieme
        fourth vierde quatrieme;fifth vijfde cinquieme;sixth zesde sixieme;seventh zevende septieme
        eighth achtste huitieme;ninth negende neuvieme;tenth tiende dixieme;eleventh elfde onzieme
        twelfth twaalfde douzieme;thirteenth;fourteenth;fifteenth;sixteenth;seventeenth;eighteenth
        nineteenth;twentieth
        """.split { $0 == "\n" || $0 == ";" }.map { $0.split(separator: " ").map(String.init) }

    private static let forms: [String: [String]] = {
        var forms: [String: [String]] = [:]
        for (place, names) in names.enumerated() {
            let digits = ends.map { "\(place + 1)\($0)" }
            for name in names { forms[name, default: []] += digits + names.filter { $0 != name } }
            for number in digits { forms[number] = names }
        }
        return forms
    }()

    /// Returns the other ways to write an ordinal: `fourth` and `4e` for `4th`; nothing for other
    /// words.
    static func otherForms(of word: String) -> [String] {
        let (digits, end) = divided(word)
        guard !end.isEmpty else { return forms[word] ?? [] }
        return ends.filter { $0 != end }.map { digits + $0 } + (forms[word] ?? [])
    }

    /// Returns an ordinal's number, `59` for `59th`, or the ordinals of a number: people leave the
    /// end out.
    static func numbers(of word: String) -> [String] {
        let (digits, end) = divided(word)
        guard !digits.isEmpty else { return [] }
        return end.isEmpty ? ends.map { digits + $0 } : [digits]
    }

    /// Returns a number of at most three digits and an ordinal's end; empty texts for other words.
    private static func divided(_ word: String) -> (digits: String, end: String) {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let end = String(word.dropFirst(digits.count))
        guard (1...3).contains(digits.count), end.isEmpty || ends.contains(end) else {
            return ("", "")
        }
        return (String(digits), end)
    }

    /// Whether a word is an ordinal in digits, such as `42nd`, and so no house number.
    static func isInDigits(_ word: String) -> Bool {
        let digits = word.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
        return digits > 0 && ["st", "nd", "rd", "th"].contains(String(word.dropFirst(digits)))
    }
}
