// Values with several parts, `Main Street;High Street`.

/// Splits lists, which mappers write with semicolons.
enum TagList {
    /// The parts of a value, each once and without blanks round it.
    static func parts(of text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: ";")) else {
            let whole = trimmed(text)
            return whole.isEmpty ? [] : [whole]
        }
        var parts: [String] = []
        for part in text.split(separator: ";").map({ trimmed(String($0)) })
        where !part.isEmpty && !parts.contains(part) {
            parts.append(part)
        }
        return parts
    }

    /// A list as signs and directions have it: no semicolons.
    static func joined(_ text: String) -> String { parts(of: text).joined(separator: ", ") }

    /// A text without the blanks round it, those that do not break included.
    private static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else {
            return text
        }
        return String(
            text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
