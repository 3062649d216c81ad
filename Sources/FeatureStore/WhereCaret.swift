// A mark under the place of a condition that is wrong.

/// Shows where in a condition a problem is.
enum WhereCaret {
    /// The greatest number of characters of the condition that are shown.
    private static let width = 72

    /// The condition on one line and a caret under a place of it, cut to the part round the place.
    ///
    /// - Parameter position: Unicode scalars before the place.
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
