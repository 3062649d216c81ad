// EXTRACT and CAST: parts of dates, and conversions between kinds of values.

/// A part of a date, for EXTRACT.
package enum WhereDatePart: String, Hashable, Sendable, CaseIterable {
    case year, month, day, hour, minute, second

    /// Returns this part of an instant in UTC, given in milliseconds since 1970; seconds have
    /// fractions.
    func value(of milliseconds: Double) -> Double? {
        guard milliseconds.magnitude < 9e15 else { return nil }
        let days = (milliseconds / 86_400_000).rounded(.down)
        let rest = milliseconds - days * 86_400_000
        let date = ISODateTime.date(ofDay: Int(days))
        switch self {
        case .year: return Double(date.year)
        case .month: return Double(date.month)
        case .day: return Double(date.day)
        case .hour: return (rest / 3_600_000).rounded(.down)
        case .minute: return (rest / 60_000).rounded(.down).truncatingRemainder(dividingBy: 60)
        case .second: return rest.truncatingRemainder(dividingBy: 60_000) / 1_000
        }
    }
}

/// A kind of value, for CAST.
package enum WhereCastType: String, Hashable, Sendable, CaseIterable {
    case integer, float, varchar, date, timestamp

    /// Finds a kind by its SQL name.
    init?(name: String) {
        switch name {
        case "integer", "int", "smallint", "bigint": self = .integer
        case "float", "real", "double", "numeric", "decimal": self = .float
        case "varchar", "char", "text": self = .varchar
        case "date": self = .date
        case "timestamp", "datetime": self = .timestamp
        default: return nil
        }
    }

    /// Converts a value to this kind, or to null if it cannot. Whole numbers are truncated toward
    /// zero.
    ///
    /// - Parameter length: The greatest number of code points in a text.
    func value(of value: WhereValue, length: Double?) -> WhereValue {
        switch self {
        case .integer:
            return number(value).map { .number($0.rounded(.towardZero)) } ?? .null
        case .float: return number(value).map(WhereValue.number) ?? .null
        case .varchar:
            guard let text = value.written else { return .null }
            guard let length, length >= 0, length < 1e9 else { return .text(text) }
            return .text(String(text.unicodeScalars.prefix(Int(length))))
        case .date:
            // A day has no time, whatever the instant.
            return instant(value).map { .number(($0 / 86_400_000).rounded(.down) * 86_400_000) }
                ?? .null
        case .timestamp: return instant(value).map(WhereValue.number) ?? .null
        }
    }

    private func instant(_ value: WhereValue) -> Double? {
        value.asNumber ?? value.asText.flatMap(WhereDate.milliseconds)
    }

    private func number(_ value: WhereValue) -> Double? {
        value.asNumber ?? value.asText.flatMap(Self.number)
    }

    /// Reads a number.
    static func number(of text: String) -> Double? {
        guard let number = Double(text.trimmingBlanks), number.isFinite else { return nil }
        return number
    }
}
