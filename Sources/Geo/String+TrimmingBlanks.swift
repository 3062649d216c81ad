// Trims white space around texts in files.

extension String {
    /// Whether the text holds only white space and invisible marks.
    var isBlank: Bool {
        if let first = utf8.first, Self.isPlain(first) { return false }
        return allSatisfy { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}" }
    }

    /// The text without surrounding white space.
    package var trimmingBlanks: String {
        // Fast path for most cells in a table, whose characters need not be found.
        guard let head = utf8.first, let tail = utf8.last,
            !Self.isPlain(head) || !Self.isPlain(tail)
        else { return self }
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        return String(
            drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Returns whether a byte is a visible ASCII character.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
