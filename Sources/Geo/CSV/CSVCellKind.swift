// Finds the kind of value that all cells in a column share.

/// The kind of value in a table column, found from its cells; blank cells and words for no value do
/// not count.
package struct CSVCellKind: Hashable, Sendable {
    private var hasValue = false
    private var isInteger = true
    private var isNumber = true
    private var isDate = true
    private var isDay = true
    private var hasDoubt = false
    private var evidence = DecimalEvidence()
    /// Whether a double has all digits of every whole number.
    package private(set) var fitsDoubles = true
    /// What the column's dates show about the order of day and month.
    package private(set) var dates = DateEvidence()

    /// The kind of a column with texts.
    static let text = CSVCellKind(of: ["text"])

    /// Begins without cells.
    package init() {}

    /// Looks at some cells.
    init(of cells: some Sequence<String>) {
        for cell in cells { note(cell) }
    }

    /// Looks at another cell.
    package mutating func note(_ cell: String) {
        let cell = cell.trimmingBlanks
        if cell.isEmpty || cell.isMissingWord { return }
        hasValue = true
        if isInteger || isNumber {
            let isCode = Self.isCode(cell)
            let whole = isCode ? nil : Int(cell)
            let number = isCode ? nil : WrittenNumber(cell)
            isInteger = isInteger && whole != nil
            isNumber = isNumber && number != nil
            if let whole { fitsDoubles = fitsDoubles && whole.magnitude <= 1 << 53 }
            if let number {
                evidence.note(number)
                hasDoubt = hasDoubt || number.isInDoubt
            }
        }
        if isDate { noteDate(cell) }
    }

    /// Returns whether a cell is a code, which as a number would be another text: `007`, the
    /// telephone number `+390551234`, `12E3`, or more digits than whole numbers have.
    private static func isCode(_ cell: String) -> Bool {
        let bytes = cell.utf8
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) }
        guard bytes.count > 1, let first = bytes.first, let second = bytes.dropFirst().first,
            let last = bytes.last
        else { return false }
        if first == UInt8(ascii: "0"), !".,".utf8.contains(second) { return true }
        guard isDigit(last) else { return false }
        if bytes.allSatisfy(isDigit) { return Int(cell) == nil }
        let rest = bytes.dropFirst()
        if first == UInt8(ascii: "+") { return rest.allSatisfy(isDigit) }
        // A program writes 1.2E+4; only a person or a plan of rooms writes 12E3.
        guard isDigit(first), let mark = bytes.firstIndex(where: { $0 | 0x20 == 0x65 }) else {
            return false
        }
        return bytes[..<mark].allSatisfy(isDigit) && bytes[mark...].dropFirst().allSatisfy(isDigit)
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
