// The stops' time windows, from any type of column, as milliseconds in the contract.

package import Geo
import RouteAPI

/// The time windows in a set of stops.
///
/// The columns may hold text, the numbers of spreadsheets and databases, or the contract's
/// milliseconds. The initializer reads all bounds once and keeps problems by row, because a bad
/// cell matters only if the request uses windows. ``settled(by:)`` then writes every bound as
/// milliseconds: instants if the request says so, if some bound is an instant or if `--time-zone`
/// differs from the service's zone; otherwise local times. The contract's own milliseconds stay
/// unchanged unless the other bounds make all windows instants. A window of times of day moves to
/// the first day on which it has not ended at the start, and a note says so.
package struct WindowTimes {
    private struct Row {
        var windows: [WindowFields.Bounds] = []
        /// The problem with a bound, in the words of a message.
        var problem: String?
    }

    private let rows: [Row]
    private let set: FeatureSet

    /// Reads the columns of a set.
    ///
    /// - Parameters:
    ///   - dates: The order of day and month in dates that do not show it.
    ///   - advice: How the user could tell the order, for messages.
    package init(_ set: FeatureSet, dates: DateOrder? = nil, advice: String? = nil) {
        self.set = set
        let fields = WindowFields(set, dates: dates, advice: advice)
        rows = set.features.map { stop in
            do throws(FeatureReadError) {
                return Row(windows: try fields.windows(of: stop))
            } catch {
                return Row(problem: error.reason)
            }
        }
    }

    private var times: [WrittenTime] {
        rows.flatMap(\.windows).flatMap { window in
            [window.start, window.end].compactMap { bound in
                if case .written(let time)? = bound { time } else { nil }
            }
        }
    }

    /// Whether there is nothing to convert.
    package var isEmpty: Bool { times.isEmpty && rows.allSatisfy { $0.problem == nil } }

    /// Whether any time depends on a time zone.
    package var needsZone: Bool {
        times.contains { if case .instant = $0 { false } else { true } }
    }

    /// How to convert windows.
    package struct Rules: Sendable {
        package let clock: WrittenClock
        /// The start on local clocks, if there is one and it is known.
        let start: Int64?
        /// What is known of the stop with which a shift begins, if there is no start.
        let order: ShiftBeginnings.Order
        /// Whether the request's windows are in UTC; `nil` if it does not say.
        package var isUTC: Bool?
        /// Whether the request uses windows; if not, bad windows are no error.
        let areUsed: Bool
        /// Whether an unreadable window stays as written, so that only its stop is left out of the
        /// route; otherwise it is an error of the whole set.
        let keepsProblems: Bool

        package init(
            clock: WrittenClock, start: Int64?, order: ShiftBeginnings.Order, isUTC: Bool?,
            areUsed: Bool, keepsProblems: Bool = false
        ) {
            self.clock = clock
            self.start = start
            self.order = order
            self.isUTC = isUTC
            self.areUsed = areUsed
            self.keepsProblems = keepsProblems
        }
    }

    /// The converted windows.
    package struct Settled {
        package var set: FeatureSet
        /// Whether the windows are instants.
        package var areUTC: Bool
        /// Notes about windows on a later day than the start.
        package var notes: [String] = []
    }

    /// Converts the set's times to milliseconds.
    ///
    /// - Throws: `FeatureReadError` naming the row with an unreadable time; ``MissingZone`` if a
    ///   zone is needed and none is known.
    package func settled(by rules: Rules) throws -> Settled {
        let hasInstants = times.contains { if case .instant = $0 { true } else { false } }
        var settled = Settled(
            set: set, areUTC: rules.isUTC ?? (hasInstants || !rules.clock.readsLocally))
        let shifts = try shifts(rules)
        let keepsTypes = rules.keepsProblems && rows.contains { $0.problem != nil }
        for (row, read) in rows.enumerated() {
            if let problem = read.problem {
                if rules.areUsed, rules.keepsProblems { continue }
                if rules.areUsed { throw FeatureReadError(feature: row + 1, problem) }
                for number in numbers { settled.set.write(nil, nil, row, number) }
                continue
            }
            var later: [ShiftWindow] = []
            for number in numbers {
                let window = read.windows.first { $0.number == number }
                let bounds = try window.map {
                    try self.bounds(of: $0, row, rules, shifts, areUTC: settled.areUTC) {
                        later.append($0)
                    }
                }
                settled.set.write(bounds?.start, bounds?.end, row, number)
            }
            // A window that is over for today matters only if there is no other.
            if later.count == read.windows.count,
                let placed = later.min(by: { $0.start < $1.start })
            {
                let name = set.value("Name", of: set.features[row])
                settled.notes.append(placed.sentence(about: Self.label(name, row)))
            }
        }
        for name in numbers.flatMap({ [Column.windowStart($0), Column.windowEnd($0)] })
        where !keepsTypes {
            if let column = settled.set.fieldIndex(name) {
                settled.set.fields[column].type = .date
            }
        }
        return settled
    }

    /// Finds the shifts to which times of day belong without a start; `nil` with a start, or if it
    /// is unknown which day is today.
    private func shifts(_ rules: Rules) throws -> ShiftBeginnings? {
        guard rules.start == nil, let today = rules.clock.today else { return nil }
        let stops = try set.features.enumerated().map { row, stop in
            let windows = try rows[row].windows.compactMap { try local($0, rules) }
            return ShiftBeginnings.Stop(
                route: route(row), sequence: set.integer("Sequence", of: stop),
                windows: windows.map { (start: $0.first, end: $0.last) })
        }
        return ShiftBeginnings(of: stops, rules.order, today: today)
    }

    /// The name of a row's route in one spelling, as ``RouteNameKey`` compares names.
    private func route(_ row: Int) -> String? {
        let stop = set.features[row]
        let name =
            set.string("RouteName", of: stop)
            ?? set.integer("RouteName", of: stop).map { String($0) }
        return name?.trimmingBlanks.lowercased()
    }

    /// The window numbers present in any row, and the first.
    private var numbers: [Int] {
        Set(rows.flatMap(\.windows).map(\.number)).union([1]).sorted()
    }

    private static func label(_ name: AttributeValue?, _ row: Int) -> String {
        if case .string(let name)? = name, !name.isEmpty { return "\"\(name.excerpt(60))\"" }
        return "stop \(row + 1)"
    }

    /// Converts a window's bounds to milliseconds, on their day.
    ///
    /// - Parameter later: Called with a window without a date if it falls on a later day than the
    ///   start.
    private func bounds(
        of window: WindowFields.Bounds, _ row: Int, _ rules: Rules, _ shifts: ShiftBeginnings?,
        areUTC: Bool, _ later: (ShiftWindow) -> Void
    ) throws -> (start: Int64?, end: Int64?) {
        let isPlain = [window.start, window.end].allSatisfy {
            if case .written? = $0 { false } else { true }
        }
        // The layer itself puts times of day on their days.
        if isPlain, !(areUTC && rules.isUTC == nil) {
            return (window.start?.milliseconds, window.end?.milliseconds)
        }
        guard let local = try local(window, rules) else { return (nil, nil) }
        let placed = ShiftWindow(
            local.first, local.last, after: rules.start ?? shifts?[route(row)],
            on: shifts?.day ?? ShiftWindow.noDay)
        if rules.areUsed, placed.daysLater > 0 { later(placed) }
        func value(_ bound: TimeValue?, _ local: Int64) throws -> Int64? {
            guard let bound else { return nil }
            if case .written(.instant(let instant)) = bound, areUTC { return instant }
            guard areUTC else { return local }
            return try rules.clock.instant(.wallClock(local), day: 0)
        }
        return (try value(window.start, placed.start), try value(window.end, placed.end))
    }

    /// Converts a window's bounds to the local clock; a single bound counts as both. Returns `nil`
    /// if zeros stand for absent values.
    private func local(
        _ window: WindowFields.Bounds, _ rules: Rules
    ) throws -> (first: Int64, last: Int64)? {
        if window.start == .milliseconds(0) || window.end == .milliseconds(0) { return nil }
        let start = try window.start.map { try local($0, rules) }
        let end = try window.end.map { try local($0, rules) }
        guard let first = start ?? end, let last = end ?? start else { return nil }
        return (first, last)
    }

    /// Converts a bound to the local clock.
    private func local(_ bound: TimeValue, _ rules: Rules) throws -> Int64 {
        switch bound {
        case .milliseconds(let milliseconds):
            // If the request says so, milliseconds are instants.
            rules.isUTC == true
                ? try rules.clock.local(.instant(milliseconds), day: 0) : milliseconds
        case .written(let time): try rules.clock.local(time, day: ShiftWindow.noDay)
        }
    }
}

extension TimeValue {
    /// The contract's milliseconds; `nil` for a written time.
    fileprivate var milliseconds: Int64? {
        if case .milliseconds(let milliseconds) = self { milliseconds } else { nil }
    }
}

extension FeatureSet {
    /// Writes a window's bounds into a row.
    fileprivate mutating func write(_ start: Int64?, _ end: Int64?, _ row: Int, _ number: Int) {
        for (name, time) in [
            (Column.windowStart(number), start), (Column.windowEnd(number), end),
        ] {
            guard let column = fieldIndex(name) else { continue }
            features[row].values[column] = time.map { .date($0) } ?? .null
        }
    }
}
