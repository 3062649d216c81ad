// Access values that mappers wrote in words: `residents only`, `no through traffic`.

/// Finds the access value that a phrase means.
///
/// A phrase without a known word means nothing, and the road is like one without the tag. But a
/// private road that is taken for a public one leads drivers to a gate.
enum AccessPhrase {
    private static let mostWords = 8
    /// What a phrase means that begins with `no` and one of these words.
    private static let refusals = [
        "access": "no", "entry": "no", "vehicles": "no", "cars": "no", "traffic": "no",
        "motor": "no", "public": "private", "trespassing": "private", "through": "destination",
        "thru": "destination",
    ]

    /// Returns the value that a phrase of several words means; `nil` if it has no known word.
    static func value(of phrase: Substring, among values: AccessValues) -> String? {
        let words = phrase.split { !$0.isLetter }.prefix(mostWords).map(String.init)
        guard words.count > 1 else { return nil }
        if words[0] == "no" { return refusals[words[1]] }
        return words.first(where: values.limited.contains)
    }
}
