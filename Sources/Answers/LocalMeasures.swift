// Lengths and times in the language of an answer's directions.

import Directions
import Preparation
package import RouteAPI

/// Writes lengths and times for a page in the language of its directions.
package struct LocalMeasures: Sendable {
    private let measures: DirectionsMeasures

    /// - Parameter language: The directions' language; `nil` for the layer's.
    package init(_ configuration: RouteLayerConfiguration, language: String?) {
        measures = configuration.languages.measures(
            language ?? configuration.directionsLanguage)
    }

    /// Writes a length rounded for reading: below 1 km in meters, below 0.1 mile in feet.
    package func length(_ length: Double, _ unit: NetworkUnit?) -> String {
        let meters = length * (unit?.meters ?? 0)
        if unit == .kilometers, length < 1 {
            return isolated(
                measures.length(meters, decimals: 0, unit: NetworkUnit.meters.shortName))
        }
        if unit == .miles, length < 0.1 {
            let feet = NetworkUnit.feet
            return isolated(
                measures.length(
                    meters / (feet.meters ?? 1), decimals: 0, unit: feet.shortName))
        }
        return isolated(
            measures.length(
                length, decimals: length < 1 ? 2 : 1, unit: unit?.shortName ?? ""))
    }

    /// Writes a duration.
    package func minutes(_ minutes: Double) -> String {
        // No route takes a thousand years.
        let milliseconds = min(max(minutes, 0), 1e9) * 60_000
        return isolated(measures.duration(milliseconds: Int64(milliseconds)))
    }

    /// Isolates right-to-left text, so that it reads correctly in a left-to-right page.
    private func isolated(_ text: String) -> String {
        measures.isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
    }

    /// Writes the time of day of a local clock, given in epoch milliseconds.
    package func clock(_ milliseconds: Int64) -> String { measures.timeOfDay(milliseconds) }
}
