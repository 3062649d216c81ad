// What all cells of a column are.

/// The kind of all cells of a column of a table, blank ones aside.
package struct CSVCellKind: Hashable, Sendable {
    private var hasValue = false
    private var isInteger = true
    private var isNumber = true
    private var isDate = true
    private var isDay = true

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
                cell.utf8.count > 1 && cell.first == "0" && cell.dropFirst().first != "."
            isInteger = isInteger && !hasLeadingZero && Int(cell) != nil
            isNumber = isNumber && !hasLeadingZero && Double(cell)?.isFinite == true
        }
        if isDate {
            switch WrittenTime(cell) {
            case .instant: isDay = false
            case .wallClock: isDay = isDay && cell.utf8.count == 10
            case .timeOfDay, nil: (isDate, isDay) = (false, false)
            }
        }
    }

    /// The type for which every cell has a value; text for a column of blanks.
    ///
    /// - Parameter readsDates: Whether dates of ISO 8601 are dates, or else texts.
    package func fieldType(readsDates: Bool) -> FieldType {
        if !hasValue { return .string }
        if isInteger { return .integer }
        if isNumber { return .double }
        return isDate && readsDates ? .date : .string
    }

    /// Whether every cell is a date without a time.
    package var isDayOnly: Bool { hasValue && isDate && isDay }
}
