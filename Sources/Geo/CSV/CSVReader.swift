// Splits comma-separated values into rows of text.

/// Reads comma-separated values as RFC 4180 describes them: quotes, doubled quotes, line ends
/// within quotes; or with `\"` for a quote, if the table shows it. Rows without any text, such as
/// `,,`, are skipped but counted. Lines may end with a line feed, a carriage return or both.
/// ``TableDialect`` finds the separator.
///
/// Pass UTF-8 bytes in pieces of any size, so that a file need not be in memory.
///
/// ```swift
/// var reader = CSVReader(limits: FeatureLimits(), separator: UInt8(ascii: ","))
/// while let piece = file.next() { try reader.read(piece) { row in use(row) } }
/// try reader.finish { row in use(row) }
/// ```
package struct CSVReader {
    /// A row with its position in the file.
    package struct Row: Hashable, Sendable {
        /// The row number that a spreadsheet shows, counted from 1.
        package var number: Int
        package var cells: [String]
    }

    /// The longest cell accepted, in bytes.
    private static let longestCell = 1_000_000

    /// Returns all rows with text in them.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column.
    static func rows(
        _ bytes: [UInt8], _ dialect: TableDialect, limits: FeatureLimits
    ) throws(FeatureReadError) -> [Row] {
        var reader = CSVReader(limits: limits, dialect: dialect)
        var rows: [Row] = []
        try reader.read(bytes.dropFirst(dialect.skippedBytes)) { rows.append($0) }
        try reader.finish { rows.append($0) }
        return rows
    }

    private let limits: FeatureLimits
    private let separator: UInt8
    /// Whether a backslash within quotes escapes a quote or a backslash, as MySQL and PHP write it.
    private let hasBackslashes: Bool
    /// Whether the last byte was such a backslash.
    private var isAtBackslash = false
    private var rowCount = 0
    private var number = 1
    private var cells: [String] = []
    private var cell: [UInt8] = []
    private var isQuoted = false
    /// Whether the last byte was a quote within quotes: the closing one, or the first of two.
    private var isAtQuote = false
    /// Whether the cell began with a quote.
    private var wasQuoted = false
    /// Whether the last byte was a carriage return that ended a row.
    private var isBehindReturn = false
    /// The first row's cells, to recognize it when it is repeated.
    private var header: [String]?

    /// Prepares to read.
    ///
    /// - Parameters:
    ///   - limits: Limits the columns, and the rows below the first.
    ///   - separator: The byte between cells.
    ///   - hasBackslashes: Whether a backslash within quotes escapes a quote.
    package init(limits: FeatureLimits, separator: UInt8, hasBackslashes: Bool = false) {
        self.limits = limits
        self.separator = separator
        self.hasBackslashes = hasBackslashes
    }

    /// Prepares to read a table in a dialect. You must skip the dialect's `skippedBytes` yourself.
    package init(limits: FeatureLimits, dialect: TableDialect) {
        self.init(
            limits: limits, separator: dialect.separator, hasBackslashes: dialect.hasBackslashes)
        if dialect.skippedBytes > 0 { number += 1 }
    }

    /// Reads some bytes and calls `body` with every row they complete.
    package mutating func read(
        _ bytes: some Sequence<UInt8>, _ body: (Row) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        let bytes = ArraySlice(bytes)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let run = plainBytes(in: bytes[place...])
            if run.isEmpty {
                try take(bytes[place], body)
                place += 1
            } else {
                cell.append(contentsOf: run)
                place = run.endIndex
                guard cell.count <= Self.longestCell else { throw tooLong }
            }
        }
    }

    /// Returns the bytes before any byte that may end the cell or begin a quote.
    private func plainBytes(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if isBehindReturn || isQuoted || isAtQuote || wasQuoted { return [] }
        return bytes.prefix {
            $0 != separator && $0 != Self.quote && $0 != Self.lineFeed && $0 != Self.carriageReturn
        }
    }

    /// Calls `body` with the last row if no line end has completed it.
    package mutating func finish(
        _ body: (Row) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        if isQuoted, !isAtQuote { throw error("the opening quote is never closed") }
        try endRow(body)
    }

    private mutating func take(
        _ byte: UInt8, _ body: (Row) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        if isBehindReturn {
            isBehindReturn = false
            if byte == Self.lineFeed { return }
        }
        if isAtQuote {
            isAtQuote = false
            if byte == Self.quote {
                cell.append(byte)
                return
            }
            isQuoted = false
        } else if isQuoted {
            if isAtBackslash {
                isAtBackslash = false
                if byte != Self.quote, byte != Self.backslash { cell.append(Self.backslash) }
                cell.append(byte)
            } else if hasBackslashes, byte == Self.backslash {
                isAtBackslash = true
            } else if byte == Self.quote {
                isAtQuote = true
            } else {
                cell.append(byte)
            }
            guard cell.count <= Self.longestCell else { throw tooLong }
            return
        }
        if byte == separator {
            try endCell()
        } else if byte == Self.lineFeed || byte == Self.carriageReturn {
            isBehindReturn = byte == Self.carriageReturn
            try endRow(body)
        } else if byte == Self.quote, !wasQuoted, cell.allSatisfy({ $0 == 0x20 }) {
            cell.removeAll(keepingCapacity: true)
            isQuoted = true
            wasQuoted = true
        } else if wasQuoted {
            guard byte == 0x20 else {
                throw error("text after the closing quote; double the quotes within a cell")
            }
        } else {
            cell.append(byte)
        }
        guard cell.count <= Self.longestCell else { throw tooLong }
    }

    private mutating func endCell() throws(FeatureReadError) {
        guard let text = String(validating: cell, as: UTF8.self) else {
            throw error("is not UTF-8; save the file as UTF-8")
        }
        guard cells.count < limits.maximumFields else {
            throw error("more than \(limits.maximumFields) columns")
        }
        cells.append(CSVFormula.unmarked(text))
        cell.removeAll(keepingCapacity: true)
        (isQuoted, isAtQuote, wasQuoted) = (false, false, false)
    }

    private mutating func endRow(
        _ body: (Row) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        if !cells.isEmpty || !cell.isEmpty || wasQuoted { try endCell() }
        if cells.contains(where: { !$0.isBlank }), header.map({ $0 != cells }) ?? true {
            // One row more than features: the header.
            guard rowCount <= limits.maximumFeatures else {
                throw FeatureReadError("row \(number): more than \(limits.maximumFeatures) rows")
            }
            rowCount += 1
            if header == nil { header = Self.isNames(cells) ? cells : [] }
            try body(Row(number: number, cells: cells))
        }
        cells.removeAll(keepingCapacity: true)
        number += 1
    }

    /// Returns whether a first row names columns; concatenated files repeat it between their rows.
    private static func isNames(_ cells: [String]) -> Bool {
        cells.count > 1 && !cells.contains { WrittenNumber($0.trimmingBlanks) != nil }
    }

    private var tooLong: FeatureReadError { error("longer than \(Self.longestCell) bytes") }

    private func error(_ reason: String) -> FeatureReadError {
        FeatureReadError("row \(number), column \(cells.count + 1): \(reason)")
    }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Returns where a file begins after its byte order mark, if it has one.
    package static func withoutMark(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.startIndex + 3 : bytes.startIndex
    }

    /// Guesses the byte between cells from the first line.
    package static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        let line = bytes.prefix { $0 != lineFeed }
        func count(_ byte: UInt8) -> Int {
            var isQuoted = false
            return line.count { candidate in
                if candidate == quote { isQuoted.toggle() }
                return candidate == byte && !isQuoted
            }
        }
        let comma = UInt8(ascii: ",")
        return ";\t|".utf8.first { count($0) > count(comma) } ?? comma
    }
}
