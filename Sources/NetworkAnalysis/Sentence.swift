// The capitals and full stops of messages that are joined from several texts.

/// Adapts a text to its position in a message.
package enum Sentence {
    /// The text with a capital, for the beginning of a sentence; names of parameters are unchanged.
    package static func begun(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard let first = text.first, first.isLowercase,
            !word.contains(where: { "=\"".contains($0) })
        else { return text }
        return first.uppercased() + text.dropFirst()
    }

    /// The text without a capital, for the position after a colon.
    package static func continued(_ text: String) -> String {
        guard let first = text.first, first.isUppercase else { return text }
        return first.lowercased() + text.dropFirst()
    }

    /// The text with exactly one full stop at its end.
    package static func ended(_ text: String) -> String {
        guard let last = text.last, !".?!".contains(last) else { return text }
        return text + "."
    }
}
