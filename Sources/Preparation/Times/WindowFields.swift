// Time windows in stop rows, from any column type.

package import Geo
import RouteAPI

/// Reads time window bounds from a stop set's columns: `TimeWindowStart` and `TimeWindowEnd`, then
/// `TimeWindowStart2` and `TimeWindowEnd2` up to 9.
///
/// ```swift
/// let fields = WindowFields(stops, dates: nil)
/// for stop in stops.features { let windows = try fields.windows(of: stop) }
/// ```
package struct WindowFields: Sendable {
    /// A window's bounds as a row has them; `nil` if absent.
    package struct Bounds: Sendable {
        /// The window's number, from 1.
        package var number: Int
        package var start: TimeValue?
        package var end: TimeValue?
    }

    private struct Columns {
        var number: Int
        var start: Int?
        var end: Int?
    }

    private let columns: [Columns]
    private let reader: TimeReader

    /// Finds the columns.
    ///
    /// - Parameters:
    ///   - dates: The order of day and month for dates that do not show it; by default, what the
    ///     set's other dates show.
    ///   - advice: How the user could tell the order, for messages.
    /// - Complexity: O(*n*) for *n* values.
    package init(_ set: FeatureSet, dates: DateOrder? = nil, advice: String? = nil) {
        columns = (1...(Self.hasLater(set) ? Column.mostWindows : 1)).compactMap { number in
            let columns = Columns(
                number: number, start: set.fieldIndex(Column.windowStart(number)),
                end: set.fieldIndex(Column.windowEnd(number)))
            return columns.start == nil && columns.end == nil ? nil : columns
        }
        reader = TimeReader(
            order: dates ?? (columns.isEmpty ? nil : DateEvidence(set).order), advice: advice)
    }

    /// Whether the set has no window columns.
    package var isEmpty: Bool { columns.isEmpty }

    /// Whether a set may have windows besides the first.
    private static func hasLater(_ set: FeatureSet) -> Bool {
        set.fields.contains { field in
            let count = field.name.utf8.count
            return (count == 14 || count == 16) && field.name.lowercased().hasPrefix("timewindow")
        }
    }

    /// Reads a row's windows, leaving out those without bounds; ascending by number.
    ///
    /// - Throws: `FeatureReadError` naming the column, the value and what would be clear.
    package func windows(of stop: Feature) throws(FeatureReadError) -> [Bounds] {
        var windows: [Bounds] = []
        for columns in columns {
            var window = Bounds(
                number: columns.number,
                start: try time(columns.start, Column.windowStart(columns.number), stop),
                end: try time(columns.end, Column.windowEnd(columns.number), stop))
            // A zero beside another time of day is midnight; a spreadsheet has 0 for 0:00.
            let midnight = TimeValue.written(.timeOfDay(0))
            if window.start == .milliseconds(0), case .written(.timeOfDay)? = window.end {
                window.start = midnight
            }
            if window.end == .milliseconds(0), case .written(.timeOfDay)? = window.start {
                window.end = midnight
            }
            if window.start != nil || window.end != nil { windows.append(window) }
        }
        return windows
    }

    private func time(
        _ column: Int?, _ name: @autoclosure () -> String, _ stop: Feature
    ) throws(FeatureReadError) -> TimeValue? {
        guard let column, column < stop.values.count else { return nil }
        return try reader.time(stop.values[column], of: name())
    }
}
