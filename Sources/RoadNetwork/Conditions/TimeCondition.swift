// When a conditional restriction holds: weekdays, dates and hours.

/// A local wall-clock time in whole minutes since 1970-01-01 00:00, and how the clock is set, which
/// says where the sun is.
package struct LocalMinute: Hashable, Comparable, Sendable {
    package var count: Int
    /// How many minutes the clock is ahead of UTC.
    package var ahead: Int

    package init(_ count: Int, ahead: Int = 0) {
        self.count = count
        self.ahead = ahead
    }

    /// Makes the minute of a local time, given as milliseconds since 1970.
    package init(milliseconds: Int64, ahead: Int = 0) {
        count = Int(milliseconds / 60_000) - (milliseconds % 60_000 < 0 ? 1 : 0)
        self.ahead = ahead
    }

    package static func < (a: LocalMinute, b: LocalMinute) -> Bool {
        (a.count, a.ahead) < (b.count, b.ahead)
    }

    /// Days since 1970-01-01.
    var day: Int { count >= 0 ? count / 1_440 : (count - 1_439) / 1_440 }
}

/// A condition on local time, in a subset of OpenStreetMap's `opening_hours` syntax: weekdays,
/// numbered weekdays of a month (`Mo[1]`), weeks of the year, months and dates, hours, also by the
/// sun (`(sunset-00:30)-07:00`), dates by Easter (`easter -2 days`), and rules for when others say
/// nothing (`Mo 08:00-10:00 || Tu`).
///
/// Networks have no holiday calendar, so rules for public and school holidays never match. Source:
/// wiki.openstreetmap.org, *Key:opening_hours/specification* and *Conditional restrictions*.
package struct TimeCondition: Hashable, Sendable {
    /// The schedules, all of which must hold.
    let schedules: [TimeSchedule]
    /// The place by whose sun it is judged.
    let place: SunPlace?

    /// Whether the condition holds at a time.
    ///
    /// - Complexity: O(*r*) in its rules.
    package func holds(at time: LocalMinute) -> Bool {
        schedules.allSatisfy { $0.holds(at: time, near: place) }
    }

    /// Whether dates or weeks of the year decide.
    var dependsOnDates: Bool {
        schedules.flatMap(\.rules).contains { !$0.dates.isEmpty || !$0.weeks.isEmpty }
    }

    /// Returns the times within a period, after its beginning, at which the condition may change.
    package func changes(during period: ClosedRange<LocalMinute>) -> [LocalMinute] {
        schedules.flatMap { $0.changes(during: period, near: place) }
    }

    /// Returns whether the condition holds at some time of a period, and whether it fails at some
    /// time.
    ///
    /// - Complexity: O(*d* · *r*²) in the period's days and the rules.
    package func outcomes(
        during period: ClosedRange<LocalMinute>
    ) -> (holds: Bool, fails: Bool) {
        period.outcomes(changes(during: period), holds)
    }
}

extension ClosedRange<LocalMinute> {
    /// The ways in which clocks are set in the period.
    var clocks: Set<Int> { [lowerBound.ahead, upperBound.ahead] }

    /// Returns whether a condition holds at some time in the period, and whether it fails at some
    /// time. `changes` are the times at which it may change.
    ///
    /// Where clocks are set forward or back within the period, it is judged under both settings.
    func outcomes(
        _ changes: [LocalMinute], _ holds: (LocalMinute) -> Bool
    ) -> (holds: Bool, fails: Bool) {
        var found = (holds: false, fails: false)
        let beginnings = clocks.map { LocalMinute(lowerBound.count, ahead: $0) }
        for time in beginnings + changes where !(found.holds && found.fails) {
            if holds(time) { found.holds = true } else { found.fails = true }
        }
        return found
    }
}

/// Rules. The last rule that matches a day applies.
struct TimeSchedule: Hashable, Sendable {
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
        var spans: [DaySpan]
        /// Whether the rule adds to earlier rules for its days instead of replacing them.
        var isAdditional = false
        /// Whether the rule follows `||`: it and those behind it leave the hours of earlier rules.
        var isFallback = false
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

