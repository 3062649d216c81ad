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

/// What a part of a condition chooses by.
package enum ConditionSelector: Hashable, Sendable {
    case weekdays, months, hours

    /// Returns what a text chooses by, if it is about one of these alone: `Mo-Fr`, `Nov,Dec`,
    /// `07:00-09:00`.
    package init?(_ text: String) {
        guard let tokens = ConditionToken.tokens(of: text), !tokens.isEmpty else { return nil }
        let marks: Set<ConditionToken> = [.mark("-"), .mark(",")]
        let names = tokens.filter { !marks.contains($0) }
        if !names.isEmpty, names.allSatisfy({ CalendarName.weekday($0) != nil }) {
            self = .weekdays
        } else if !names.isEmpty, names.allSatisfy({ CalendarName.month($0) != nil }) {
            self = .months
        } else if names.contains(.mark(":")),
            names.allSatisfy({ if case .word = $0 { false } else { true } })
        {
            self = .hours
        } else {
            return nil
        }
    }
}

/// Rewrites what mappers write in other words as what `opening_hours` says.
///
/// - `winter`, `spring`, `summer` and `autumn` are `Dec-Mar`, `Mar-May`, `Jun-Sep` and `Sep-Nov`,
///   and half a year later in the south.
/// - `1st,3rd Tu` and `last Su of the month` are `Tu[1,3]` and `Su[-1]`.
/// - `15 Oct-1 May` is `Oct 15-May 1`, and `1 May 2026` is `2026 May 1`.
/// - `May 2026` is `2026 May`, and `May 1 2026` is `2026 May 1`.
/// - `01.11.-30.04.` is `Nov 1-Apr 30`, and `9.00-16.30` is `9:00-16:30`. What may be either, such
///   as `01.05`, is neither.
/// - `Sa,Su May-Sep 10:00-18:00` is `May-Sep Sa,Su 10:00-18:00`.
/// - `2026-05-01 - 2026-06-15`, also with a slash between, is `2026 May 1-2026 Jun 15`, and so are
///   `2026/05/01` and `2026-May-01`.
/// - `2026 May 1 08:00-2026 Jun 15 17:00` is all of these days, less the hours before the first and
///   after the last.
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

    func usual(_ tokens: [ConditionToken]) -> [ConditionToken] {
        moments(days(datesFirst(dates(seasons(numbered(dotted(tokens)))))))
    }

    /// Writes dates and times with dots in the usual form.
    private func dotted(_ tokens: [ConditionToken]) -> [ConditionToken] {
        var result: [ConditionToken] = []
        var rest = tokens[...]
        while let first = rest.first {
            if let (usual, count) = dottedDate(Array(rest.prefix(5))) ?? dottedTime(rest) {
                result += usual
                rest = rest.dropFirst(count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Reads `01.11.` and `01.11.2026`.
    private func dottedDate(
        _ tokens: [ConditionToken]
    ) -> (date: [ConditionToken], count: Int)? {
        guard tokens.count > 3, case .number(let day) = tokens[0], (1...31).contains(day),
            case .number(let month) = tokens[2], (1...12).contains(month),
            tokens[1] == .mark("."), tokens[3] == .mark(".")
        else { return nil }
        let date = [CalendarName.token(ofMonth: month - 1), tokens[0]]
        if case .number(let year) = tokens.last, tokens.count == 5, ConditionToken.isYear(year) {
            return ([.number(year)] + date, 5)
        }
        return (date, 4)
    }

    /// Reads `9.00`, if the number behind the dot is no month.
    private func dottedTime(
        _ tokens: ArraySlice<ConditionToken>
    ) -> (time: [ConditionToken], count: Int)? {
        let time = Array(tokens.prefix(4))
        guard time.count > 2, time[1] == .mark("."), time.last != .mark("."),
            case .number(let hours) = time[0], hours <= 24, case .number(let minutes) = time[2],
            minutes == 0 || (13..<60).contains(minutes)
        else { return nil }
        return ([time[0], .mark(":"), time[2]], 3)
    }

    /// Writes the dates of a rule before its weekdays.
    private func datesFirst(_ tokens: [ConditionToken]) -> [ConditionToken] {
        let joining: Set<ConditionToken> = [.mark("-"), .mark(",")]
        let rules = tokens.split(separator: .mark(";"), omittingEmptySubsequences: false)
        return Array(
            rules.map { rule -> [ConditionToken] in
                let days = rule.prefix { CalendarName.weekday($0) != nil || joining.contains($0) }
                let rest = rule.dropFirst(days.count)
                guard let last = days.last, !joining.contains(last), let month = rest.first,
                    CalendarName.month(month) != nil
                else { return Array(rule) }
                var end = rest.startIndex
                while end < rest.endIndex {
                    let isHour = rest[end...].dropFirst().first == .mark(":")
                    var isDay = false
                    if case .number = rest[end] { isDay = !isHour }
                    guard
                        isDay || joining.contains(rest[end]) || CalendarName.month(rest[end]) != nil
                    else { break }
                    end += 1
                }
                while joining.contains(rest[end - 1]) { end -= 1 }
                return Array(rest[..<end]) + days + rest[end...]
            }.joined(separator: [.mark(";")]))
    }

    private static let ordinals = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1,
    ]
    private static let endings: Set = ["st", "nd", "rd", "th"]

    /// Writes numbered weekdays with the number behind.
    private func numbered(_ tokens: [ConditionToken]) -> [ConditionToken] {
        var result: [ConditionToken] = []
        var rest = tokens[...]
        while let first = rest.first {
            if let (day, count) = numberedDay(rest) {
                result += day
                rest = rest.dropFirst(count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private func numberedDay(
        _ tokens: ArraySlice<ConditionToken>
    ) -> (day: [ConditionToken], count: Int)? {
        var numbers: [ConditionToken] = []
        var rest = tokens
        while let (number, count) = ordinal(rest) {
            if !numbers.isEmpty { numbers.append(.mark(",")) }
            numbers += number < 0 ? [.mark("-"), .number(-number)] : [.number(number)]
            rest = rest.dropFirst(count)
            guard rest.first == .mark(","), ordinal(rest.dropFirst()) != nil else { break }
            rest = rest.dropFirst()
        }
        guard !numbers.isEmpty, let day = rest.first, CalendarName.weekday(day) != nil else {
            return nil
        }
        rest = rest.dropFirst()
        let month = rest.prefix(3).prefix { $0 != .word("month") }
        if rest.first == .word("of"), rest.dropFirst(month.count).first == .word("month") {
            rest = rest.dropFirst(month.count + 1)
        }
        return ([day, .mark("[")] + numbers + [.mark("]")], tokens.count - rest.count)
    }

    /// Reads `1st`, or a word for it.
    private func ordinal(_ tokens: ArraySlice<ConditionToken>) -> (number: Int, count: Int)? {
        switch tokens.first {
        case .word(let word): return Self.ordinals[word].map { ($0, 1) }
        case .number(let number) where (1...5).contains(number):
            guard case .word(let ending) = tokens.dropFirst().first,
                Self.endings.contains(ending)
            else { return nil }
            return (number, 2)
        default: return nil
        }
    }

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
            } else if let month = monthFirst(rest, after: result.last) {
                result += month
                rest = rest.dropFirst(month.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Reads a month before its year, `May 2026` and `May 1 2026`.
    private func monthFirst(
        _ tokens: ArraySlice<ConditionToken>, after before: ConditionToken?
    ) -> [ConditionToken]? {
        guard let month = tokens.first, CalendarName.month(month) != nil else { return nil }
        if case .number = before { return nil }
        var rest = tokens.dropFirst()
        var day: [ConditionToken] = []
        if case .number(let number) = rest.first, (1...31).contains(number) {
            day = [.number(number)]
            rest = rest.dropFirst()
        }
        guard case .number(let year) = rest.first, ConditionToken.isYear(year),
            rest.dropFirst().first != .mark(":")
        else { return nil }
        return [.number(year), month] + day
    }

    /// Reads a date in numbers, `2026-05-01`.
    private func numbers(_ tokens: ArraySlice<ConditionToken>) -> [ConditionToken]? {
        let date = Array(tokens.prefix(5))
        guard date.count == 5, date[1] == date[3], date[1] == .mark("-") || date[1] == .mark("/"),
            case .number(let year) = date[0], ConditionToken.isYear(year),
            case .number(let day) = date[4], (1...31).contains(day)
        else { return nil }
        if CalendarName.month(date[2]) != nil { return [date[0], date[2], date[4]] }
        guard case .number(let month) = date[2], (1...12).contains(month) else { return nil }
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
        if date.count > 2, case .number(let year) = date[2], ConditionToken.isYear(year),
            date.last != .mark(":")
        {
            return ([date[2], date[1], date[0]], 3)
        }
        return ([date[1], date[0]], 2)
    }

    /// If a rule begins with a span from a time on one weekday to a time on another, writes it as
    /// the hours of each day.
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

    /// Writes a span from a time of one date to a time of another as the days, less the hours
    /// before and after, where it is a whole rule.
    private func moments(_ tokens: [ConditionToken]) -> [ConditionToken] {
        let rules = tokens.split(separator: .mark(";"), omittingEmptySubsequences: false)
        return Array(rules.map { moment(Array($0)) ?? Array($0) }.joined(separator: [.mark(";")]))
    }

    private func moment(_ rule: [ConditionToken]) -> [ConditionToken]? {
        guard let dash = rule.firstIndex(of: .mark("-")),
            let first = dateAndTime(rule[..<dash]),
            let last = dateAndTime(rule[(dash + 1)...])
        else { return nil }
        let midnight: [ConditionToken] = [.number(0), .mark(":"), .number(0)]
        let endOfDay: [ConditionToken] = [.number(24), .mark(":"), .number(0)]
        let off: [ConditionToken] = [.word("off")]
        var result = first.date + [.mark("-")] + last.date
        if first.time != midnight {
            result += [.mark(";")] + first.date + midnight + [.mark("-")] + first.time + off
        }
        if last.time != endOfDay {
            result += [.mark(";")] + last.date + last.time + [.mark("-")] + endOfDay + off
        }
        return result
    }

    /// Takes `2026 May 1 08:00`, or the same without its year, apart.
    private func dateAndTime(
        _ tokens: ArraySlice<ConditionToken>
    ) -> (date: [ConditionToken], time: [ConditionToken])? {
        let (date, time) = (Array(tokens.dropLast(3)), Array(tokens.suffix(3)))
        guard (2...3).contains(date.count), CalendarName.month(date[date.count - 2]) != nil,
            time[1] == .mark(":"), case .number = date[date.count - 1], case .number = time[0],
            case .number = time[2]
        else { return nil }
        return (date, time)
    }
}
