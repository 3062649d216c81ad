// Lengths and times in the language of directions, for what stands beside them.

/// Writes lengths, spans of time and times of day in a language.
package struct DirectionsMeasures: Sendable {
    private let words: LanguageWords

    init(_ words: LanguageWords) { self.words = words }

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool { words.isRightToLeft }

    /// A number of units.
    ///
    /// - Parameter unit: The unit's English short name, such as `km`.
    package func length(_ value: Double, decimals: Int, unit: String) -> String {
        words.length(value, decimals: decimals, unit)
    }

    /// A span of time to the minute.
    package func duration(milliseconds: Int64) -> String {
        words.duration(milliseconds: milliseconds)
    }

    /// The time of day of a local clock in epoch milliseconds.
    package func timeOfDay(_ clock: Int64) -> String { words.timeOfDay(clock) }
}

extension DirectionsLanguages {
    /// The lengths and times of a language.
    package func measures(_ tag: String) -> DirectionsMeasures {
        DirectionsMeasures(phrases(tag).words)
    }
}
