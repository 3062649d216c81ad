// Sentences put together from parts that others wrote.

/// Ends messages properly.
enum Sentence {
    /// The text with one full stop at its end, whether it came with one or not.
    static func ended(_ text: String) -> String {
        guard let last = text.last, !".?!".contains(last) else { return text }
        return text + "."
    }
}
