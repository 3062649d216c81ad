// Protects cells that a spreadsheet would run as formulas.

/// Marks texts that a spreadsheet would run as a formula, and removes the mark again.
///
/// The mark is a leading apostrophe, which makes spreadsheets show the text as it is. If such a
/// text already begins with apostrophes, it gets another, so that every text reads back unchanged.
package enum CSVFormula {
    /// Returns the text, marked if necessary. Numbers need no mark.
    package static func marked(_ text: String) -> String {
        isRun(text) && Double(text)?.isFinite != true ? "'" + text : text
    }

    /// Returns a cell's text without its mark. The formula `="007"` is the text `007`: programs
    /// write it so that spreadsheets keep the zeros.
    package static func unmarked(_ cell: String) -> String {
        if cell.utf8.first == apostrophe { return isRun(cell) ? String(cell.dropFirst()) : cell }
        guard cell.utf8.count > 2, cell.hasPrefix("=\""), cell.utf8.last == UInt8(ascii: "\"")
        else { return cell }
        let text = cell.utf8.dropFirst(2).dropLast()
        return text.contains(UInt8(ascii: "\"")) ? cell : String(Substring(text))
    }

    /// Returns whether a text begins like a formula, after any leading apostrophes.
    private static func isRun(_ text: String) -> Bool {
        switch text.utf8.first(where: { $0 != apostrophe }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A,
            0x0D:
            true
        default: false
        }
    }

    private static let apostrophe = UInt8(ascii: "'")
}
