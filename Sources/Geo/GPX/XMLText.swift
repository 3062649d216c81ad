// Text within XML.

/// Writes text within XML.
enum XMLText {
    /// The text with marks replaced; control characters, which XML cannot carry, become blanks.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{fffe}", "\u{ffff}":
                result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
