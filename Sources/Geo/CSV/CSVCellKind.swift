// What all cells of a column are.

/// The kind of all cells of a column of a table, blank ones aside.
package struct CSVCellKind: Hashable, Sendable {
    private var hasValue = false
    private var isInteger = true
    private var isNumber = true
    private var isDate = true
    private var isDay = true
    private var hasDoubt = false
    private var evidence = DecimalEvidence()
    /// What its dates show of the order of day and month.
    package private(set) var dates = DateEvidence()

    /// The kind of no cells.
    package init() {}

    /// The kind of some cells.
    init(of cells: some Sequence<String>) {
        for cell in cells { note(cell) }
    }

    /// Notes a cell.
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

    /// The decimal sign of the column's numbers.
    ///
    /// - Parameter other: The sign of the file, for a column that shows none.
    package func sign(orElse other: DecimalSign?) -> DecimalSign? { evidence.sign ?? other }

    /// The type for which every cell has a value; text for a column of blanks, and for one whose
    /// numbers or dates are in doubt.
    ///
    /// - Parameters:
    ///   - sign: The decimal sign of the file.
    ///   - order: The order of day and month in the file's dates.
    ///   - readsDates: Whether dates are dates, or else texts.
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
