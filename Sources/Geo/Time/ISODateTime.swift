// Writes instants as ISO 8601, without Foundation. WrittenTime.swift reads users' times.

/// Writes instants as `2026-11-21T09:30:00Z`, and computes calendar dates.
public enum ISODateTime {
    /// Returns an instant as text in UTC, with fractions of a second only if it has any.
    public static func text(_ milliseconds: Int64) -> String {
        let (days, rest) = floorDivision(milliseconds, by: 86_400_000)
        let (year, month, day) = date(ofDay: Int(days))
        let seconds = Int(rest / 1_000)
        var text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
        text += "T" + padded(seconds / 3_600, 2) + ":" + padded(seconds / 60 % 60, 2)
        text += ":" + padded(seconds % 60, 2)
        if rest % 1_000 != 0 { text += "." + padded(Int(rest % 1_000), 3) }
        return text + "Z"
    }

    /// Returns a local time as text without a zone: `2026-11-21T09:30:00`.
    ///
    /// - Parameter milliseconds: Milliseconds since the clock showed 1970-01-01T00:00:00.
    public static func clockText(_ milliseconds: Int64) -> String {
        String(text(milliseconds).dropLast())
    }

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Method: years counted from March, so that the leap day ends a year; H. Hinnant,
    /// *chrono-Compatible Low-Level Date Algorithms* (2013).
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(Int64(shifted), by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = Int(yearOfEra) * 365 + Int(yearOfEra) / 4 - Int(yearOfEra) / 100 + dayOfYear
        return Int(era) * 146_097 + dayOfEra - 719_468
    }

    /// Returns the date of a day counted from 1970-01-01.
    package static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, rest) = floorDivision(Int64(day) + 719_468, by: 146_097)
        let dayOfEra = Int(rest)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            Int(era) * 400 + yearOfEra + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// Returns how many days a month has.
    package static func daysInMonth(_ month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the quotient rounded down, and the remainder, which is not negative.
    package static func floorDivision(
        _ value: Int64, by divisor: Int64
    ) -> (Int64, Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(abs(number))
        return (number < 0 ? "-" : "")
            + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
