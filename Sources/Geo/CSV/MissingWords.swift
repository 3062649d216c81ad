// Words that programs write into tables where a value is missing.

extension String {
    /// Whether a trimmed cell holds what programs write for no value: `NULL`, `NaN`, `#N/A`, `-`.
    package var isMissingWord: Bool {
        guard (1...4).contains(utf8.count), let first = utf8.first,
            "nN#-\\".utf8.contains(first)
        else { return false }
        switch lowercased() {
        case "null", "na", "nan", "none", "n/a", "#n/a", "\\n", "-": return true
        default: return false
        }
    }

    /// Whether a trimmed cell holds what databases write for no value, which no name is.
    var isDatabaseNull: Bool { self == "NULL" || self == "\\N" }
}

extension CSVCellKind {
    /// Returns whether words such as `NA` stand for no value in a column: it has numbers or times,
    /// and no other texts.
    static func hasMissingWords(_ cells: some Sequence<String>) -> Bool {
        guard cells.contains(where: \.isMissingWord) else { return false }
        var hasValue = false
        for cell in cells where !cell.isEmpty && !cell.isMissingWord {
            guard WrittenNumber(cell) != nil || TimeText(cell) != nil else { return false }
            hasValue = true
        }
        return hasValue
    }
}
