// Splits a condition's text into tokens.

/// A token of a condition's text.
enum ConditionToken: Hashable {
    case word(String)
    case number(Int)
    case mark(Character)

    /// Returns a text's tokens without comments in quotes, or `nil` if it has characters that no
    /// condition has.
    static func tokens(of text: String) -> [ConditionToken]? {
        var tokens: [ConditionToken] = []
        var rest = text.lowercased()[...]
        while let first = rest.first {
            if first == " " {
                rest = rest.dropFirst()
            } else if first.isASCII, first.isLetter {
                let word = rest.prefix { $0.isASCII && $0.isLetter }
                tokens.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first.isASCII, first.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard digits.count <= 4, let number = Int(digits) else { return nil }
                tokens += digits.count == 4 ? clock(number) : [.number(number)]
                rest = rest.dropFirst(digits.count)
            } else if ":-–,;/[]()+".contains(first) {
                tokens.append(.mark(first == "–" ? "-" : first))
                rest = rest.dropFirst()
            } else if first == "\"" {
                guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        return tokens
    }

    /// Returns the tokens of four digits: a time such as `0730`, unless they may be a year.
    private static func clock(_ number: Int) -> [ConditionToken] {
        let (hours, minutes) = number.quotientAndRemainder(dividingBy: 100)
        guard !years.contains(number), hours <= 24, minutes < 60 else { return [.number(number)] }
        return [.number(hours), .mark(":"), .number(minutes)]
    }

    /// The numbers that are years where no month follows.
    static let years = 2_010...2_100
}
