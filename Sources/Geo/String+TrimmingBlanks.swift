// White space round texts of a file.

extension String {
    /// Whether there is nothing but white space, and marks that show nothing.
    var isBlank: Bool {
        if let first = utf8.first, Self.isPlain(first) { return false }
        return allSatisfy { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}" }
    }

    /// The text without white space round it.
    package var trimmingBlanks: String {
        // Most cells of a table: their characters need not be found.
        guard let head = utf8.first, let tail = utf8.last,
            !Self.isPlain(head) || !Self.isPlain(tail)
        else { return self }
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        return String(
            drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Whether a byte is an ASCII character that shows something.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
