// Texts, each stored once.

/// A growing table of texts. Row 0 is the empty one.
struct TextRows {
    private(set) var texts = [""]
    private var rows: [String: UInt32] = ["": 0]

    /// Returns a text's row, which it gets if it has none.
    mutating func row(of text: String) -> UInt32 {
        if let row = rows[text] { return row }
        let row = UInt32(texts.count)
        rows[text] = row
        texts.append(text)
        return row
    }
}
