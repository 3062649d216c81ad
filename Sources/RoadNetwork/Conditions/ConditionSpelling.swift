// How mappers also write dates, seasons and spans of days.

/// The months and weekdays by the first letters of their English names.
enum CalendarName {
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// Returns a month, counted from 0, from three or more letters.
    static func month(_ token: ConditionToken?) -> Int? {
        guard case .word(let word) = token, word.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) }
    }

    /// Returns a weekday, counted from Monday, from two or more letters.
    static func weekday(_ token: ConditionToken?) -> Int? {
        guard case .word(let word) = token, word.count >= 2 else { return nil }
        return weekdays.firstIndex { $0.hasPrefix(word) }
    }

    /// The month, counted from 0, as a condition names it.
    static func token(ofMonth month: Int) -> ConditionToken {
        .word(String(months[month].prefix(3)))
    }

    static func token(ofWeekday day: Int) -> ConditionToken {
        .word(String(weekdays[day].prefix(2)))
    }
}

/// Rewrites what mappers write in other words as what `opening_hours` says.
///
/// - `winter`, `spring`, `summer` and `autumn` are `Dec-Mar`, `Mar-May`, `Jun-Sep` and `Sep-Nov`,
///   and half a year later in the south.
/// - `15 Oct-1 May` is `Oct 15-May 1`, and `1 May 2026` is `2026 May 1`.
/// - `2026-05-01 - 2026-06-15`, also with a slash between, is `2026 May 1-2026 Jun 15`.
/// - `Fr 22:00-Su 06:00` is `Fr 22:00-24:00, Sa 00:00-24:00, Su 00:00-06:00`.
struct ConditionSpelling {
    /// Whether the condition is about a place south of the equator.
    let isSouth: Bool

    /// The first and the last month of each season, counted from 0.
    private static let seasons: [String: (first: Int, last: Int)] = [
        "winter": (11, 2), "spring": (2, 4), "summer": (5, 8), "autumn": (8, 10), "fall": (8, 10),
    ]

    /// Whether a text, in lower case, names a season.
    static func namesSeason(_ text: String) -> Bool {
        seasons.keys.contains { text.contains($0) }
    }

    func usual(_ tokens: [ConditionToken]) -> [ConditionToken] { days(dates(seasons(tokens))) }

    private func seasons(_ tokens: [ConditionToken]) -> [ConditionToken] {
        tokens.flatMap { token -> [ConditionToken] in
            guard case .word(let word) = token, let season = Self.seasons[word] else {
                return [token]
            }
            let later = isSouth ? 6 : 0
            return [
                CalendarName.token(ofMonth: (season.first + later) % 12), .mark("-"),
                CalendarName.token(ofMonth: (season.last + later) % 12),
            ]
        }
    }

    private func dates(_ tokens: [ConditionToken]) -> [ConditionToken] {
        var result: [ConditionToken] = []
        var rest = tokens[...]
        while let first = rest.first {
            if let date = numbers(rest) {
                result += date
                rest = rest.dropFirst(5)
                if rest.first == .mark("/"), numbers(rest.dropFirst()) != nil {
                    result.append(.mark("-"))
                    rest = rest.dropFirst()
                }
            } else if result.last != .mark(":"), CalendarName.month(result.last) == nil,
                let (date, count) = dayFirst(rest)
            {
                result += date
                rest = rest.dropFirst(count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Reads a date in numbers, `2026-05-01`.
    private func numbers(_ tokens: ArraySlice<ConditionToken>) -> [ConditionToken]? {
        let date = Array(tokens.prefix(5))
        guard date.count == 5, date[1] == .mark("-"), date[3] == .mark("-"),
            case .number(let year) = date[0], ConditionToken.years.contains(year),
            case .number(let month) = date[2], (1...12).contains(month),
            case .number(let day) = date[4], (1...31).contains(day)
        else { return nil }
        return [date[0], CalendarName.token(ofMonth: month - 1), date[4]]
    }

    /// Reads a day before its month, `15 Oct` and `15 Oct 2026`.
    private func dayFirst(
        _ tokens: ArraySlice<ConditionToken>
    ) -> (date: [ConditionToken], count: Int)? {
        let date = Array(tokens.prefix(4))
        guard date.count > 1, case .number(let day) = date[0], (1...31).contains(day),
            CalendarName.month(date[1]) != nil
        else { return nil }
        if date.count > 2, case .number(let year) = date[2], ConditionToken.years.contains(year),
            date.last != .mark(":")
        {
            return ([date[2], date[1], date[0]], 3)
        }
        return ([date[1], date[0]], 2)
    }

    /// Writes a span from a time of one weekday to a time of another as hours of each day, where a
    /// rule begins with it.
    private func days(_ tokens: [ConditionToken]) -> [ConditionToken] {
        var result: [ConditionToken] = []
        var rest = tokens[...]
        while let first = rest.first {
            if result.isEmpty || result.last == .mark(";"), let span = span(Array(rest.prefix(9))) {
                result += span
                rest = rest.dropFirst(9)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private func span(_ tokens: [ConditionToken]) -> [ConditionToken]? {
        guard tokens.count == 9, let first = CalendarName.weekday(tokens[0]),
            let last = CalendarName.weekday(tokens[5]), first != last,
            tokens[4] == .mark("-"), [2, 7].allSatisfy({ tokens[$0] == .mark(":") })
        else { return nil }
        let (start, end) = (tokens[1...3], tokens[6...8])
        let isInNumbers = [1, 3, 6, 8].allSatisfy { place in
            if case .number = tokens[place] { true } else { false }
        }
        guard isInNumbers else { return nil }
        let midnight: [ConditionToken] = [.number(0), .mark(":"), .number(0), .mark("-")]
        let wholeDay: [ConditionToken] = midnight + [.number(24), .mark(":"), .number(0)]
        var result = [tokens[0]] + start + [.mark("-")] + wholeDay.suffix(3)
        var day = (first + 1) % 7
        while day != last {
            result += [.mark(","), CalendarName.token(ofWeekday: day)] + wholeDay
            day = (day + 1) % 7
        }
        return result + [.mark(","), tokens[5]] + midnight + end
    }
}
