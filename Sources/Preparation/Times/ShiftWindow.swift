// Time windows bounded by times of day: they belong to the shift the start begins.

import Geo
import RouteAPI

/// A time window on some clock, with its bounds on their days.
///
/// A bound without a date is a time after midnight on 1899-12-30, as desktop clients write it. Such
/// a window is the first one not yet over at the start: after a start at 22:00, 03:00 to 05:00 is
/// on the next day, and 20:00 to 23:00 is open.
///
///     let (from, to) = (ShiftWindow.noDay + 3 * hour, ShiftWindow.noDay + 5 * hour)
///     ShiftWindow(from, to, after: start).start    // 03:00 of the next day
package struct ShiftWindow: Hashable, Sendable {
    /// The bounds in milliseconds, on the start's clock.
    package let start: Int64
    package let end: Int64
    /// How many days after the start's day the window is, if its bounds have no date.
    package let daysLater: Int

    /// Midnight on 1899-12-30.
    package static let noDay = RouteParameters.dayWithoutDate
    /// Milliseconds in a day without a clock change.
    package static let dayLength: Int64 = 86_400_000
    private static let day = dayLength

    /// Puts a window on its day.
    ///
    /// - Parameters:
    ///   - first: The first bound, with or without a date.
    ///   - last: The last bound. If it has no date and is before the first, it is on the next day.
    ///   - shift: The start on the same clock; `nil` puts bounds without a date on `day`.
    ///   - day: Midnight of a day, on the same clock.
    package init(_ first: Int64, _ last: Int64, after shift: Int64?, on day: Int64 = noDay) {
        let (opens, closes) = (Self.timeOfDay(first), Self.timeOfDay(last))
        switch (opens, closes) {
        case (nil, nil):
            (start, end, daysLater) = (first, last, 0)
        case (nil, let closes?):
            let close = Self.midnight(first) + closes
            (start, end, daysLater) = (first, close < first ? close + Self.day : close, 0)
        case (let opens?, nil):
            let open = Self.midnight(last) + opens
            (start, end, daysLater) = (open > last ? open - Self.day : open, last, 0)
        case (let opens?, var closes?):
            if closes < opens { closes += Self.day }
            guard let shift else {
                (start, end, daysLater) = (day + opens, day + closes, 0)
                return
            }
            // A window of at most two days may have begun two days before. One of a whole day
            // opens again at the moment it closes.
            var days = -2
            let midnight = Self.midnight(shift)
            let isAlwaysOpen = closes - opens >= Self.day
            while case let close = midnight + Int64(days) * Self.day + closes,
                close < shift || close == shift && isAlwaysOpen
            { days += 1 }
            let base = midnight + Int64(days) * Self.day
            (start, end, daysLater) = (base + opens, base + closes, days + Int(opens / Self.day))
        }
    }

    /// Returns the time after midnight for a bound without a date.
    static func timeOfDay(_ bound: Int64) -> Int64? {
        let (time, isBeyond) = bound.subtractingReportingOverflow(noDay)
        return !isBeyond && (0..<2 * day).contains(time) ? time : nil
    }

    /// Returns the midnight before a time.
    static func midnight(_ time: Int64) -> Int64 { time - (time % day + day) % day }
}

extension ShiftWindow {
    /// Writes the sentence about a time-of-day window that falls on a later day than the start.
    package func sentence(about label: String) -> String {
        let later = daysLater == 1 ? "the day after the start" : "\(daysLater) days after the start"
        return "The time window of \(label), \(Self.clock(start)) to \(Self.clock(end)), lies "
            + "on \(ISODateTime.text(start).prefix(10)), \(later)."
    }

    private static func clock(_ time: Int64) -> Substring {
        ISODateTime.text(time).dropFirst(11).prefix(5)
    }
}
