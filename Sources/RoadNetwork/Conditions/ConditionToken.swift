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
        // The places of numbers with four digits, which are times or years.
        var wide: Set<Int> = []
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
                if digits.count == 4 { wide.insert(tokens.count) }
                tokens.append(.number(number))
                rest = rest.dropFirst(digits.count)
            } else if ":.-–,;/[]()+|".contains(first) {
                tokens.append(.mark(first == "–" ? "-" : first))
                rest = rest.dropFirst()
            } else if first == "\"" {
                guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        return tokens.indices.flatMap { place -> [ConditionToken] in
            guard wide.contains(place), case .number(let number) = tokens[place],
                !isYear(number, at: place, among: tokens, wide)
            else { return [tokens[place]] }
            return clock(number)
        }
    }

    /// Returns the tokens of four digits that are a time, such as `0730`.
    private static func clock(_ number: Int) -> [ConditionToken] {
        let (hours, minutes) = number.quotientAndRemainder(dividingBy: 100)
        guard hours <= 24, minutes < 60 else { return [.number(number)] }
        return [.number(hours), .mark(":"), .number(minutes)]
    }

    /// Whether a number is a year. Times have been split at their hours.
    static func isYear(_ number: Int) -> Bool { years.contains(number) }

    /// The word for Easter Sunday, a date without a month.
    static let easter = ConditionToken.word("easter")

    private static let years = 1_960...2_099
    /// Years that are times of the evening as well, `2000-0600`: what is beside them decides.
    private static let ambiguousYears = 2_000...2_009

    /// Whether four digits are a year, not a time without its colon.
    private static func isYear(
        _ number: Int, at place: Int, among tokens: [ConditionToken], _ wide: Set<Int>
    ) -> Bool {
        guard ambiguousYears.contains(number) else { return isYear(number) }
        func token(_ offset: Int) -> ConditionToken? {
            tokens.indices.contains(place + offset) ? tokens[place + offset] : nil
        }
        func isWideYear(_ offset: Int) -> Bool {
            guard wide.contains(place + offset), case .number(let other) = token(offset) else {
                return false
            }
            return isYear(other)
        }
        let isBeforeDash = token(1) == .mark("-")
        if isBeforeDash, wide.contains(place + 2) { return isWideYear(2) }
        if token(-1) == .mark("-"), isWideYear(-2) { return true }
        return tokens.count == 1 || CalendarName.month(token(1)) != nil || token(1) == easter
            || CalendarName.month(token(-1)) != nil || number > 2_000 && token(1) == .mark("+")
            // 2009-05-01, 2009/05/01, 2009-May-01
            || (isBeforeDash || token(1) == .mark("/")) && token(3) == token(1)
    }
}
