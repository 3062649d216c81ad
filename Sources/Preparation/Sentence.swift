// Capitals and full stops in messages joined from several texts.

/// Adapts a text to its position in a message.
package enum Sentence {
    /// Capitalizes the text for the beginning of a sentence; parameter names stay unchanged.
    package static func begun(_ text: String) -> String {
        let word = text.prefix { $0 != " " }
        guard let first = text.first, first.isLowercase,
            !word.contains(where: { "=\"".contains($0) })
        else { return text }
        return first.uppercased() + text.dropFirst()
    }

    /// Lowers the first letter, for the position after a colon.
    package static func continued(_ text: String) -> String {
        guard let first = text.first, first.isUppercase else { return text }
        return first.lowercased() + text.dropFirst()
    }

    /// Ends the text with exactly one full stop.
    package static func ended(_ text: String) -> String {
        guard let last = text.last, !".?!".contains(last) else { return text }
        return text + "."
    }
}
