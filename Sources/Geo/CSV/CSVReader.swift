// Rows of text from comma-separated values.

/// Reads comma-separated values as RFC 4180 describes them: quotes, doubled quotes, line ends
/// within quotes. Semicolons and tabs are taken as separators when the first line has more of them.
struct CSVReader {
    /// A row with its place in the file.
    struct Row {
        /// The row's number as a spreadsheet shows it, from 1.
        var number: Int
        /// The cells.
        var cells: [String]
    }

    /// The greatest number of bytes in a cell.
    private static let longestCell = 1_000_000

    /// All rows; lines without any character are left out but counted.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column.
    static func rows(_ bytes: [UInt8], limits: FeatureLimits) throws(FeatureReadError) -> [Row] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var reader = CSVReader(limits: limits, separator: separator(of: bytes[start...]))
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if reader.isQuoted, byte == quote, index < bytes.count, bytes[index] == quote {
                reader.cell.append(quote)
                index += 1
            } else {
                try reader.take(byte)
            }
        }
        if reader.isQuoted {
            throw reader.error("the opening quote is never closed")
        }
        try reader.endRow()
        return reader.rows
    }

    private let limits: FeatureLimits
    private let separator: UInt8
    private var rows: [Row] = []
    private var number = 1
    private var cells: [String] = []
    private var cell: [UInt8] = []
    private var isQuoted = false
    /// Whether the cell began with a quote.
    private var wasQuoted = false

    private init(limits: FeatureLimits, separator: UInt8) {
        self.limits = limits
        self.separator = separator
    }

    private mutating func take(_ byte: UInt8) throws(FeatureReadError) {
        if isQuoted {
            if byte == Self.quote { isQuoted = false } else { cell.append(byte) }
        } else if byte == separator {
            try endCell()
        } else if byte == Self.lineFeed {
            try endRow()
        } else if byte == Self.quote, cell.isEmpty, !wasQuoted {
            isQuoted = true
            wasQuoted = true
        } else if wasQuoted, byte != Self.carriageReturn {
            throw error("text after the closing quote; double the quotes within a cell")
        } else {
            cell.append(byte)
        }
        guard cell.count <= Self.longestCell else {
            throw error("longer than \(Self.longestCell) bytes")
        }
    }

    private mutating func endCell() throws(FeatureReadError) {
        guard let text = String(validating: cell, as: UTF8.self) else {
            throw error("is not UTF-8; save the file as UTF-8")
        }
        guard cells.count < limits.maximumFields else {
            throw error("more than \(limits.maximumFields) columns")
        }
        cells.append(text)
        cell.removeAll(keepingCapacity: true)
        wasQuoted = false
    }

    private mutating func endRow() throws(FeatureReadError) {
        if cell.last == Self.carriageReturn { cell.removeLast() }
        if !cells.isEmpty || !cell.isEmpty || wasQuoted {
            try endCell()
            // One row more than features: the header.
            guard rows.count <= limits.maximumFeatures else {
                throw FeatureReadError("row \(number): more than \(limits.maximumFeatures) rows")
            }
            rows.append(Row(number: number, cells: cells))
        }
        cells.removeAll()
        number += 1
    }

    private func error(_ reason: String) -> FeatureReadError {
        FeatureReadError("row \(number), column \(cells.count + 1): \(reason)")
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
        let line = bytes.prefix { $0 != lineFeed }
        func count(_ byte: UInt8) -> Int {
            var isQuoted = false
            return line.count { candidate in
                if candidate == quote { isQuoted.toggle() }
                return candidate == byte && !isQuoted
            }
        }
        let comma = UInt8(ascii: ",")
        return [UInt8(ascii: ";"), UInt8(ascii: "\t")].first { count($0) > count(comma) } ?? comma
    }
}
