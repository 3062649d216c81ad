// When a conditional restriction holds: weekdays, dates and hours.

/// A local wall-clock time in whole minutes since 1970-01-01 00:00, without a time zone.
package struct LocalMinute: Hashable, Comparable, Sendable {
    package var count: Int

    package init(_ count: Int) { self.count = count }

    /// Makes the minute of a local time, given as milliseconds since 1970.
    package init(milliseconds: Int64) {
        count = Int(milliseconds / 60_000) - (milliseconds % 60_000 < 0 ? 1 : 0)
    }

    package static func < (a: LocalMinute, b: LocalMinute) -> Bool { a.count < b.count }

    /// Days since 1970-01-01.
    var day: Int { count >= 0 ? count / 1_440 : (count - 1_439) / 1_440 }
    var minuteOfDay: Int { count - day * 1_440 }
}

/// A condition on local time, in a subset of OpenStreetMap's `opening_hours` syntax: weekdays,
/// numbered weekdays of a month (`Mo[1]`), weeks of the year, months and dates, hours.
///
/// Networks have no holiday calendar, so rules for public and school holidays never match. Source:
/// wiki.openstreetmap.org, *Key:opening_hours/specification* and *Conditional restrictions*.
package struct TimeCondition: Hashable, Sendable {
    /// The schedules, all of which must hold.
    let schedules: [TimeSchedule]

    /// Whether the condition holds at a time.
    ///
    /// - Complexity: O(*r*) in its rules.
    package func holds(at time: LocalMinute) -> Bool {
        schedules.allSatisfy { $0.holds(at: time) }
    }

    /// Returns the times within a period, after its beginning, at which the condition may change.
    package func changes(during period: ClosedRange<LocalMinute>) -> [LocalMinute] {
        schedules.flatMap { $0.changes(during: period) }
    }

    /// Returns whether the condition holds at some time of a period, and whether it fails at some
    /// time.
    ///
    /// - Complexity: O(*d* · *r*²) in the period's days and the rules.
    package func outcomes(
        during period: ClosedRange<LocalMinute>
    ) -> (holds: Bool, fails: Bool) {
        var holds = self.holds(at: period.lowerBound)
        var fails = !holds
        for time in schedules.flatMap({ $0.changes(during: period) }) where !(holds && fails) {
            if self.holds(at: time) { holds = true } else { fails = true }
        }
        return (holds, fails)
    }
}

/// Rules. The last rule that matches a day applies.
struct TimeSchedule: Hashable, Sendable {
    /// Minutes of a day; from 1,440 on they belong to the next day.
    struct Span: Hashable, Sendable {
        var start: Int
        var end: Int

        func contains(_ minute: Int) -> Bool { start <= minute && minute < end }

        /// Returns what is left of the span without another.
        func without(_ other: Span) -> [Span] {
            [
                Span(start: start, end: min(end, other.start)),
                Span(start: max(start, other.end), end: end),
            ].filter { $0.start < $0.end }
        }
    }

    struct Rule: Hashable, Sendable {
        /// The dates on any of which the rule applies; empty for every day.
        var dates: [DateRange] = []
        /// The ISO 8601 weeks in any of which the rule applies; empty for every week.
        var weeks: [WeekRange] = []
        /// The weekdays on which the rule applies; bit 0 is Monday.
        var weekdays: UInt8 = 0x7F
        /// For weekdays meant only in some weeks of a month, which ones: 1 is the first, -1 the
        /// last.
        var occurrences: [Int: Set<Int>] = [:]
        /// The hours; empty if the rule does not hold on its days.
        var spans: [Span]
        /// Whether the rule adds to earlier rules for its days instead of replacing them.
        var isAdditional = false
        /// Whether the rule takes its hours from those of earlier rules: `12:00-13:00 off`.
        var isClosing = false

