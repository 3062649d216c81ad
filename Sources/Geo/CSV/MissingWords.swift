// Words that programs write into tables where a value is missing.

extension String {
    /// Whether a trimmed cell holds what programs write for no value: `NULL`, `NaN`, `#N/A`, `-`,
    /// pandas' `NaT` and `<NA>`, `<Null>` of ArcGIS, `[NULL]` of DBeaver, `#VALUE!` of Excel.
    package var isMissingWord: Bool {
        guard (1...10).contains(utf8.count), let first = utf8.first,
            "nNuU#-\\<([".utf8.contains(first)
        else { return false }
        if isDatabaseNull { return true }
        switch lowercased() {
        case "null", "na", "nan", "none", "n/a", "#n/a", "#na", "-", "--", "nat", "nil", "<na>",
            "n.a.", "undefined", "#value!", "#ref!", "#name?", "#div/0!", "#num!", "#null!",
            "#wert!", "#bezug!", "#valeur!", "#valor!", "#nv":
            return true
        default: return false
        }
    }

    /// Whether a trimmed cell holds what databases write for no value, which no name is.
    package var isDatabaseNull: Bool {
        switch self {
        case "NULL", "\\N", "<null>", "<Null>", "<NULL>", "(null)", "(NULL)", "[NULL]": true
        default: false
        }
    }
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
