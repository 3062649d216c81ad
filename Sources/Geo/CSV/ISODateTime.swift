// Dates in ISO 8601 form, without Foundation.

/// Reads and writes instants as `2026-11-21T09:30:00Z`.
public enum ISODateTime {
    /// Milliseconds since 1970-01-01T00:00:00Z of a date and time, or `nil` when the text is none.
    ///
    /// Reads `2026-11-21`, `2026-11-21T09:30`, with seconds, fractions, a blank in place of the
    /// `T`, and a zone `Z` or `+01:00`; without a zone the time is read as UTC.
    public static func milliseconds(_ text: String) -> Int64? {
        var scanner = Scanner(text: Array(text.utf8))
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
            scanner.take("-"), let day = scanner.digits(2), (1...12).contains(month),
            day >= 1, day <= daysInMonth(month, of: year)
        else { return nil }
        var total = Int64(dayNumber(year: year, month: month, day: day)) * 86_400_000
        if scanner.isAtEnd { return total }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.digits(2), hour < 24, scanner.take(":"),
            let minute = scanner.digits(2), minute < 60
        else { return nil }
        total += Int64(hour * 3_600_000 + minute * 60_000)
        if scanner.take(":") {
            guard let second = scanner.digits(2), second < 60 else { return nil }
            total += Int64(second * 1_000)
            if scanner.take(".") {
                guard let fraction = scanner.milliseconds() else { return nil }
                total += Int64(fraction)
            }
        }
        if scanner.isAtEnd || scanner.take("Z") || scanner.take("z") {
            return scanner.isAtEnd ? total : nil
        }
        let isEast = scanner.take("+")
        guard isEast || scanner.take("-"), let hours = scanner.digits(2), hours < 24 else {
            return nil
        }
        _ = scanner.take(":")
        guard let minutes = scanner.digits(2), minutes < 60, scanner.isAtEnd else { return nil }
        let offset = Int64(hours * 3_600_000 + minutes * 60_000)
        return isEast ? total - offset : total + offset
    }

    /// The instant as text in UTC; fractions of a second only when there are any.
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

    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Method: years counted from March, so that the leap day ends a year; H. Hinnant, *chrono-
    /// Compatible Low-Level Date Algorithms* (2013).
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = floorDivision(Int64(shifted), by: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let dayOfEra = Int(yearOfEra) * 365 + Int(yearOfEra) / 4 - Int(yearOfEra) / 100 + dayOfYear
        return Int(era) * 146_097 + dayOfEra - 719_468
    }

    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
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

    private static func daysInMonth(_ month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func floorDivision(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(abs(number))
        return (number < 0 ? "-" : "")
            + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private struct Scanner {
        let text: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == text.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: character) else {
                return false
            }
            position += 1
            return true
        }

        mutating func digit() -> Int? {
            guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
            position += 1
            return Int(text[position - 1]) - 0x30
        }

        mutating func digits(_ count: Int) -> Int? {
            var number = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// One or more digits after a decimal point, cut to thousandths.
        mutating func milliseconds() -> Int? {
            var number = 0
            var count = 0
            while let digit = digit() {
                if count < 3 { number = number * 10 + digit }
                count += 1
            }
            guard count > 0 else { return nil }
            for _ in min(count, 3)..<3 { number *= 10 }
            return number
        }
    }
}
