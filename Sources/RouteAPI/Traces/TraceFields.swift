// Reads the attributes of a trace's rows, whatever the format.

import Geo

/// Reads a position's values by column name, ignoring case.
struct TraceFields {
    /// What a column says about a position.
    enum Column: CaseIterable {
        case traceName
        case time
        case accuracy
        case bearing
        case isStop
        case name
        case isLine

        /// The names for such a column. The first is used for writing.
        var names: [String] {
            switch self {
            case .traceName: ["TraceName", "Trace", "TrackName"]
            case .time: ["Time", "Timestamp", "DateTime"]
            case .accuracy: ["Accuracy", "GPSAccuracy", "HorizontalAccuracy"]
            case .bearing: ["Bearing", "Heading", "Course"]
            case .isStop: ["IsStop"]
            case .name: ["Name"]
            case .isLine: ["IsLine"]
            }
        }
    }

    /// A position, and what its row says about the trace.
    struct Row {
        var fix: TraceFix
        var traceName: String?
        var isLine = false
        /// What would work if the time cannot be read. The position then counts as having none.
        var timeProblem: String?
    }

    private var places: [Column: Int] = [:]
    /// Reads dates that do not show the order of day and month.
    private let times: TimeReader

    /// Finds the columns by name.
    init(_ names: [String], times: TimeReader = TimeReader(order: nil)) {
        self.times = times
        let folded = names.map { $0.lowercased() }
        for column in Column.allCases {
            places[column] =
                column.names.lazy
                .compactMap { folded.firstIndex(of: $0.lowercased()) }.first
        }
    }

    /// Reads a position.
    ///
    /// - Parameter value: Returns the value in a column.
    /// - Throws: An error naming the column and what would work; the caller adds the row.
    func row(
        at coordinate: Coordinate, _ value: (Int) -> AttributeValue
    ) throws(FeatureReadError) -> Row {
        func cell(_ column: Column) -> AttributeValue {
            places[column].map { value($0) } ?? .null
        }
        var fix = TraceFix(coordinate)
        let time = try Self.milliseconds(cell(.time), times)
        if case .found(let milliseconds) = time { fix.milliseconds = milliseconds }
        fix.accuracyMeters = try Self.accuracy(cell(.accuracy))
        fix.bearing = try Self.bearing(cell(.bearing))
        fix.isStop = try Self.flag(cell(.isStop), "IsStop")
        fix.name = Self.text(cell(.name))
        var row = Row(
            fix: fix, traceName: Self.text(cell(.traceName)),
            isLine: try Self.flag(cell(.isLine), "IsLine"))
        if case .unreadable(let problem) = time { row.timeProblem = problem }
        return row
    }

    /// Returns the name of the trace that a row belongs to.
    func traceName(_ value: (Int) -> AttributeValue) -> String? {
        places[.traceName].flatMap { Self.text(value($0)) }
            ?? places[.name].flatMap { Self.text(value($0)) }
    }

    /// The times accepted: the years 1 to 9999.
    private static let times = -62_135_596_800_000...253_402_300_799_999

    enum Time: Hashable {
        case none
        case found(Int64)
        /// The value is not a time. The text says what would work.
        case unreadable(String)
    }

    /// Reads a time: epoch milliseconds, or a date and time. Without a zone it is read as UTC,
    /// because only differences count. Seconds, microseconds and nanoseconds since 1970 and a
    /// spreadsheet's days with a fraction are recognized.
    ///
    /// - Throws: If the order of day and month is in doubt.
    static func milliseconds(
        _ value: AttributeValue, _ times: TimeReader = TimeReader(order: nil)
    ) throws(FeatureReadError) -> Time {
        let number: Double
        switch value {
        case .null: return .none
        case .integer(let whole): number = Double(whole)
        case .date(let whole): number = Double(whole)
        case .double(let given): number = given
        case .string(let text):
            let word = text.trimmingBlanks
            if word.isEmpty || word.isMissingWord { return .none }
            if let given = Double(decimal: word) ?? WrittenNumber(word)?.value(.comma) {
                number = given
                break
            }
            guard let found = TimeText(word), case let sure = found.time(times.order),
                sure != nil || found.isInDoubt
            else { return unreadable(word.quoted) }
            if sure == nil { _ = try times.time(.string(word), of: "Time") }
            switch sure {
            case .instant(let time)?, .wallClock(let time)?: return .found(time)
            case .timeOfDay?, nil: return unreadable(word.quoted)
            }
        }
        return time(number)
    }

