// Finds the kind of value that all cells in a column share.

/// The kind of value in a table column, found from its cells; blank cells do not count.
package struct CSVCellKind: Hashable, Sendable {
    private var hasValue = false
    private var isInteger = true
    private var isNumber = true
    private var isDate = true
    private var isDay = true
    private var hasDoubt = false
    private var evidence = DecimalEvidence()
    /// What the column's dates show about the order of day and month.
    package private(set) var dates = DateEvidence()

    /// Begins without cells.
    package init() {}

    /// Looks at some cells.
    init(of cells: some Sequence<String>) {
        for cell in cells { note(cell) }
    }

    /// Looks at another cell.
    package mutating func note(_ cell: String) {
        let cell = cell.trimmingBlanks
        if cell.isEmpty { return }
        hasValue = true
        if isInteger || isNumber {
            // Codes such as 007 are texts.
            let hasLeadingZero =
                cell.utf8.count > 1 && cell.first == "0"
                && !".,".contains(cell.dropFirst().first ?? "0")
            let number = hasLeadingZero ? nil : WrittenNumber(cell)
            isInteger = isInteger && !hasLeadingZero && Int(cell) != nil
            isNumber = isNumber && number != nil
            if let number {
                evidence.note(number)
                hasDoubt = hasDoubt || number.isInDoubt
            }
        }
        if isDate { noteDate(cell) }
    }

    private mutating func noteDate(_ cell: String) {
        guard let found = TimeText(cell) else {
            (isDate, isDay) = (false, false)
            return
        }
        dates.note(found)
        switch found.dayFirst {
        case .instant: isDay = false
        case .wallClock(let milliseconds): isDay = isDay && milliseconds % 86_400_000 == 0
        case .timeOfDay: (isDate, isDay) = (false, false)
        }
    }

    /// Returns the decimal sign of the column's numbers.
    ///
    /// - Parameter other: The file's sign, if the column shows none.
    package func sign(orElse other: DecimalSign?) -> DecimalSign? { evidence.sign ?? other }

    /// Returns the type for which every cell has a value. Blank columns are text, and so are
    /// columns with ambiguous numbers or dates.
    ///
    /// - Parameters:
    ///   - sign: The file's decimal sign.
    ///   - order: The order of day and month in the file's dates.
    ///   - readsDates: Whether dates become dates or stay texts.
    package func fieldType(
        sign: DecimalSign?, order: DateOrder?, readsDates: Bool
    ) -> FieldType {
        if !hasValue { return .string }
        if isInteger { return .integer }
        if isNumber { return hasDoubt && self.sign(orElse: sign) == nil ? .string : .double }
        guard isDate, readsDates, !dates.hasDoubt || order != nil else { return .string }
        return .date
    }

    /// Whether every cell is a date without a time.
    package var isDayOnly: Bool { hasValue && isDate && isDay }
}
