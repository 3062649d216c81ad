// Start here for dates and times in files, as spreadsheets, databases and devices write them.

/// A time in any usual notation: ISO 8601, `02.03.2026 9:30`, `3/2/2026 9:30 PM`, `2-Mar-26`,
/// `2230`, `9h30`, `Mon Mar 02 2026 09:30:00 GMT+0100 (Central European Standard Time)`.
///
/// If a date has three numbers between slashes or dashes, day and month may come in either order.
///
///     TimeText("25/3/2026")?.order              // .dayFirst, which the date shows itself
///     TimeText("3/2/2026")?.time(.monthFirst)   // the clock of 2 March, at midnight
///     TimeText("3/2/2026")?.time(nil)           // nil: 3 February or 2 March
package struct TimeText: Hashable, Sendable {
    /// The time if the day comes first.
    package let dayFirst: WrittenTime
    /// The time if the month comes first.
    package let monthFirst: WrittenTime
    /// The order the date itself shows, because a number is above 12.
    package let order: DateOrder?

    /// Whether both orders make a date, and the dates differ.
    package var isInDoubt: Bool { dayFirst != monthFirst }

    /// Returns the time; `nil` if it is ambiguous and no order is known.
    package func time(_ order: DateOrder?) -> WrittenTime? {
        guard isInDoubt else { return dayFirst }
        return switch order {
        case .dayFirst: dayFirst
        case .monthFirst: monthFirst
        case nil: nil
        }
    }

    private init(_ time: WrittenTime, order: DateOrder? = nil) {
        (dayFirst, monthFirst, self.order) = (time, time, order)
    }

    private init(dayFirst: WrittenTime, monthFirst: WrittenTime) {
        (self.dayFirst, self.monthFirst, order) = (dayFirst, monthFirst, nil)
    }

    /// Reads a time, or returns `nil` if the text is none.
    package init?(_ text: String) {
        let whole = text.withoutMarks.trimmingBlanks
        guard !whole.isEmpty, whole.utf8.count <= 120 else { return nil }
        if let milliseconds = Self.wrapped(whole) {
            self.init(.instant(milliseconds))
            return
        }
        let text = Self.withoutZoneName(whole)
        self.init(plain: text)
        // A name without an offset would have to be looked up.
        guard text == whole || Self.isInstant(dayFirst) else { return nil }
    }

    /// Reads a time without a zone's name.
    private init?(plain text: String) {
        guard text.utf8.count <= 60 else { return nil }
        if let time = WrittenTime(text) {
            self.init(Self.withoutOldDay(time))
            return
        }
        if let time = Self.compact(text) {
            self.init(time)
            return
        }
        var reader = TimeTokens(text)
        guard let parts = reader.parts() else { return nil }
        switch parts.date {
        case .none:
            // Without a date a zone makes no sense: `10:00-12:00` is a span.
            guard let time = parts.time, parts.offset == nil else { return nil }
            self.init(.timeOfDay(time))
        case .day(let day, let order):
            self.init(Self.dated(day, parts), order: order)
        case .either(let dayFirst, let monthFirst):
            self.init(
                dayFirst: Self.dated(dayFirst, parts), monthFirst: Self.dated(monthFirst, parts))
        }
    }

    private static func isInstant(_ time: WrittenTime) -> Bool {
        if case .instant = time { true } else { false }
    }

    /// Removes the name of a zone behind its offset, as Java and JavaScript write it:
    /// `…T09:30+01:00[Europe/Rome]`, `… GMT+0100 (Central European Standard Time)`.
    private static func withoutZoneName(_ text: String) -> String {
        for (opening, closing) in [("[", "]"), ("(", ")")] as [(Character, Character)]
        where text.last == closing {
            guard let start = text.lastIndex(of: opening) else { continue }
            return String(text[..<start]).trimmingBlanks
        }
        return text
    }

    /// Reads the milliseconds in `/Date(1772443800000)/`, as .NET writes an instant. An offset
    /// behind them does not change it.
    private static func wrapped(_ text: String) -> Int64? {
        guard text.hasPrefix("/Date("), text.hasSuffix(")/") else { return nil }
        let number = text.dropFirst(6).dropLast(2)
        let sign = number.first == "-" ? 1 : 0
        let digits = number.dropFirst(sign).prefix { $0 != "+" && $0 != "-" }
        guard let size = Int64(digits), size < 1_000_000_000_000_000 else { return nil }
        return sign == 1 ? -size : size
    }

    private static let day: Int64 = 86_400_000

    private static func dated(_ day: Int, _ parts: TimeTokens.Parts) -> WrittenTime {
        let local = Int64(day) * Self.day + (parts.time ?? 0)
        if let offset = parts.offset { return .instant(local - offset) }
        return withoutOldDay(.wallClock(local))
    }

    /// Converts a time on the first days of a spreadsheet's calendar to a time of day, because
    /// spreadsheets export cells without a date like this.
    private static func withoutOldDay(_ time: WrittenTime) -> WrittenTime {
        // From 1899-12-30 to 1900-01-01.
        guard case .wallClock(let local) = time,
            (-25_569 * day ..< -25_566 * day).contains(local)
        else { return time }
        return .timeOfDay((local % day + day) % day)
    }

    /// Reads digits alone: `2230`, `930`, `093000`, `20260302`, `202603020930`, `20260302T093000Z`.
    private static func compact(_ text: String) -> WrittenTime? {
        let parts = text.uppercased().split(
            separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let isUTC = parts.count == 2 && parts[1].hasSuffix("Z")
        var digits = parts.joined()
        if isUTC { digits.removeLast() }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            parts.count == 1 || parts[0].count == 8
        else { return nil }
        func number(_ from: Int, _ count: Int) -> Int {
            Int(digits.dropFirst(from).prefix(count)) ?? 0
        }
        func time(_ from: Int) -> Int64? {
            clock(number(from, 2), number(from + 2, 2), number(from + 4, 2))
        }
        let count = digits.utf8.count
        switch count {
        case 3: return clock(number(0, 1), number(1, 2), 0).map { .timeOfDay($0) }
        case 4, 6: return time(0).map { .timeOfDay($0) }
        case 5: return clock(number(0, 1), number(1, 2), number(3, 2)).map { .timeOfDay($0) }
        case 8, 12, 14:
            let year = number(0, 4)
            guard (1900..<2200).contains(year),
                let day = dayNumber(year, number(4, 2), number(6, 2)), let time = time(8)
            else { return nil }
            let local = Int64(day) * Self.day + time
            return isUTC ? .instant(local) : .wallClock(local)
        default: return nil
        }
    }

    /// Returns milliseconds after midnight.
    static func clock(_ hour: Int, _ minute: Int, _ second: Int, most: Int = 24) -> Int64? {
        guard minute < 60, second < 60 else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second
        return seconds <= most * 3_600 ? Int64(seconds) * 1_000 : nil
    }

    /// Returns a date's day, counted from 1970-01-01. Two-digit years from 80 on are 1980 to 1999,
    /// others 2000 to 2079.
    static func dayNumber(_ year: Int, _ month: Int, _ day: Int, digits: Int = 4) -> Int? {
        let year = digits == 2 ? year + (year < 80 ? 2_000 : 1_900) : year
        // A spreadsheet's day 0 is 1900-01-00.
        if (year, month, day) == (1900, 1, 0) { return -25_568 }
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= ISODateTime.daysInMonth(month, of: year)
        else { return nil }
        return ISODateTime.dayNumber(year: year, month: month, day: day)
    }
}
