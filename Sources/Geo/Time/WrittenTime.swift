// Times as users write them: with a zone, without one, or as a time of day.

/// A time from a file or a command line; it has a zone only if one was written.
///
/// A time without a zone is not an instant. The caller knows where it was written and makes it one;
/// readers never assume UTC.
public enum WrittenTime: Hashable, Sendable {
    /// A date and time with a zone, `2026-11-21T09:30Z` or `2026-11-21T09:30:00+01:00`, in
    /// milliseconds since 1970-01-01T00:00:00Z.
    case instant(Int64)
    /// A date, or a date and time, without a zone, `2026-11-21` or `2026-11-21T09:30`, in
    /// milliseconds since the local clock showed 1970-01-01T00:00:00.
    case wallClock(Int64)
    /// A time on any day, `08:00` or `8:00:30`, in milliseconds after midnight; `24:00` is the end
    /// of the day.
    case timeOfDay(Int64)

    /// Reads a time, or returns `nil` if the text is none.
    ///
    /// Dates are ISO 8601 calendar dates, a blank may replace the `T`, and seconds may have
    /// fractions.
    public init?(_ text: String) {
        var scanner = Scanner(text: Array(text.utf8))
        if let date = scanner.dayOfDate() {
            guard let time = Self.dated(date * Self.day, &scanner) else { return nil }
            self = time
        } else {
            scanner.position = 0
            guard let time = scanner.timeOfDay(mayLackDigit: true), scanner.isAtEnd else {
                return nil
            }
            self = .timeOfDay(time)
        }
    }

    /// Reads the time after a date.
    private static func dated(_ midnight: Int64, _ scanner: inout Scanner) -> WrittenTime? {
        if scanner.isAtEnd { return .wallClock(midnight) }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let time = scanner.timeOfDay(mayLackDigit: false), time < day
        else { return nil }
        if scanner.isAtEnd { return .wallClock(midnight + time) }
        if scanner.take("Z") || scanner.take("z") {
            return scanner.isAtEnd ? .instant(midnight + time) : nil
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        return .instant(midnight + time - offset)
    }

    private static let day: Int64 = 86_400_000
}

/// Scans a time byte by byte.
private struct Scanner {
    let text: [UInt8]
    var position = 0

    init(text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { position == text.count }

    /// Reads a date and returns its day, counted from 1970-01-01.
    mutating func dayOfDate() -> Int64? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"),
            let day = digits(2), (1...12).contains(month), day >= 1,
            day <= ISODateTime.daysInMonth(month, of: year)
        else { return nil }
        return Int64(ISODateTime.dayNumber(year: year, month: month, day: day))
    }

    /// Reads a time of day in milliseconds after midnight.
    ///
    /// - Parameter mayLackDigit: Whether hours below ten may have a single digit.
    mutating func timeOfDay(mayLackDigit: Bool) -> Int64? {
        let start = position
        var hour = digits(2)
        if hour == nil, mayLackDigit {
            position = start
            hour = digits(1)
        }
        guard let hour, take(":"), let minute = digits(2), minute < 60 else { return nil }
        var total = Int64(hour * 3_600_000 + minute * 60_000)
        if take(":") {
            guard let second = digits(2), second < 60 else { return nil }
            total += Int64(second * 1_000)
            if take(".") {
                guard let fraction = milliseconds() else { return nil }
                total += Int64(fraction)
            }
        }
        return total <= 86_400_000 ? total : nil
    }

    /// Reads how far a zone is ahead of UTC: `+01:00` or `-0330`.
    mutating func offset() -> Int64? {
        let isEast = take("+")
        guard isEast || take("-"), let hours = digits(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = digits(2), minutes < 60 else { return nil }
        let offset = Int64(hours * 3_600_000 + minutes * 60_000)
        return isEast ? offset : -offset
    }

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

    /// Reads digits after a decimal point, cut to thousandths.
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
