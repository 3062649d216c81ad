// White space round texts of a file.

extension String {
    /// Whether there is nothing but white space, and marks that show nothing.
    var isBlank: Bool {
        allSatisfy { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{200B}" }
    }

    /// The text without white space round it.
    package var trimmingBlanks: String {
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        let head = drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }
}
