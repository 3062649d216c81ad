// The time windows of stops, from numbers or text in their columns.

import Geo

/// The columns of a set of stops that hold times.
///
/// Text is parsed as a written time; numbers are the milliseconds of the contract and are left
/// unchanged.
struct WindowTimes {
    private static let start = "TimeWindowStart"
    private static let end = "TimeWindowEnd"

    /// Midnight of 1899-12-30, the date of times without a date.
    private static let noDay: Int64 = -2_209_161_600_000
    private static let day: Int64 = 86_400_000

    /// The times of a set that are given as text, by row.
    let rows: [(start: WrittenTime?, end: WrittenTime?)]
    private let set: FeatureSet

    /// Reads the columns of a set.
    ///
    /// - Throws: ``FeatureReadError`` naming the row with an invalid time.
    init(_ set: FeatureSet) throws(FeatureReadError) {
        self.set = set
        var rows: [(start: WrittenTime?, end: WrittenTime?)] = []
        for (row, feature) in set.features.enumerated() {
            rows.append(
                (
                    try Self.time(set.value(Self.start, of: feature), Self.start, row + 1),
                    try Self.time(set.value(Self.end, of: feature), Self.end, row + 1)
                ))
        }
        self.rows = rows
    }

    private static func time(
        _ value: AttributeValue?, _ name: String, _ row: Int
    ) throws(FeatureReadError) -> WrittenTime? {
        guard case .string(let text)? = value, Double(text) == nil, !text.isEmpty else {
            return nil
        }
        if let time = WrittenTime(text) { return time }
        throw FeatureReadError(
            feature: row,
            "\(name) is \"\(text.excerpt(40))\"; write 08:00, 2026-11-21T08:00, "
                + "2026-11-21T08:00:00+01:00 or epoch milliseconds")
    }

    private var times: [WrittenTime] { rows.flatMap { [$0.start, $0.end].compactMap(\.self) } }

    /// Whether any time is given as text.
    var isEmpty: Bool { times.isEmpty }

    /// Whether any time depends on a time zone.
    var needsZone: Bool {
        times.contains { if case .instant = $0 { false } else { true } }
    }

    /// The set with its times as milliseconds.
    ///
    /// - Parameters:
    ///   - clock: The clock to convert them with.
    ///   - day: The local midnight of the start day, if known.
    ///   - isUTC: Whether the request's windows are in UTC; `nil` if it does not set that.
    /// - Returns: The set, and whether its windows are instants.
    func settled(
        by clock: RequestClock, day: Int64?, isUTC: Bool?
    ) throws -> (set: FeatureSet, areUTC: Bool) {
        let hasInstants = times.contains { if case .instant = $0 { true } else { false } }
        let areUTC = isUTC ?? (hasInstants || !clock.readsLocally)
        func value(_ time: WrittenTime) throws -> Int64 {
            areUTC
                ? try clock.instant(time, day: day ?? Self.noDay)
                : try clock.local(time, day: day ?? Self.noDay)
        }
        var set = set
        for (row, times) in rows.enumerated() {
            let start = try times.start.map(value)
            var end = try times.end.map(value)
            // A window such as 22:00 to 02:00 ends on the next day.
            if case .timeOfDay = times.end, let start, let time = end, time < start {
                end = time + Self.day
            }
            try set.settle(Self.start, start, row, isUTC == nil && areUTC ? clock : nil)
            try set.settle(Self.end, end, row, isUTC == nil && areUTC ? clock : nil)
        }
        for name in [Self.start, Self.end] {
            if let column = set.fieldIndex(name) { set.fields[column].type = .date }
        }
        return (set, areUTC)
    }
}

extension FeatureSet {
    /// Writes a time into a row. Without a written time, a number is left unchanged.
    ///
    /// - Parameter clock: The clocks that make instants of the contract's local times, when the
    ///   others have become instants.
    fileprivate mutating func settle(
        _ name: String, _ time: Int64?, _ row: Int, _ clock: RequestClock?
    ) throws {
        guard let column = fieldIndex(name) else { return }
        if let time {
            features[row].values[column] = .date(time)
            return
        }
        let number: Int64? =
            switch features[row].values[column] {
            case .integer(let number): Int64(number)
            case .date(let number): number
            case .double(let number) where number.magnitude < 1e15: Int64(number)
            case .string(let text): Double(text).flatMap { Int64(exactly: $0) }
            case .double, .null: nil
            }
        guard let number else { return }
        features[row].values[column] = .date(
            try clock?.instant(.wallClock(number), day: 0) ?? number)
    }
}
