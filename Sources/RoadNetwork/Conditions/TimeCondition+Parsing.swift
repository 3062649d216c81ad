// Parses a condition's text into a TimeCondition.

extension TimeCondition {
    /// The longest text that is read, in bytes. Longer texts are mistakes.
    package static let longestText = 500

    /// Reads a condition such as `Mo-Fr 07:30-09:00; PH off`, or several joined by `AND`.
    ///
    /// - Parameter place: The place by whose sun it is judged.
    /// - Returns: `nil` unless the whole text is understood. Conditions about the vehicle or the
    ///   weather are not.
    package init?(_ text: String, near place: SunPlace? = nil) {
        guard text.utf8.count <= Self.longestText else { return nil }
        var schedules: [TimeSchedule] = []
        for part in Self.conjuncts(of: text) where !Self.exceptsHolidaysOnly(part) {
            guard let tokens = ConditionToken.tokens(of: part) else { return nil }
            let spelling = ConditionSpelling(isSouth: place.map { $0.latitude < 0 } ?? false)
            var reader = ScheduleReader(tokens: spelling.usual(tokens))
            guard let schedule = reader.schedule() else { return nil }
            schedules.append(schedule)
        }
        guard !schedules.isEmpty else { return nil }
        self.init(schedules: schedules, place: place)
    }

    /// Whether a text has rules for public or school holidays, of which networks have no calendar.
    package static func namesHolidays(_ text: String) -> Bool {
        text.lowercased().split { !$0.isLetter }.contains { $0 == "ph" || $0 == "sh" }
    }

    /// Whether a part says `PH off` or `SH off` and nothing else. Networks have no holidays, so
    /// `07:00-09:00 AND SH off` is `07:00-09:00`.
    static func exceptsHolidaysOnly(_ part: String) -> Bool {
        let words = part.lowercased().split { $0 == " " || $0 == "," }
        guard let last = words.last, last == "off" || last == "closed" else { return false }
        return words.count > 1 && words.dropLast().allSatisfy { $0 == "ph" || $0 == "sh" }
    }
}

/// Reads the rules of a schedule.
private struct ScheduleReader {
    private static let longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    let tokens: [ConditionToken]
    private var position = 0

    init(tokens: [ConditionToken]) { self.tokens = tokens }

    private var next: ConditionToken? { position < tokens.count ? tokens[position] : nil }

    private func peek(_ offset: Int) -> ConditionToken? {
        position + offset < tokens.count ? tokens[position + offset] : nil
    }

    private mutating func take(_ mark: Character) -> Bool {
        guard next == .mark(mark) else { return false }
        position += 1
        return true
    }

    private mutating func takeNumber() -> Int? {
        guard case .number(let number) = next else { return nil }
        position += 1
        return number
    }

    /// Reads all rules, to the end of the text.
    mutating func schedule() -> TimeSchedule? {
        var rules: [TimeSchedule.Rule] = []
        var isAdditional = false
        var isFallback = false
        while next != nil {
            // Ignore a trailing separator.
            if take(";") { continue }
            if take("|") {
                guard take("|"), !rules.isEmpty else { return nil }
                isFallback = true
                continue
            }
            guard let (rule, isForHolidaysOnly) = rule() else { return nil }
            if !isForHolidaysOnly {
                rules.append(rule)
                rules[rules.count - 1].isAdditional = isAdditional && rules.count > 1
                rules[rules.count - 1].isFallback = isFallback
                isFallback = false
            }
            isAdditional = false
            if take(",") {
                isAdditional = true
            } else if next != nil, next != .mark("|"), !take(";") {
                return nil
            }
        }
        return rules.isEmpty ? nil : TimeSchedule(rules: rules)
    }

