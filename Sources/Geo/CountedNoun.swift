// A number with its noun, in messages.

extension Int {
    /// The number with a noun in singular or plural: `1 row`, `2 rows`.
    ///
    /// - Parameters:
    ///   - noun: The noun in singular.
    ///   - digits: The number as it is written, when that has groups of digits.
    package func counted(_ noun: String, digits: String? = nil) -> String {
        "\(digits ?? String(self)) \(noun)\(self == 1 ? "" : "s")"
    }
}
