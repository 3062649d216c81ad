// Names for headings, as the forge makes them, so that links work there and here.

/// Gives each heading of a page its anchor.
struct HeadingAnchors {
    private var uses: [String: Int] = [:]

    /// Returns the anchor for a heading: its letters and digits in lower case, with dashes for
    /// blanks. If the page has the same heading again, a number follows.
    mutating func id(for heading: String) -> String {
        var anchor = ""
        for character in heading.lowercased() {
            if character.isLetter || character.isNumber || "-_".contains(character) {
                anchor.append(character)
            } else if character == " " {
                anchor.append("-")
            }
        }
        let use = uses[anchor, default: 0]
        uses[anchor] = use + 1
        return use == 0 ? anchor : "\(anchor)-\(use)"
    }
}
