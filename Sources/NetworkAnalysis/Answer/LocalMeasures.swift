// Lengths and times of an answer, as the language of its directions writes them.

import Directions
package import RouteAPI

/// Writes the lengths and times of a page in the language of its directions.
package struct LocalMeasures: Sendable {
    private let measures: DirectionsMeasures

    /// - Parameter language: That of the directions; `nil` for the layer's.
    package init(_ configuration: RouteLayerConfiguration, language: String?) {
        measures = configuration.languages.measures(
            language ?? configuration.directionsLanguage)
    }

    /// A length, rounded for reading: parts of a kilometer in meters, of a tenth of a mile in feet.
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

    /// A span of time.
    package func minutes(_ minutes: Double) -> String {
        // No route takes a thousand years.
        let milliseconds = min(max(minutes, 0), 1e9) * 60_000
        return isolated(measures.duration(milliseconds: Int64(milliseconds)))
    }

    /// Words that are written from right to left stand alone in a page that is not.
    private func isolated(_ text: String) -> String {
        measures.isRightToLeft ? "\u{2068}\(text)\u{2069}" : text
    }

    /// The time of day of a local clock in epoch milliseconds.
    package func clock(_ milliseconds: Int64) -> String { measures.timeOfDay(milliseconds) }
}
