// Numbers with nouns, for messages.

extension Int {
    /// Returns the number with its noun in singular or plural: `1 row`, `2 rows`.
    ///
    /// - Parameters:
    ///   - noun: The noun in singular.
    ///   - digits: The number as text, if it should have digit groups.
    package func counted(_ noun: String, digits: String? = nil) -> String {
        "\(digits ?? String(self)) \(noun)\(self == 1 ? "" : "s")"
    }
}
