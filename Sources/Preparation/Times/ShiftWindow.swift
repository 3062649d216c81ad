// Time windows bounded by times of day or weekdays: they belong to the shift the start begins.

import Geo
import RouteAPI

/// A time window on some clock, with its bounds on their days.
///
/// A bound without a date is a time after midnight on 1899-12-30, as desktop clients write it. Such
/// a window is the first one not yet over at the start: after a start at 22:00, 03:00 to 05:00 is
/// on the next day, and 20:00 to 23:00 is open.
///
/// A bound from 1990-01-01 to 1990-01-07 is a weekday, Monday to Sunday. If the start has a date,
/// such a window lies in the first week in which it is not yet over at the start.
///
///     let (from, to) = (ShiftWindow.noDay + 3 * hour, ShiftWindow.noDay + 5 * hour)
///     ShiftWindow(from, to, after: start).start    // 03:00 of the next day
package struct ShiftWindow: Hashable, Sendable {
    /// The bounds in milliseconds, on the start's clock.
    package let start: Int64
    package let end: Int64
    /// How many days after the start's day the window lies, if its bounds are times of day or
    /// weekdays.
    package let daysLater: Int

    /// Midnight on 1899-12-30.
    package static let noDay = RouteParameters.dayWithoutDate
    /// Milliseconds in a day without a clock change.
    package static let dayLength: Int64 = 86_400_000
    private static let day = dayLength
    private static let week = 7 * day
    /// The dates that stand for Monday to Sunday: 1990-01-01 to 1990-01-07.
    private static let weekdays: Range<Int64> = 631_152_000_000..<631_756_800_000

    /// Puts a window on its day.
    ///
    /// - Parameters:
    ///   - first: The first bound, with or without a date.
    ///   - last: The last bound. If it has no date and is before the first, it is on the next day.
    ///     A Monday after a Sunday is in the next week.
    ///   - shift: The start on the same clock; `nil` puts bounds without a date on `day`.
    ///   - day: Midnight of a day, on the same clock.
    package init(_ first: Int64, _ last: Int64, after shift: Int64?, on day: Int64 = noDay) {
        switch (Self.timeOfDay(first), Self.timeOfDay(last)) {
        case (nil, nil):
            self.init(from: first, to: last, after: shift)
        case (nil, let closes?):
            let close = Self.midnight(first) + closes
            self.init(from: first, to: close < first ? close + Self.day : close, after: shift)
        case (let opens?, nil):
            let open = Self.midnight(last) + opens
            self.init(from: open > last ? open - Self.day : open, to: last, after: shift)
        case (let opens?, var closes?):
            if closes < opens { closes += Self.day }
            let base = shift.map { Self.base(of: opens, closes, every: Self.day, after: $0) } ?? day
            self.init(start: base + opens, end: base + closes, shift: shift)
        }
    }

    /// Puts weekdays in a week of the shift's, unless that lies on weekdays, too; other dates stay.
    private init(from first: Int64, to last: Int64, after shift: Int64?) {
        let monday = Self.weekdays.lowerBound
        let isOverSunday =
            Self.weekdays.suffix(Int(Self.day)).contains(first)
            && Self.weekdays.prefix(Int(Self.day)).contains(last)
        let close = isOverSunday ? last + Self.week : last
        guard let shift, !Self.weekdays.contains(shift), Self.weekdays.contains(first),
            (first...first + Self.week).contains(close)
        else {
            self.init(start: first, end: close, shift: nil)
            return
        }
        let base = Self.base(of: first - monday, close - monday, every: Self.week, after: shift)
        self.init(start: base + first - monday, end: base + close - monday, shift: shift)
    }

    /// - Parameter shift: The start whose day the window was placed by, if it was.
    private init(start: Int64, end: Int64, shift: Int64?) {
        self.start = start
        self.end = end
        daysLater = shift.map { Int((Self.midnight(start) - Self.midnight($0)) / Self.day) } ?? 0
    }

    /// Returns when the day or week begins in which a repeated window is first not over.
    private static func base(
        of opens: Int64, _ closes: Int64, every period: Int64, after shift: Int64
    ) -> Int64 {
        // Days and weeks are counted from Monday, 1990-01-01.
        let passed = shift - weekdays.lowerBound
        // A window of at most two periods may have begun two periods before. One of a whole period
        // opens again at the moment it closes.
        var base = shift - (passed % period + period) % period - 2 * period
        let isAlwaysOpen = closes - opens >= period
        while base + closes < shift || base + closes == shift && isAlwaysOpen { base += period }
        return base
    }

    /// Returns the time after midnight for a bound without a date.
    static func timeOfDay(_ bound: Int64) -> Int64? {
        let (time, isBeyond) = bound.subtractingReportingOverflow(noDay)
        return !isBeyond && (0..<2 * day).contains(time) ? time : nil
    }

    /// Returns the midnight before a time.
    package static func midnight(_ time: Int64) -> Int64 { time - (time % day + day) % day }
}

extension ShiftWindow {
    /// Writes the sentence about a window of times of day or weekdays that falls on a later day
    /// than the start.
    package func sentence(about label: String) -> String {
        let later = daysLater == 1 ? "the day after the start" : "\(daysLater) days after the start"
        return "The time window of \(label), \(Self.clock(start)) to \(Self.clock(end)), lies "
            + "on \(ISODateTime.text(start).prefix(10)), \(later)."
    }

    private static func clock(_ time: Int64) -> Substring {
        ISODateTime.text(time).dropFirst(11).prefix(5)
    }
}
