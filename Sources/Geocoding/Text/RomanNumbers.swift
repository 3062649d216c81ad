// Roman numbers in street names: `Via XX Settembre` is `Via 20 Settembre`.

/// Knows Roman numbers of two signs and more. A sign alone is an initial.
enum RomanNumbers {
    private static let most = 39

    private static let forms: [String: String] = {
        let tens = ["", "x", "xx", "xxx"]
        let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
        var forms: [String: String] = [:]
        for number in 2...most {
            let roman = tens[number / 10] + ones[number % 10]
            guard roman.count > 1 else { continue }
            forms[roman] = "\(number)"
            forms["\(number)"] = roman
        }
        return forms
    }()

    /// Returns the other way to write a number up to 39; nothing for other words.
    static func otherForms(of word: String) -> [String] { forms[word].map { [$0] } ?? [] }
}
