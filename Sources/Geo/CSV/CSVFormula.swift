// Cells that a spreadsheet would run as a formula.

/// Marks texts that a spreadsheet would run as a formula, and takes the mark away again.
///
/// The mark is an apostrophe before the text, with which spreadsheets show it as it is. A text that
/// has apostrophes before such a beginning gets one more, so that each text is read as it was.
package enum CSVFormula {
    /// The text with a mark where it needs one. Numbers need none.
    package static func marked(_ text: String) -> String {
        isRun(text) && Double(text)?.isFinite != true ? "'" + text : text
    }

    /// The text of a cell without its mark.
    package static func unmarked(_ cell: String) -> String {
        cell.utf8.first == apostrophe && isRun(cell) ? String(cell.dropFirst()) : cell
    }

    /// Whether a text, without the apostrophes before it, begins as formulas do.
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
