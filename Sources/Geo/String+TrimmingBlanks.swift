// White space round texts of a file.

extension String {
    /// The text without white space round it.
    var trimmingBlanks: String {
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        let head = drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }
}
