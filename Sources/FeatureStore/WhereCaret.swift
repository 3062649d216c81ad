// Marks the place of a problem in a condition.

/// Shows where a condition is wrong.
enum WhereCaret {
    /// How many characters of the condition are shown.
    private static let width = 72

    /// Returns the condition on one line with a caret below a position, cut to the part around it.
    ///
    /// - Parameter position: The number of Unicode scalars before the problem.
    static func lines(_ text: String, position: Int) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            // Line breaks, tabs and control characters would move the caret.
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
                ? " " : scalar
        }
        let place = min(max(position, 0), scalars.count)
        let start =
            scalars.count <= width ? 0 : max(0, min(place - width / 2, scalars.count - width))
        let end = min(scalars.count, start + width)
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars[start..<end])
        let head = start > 0 ? "…" : ""
        let tail = end < scalars.count ? "…" : ""
        let blanks = String(repeating: " ", count: head.count + place - start)
        return "\(head)\(String(line))\(tail)\n\(blanks)^"
    }
}
