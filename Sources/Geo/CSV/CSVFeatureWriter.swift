// Writes features as comma-separated values.

/// Writes a feature set as comma-separated values (RFC 4180, with line feeds).
///
/// Points get the columns `lon` and `lat` (`x` and `y` outside WGS 84); other shapes get a last
/// column `wkt`. Dates are written as ISO 8601.
///
/// Texts and column names that begin with `=`, `+`, `-`, `@`, a tab or a line end get a leading
/// apostrophe, so that no spreadsheet runs them as formulas; ``CSVFeatureReader`` removes it again.
/// Numbers stay as they are.
public struct CSVFeatureWriter: Sendable {
    /// How many decimals coordinates get; `nil` for all.
    public var decimals: Int?
    /// How dates are written.
    public var dates: DateTexts
    /// Whether to omit the apostrophe before texts that a spreadsheet would run.
    public var hasFormulas: Bool

    /// Makes a writer.
    public init(
        decimals: Int? = nil, dates: DateTexts = .instants, hasFormulas: Bool = false
    ) {
        self.decimals = decimals
        self.dates = dates
        self.hasFormulas = hasFormulas
    }

    /// Writes a set with its column names.
    public func text(_ set: FeatureSet) -> String { header(of: set) + rows(of: set) }

    /// Returns the line with the column names.
    public func header(of set: FeatureSet) -> String {
        var header = set.fields.map(\.name)
        if set.geometryType == .point {
            header += set.spatialReference.isSame(as: .wgs84) ? ["lon", "lat"] : ["x", "y"]
        } else if set.geometryType != nil {
            header.append("wkt")
        }
        return row(of: header)
    }

    /// Returns the lines with the features.
    public func rows(of set: FeatureSet) -> String {
        let isPoints = set.geometryType == .point
        var text = ""
        for feature in set.features {
            var cells = zip(set.fields, feature.values).map { cell($1, of: $0.name) }
            switch (feature.geometry, isPoints) {
            case (.point(let coordinate), true):
                cells += [number(coordinate.x), number(coordinate.y)]
            case (_, true): cells += ["", ""]
            case (let shape?, false) where set.geometryType != nil:
                cells.append(shape.wellKnownText(decimals: decimals))
            case (_, false): if set.geometryType != nil { cells.append("") }
            }
            text += Self.line(cells)
        }
        return text
    }

    /// Joins texts to a line with its line end.
    package func row(of texts: some Sequence<String>) -> String {
        Self.line(texts.map { hasFormulas ? $0 : CSVFormula.marked($0) })
    }

    /// Returns a value as its column's cell, without quotes.
    package func cell(_ value: AttributeValue, of field: String) -> String {
        switch value {
        case .date(let milliseconds): dates.text(milliseconds, of: field)
        case .string(let text): hasFormulas ? text : CSVFormula.marked(text)
        case .null, .integer, .double: Self.cell(value)
        }
    }

    /// Joins cells to a line with its line end, and quotes them where needed.
    public static func line(_ cells: some Sequence<String>) -> String {
        var line = ""
        var isLater = false
        for cell in cells {
            if isLater { line += "," }
            isLater = true
            line += needsQuotes(cell) ? quoted(cell) : cell
        }
        return line + "\n"
    }

    private static func needsQuotes(_ cell: String) -> Bool {
        let utf8 = cell.utf8
        guard let first = utf8.first, let last = utf8.last else { return false }
        // In a header, a semicolon or a tab could be mistaken for the separator.
        let isReserved: (UInt8) -> Bool = { byte in
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3B: true
            default: false
            }
        }
        if utf8.contains(where: isReserved) { return true }
        // Most cells begin and end with ASCII, so their characters need not be looked up.
        if (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) { return false }
        return cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
    }

    /// Puts a text in quotes and doubles its own, as RFC 4180 requires.
    ///
    /// It works on scalars: in Swift a quote followed by a combining accent is another character,
    /// but readers see a quote.
    public static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private func number(_ value: Double) -> String {
        JSONWriter.text(ofCoordinate: value, decimals: decimals)
    }

    /// Returns a value as text.
    package static func cell(_ value: AttributeValue) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .double(let number): JSONValue.number(number).text
        case .string(let text): text
        case .date(let milliseconds): ISODateTime.text(milliseconds)
        }
    }
}