    private static func time(_ number: Double) -> Time {
        let milliseconds =
            switch number {
            case 1e9..<1e10: number * 1_000
            case 1e15..<1e18: number / 1_000
            case 1e18..<1e20: number / 1_000_000
            case 20_000..<80_000 where number != number.rounded():
                ((number - 25_569) * 86_400).rounded() * 1_000
            default: number
            }
        guard milliseconds.isFinite, times.contains(Int(max(-1e15, min(1e15, milliseconds)))) else {
            return unreadable("\(number)")
        }
        return .found(Int64(milliseconds.rounded()))
    }

    private static func unreadable(_ found: String) -> Time {
        .unreadable(
            "Time is \(found); milliseconds since 1970, or a date and a time such as "
                + "2026-03-02T09:30:05Z are needed")
    }

    /// Reads meters. Devices report 0 or a negative value if the accuracy is unknown.
    private static func accuracy(_ value: AttributeValue) throws(FeatureReadError) -> Double? {
        guard let meters = try number(value, "Accuracy"), meters > 0 else { return nil }
        guard meters <= 10_000 else {
            throw FeatureReadError("Accuracy is \(meters); at most 10,000 meters are needed")
        }
        return meters
    }

    /// Reads degrees. Devices report a negative value if the bearing is unknown.
    private static func bearing(_ value: AttributeValue) throws(FeatureReadError) -> Double? {
        guard let degrees = try number(value, "Bearing"), degrees >= 0 else { return nil }
        guard degrees <= 360 else {
            throw FeatureReadError("Bearing is \(degrees); degrees from 0 to 360 are needed")
        }
        return degrees == 360 ? 0 : degrees
    }

    private static func number(
        _ value: AttributeValue, _ name: String
    ) throws(FeatureReadError) -> Double? {
        switch value {
        case .null: return nil
        case .integer(let number): return Double(number)
        case .date(let number): return Double(number)
        case .double(let number): return number
        case .string(let text):
            let word = String(text.trimmingSpace())
            if word.isEmpty || word.isMissingWord { return nil }
            if let number = Double(decimal: word) { return number }
            guard let number = WrittenNumber(word) else {
                throw FeatureReadError("\(name) is \(word.quoted); a finite number is needed")
            }
            return try number.certainValue(of: name, word)
        }
    }

    private static func flag(
        _ value: AttributeValue, _ name: String
    ) throws(FeatureReadError) -> Bool {
        if case .string(let text) = value {
            let word = text.trimmingBlanks
            switch word.lowercased() {
            case "true", "yes": return true
            case "false", "no", "": return false
            default: break
            }
            guard word.isMissingWord || WrittenNumber(word) != nil else {
                throw FeatureReadError("\(name) is \(word.quoted); 1 (yes) or 0 (no) is needed")
            }
        }
        switch try number(value, name) {
        case nil, 0: return false
        case 1: return true
        case let other?:
            throw FeatureReadError("\(name) is \(other); 1 (yes) or 0 (no) is needed")
        }
    }

    private static func text(_ value: AttributeValue) -> String? {
        switch value {
        case .null, .double: return nil
        case .integer(let number): return String(number)
        case .date(let number): return String(number)
        case .string(let text):
            let name = text.trimmingBlanks
            return name.isEmpty ? nil : name
        }
    }
}

extension FeatureReadError {
    /// Returns the same error about a row, counted from 1.
    func inRow(_ row: Int) -> FeatureReadError {
        FeatureReadError(feature: feature ?? row, reason)
    }
}