        func matches(day: Int) -> Bool {
            // 1970-01-01 was a Thursday.
            let weekday = ((day + 3) % 7 + 7) % 7
            guard weekdays >> UInt8(weekday) & 1 != 0 else { return false }
            if let wanted = occurrences[weekday] {
                let date = CalendarDate(day: day)
                let fromEnd = (date.daysInMonth - date.day) / 7 + 1
                guard wanted.contains((date.day - 1) / 7 + 1) || wanted.contains(-fromEnd) else {
                    return false
                }
            }
            if !weeks.isEmpty {
                let week = CalendarDate.week(ofDay: day)
                guard weeks.contains(where: { $0.contains(week) }) else { return false }
            }
            guard !dates.isEmpty else { return true }
            let date = CalendarDate(day: day)
            return dates.contains { $0.contains(date) }
        }
    }

    var rules: [Rule]

    func holds(at time: LocalMinute) -> Bool {
        let minute = time.minuteOfDay
        let (today, dayBefore) = (time.day, time.day - 1)
        guard !closings(of: dayBefore).contains(where: { $0.contains(minute + 1_440) }) else {
            return false
        }
        return spans(of: today).contains { $0.contains(minute) }
            || spans(of: dayBefore).contains { $0.contains(minute + 1_440) }
    }

    /// Returns the times within a period, after its beginning, at which the schedule may change.
    func changes(during period: ClosedRange<LocalMinute>) -> [LocalMinute] {
        var times: [LocalMinute] = []
        for day in (period.lowerBound.day - 1)...period.upperBound.day {
            for span in spans(of: day) + closings(of: day) {
                times.append(LocalMinute(day * 1_440 + span.start))
                times.append(LocalMinute(day * 1_440 + span.end))
            }
        }
        return times.filter { $0 > period.lowerBound && $0 <= period.upperBound }
    }

    private func spans(of day: Int) -> [Span] {
        var spans: [Span] = []
        for rule in rules where rule.matches(day: day) {
            if rule.isClosing {
                for closed in rule.spans { spans = spans.flatMap { $0.without(closed) } }
            } else {
                spans = rule.isAdditional ? spans + rule.spans : rule.spans
            }
        }
        return spans
    }

    /// Returns the hours of a day that rules take away.
    private func closings(of day: Int) -> [Span] {
        rules.filter { $0.isClosing && $0.matches(day: day) }.flatMap(\.spans)
    }
}

/// A range of weeks of the year, every one or every `step`-th.
struct WeekRange: Hashable, Sendable {
    var from: Int
    var to: Int
    var step = 1

    func contains(_ week: Int) -> Bool {
        from <= week && week <= to && (week - from) % step == 0
    }
}

/// A range of days of the year, both ends included. It spans the new year if its end is the earlier
/// date.
struct DateRange: Hashable, Sendable {
    var from: CalendarDate
    var to: CalendarDate

    func contains(_ date: CalendarDate) -> Bool {
        if from.year != 0 { return from.order <= date.order && date.order <= to.order }
        let (first, last, day) = (from.dayOrder, to.dayOrder, date.dayOrder)
        return first <= last ? first <= day && day <= last : first <= day || day <= last
    }
}

/// A day of the Gregorian calendar; year 0 stands for every year.
struct CalendarDate: Hashable, Sendable {
    var year = 0
    var month: Int
    var day: Int

    init(year: Int = 0, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Makes the date of a day counted from 1970-01-01.
    ///
    /// Source: E. G. Richards, *Mapping Time*, 1998: the Julian day number split into eras of 400
    /// years, with March as the first month.
    init(day count: Int) {
        let shifted = count + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days in the date's month.
    var daysInMonth: Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the ISO 8601 week of a day counted from 1970-01-01. A week belongs to the year of
    /// its Thursday.
    static func week(ofDay day: Int) -> Int {
        let weekday = ((day + 3) % 7 + 7) % 7
        let thursday = day - weekday + 3
        let date = CalendarDate(day: thursday)
        let before = (1..<date.month).reduce(0) { days, month in
            days + CalendarDate(year: date.year, month: month, day: 1).daysInMonth
        }
        return (before + date.day - 1) / 7 + 1
    }

    var dayOrder: Int { month * 32 + day }
    var order: Int { year * 512 + dayOrder }
}
