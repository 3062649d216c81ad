// Shortens callers' texts for messages.

extension StringProtocol {
    /// Returns the first `count` scalars, followed by an ellipsis if there are more.
    ///
    /// It counts scalars, not characters: a character may be a letter with megabytes of accents.
    /// O(`count`).
    package func excerpt(_ count: Int = 40) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
            end < endIndex
        else { return String(self) }
        return String(self[..<end]) + "…"
    }
}
