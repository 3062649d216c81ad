// Attribute values to cells of a database.

import DataStructures
import Geo

extension LayerColumn {
    /// The cell for a value.
    ///
    /// - Throws: ``EditFailure`` when the value does not suit the column.
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
    /// The value as a message shows it.
    fileprivate var shown: String {
        switch self {
        case .string(let text): "\"\(text.excerpt(60))\""
        case .null: "null"
        case .integer, .double, .date: CSVFeatureWriter.cell(self)
        }
    }
}

/// Dates as texts of a database: `2026-03-02` and `2026-03-02T09:30:00.000Z`.
enum StoredDate {
    private static let day: Int64 = 86_400_000
    /// Milliseconds in a day.
    static let millisecondsOfDay = 86_400_000.0
    /// The first and the last instant of the years 1 to 9999.
    private static let years = Int64(-62_135_596_800_000)...Int64(253_402_300_799_999)

    /// The instant of a stored text; one without a zone is read as UTC.
    static func milliseconds(_ text: String) -> Int64? {
        switch WrittenTime(text) {
        case .instant(let milliseconds), .wallClock(let milliseconds): milliseconds
        case .timeOfDay, nil: nil
        }
    }

    /// The beginning of the day of a stored text; a time of day behind it, which a column of days
    /// should not have, is ignored.
    static func day(_ text: String) -> Int64? {
        guard case .wallClock(let milliseconds)? = WrittenTime(String(text.prefix(10))) else {
            return nil
        }
        return milliseconds
    }

    /// The text of an instant, or `nil` outside of the years 1 to 9999.
    ///
    /// Times always have thousandths of a second, so that the order of texts is that of instants.
    ///
    /// - Parameter isDayOnly: Whether the time of day is cut off.
    static func text(_ milliseconds: Int64, isDayOnly: Bool) -> String? {
        guard years.contains(milliseconds) else { return nil }
        let text = ISODateTime.text(milliseconds)
        if isDayOnly { return String(text.prefix(10)) }
        return milliseconds % 1_000 == 0 ? String(text.dropLast()) + ".000Z" : text
    }

    /// The text of a day counted from 1970-01-01, or `nil` outside of the years 1 to 9999.
    static func text(ofDay number: Double) -> String? {
        guard number.magnitude < 1e8 else { return nil }
        return text(Int64(number) * day, isDayOnly: true)
    }

    /// The texts that bound those of all instants up to, or from, a given one, whatever zone and
    /// form each is written in; `nil` where no text of four digits of the year does.
    ///
    /// A zone moves the written day by one at most.
    static func bounds(of milliseconds: Double) -> (from: String?, below: String?) {
        let number = (milliseconds / millisecondsOfDay).rounded(.down)
        return (text(ofDay: number - 1), text(ofDay: number + 2))
    }
}
