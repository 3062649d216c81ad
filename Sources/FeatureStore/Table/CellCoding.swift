// Converts attribute values to database cells.

import DataStructures
import Geo

extension LayerColumn {
    /// Returns the cell for a value.
    ///
    /// - Throws: ``EditFailure`` if the value does not suit the column.
    func cell(for value: AttributeValue) throws(EditFailure) -> SQLValue {
        if value == .null {
            guard field.isNullable else {
                throw failure("is null; a value is needed")
            }
            return .null
        }
        switch field.type {
        case .objectID, .integer: return .integer(try integer(value))
        case .double: return .double(try double(value))
        case .string: return .text(try text(value))
        case .date: return .text(try date(value))
        }
    }

    private func integer(_ value: AttributeValue) throws(EditFailure) -> Int64 {
        let number: Int64? =
            switch value {
            case .integer(let number): Int64(number)
            case .double(let number): Int64(exactly: number)
            case .string(let text): Int64(text)
            case .date(let milliseconds): milliseconds
            case .null: nil
            }
        guard let number else { throw failure("is \(value.shown); a whole number is needed") }
        guard kind.integers.contains(number) else {
            throw failure(
                "is \(number); \(kind.name) holds \(kind.integers.lowerBound) to "
                    + "\(kind.integers.upperBound)")
        }
        return number
    }

    private func double(_ value: AttributeValue) throws(EditFailure) -> Double {
        let number: Double? =
            switch value {
            case .integer(let number): Double(number)
            case .double(let number): number
            case .string(let text): Double(text)
            case .date, .null: nil
            }
        guard let number, number.isFinite else {
            throw failure("is \(value.shown); a finite number is needed")
        }
        return number
    }

    private func text(_ value: AttributeValue) throws(EditFailure) -> String {
        let text = CSVFeatureWriter.cell(value)
        guard !text.utf8.contains(0) else { throw failure("has a zero byte; leave it out") }
        if let length = field.length, text.utf8.count > length, text.unicodeScalars.count > length {
            throw failure(
                "has \(text.unicodeScalars.count) characters; \(length) are allowed")
        }
        return text
    }

    private func date(_ value: AttributeValue) throws(EditFailure) -> String {
        let milliseconds: Int64? =
            switch value {
            case .date(let milliseconds): milliseconds
            case .integer(let number): Int64(number)
            case .double(let number): Int64(exactly: number.rounded())
            case .string(let text): StoredDate.milliseconds(text)
            case .null: nil
            }
        guard let milliseconds,
            let text = StoredDate.text(milliseconds, isDayOnly: kind.isDayOnly)
        else {
            throw failure(
                "is \(value.shown); a date of the years 1 to 9999 is needed, such as "
                    + "2026-03-02T09:30:00Z or milliseconds since 1970")
        }
        return text
    }

    private func failure(_ reason: String) -> EditFailure {
        EditFailure(.invalidRow, "\(field.name) \(reason)")
    }
}

extension AttributeValue {
    /// The value as messages show it.
    fileprivate var shown: String {
        switch self {
        case .string(let text): "\"\(text.excerpt(60))\""
        case .null: "null"
        case .integer, .double, .date: CSVFeatureWriter.cell(self)
        }
    }
}

/// Dates as database texts: `2026-03-02` and `2026-03-02T09:30:00.000Z`.
enum StoredDate {
    private static let day: Int64 = 86_400_000
    /// Milliseconds in a day.
    static let millisecondsOfDay = 86_400_000.0
    /// The years 1 to 9999 in milliseconds since 1970.
    private static let years = Int64(-62_135_596_800_000)...Int64(253_402_300_799_999)

    /// Reads an instant; a text without a zone counts as UTC.
    static func milliseconds(_ text: String) -> Int64? {
        switch WrittenTime(text) {
        case .instant(let milliseconds), .wallClock(let milliseconds): milliseconds
        case .timeOfDay, nil: nil
        }
    }

    /// Reads the day a text begins with. A column of days should hold no time of day; if there is
    /// one, it is ignored.
    static func day(_ text: String) -> Int64? {
        guard case .wallClock(let milliseconds)? = WrittenTime(String(text.prefix(10))) else {
            return nil
        }
        return milliseconds
    }

    /// Writes an instant, or returns `nil` outside the years 1 to 9999.
    ///
    /// Times always have thousandths of a second, so that texts sort like instants.
    ///
    /// - Parameter isDayOnly: Whether to cut off the time of day.
    static func text(_ milliseconds: Int64, isDayOnly: Bool) -> String? {
        guard years.contains(milliseconds) else { return nil }
        let text = ISODateTime.text(milliseconds)
        if isDayOnly { return String(text.prefix(10)) }
        return milliseconds % 1_000 == 0 ? String(text.dropLast()) + ".000Z" : text
    }

    /// Writes a day counted from 1970-01-01, or returns `nil` outside the years 1 to 9999.
    static func text(ofDay number: Double) -> String? {
        guard number.magnitude < 1e8 else { return nil }
        return text(Int64(number) * day, isDayOnly: true)
    }

    /// Returns texts that bound every way to write an instant, whatever its zone and form; `nil`
    /// for a bound that has no four-digit year.
    ///
    /// A zone moves the written day by at most one.
    static func bounds(of milliseconds: Double) -> (from: String?, below: String?) {
        let number = (milliseconds / millisecondsOfDay).rounded(.down)
        return (text(ofDay: number - 1), text(ofDay: number + 2))
    }
}
