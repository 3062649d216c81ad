// Reads times from columns in a file or layer, whatever type the columns have.

/// A time in a cell: REST milliseconds, or a written time.
package enum TimeValue: Hashable, Sendable {
    /// Milliseconds since 1970, on the clock the request names.
    case milliseconds(Int64)
    /// A time with a zone, a local time, or a time of day.
    case written(WrittenTime)
}

/// Reads times from a column: database dates, milliseconds, texts, and the numbers by which
/// spreadsheets store times.
///
/// A number's size decides: `46083.4` is a spreadsheet's day and part of it, `0.4` a part of a day,
/// `2230` half past ten in the evening, `20260302` a day, `1772443800` seconds since 1970, and
/// numbers from 10¹¹ on are milliseconds, from 10¹⁵ on microseconds and from 10¹⁸ on nanoseconds,
/// as databases and data frames have them. None becomes a time in 1970 by accident.
///
///     let reader = TimeReader(order: .dayFirst)
///     try reader.time(.string("3/2/2026"), of: "TimeWindowStart")    // 3 February 2026
package struct TimeReader: Hashable, Sendable {
    /// The order of day and month in ambiguous dates.
    package let order: DateOrder?
    /// How the user could tell the order, for messages.
    private let advice: String?

    /// Makes a reader.
    ///
    /// - Parameter advice: How the user could tell the order, as ``FileAdvice/dates``.
    package init(order: DateOrder?, advice: String? = nil) {
        self.order = order
        self.advice = advice
    }

    /// The first instant of the year 1, which .NET has where no time was set.
    private static let firstOfYears: Int64 = -62_135_596_800_000

    /// Whether a number stands for no time: the least of 64 bits, as pandas stores `NaT`, in any
    /// unit, or .NET's first instant.
    private static func isNoTime(_ number: Double) -> Bool {
        number < -9e9
            && (number == Double(firstOfYears)
                || [1, 1e3, 1e6, 1e9].contains { abs(number * $0 - Double(Int64.min)) <= $0 })
    }

    /// Reads a value's time; returns `nil` if it has none.
    ///
    /// - Throws: ``FeatureReadError`` naming the column, the value and a form that would be clear.
    package func time(
        _ value: AttributeValue, of name: String
    ) throws(FeatureReadError) -> TimeValue? {
        switch value {
        case .null: return nil
        case .date(let milliseconds):
            return Self.isNoTime(Double(milliseconds)) ? nil : .milliseconds(milliseconds)
        case .integer(let number): return try time(Double(number), of: name)
        case .double(let number): return try time(number, of: name)
        case .string(let text):
            let word = text.trimmingBlanks
            if word.isEmpty || word.isMissingWord { return nil }
            if let number = Self.number(word) { return try time(number, of: name) }
            let written = try written(word, of: name)
            return written == .written(.wallClock(Self.firstOfYears))
                || written == .written(.instant(Self.firstOfYears)) ? nil : written
        }
    }

    /// Reads a text as a number; digits with a leading zero do not count.
    private static func number(_ text: String) -> Double? {
        if text.first == "0", text.utf8.count > 1, text.dropFirst().first?.isNumber == true {
            return nil
        }
        return WrittenNumber(text)?.value(.point)
    }

    private func written(
        _ text: String, of name: String
    ) throws(FeatureReadError) -> TimeValue {
        guard let found = TimeText(text) else {
            throw FeatureReadError(
                "\(name) is \"\(text.excerpt(40))\"; write 08:00, 2026-11-21T08:00, "
                    + "2026-11-21T08:00:00+01:00 or epoch milliseconds")
        }
        if let time = found.time(order) { return .written(time) }
        throw FeatureReadError(
            "\(name) is \"\(text.excerpt(40))\", which is \(Self.day(found.dayFirst)) or "
                + "\(Self.day(found.monthFirst)), and no other date shows which; "
                + (advice.map { "\($0), or " } ?? "") + "write the one that is meant")
    }

    private static func day(_ time: WrittenTime) -> String {
        switch time {
        case .instant(let milliseconds), .wallClock(let milliseconds):
            String(ISODateTime.text(milliseconds).prefix(10))
        case .timeOfDay: ""
        }
    }

    private func time(
        _ number: Double, of name: String
    ) throws(FeatureReadError) -> TimeValue? {
        if Self.isNoTime(number) { return nil }
        if let time = Self.reading(number) { return time }
        throw FeatureReadError(
            "\(name) is \(JSONValue.number(number).text), which is no time; write 08:00, "
                + "2026-11-21T08:00 or epoch milliseconds")
    }

    /// Interprets a number by its size; returns `nil` if it makes no sense.
    package static func reading(_ number: Double) -> TimeValue? {
        guard number.isFinite, number.magnitude < 1e20 else { return nil }
        let isWhole = number == number.rounded()
        if number == 0 { return .milliseconds(0) }
        if isWhole, (1..<1e15).contains(number), let time = digits(Int(number)) {
            return .written(time)
        }
        switch number {
        case 20_000..<80_000:
            return .written(.wallClock(milliseconds(ofDays: number - 25_569)))
        case 0..<2 where !isWhole: return .written(.timeOfDay(milliseconds(ofDays: number)))
        case 1e9..<1e11: return .written(.instant(Int64((number * 1_000).rounded())))
        case 1e15..<1e18: return .written(.instant(Int64((number / 1_000).rounded())))
        case 1e18..<1e20: return .written(.instant(Int64((number / 1_000_000).rounded())))
        case ...(-1e15): return nil
        default:
            return number.magnitude >= 1e11 ? .milliseconds(Int64(number.rounded())) : nil
        }
    }

    /// Reads the digits of a clock time or date written without signs.
    private static func digits(_ number: Int) -> WrittenTime? {
        let isPlausible =
            switch number {
            case 100...2_400, 10_000..<20_000, 80_000...240_000: true
            case 19_000_101..<22_000_000, 190_001_010_000..<220_000_000_000: true
            case 19_000_101_000_000..<22_000_000_000_000: true
            default: false
            }
        guard isPlausible, let found = TimeText(String(number)) else { return nil }
        return found.dayFirst
    }

    /// Converts spreadsheet days to milliseconds, rounded to seconds, because their fractions are
    /// not exact.
    private static func milliseconds(ofDays days: Double) -> Int64 {
        Int64((days * 86_400).rounded()) * 1_000
    }
}