    private mutating func rule() -> (rule: TimeSchedule.Rule, isForHolidaysOnly: Bool)? {
        if next == .number(24), peek(1) == .mark("/"), peek(2) == .number(7) {
            position += 3
            return (TimeSchedule.Rule(spans: [.wholeDay]), false)
        }
        let start = position
        guard let years = years(), let dates = years.isEmpty ? dates() : years,
            let weeks = weeks()
        else { return nil }
        // The colon may stand after the season, after the weekdays, or after both.
        if position > start { _ = take(":") }
        guard var days = days() else { return nil }
        if days.mask != nil || days.hasHolidays {
            // "Mo-Fr, 07:00-09:00" are hours of these days.
            if !take(":"), next == .mark(","), isTime(at: 1) { position += 1 }
        }
        guard let spans = spans() else { return nil }
        if !spans.isEmpty, isAtWeekday, days.mask == nil, !days.hasHolidays {
            guard let after = self.days() else { return nil }
            days = after
        }
        var isOff = false
        if case .word(let word) = next {
            guard ["off", "closed", "open"].contains(word) else { return nil }
            isOff = word != "open"
            position += 1
        }
        guard position > start else { return nil }
        let hours = spans.isEmpty ? [.wholeDay] : spans
        // "off" without hours is for the whole day.
        var rule = TimeSchedule.Rule(dates: dates, spans: isOff && spans.isEmpty ? [] : hours)
        rule.isClosing = isOff && !spans.isEmpty
        rule.weeks = weeks
        if let mask = days.mask { rule.weekdays = mask }
        rule.occurrences = days.occurrences
        return (rule, days.mask == nil && days.hasHolidays)
    }
}

// MARK: - Days and dates

extension ScheduleReader {
    /// Reads years alone, such as `2026`, `2026-2027` and `2026+`; empty if there are none, or if a
    /// month follows.
    private mutating func years() -> [DateRange]? {
        guard let first = year(at: 0), !isAtDate else { return [] }
        var last = first
        position += 1
        if next == .mark("-"), let end = year(at: 1), !isDate(at: 1) {
            guard end >= first else { return nil }
            last = end
            position += 2
        } else if take("+") {
            last = CalendarDate.lastYear
        }
        return [
            DateRange(
                from: CalendarDate(year: first, month: 1, day: 1),
                to: CalendarDate(year: last, month: 12, day: 31))
        ]
    }

    /// Returns the year at a place; `nil` for numbers that may be hours without their colon.
    private func year(at offset: Int) -> Int? {
        guard case .number(let number) = peek(offset), ConditionToken.isYear(number),
            peek(offset + 1) != .mark(":") || !isNumber(at: offset + 2) || isHour(at: offset + 2)
        else { return nil }
        return number
    }

    private func isNumber(at offset: Int) -> Bool {
        if case .number = peek(offset) { return true }
        return false
    }

    /// Whether a number is the hour of a time such as `07:30`, not a day or week before a colon, as
    /// in `Sep 30: Mo-Fr` and `Sep 30: 07:30-09:00`.
    private func isHour(at offset: Int) -> Bool {
        guard isNumber(at: offset) else { return false }
        return Self.isHourWord(peek(offset + 1))
            || peek(offset + 1) == .mark(":") && isNumber(at: offset + 2)
                && peek(offset + 3) != .mark(":")
    }

    /// Whether a time of day begins at a place where no date does.
    private func isTime(at offset: Int) -> Bool {
        if case .number(let number) = peek(offset) { return number <= Self.lastHour }
        return isBySun(at: offset)
    }

    /// Reads months and dates such as `Apr 01-Oct 31`; empty if there are none.
    private mutating func dates() -> [DateRange]? {
        var ranges: [DateRange] = []
        while isAtDate {
            guard var from = date(isEnd: false, after: nil) else { return nil }
            var to = from
            if from.day == 0 { to.day = Self.longestMonths[from.month - 1] }
            if next == .mark("-") {
                position += 1
                guard let end = date(isEnd: true, after: from) else { return nil }
                to = end
                if from.year == 0, end.year != 0, from.daysAfterEaster == nil {
                    // "Nov-Dec 2026" is of that year, "Nov-Feb 2026" begins in the year before.
                    from.year = from.dayOrder > end.dayOrder ? end.year - 1 : end.year
                }
            } else if from.year != 0, take("+") {
                to = CalendarDate(year: CalendarDate.lastYear, month: 12, day: 31)
            }
            from.day = max(from.day, 1)
            ranges.append(DateRange(from: from, to: to))
            guard next == .mark(","), isDate(at: 1) else { break }
            position += 1
        }
        return ranges
    }

    private var isAtDate: Bool { isDate(at: 0) }

    private func isDate(at offset: Int) -> Bool {
        if case .number(let number) = peek(offset), ConditionToken.isYear(number) {
            return isDayOfYear(at: offset + 1)
        }
        return isDayOfYear(at: offset)
    }

    private func isDayOfYear(at offset: Int) -> Bool {
        month(at: offset) != nil || peek(offset) == ConditionToken.easter
    }

