// Features as comma-separated values.

/// Writes a feature set as comma-separated values (RFC 4180, lines ended by a line feed).
///
/// Points get the columns `lon` and `lat` (`x` and `y` outside WGS 84), other shapes a last column
/// `wkt`. Dates are written in ISO 8601 form.
///
/// Texts and names of columns that begin with `=`, `+`, `-`, `@`, a tab or a line end get an
/// apostrophe before them, so that no spreadsheet runs them as formulas; ``CSVFeatureReader`` takes
/// it away again. Numbers stay as they are.
public struct CSVFeatureWriter: Sendable {
    /// Decimals of coordinates, or `nil` for all.
    public var decimals: Int?
    /// How dates are written.
    public var dates: DateTexts
    /// Whether texts that a spreadsheet would run are written without an apostrophe.
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

    /// The line of column names.
    public func header(of set: FeatureSet) -> String {
        var header = set.fields.map(\.name)
        if set.geometryType == .point {
            header += set.spatialReference.isSame(as: .wgs84) ? ["lon", "lat"] : ["x", "y"]
        } else if set.geometryType != nil {
            header.append("wkt")
        }
        return row(of: header)
    }

    /// The lines of the features.
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

    /// One line of texts with its line end.
    package func row(of texts: some Sequence<String>) -> String {
        Self.line(texts.map { hasFormulas ? $0 : CSVFormula.marked($0) })
    }

    /// A value as a cell of a column has it, without quotes.
    package func cell(_ value: AttributeValue, of field: String) -> String {
        switch value {
        case .date(let milliseconds): dates.text(milliseconds, of: field)
        case .string(let text): hasFormulas ? text : CSVFormula.marked(text)
        case .null, .integer, .double: Self.cell(value)
        }
    }

    /// One line of cells with its line end; quotes are written where they are needed.
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
        // A semicolon or a tab in a header could be taken for the separator.
        let isReserved: (UInt8) -> Bool = { byte in
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x22, 0x2C, 0x3B: true
            default: false
            }
        }
        if utf8.contains(where: isReserved) { return true }
        // Most cells begin and end with ASCII, where no character need be looked up.
        if (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) { return false }
        return cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
    }

    /// A text between quotes, its own quotes doubled, as RFC 4180 asks for it.
    ///
    /// A quote with an accent behind it is another character of Swift's, and a quote to readers.
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

    /// A value as text.
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
