// Values with several parts, such as `Main Street;High Street`, and with one for each lane.

import Geo

/// Splits lists, which mappers write with semicolons.
enum TagList {
    /// Returns a value's parts, each once and without outer blanks and invisible marks: a mark that
    /// turns the direction of writing would turn all of a sentence.
    static func parts(of text: String) -> [String] {
        let text = text.withoutMarks
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

    /// Returns the value for each lane, from left to right in the direction of travel, without
    /// outer blanks; a lane without a value is empty.
    static func lanes(of text: String) -> [String] {
        text.split(separator: "|", omittingEmptySubsequences: false).map { trimmed(String($0)) }
    }

    /// Joins a list's parts with commas, as signs and directions show it.
    static func joined(_ text: String) -> String { parts(of: text).joined(separator: ", ") }

    /// Removes outer blanks, including non-breaking ones.
    private static func trimmed(_ text: String) -> String {
        guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else {
            return text
        }
        return String(
            text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
