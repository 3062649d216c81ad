// Trims white space and invisible marks around texts in files.

extension String {
    /// Whether the text holds only white space and invisible marks.
    var isBlank: Bool {
        if let first = utf8.first, Self.isPlain(first) { return false }
        return unicodeScalars.allSatisfy(Self.isBlank)
    }

    /// The text without surrounding white space and invisible marks.
    package var trimmingBlanks: String {
        // Fast path for most cells in a table, whose characters need not be found.
        guard let head = utf8.first, let tail = utf8.last,
            !Self.isPlain(head) || !Self.isPlain(tail)
        else { return self }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !Self.isBlank($0) }),
            let last = scalars.lastIndex(where: { !Self.isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }

    /// The text without invisible marks, wherever they are.
    package var withoutMarks: String {
        if !utf8.contains(where: Self.mayBeginMark) { return self }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: unicodeScalars.filter { !Self.isMark($0) })
        return String(text)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || isMark(scalar)
    }

    /// Whether a scalar is an invisible mark. Web pages and Windows put marks of byte order, width
    /// or writing direction around copied text; DOS ends files with one.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00, 0x1A, 0xFEFF, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069:
            true
        default: false
        }
    }

    /// Whether a mark may begin with a byte of UTF-8.
    private static func mayBeginMark(_ byte: UInt8) -> Bool {
        byte == 0x00 || byte == 0x1A || byte == 0xE2 || byte == 0xEF
    }

    /// Returns whether a byte is a visible ASCII character.
    private static func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
