// Detects how a table is written: the separator between cells and the decimal sign.

/// A table's separator and decimal sign, detected from its first rows.
///
///     let dialect = TableDialect(of: Array("Name;lon;lat\nA;7,41;43,73\n".utf8)[...])
///     dialect.separator    // ";"
///     dialect.sign         // .comma
package struct TableDialect: Hashable, Sendable {
    /// The byte between cells.
    package let separator: UInt8
    /// How many bytes precede the first row: a line `sep=;`, which Excel reads and writes.
    package let skippedBytes: Int
    /// The decimal sign for columns that show none; `nil` if it is uncertain.
    package let sign: DecimalSign?
    /// Whether a backslash escapes a quote within quotes.
    package let hasBackslashes: Bool
    private let rows: [[String]]

    /// How many bytes of a file are examined.
    package static let sampleBytes = 1 << 16
    private static let mostRows = 200

    /// Examines the first bytes of a UTF-8 text.
    ///
    /// - Parameter separator: The separator, if known.
    package init(of text: ArraySlice<UInt8>, separator known: UInt8? = nil) {
        let sample = text.prefix(Self.sampleBytes)
        let stated = Self.statedSeparator(sample)
        skippedBytes = stated?.length ?? 0
        let body = sample.dropFirst(skippedBytes)
        hasBackslashes = Self.hasBackslashes(sample)
        if let separator = known ?? stated?.separator {
            self.separator = separator
            rows = Self.rows(body, separator, hasBackslashes)
        } else {
            var best: (separator: UInt8, rows: [[String]], rank: [Double])?
            for separator in ",;\t|".utf8 {
                let rows = Self.rows(body, separator, hasBackslashes)
                let rank = Self.rank(rows)
                if best.map({ $0.rank.lexicographicallyPrecedes(rank) }) ?? true {
                    best = (separator, rows, rank)
                }
            }
            separator = best?.separator ?? UInt8(ascii: ",")
            rows = best?.rows ?? []
        }
        var evidence = DecimalEvidence()
        for row in rows {
            for cell in row {
                if let number = WrittenNumber(cell.trimmingBlanks) { evidence.note(number) }
            }
        }
        // Between semicolons, a comma or a point may be either; programs write points.
        let usual: DecimalSign? = separator == UInt8(ascii: ";") ? nil : .point
        sign = evidence.sign ?? usual
    }

    /// What the dates in the first rows show.
    package var dates: DateEvidence {
        var evidence = DateEvidence()
        for cell in rows.joined() { evidence.note(cell: cell) }
        return evidence
    }

    /// Returns the decimal sign in coordinate columns.
    ///
    /// - Parameter areDegrees: Whether they are longitudes and latitudes.
    package func sign(ofCoordinates columns: [Int], areDegrees: Bool) -> DecimalSign? {
        var evidence = DecimalEvidence()
        for row in rows {
            for column in columns where column < row.count {
                guard let number = WrittenNumber(row[column].trimmingBlanks) else { continue }
                evidence.note(number, most: areDegrees ? 360 : .infinity)
            }
        }
        return evidence.sign ?? sign
    }

    /// Reads the line `sep=;` at the beginning.
    private static func statedSeparator(
        _ text: ArraySlice<UInt8>
    ) -> (separator: UInt8, length: Int)? {
        let line = text.prefix { $0 != 0x0A && $0 != 0x0D }
        let written = line.filter { $0 != UInt8(ascii: "\"") }
        guard written.count == 5, String(decoding: written.prefix(4), as: UTF8.self) == "sep="
        else { return nil }
        let end = text.dropFirst(line.count).prefix(2)
        let length = line.count + (end.elementsEqual([0x0D, 0x0A]) ? 2 : min(end.count, 1))
        return (written[4], length)
    }

    /// Returns whether a quote behind a backslash can neither end its cell nor be half of two.
    private static func hasBackslashes(_ text: ArraySlice<UInt8>) -> Bool {
        let quote = UInt8(ascii: "\"")
        let ends = Set("\",;\t|\r\n ".utf8)
        return text.indices.dropLast(2).contains { place in
            text[place] == UInt8(ascii: "\\") && text[place + 1] == quote
                && !ends.contains(text[place + 2])
        }
    }

    private static func rows(
        _ text: ArraySlice<UInt8>, _ separator: UInt8, _ hasBackslashes: Bool
    ) -> [[String]] {
        var rows: [[String]] = []
        var reader = CSVReader(
            limits: FeatureLimits(maximumFeatures: mostRows), separator: separator,
            hasBackslashes: hasBackslashes)
        do throws(FeatureReadError) {
            try reader.read(text) { rows.append($0.cells) }
            // The sample may end within the last row.
            if text.count < sampleBytes - 64 { try reader.finish { rows.append($0.cells) } }
        } catch {
            return rows
        }
        return rows
    }

    /// Ranks a separator: the first row, or one of the next, must name shape columns, or the first
    /// be a shape itself; rows should be equally long, and more cells are better.
    private static func rank(_ rows: [[String]]) -> [Double] {
        let rows = rows.dropFirst(CSVFeatureReader.placeOfNames(in: rows))
        guard let first = rows.first?.map(\.trimmingBlanks), first.count > 1 else {
            let isText = rows.first.map { (try? CSVShapeColumns(of: $0)) != nil } ?? false
            return [isText ? 0.5 : 0, 0, 0]
        }
        let isUsable =
            CSVFeatureReader.names(ofBareRow: first) != nil
            || (try? CSVShapeColumns(of: first)) != nil
        let same = rows.count { $0.count == first.count }
        return [isUsable ? 1 : 0, Double(same) / Double(rows.count), Double(first.count)]
    }
}
