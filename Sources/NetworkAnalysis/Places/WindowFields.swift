// The time windows of rows of stops, from any type of column.

package import Geo

/// Reads the bounds of time windows from the columns of a set of stops.
///
/// ```swift
/// let fields = WindowFields(stops, dates: nil)
/// for stop in stops.features { let window = try fields.window(of: stop) }
/// ```
package struct WindowFields: Sendable {
    /// The columns.
    package static let start = "TimeWindowStart"
    package static let end = "TimeWindowEnd"

    private let startColumn: Int?
    private let endColumn: Int?
    private let reader: TimeReader

    /// Finds the columns.
    ///
    /// - Parameter dates: The order of day and month in dates that do not show it; by default what
    ///   other dates of the set show.
    /// - Complexity: O(*n*) in the number of values.
    package init(_ set: FeatureSet, dates: DateOrder? = nil) {
        startColumn = set.fieldIndex(Self.start)
        endColumn = set.fieldIndex(Self.end)
        let hasTimes = startColumn != nil || endColumn != nil
        reader = TimeReader(order: dates ?? (hasTimes ? DateEvidence(set).order : nil))
    }

    /// The bounds of a row; `nil` for one that is absent.
    ///
    /// - Throws: `FeatureReadError` that names the column, the value and what would be clear.
    package func window(
        of stop: Feature
    ) throws(FeatureReadError) -> (start: TimeValue?, end: TimeValue?) {
        var window = (
            start: try time(startColumn, Self.start, stop), end: try time(endColumn, Self.end, stop)
        )
        // A zero beside another time of day is midnight; a spreadsheet has 0 for 0:00.
        let midnight = TimeValue.written(.timeOfDay(0))
        if window.start == .milliseconds(0), case .written(.timeOfDay)? = window.end {
            window.start = midnight
        }
        if window.end == .milliseconds(0), case .written(.timeOfDay)? = window.start {
            window.end = midnight
        }
        return window
    }

    private func time(
        _ column: Int?, _ name: String, _ stop: Feature
    ) throws(FeatureReadError) -> TimeValue? {
        guard let column, column < stop.values.count else { return nil }
        return try reader.time(stop.values[column], of: name)
    }
}
