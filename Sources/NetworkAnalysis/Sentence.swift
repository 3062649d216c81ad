// Sentences put together from parts that others wrote.

/// Ends messages properly.
package enum Sentence {
    /// The text as it stands at the beginning of a sentence; names of parameters stay as they are.
    package static func begun(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard let first = text.first, first.isLowercase,
            !word.contains(where: { "=\"".contains($0) })
        else { return text }
        return first.uppercased() + text.dropFirst()
    }

    /// A sentence as it stands behind a colon.
    package static func continued(_ text: String) -> String {
        guard let first = text.first, first.isUppercase else { return text }
        return first.lowercased() + text.dropFirst()
    }

    /// The text with one full stop at its end, whether it came with one or not.
    package static func ended(_ text: String) -> String {
        guard let last = text.last, !".?!".contains(last) else { return text }
        return text + "."
    }
}