        /// Whether a time lies in the hours that the rule has on a day.
        func contains(_ time: LocalMinute, ofDay day: Int, _ sky: LocalSky) -> Bool {
            spans.contains {
                $0.minutes(onDay: day, under: sky).contains(time.count - day * 1_440)
            }
        }
    }

    var rules: [Rule]

    private var followsSun: Bool { rules.contains { $0.spans.contains(where: \.followsSun) } }

    /// The days whose hours may lie in a period. By the sun, hours may begin on the day before.
    private func days(of period: ClosedRange<LocalMinute>) -> ClosedRange<Int> {
        let last = period.upperBound.day
        return (period.lowerBound.day - 1)...(followsSun ? last + 1 : last)
    }

    func holds(at time: LocalMinute, near place: SunPlace?) -> Bool {
        let sky = LocalSky(place: place, ahead: time.ahead)
        let days = days(of: time...time)
        let isClosed = days.contains { day in
            day != time.day
                && rules.contains {
                    $0.isClosing && $0.matches(day: day) && $0.contains(time, ofDay: day, sky)
                }
        }
        return !isClosed && days.contains { holds(at: time, byHoursOf: $0, sky) }
    }

    /// Whether a time lies in the hours of a day: in one of ``spans(of:_:)``, without making them.
    private func holds(at time: LocalMinute, byHoursOf day: Int, _ sky: LocalSky) -> Bool {
        var holds = false
        for rule in rules {
            if rule.isFallback, holds { return true }
            guard rule.matches(day: day) else { continue }
            let isInside = rule.contains(time, ofDay: day, sky)
            holds = rule.isClosing ? holds && !isInside : isInside || rule.isAdditional && holds
        }
        return holds
    }

    /// Returns the times within a period, after its beginning, at which the schedule may change.
    func changes(
        during period: ClosedRange<LocalMinute>, near place: SunPlace?
    ) -> [LocalMinute] {
        let days = days(of: period)
        let clocks = followsSun ? period.clocks : [period.lowerBound.ahead]
        let times = clocks.flatMap { ahead in
            let sky = LocalSky(place: place, ahead: ahead)
            return days.flatMap { day in
                (spans(of: day, sky) + closings(of: day, sky))
                    .flatMap { [$0.lowerBound, $0.upperBound] }
                    .map { LocalMinute(day * 1_440 + $0, ahead: ahead) }
            }
        }
        return times.filter {
            $0.count > period.lowerBound.count && $0.count <= period.upperBound.count
        }
    }

    private func spans(of day: Int, _ sky: LocalSky) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var before: [Range<Int>] = []
        for rule in rules {
            if rule.isFallback { (before, spans) = (before + spans, []) }
            guard rule.matches(day: day) else { continue }
            let own = rule.spans.map { $0.minutes(onDay: day, under: sky) }
            if rule.isClosing {
                for closed in own { spans = spans.flatMap { $0.without(closed) } }
            } else {
                spans = rule.isAdditional ? spans + own : own
            }
        }
        return before + spans
    }

    /// Returns the hours of a day that rules take away.
    private func closings(of day: Int, _ sky: LocalSky) -> [Range<Int>] {
        rules.filter { $0.isClosing && $0.matches(day: day) }
            .flatMap { $0.spans.map { $0.minutes(onDay: day, under: sky) } }
    }
}

extension Range<Int> {
    /// Returns what is left of the range without another.
    fileprivate func without(_ other: Range<Int>) -> [Range<Int>] {
        let before = lowerBound..<Swift.max(lowerBound, Swift.min(upperBound, other.lowerBound))
        let after = Swift.min(upperBound, Swift.max(lowerBound, other.upperBound))..<upperBound
        return [before, after].filter { !$0.isEmpty }
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
        let (from, to) = (from.fixed(inYear: date.year), to.fixed(inYear: date.year))
        if from.year != 0 { return from.order <= date.order && date.order <= to.order }
        let (first, last, day) = (from.dayOrder, to.dayOrder, date.dayOrder)
        return first <= last ? first <= day && day <= last : first <= day || day <= last
    }
}

/// A day of the Gregorian calendar; year 0 stands for every year.
struct CalendarDate: Hashable, Sendable {
    /// The year in which ranges without an end do end.
    static let lastYear = 9_999

    var year = 0
    var month: Int
    var day: Int
    /// For a date that moves with Easter, how many days it is after Easter Sunday.
    var daysAfterEaster: Int?

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

    /// Returns when a date that moves with Easter is, in its own year or else in another.
    ///
    /// Method: the anonymous Gregorian algorithm; J. Meeus, *Astronomical Algorithms*, 1991,
    /// chapter 8.
    func fixed(inYear other: Int) -> CalendarDate {
        guard let days = daysAfterEaster else { return self }
        let year = year == 0 ? other : year
        let (century, rest) = year.quotientAndRemainder(dividingBy: 100)
        let golden = year % 19
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday = (32 + 2 * (century % 4) + 2 * (rest / 4) - epact - rest % 4) % 7
        let late = (golden + 11 * epact + 22 * weekday) / 451
        let sunday = epact + weekday - 7 * late + 114
        var date = CalendarDate(year: self.year, month: sunday / 31, day: sunday % 31 + 1 + days)
        while date.day < 1 {
            date.month -= 1
            date.day += CalendarDate(year: year, month: date.month, day: 1).daysInMonth
        }
        while date.day > CalendarDate(year: year, month: date.month, day: 1).daysInMonth {
            date.day -= CalendarDate(year: year, month: date.month, day: 1).daysInMonth
            date.month += 1
        }
        return date
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