    /// How far from Easter a date may be, such as Ash Wednesday and Corpus Christi.
    private static let mostDaysFromEaster = 60

    /// Reads Easter Sunday, or days before and after it, `easter -2 days`; `nil` if they are too
    /// many.
    private mutating func easterDate(ofYear year: Int) -> CalendarDate? {
        position += 1
        var date = CalendarDate(year: year, month: 1, day: 1)
        date.daysAfterEaster = 0
        guard next == .mark("-") || next == .mark("+"), case .number(let days) = peek(1),
            peek(2) == .word("day") || peek(2) == .word("days")
        else { return date }
        guard days <= Self.mostDaysFromEaster else { return nil }
        date.daysAfterEaster = next == .mark("-") ? -days : days
        position += 3
        return date
    }

    private func month(at offset: Int) -> Int? { CalendarName.month(peek(offset)) }

    /// Reads a date. Day 0 stands for a month alone. After a dash the month may be missing.
    private mutating func date(isEnd: Bool, after first: CalendarDate?) -> CalendarDate? {
        var date = CalendarDate(year: first?.year ?? 0, month: first?.month ?? 0, day: 0)
        if case .number(let number) = next, ConditionToken.isYear(number) {
            date.year = number
            position += 1
        }
        if next == ConditionToken.easter { return easterDate(ofYear: date.year) }
        var hasMonth = false
        if let month = month(at: 0) {
            date.month = month + 1
            position += 1
            hasMonth = true
        } else if !isEnd || first?.daysAfterEaster != nil {
            // "easter -2" lacks its "days", and is no span to a day of some month.
            return nil
        }
        // In `Nov-Mar 07:00` the number is an hour.
        if case .number(let number) = next, !isHour(at: 0), (1...31).contains(number) {
            date.day = number
            position += 1
        } else if isEnd {
            // "Aug 10-Feb" ends with February.
            guard hasMonth || first?.day == 0 else { return nil }
            date.day = Self.longestMonths[date.month - 1]
        }
        return date
    }

    /// Reads weeks such as `week 10-20,30` and `week 01-53/2`; empty if there are none.
    private mutating func weeks() -> [WeekRange]? {
        guard next == .word("week") else { return [] }
        position += 1
        var ranges: [WeekRange] = []
        while true {
            guard let from = week() else { return nil }
            var range = WeekRange(from: from, to: from)
            if take("-") {
                guard let to = week(), to >= from else { return nil }
                range.to = to
                if take("/") {
                    guard let step = takeNumber(), (1...53).contains(step) else { return nil }
                    range.step = step
                }
            }
            ranges.append(range)
            guard next == .mark(","), isNumber(at: 1), !isHour(at: 1) else { break }
            position += 1
        }
        return ranges
    }

    private mutating func week() -> Int? {
        guard let number = takeNumber(), (1...53).contains(number) else { return nil }
        return number
    }

    /// Reads which occurrences in the month are meant, as in `Mo[1]`, `Su[-1]` and `Fr[1,3-4]`;
    /// `nil` if not understood.
    private mutating func numbersInMonth() -> Set<Int>? {
        guard take("[") else { return nil }
        var numbers: Set<Int> = []
        repeat {
            let isFromEnd = take("-")
            guard let first = takeNumber(), (1...5).contains(first) else { return nil }
            var last = first
            if !isFromEnd, take("-") {
                guard let number = takeNumber(), (first...5).contains(number) else { return nil }
                last = number
            }
            numbers.formUnion((first...last).map { isFromEnd ? -$0 : $0 })
        } while take(",")
        return take("]") ? numbers : nil
    }

    /// Reads weekdays such as `Mo-Fr,Su`. There is no mask if there are none.
    private mutating func days() -> (
        mask: UInt8?, occurrences: [Int: Set<Int>], hasHolidays: Bool
    )? {
        var mask: UInt8?
        var occurrences: [Int: Set<Int>] = [:]
        var hasHolidays = false
        while case .word(let word) = next {
            if word == "ph" || word == "sh" {
                hasHolidays = true
                position += 1
            } else if let first = weekday(word) {
                position += 1
                var last = first
                if next == .mark("-"), case .word(let word) = peek(1), let end = weekday(word) {
                    last = end
                    position += 2
                } else if next == .mark("[") {
                    guard let numbers = numbersInMonth() else { return nil }
                    occurrences[first, default: []].formUnion(numbers)
                }
                var day = first
                mask = (mask ?? 0) | 1 << UInt8(day)
                while day != last {
                    day = (day + 1) % 7
                    mask = (mask ?? 0) | 1 << UInt8(day)
                }
            } else {
                break
            }
            guard next == .mark(","), case .word(let following) = peek(1),
                weekday(following) != nil || following == "ph" || following == "sh"
            else { break }
            position += 1
        }
        return (mask, occurrences, hasHolidays)
    }

