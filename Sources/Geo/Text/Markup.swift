// Escapes text for HTML and XML.

/// Escapes text within markup: pages, pictures, GPX and KML.
package enum Markup {
    /// Escapes a text for elements and for attributes in double quotes. Control characters, which
    /// XML cannot carry, become blanks.
    ///
    ///     Markup.escaped("<a> & \"b\"")    // &lt;a&gt; &amp; &quot;b&quot;
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
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
