// CURRENT_DATE and its kin, and intervals of time.

/// A word in a condition that stands for the time of the request, in UTC.
enum WhereMoment: String, CaseIterable {
    /// The day, at its beginning.
    case date = "current_date"
    case timestamp = "current_timestamp"
    /// The time of day, as text such as `08:30:00`.
    case time = "current_time"

    private static let millisecondsOfDay: Int64 = 86_400_000

    /// Returns the word's value at an instant, in milliseconds since 1970.
    func value(at now: Int64) -> WhereValue {
        let midnight = now - ISODateTime.floorDivision(now, by: Self.millisecondsOfDay).1
        return switch self {
        case .date: .number(Double(midnight))
        case .timestamp: .number(Double(now))
        case .time: .text(Self.clock((now - midnight) / 1_000))
        }
    }

    private static func clock(_ seconds: Int64) -> String {
        [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}

/// A unit of intervals, which conditions add to dates: `INTERVAL '7' DAY`.
///
/// Months and years have no fixed length and are no units.
enum WhereIntervalUnit: String, CaseIterable {
    case day, hour, minute, second

    private var milliseconds: Double {
        switch self {
        case .day: 86_400_000
        case .hour: 3_600_000
        case .minute: 60_000
        case .second: 1_000
        }
    }

    /// Reads an interval such as `7`, or `1 06:30:00` from days to seconds. Returns `nil` for
    /// anything else.
    static func milliseconds(
        of text: String, from first: WhereIntervalUnit, to last: WhereIntervalUnit
    ) -> Double? {
        guard let start = allCases.firstIndex(of: first), let end = allCases.firstIndex(of: last),
            start <= end
        else { return nil }
        let trimmed = text.trimmingBlanks
        let isNegative = trimmed.hasPrefix("-")
        let words = trimmed.dropFirst(isNegative ? 1 : 0)
            .split(omittingEmptySubsequences: false) { $0 == " " || $0 == ":" }
        let numbers = words.compactMap { word in
            word.utf8.allSatisfy("0123456789.".utf8.contains) ? Double(word) : nil
        }
        guard numbers.count == words.count, numbers.count == end - start + 1 else { return nil }
        let sum = zip(numbers, allCases[start...]).reduce(0) { $0 + $1.0 * $1.1.milliseconds }
        guard sum.isFinite else { return nil }
        return isNegative ? -sum : sum
    }
}