    private var isAtWeekday: Bool {
        if case .word(let word) = next { return weekday(word) != nil }
        return false
    }

    private func weekday(_ word: String) -> Int? { CalendarName.weekday(.word(word)) }
}

// MARK: - Hours

extension ScheduleReader {
    /// Reads spans of hours such as `07:30-09:00,17-19`, `20:00+`, `24h` and
    /// `sunrise-(sunset+00:30)`.
    ///
    /// - Returns: Empty if there are none; `nil` if not understood.
    private mutating func spans() -> [DaySpan]? {
        var spans: [DaySpan] = []
        while isNumber(at: 0) || isBySun(at: 0) {
            guard let span = span() else { return nil }
            spans.append(span)
            guard next == .mark(","), isNumber(at: 1) || isBySun(at: 1) else { break }
            position += 1
        }
        return spans
    }

    private mutating func span() -> DaySpan? {
        if next == .number(24), Self.isHourWord(peek(1)), peek(2) != .mark("-") {
            position += 2
            return .wholeDay
        }
        guard let start = time(), start.event != nil || start.minutes <= 1_440 else { return nil }
        // An open end lasts for the rest of the day.
        if start.minutes < 1_440, take("+") { return DaySpan(start, DayTime(minutes: 1_440)) }
        guard take("-"), let end = time(), end.event != nil || end.minutes <= 2 * 1_440 else {
            return nil
        }
        return DaySpan(start, end)
    }

    /// The greatest hour, of spans that end on the next day.
    private static let lastHour = 48

    /// "Hour" on English, French, Spanish, German and Dutch signs.
    private static let hourWords: Set = [
        "h", "hr", "hrs", "hour", "hours", "hs", "uhr", "u", "uur",
    ]

    private static func isHourWord(_ token: ConditionToken?) -> Bool {
        guard case .word(let word) = token else { return false }
        return hourWords.contains(word)
    }

    private mutating func takeHourWord() -> Bool {
        guard Self.isHourWord(next) else { return false }
        position += 1
        return true
    }

    /// Reads a time such as `07:30`, `sunset` or `(sunset-00:30)`.
    private mutating func time() -> DayTime? {
        if let event = sunEvent(at: 0) {
            position += 1
            return DayTime(event: event, minutes: 0)
        }
        guard take("(") else { return minutes().map { DayTime(minutes: $0) } }
        guard let event = sunEvent(at: 0) else { return nil }
        position += 1
        let isBefore = take("-")
        guard isBefore || take("+"), let shift = minutes(), shift < 1_440, take(")") else {
            return nil
        }
        return DayTime(event: event, minutes: isBefore ? -shift : shift)
    }

    private func isBySun(at offset: Int) -> Bool {
        sunEvent(at: peek(offset) == .mark("(") ? offset + 1 : offset) != nil
    }

    private func sunEvent(at offset: Int) -> SunEvent? {
        guard case .word(let word) = peek(offset) else { return nil }
        return SunEvent(rawValue: word)
    }

    /// Reads the time of a clock, such as `7`, `07:30`, `7:30 pm`, `7h30`, `7:30h` and `07:30:00`,
    /// whose seconds do not count.
    private mutating func minutes() -> Int? {
        guard var hours = takeNumber(), hours <= Self.lastHour else { return nil }
        var minutes = 0
        let isWord = takeHourWord()
        if isWord ? isNumber(at: 0) : take(":") {
            guard let number = takeNumber(), number < 60 else { return nil }
            minutes = number
            if next == .mark(":"), case .number(let seconds) = peek(1) {
                guard seconds < 60 else { return nil }
                position += 2
            }
            // "07:30h"
            if !isWord { _ = takeHourWord() }
        }
        for (word, first) in [("am", 0), ("pm", 12)] where next == .word(word) {
            guard (1...12).contains(hours) else { return nil }
            position += 1
            hours = hours % 12 + first
            break
        }
        return hours * 60 + minutes
    }
}
