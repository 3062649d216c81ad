// Texts of callers, cut to a length that suits a message.

extension StringProtocol {
    /// The first `count` scalars, with an ellipsis where there are more.
    ///
    /// Not characters: one of them may be a letter with megabytes of accents. O(`count`).
    package func excerpt(_ count: Int = 40) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: count, limitedBy: endIndex),
            end < endIndex
        else { return String(self) }
        return String(self[..<end]) + "…"
    }
}
