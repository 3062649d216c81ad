// Durations, lengths and totals as people read them.

/// Writes figures for people: as short as they stay clear.
package enum FigureText {
    /// Writes minutes as hours, minutes and seconds.
    package static func duration(minutes: Double) -> String {
        let seconds = Int((minutes * 60).rounded())
        let (hours, rest) = (seconds / 3_600, seconds % 3_600)
        if hours > 0 { return "\(hours) h \(rest / 60) min" }
        if seconds >= 600 { return "\((seconds + 30) / 60) min" }
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }

    /// Writes a length with fewer decimals the longer it is.
    ///
    /// - Parameter unit: The unit's abbreviation; empty if it is unknown.
    package static func length(_ length: Double, _ unit: String) -> String {
        let digits = length < 1 ? 1_000.0 : length < 100 ? 100 : 10
        let number = JSONValue.number((length * digits).rounded() / digits).text
        return unit.isEmpty ? number : "\(number) \(unit)"
    }

    /// Writes a total with at most three decimals.
    package static func total(_ number: Double) -> String {
        JSONValue.number((number * 1_000).rounded() / 1_000).text
    }
}
