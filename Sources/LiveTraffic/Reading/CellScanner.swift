// Finds the cells of comma-separated values as ranges of bytes, for tables of numbers.

/// Finds a table's cells without making strings.
///
/// Geo's `CSVReader` makes a `String` for every cell. For a feed's million cells this takes longer
/// than everything else. Quotes follow RFC 4180. A quote that is never closed ends with its line,
/// so that it costs no other row.
struct CellScanner {
    /// The range of a cell's bytes, without surrounding blanks and quotes.
    typealias Cell = Range<Int>

    /// The longest row in bytes.
    static let longestLine = 4_096

    let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position = 0
    /// The line, from 1, on which the row begins that ``next(_:)`` found last.
    private(set) var line = 0
    /// The line ends in that row's quoted cells.
    private var lineEnds = 0
    private let separator: UInt8

    /// Prepares to scan.
    ///
    /// - Parameter separator: The byte between cells.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
        position = start
    }

    /// Finds the cells of the next row that is not empty.
    ///
    /// - Parameter cells: Set to the row's cells.
    /// - Returns: Whether there was a row.
    /// - Throws: ``FeedError`` if a line is too long to be a row.
    mutating func next(_ cells: inout [Cell]) throws(FeedError) -> Bool {
        while position < bytes.count {
            line += 1 + lineEnds
            lineEnds = 0
            let start = position
            var end = try endOfLine()
            var isOpen = split(start..<end, into: &cells)
            while isOpen, let further = endOfQuotedRow(from: start, after: end) {
                lineEnds += bytes[end..<further].count { $0 == UInt8(ascii: "\n") }
                end = further
                isOpen = split(start..<end, into: &cells)
            }
            position = end + 1
            if !cells.isEmpty { return true }
        }
        return false
    }

    private func endOfLine() throws(FeedError) -> Int {
        let most = min(bytes.count, position + Self.longestLine + 1)
        var end = position
        while end < most {
            if bytes[end] == UInt8(ascii: "\n") { return end }
            end += 1
        }
        guard end == bytes.count else {
            throw FeedError(
                "line \(line) is longer than \(Self.longestLine) bytes; rows of a traffic feed "
                    + "are short lines of comma-separated values")
        }
        return end
    }

    /// If a quoted cell is still open at a line's end, returns the end of the line on which it
    /// closes; `nil` if it never closes, or the row is too long.
    private func endOfQuotedRow(from start: Int, after end: Int) -> Int? {
        let most = min(bytes.count, start + Self.longestLine + 1)
        var place = end
        while place < most, !closesCell(at: place) {
            // Inside a cell, quotes are doubled.
            let isQuote = bytes[place] == UInt8(ascii: "\"")
            if isQuote, bytes[place + 1] != UInt8(ascii: "\"") { return nil }
            place += isQuote ? 2 : 1
        }
        guard place < most else { return nil }
        let lineEnd = bytes[place..<most].firstIndex(of: UInt8(ascii: "\n"))
        return lineEnd ?? (most == bytes.count ? most : nil)
    }

    /// Whether a quote lies where a cell ends.
    private func closesCell(at place: Int) -> Bool {
        guard bytes[place] == UInt8(ascii: "\"") else { return false }
        guard place + 1 < bytes.count else { return true }
        let after = bytes[place + 1]
        return after == separator || Self.isBlank(after) || after == UInt8(ascii: "\r")
            || after == UInt8(ascii: "\n")
    }

    /// Finds a row's cells; none in an empty row.
    ///
    /// - Returns: Whether a quoted cell is open at the end.
    private func split(_ range: Range<Int>, into cells: inout [Cell]) -> Bool {
        cells.removeAll(keepingCapacity: true)
        var last = range.upperBound
        if last > range.lowerBound, bytes[last - 1] == UInt8(ascii: "\r") { last -= 1 }
        guard last > range.lowerBound else { return false }
        var start = range.lowerBound
        var isQuoted = false
        for place in range.lowerBound..<last {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == separator, !isQuoted else { continue }
            cells.append(trimmed(start..<place))
            start = place + 1
        }
        let rest = trimmed(start..<last)
        cells.append(rest)
        return isQuoted && !rest.isEmpty && bytes[rest.lowerBound] == UInt8(ascii: "\"")
    }

    private func trimmed(_ cell: Cell) -> Cell {
        var (start, end) = (cell.lowerBound, cell.upperBound)
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        if end - start >= 2, bytes[start] == UInt8(ascii: "\""),
            bytes[end - 1] == UInt8(ascii: "\"")
        {
            return (start + 1)..<(end - 1)
        }
        return start..<end
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

extension CellScanner {
    /// Returns a cell's text, cut to a length that suits a message.
    func text(_ cell: Cell) -> String {
        String(decoding: bytes[cell.prefix(60)], as: UTF8.self)
    }

    /// Reads a whole number with an optional sign. Returns `nil` for anything else. It may end in
    /// `.0`: tables in which a row lacks the number have it so.
    func integer(_ cell: Cell) -> Int64? {
        var cell = cell
        if cell.count > 2, bytes[cell.upperBound - 1] == UInt8(ascii: "0"),
            bytes[cell.upperBound - 2] == UInt8(ascii: ".")
        {
            cell = cell.lowerBound..<(cell.upperBound - 2)
        }
        var place = cell.lowerBound
        let isNegative = place < cell.upperBound && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        guard place < cell.upperBound, cell.upperBound - place <= 18 else { return nil }
        var value: Int64 = 0
        while place < cell.upperBound {
            let digit = bytes[place] &- 0x30
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
            place += 1
        }
        return isNegative ? -value : value
    }

    /// Reads a decimal number. Returns `nil` for anything else. Where commas separate no cells, a
    /// comma is a decimal sign too.
    ///
    /// Numbers of up to 15 digits are read here, because a `Double` holds them exactly. The
    /// standard library reads the rest.
    func number(_ cell: Cell) -> Double? {
        var value = 0.0
        var (digits, decimals) = (0, 0)
        var hasPoint = false
        for place in cell {
            let byte = bytes[place]
            let isSign =
                byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: ",") && separator != UInt8(ascii: ",")
            if isSign, !hasPoint {
                hasPoint = true
                continue
            }
            let digit = byte &- 0x30
            guard digit <= 9, digits < 15 else { return Self.parsed(text(cell), of: cell.count) }
            value = value * 10 + Double(digit)
            digits += 1
            if hasPoint { decimals += 1 }
        }
        guard digits > 0 else { return nil }
        return value / Self.powers[decimals]
    }

    private static func parsed(_ text: String, of count: Int) -> Double? {
        // The standard library would accept hexadecimal numbers and names of infinities.
        guard count <= 40,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) })
        else { return nil }
        return Double(text)
    }

    private static let powers = (0...15).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Whether a cell is the given word, ignoring the case of ASCII letters.
    ///
    /// - Parameter word: The word in lower case.
    func matches(_ cell: Cell, _ word: String) -> Bool {
        guard cell.count == word.utf8.count else { return false }
        for (place, letter) in zip(cell, word.utf8) {
            let byte = bytes[place]
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            guard (isUpper ? byte | 0x20 : byte) == letter else { return false }
        }
        return true
    }
}
