// Where the rows of a table have their shapes.

/// The columns of a table that hold the shapes of its rows: one of well-known text, or one of each
/// ordinate.
package struct CSVShapeColumns: Hashable, Sendable {
    private enum Place: Hashable, Sendable {
        case text(column: Int)
        case pair(x: Int, y: Int)
    }

    private let place: Place
    private let header: [String]
    /// The decimal sign of the ordinates; `nil` where they do not show one.
    private var sign: DecimalSign?

    /// Finds the columns by the names that they usually have.
    ///
    /// - Throws: ``FeatureReadError`` when there are none.
    package init(of header: [String]) throws(FeatureReadError) {
        self.header = header
        let names = header.map { $0.trimmingBlanks.lowercased() }
        func column(_ candidates: [String]) -> Int? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        // Names that belong together come first: an attribute may be named as a coordinate is.
        for (x, y) in [
            (["longitude"], ["latitude"]), (["lon", "lng", "long"], ["lat"]),
            (["longitude", "lon", "lng", "long"], ["latitude", "lat"]),
            (["längengrad", "länge"], ["breitengrad", "breite"]), (["longitud"], ["latitud"]),
            (["longitudine"], ["latitudine"]), (["lengtegraad"], ["breedtegraad"]),
            (["x"], ["y"]), (["x", "point_x"], ["y", "point_y"]),
        ] {
            if let x = column(x), let y = column(y) {
                place = .pair(x: x, y: y)
                return
            }
        }
        if let text = column(["wkt", "geometry", "the_geom", "geom"]) {
            place = .text(column: text)
            return
        }
        let found = header.prefix(20).map { $0.prefix(40) }.joined(separator: ", ")
        throw FeatureReadError(
            "row 1: no columns for coordinates among \"\(found)\"; name them lon and lat, "
                + "x and y, or wkt; lines \"lon,lat\" and \"lon,lat,name\" need no names")
    }

    /// Finds the columns in a table of a dialect, and the sign before the decimals of ordinates.
    ///
    /// - Parameter areDegrees: Whether ordinates are longitudes and latitudes.
    package init(
        of header: [String], in dialect: TableDialect, areDegrees: Bool
    ) throws(FeatureReadError) {
        try self.init(of: header)
        readDecimals(of: dialect, areDegrees: areDegrees)
    }

    /// Reads ordinates with the decimal sign that they have in a table.
    package mutating func readDecimals(of dialect: TableDialect, areDegrees: Bool) {
        guard case .pair(let x, let y) = place else { return }
        sign = dialect.sign(ofCoordinates: [x, y], areDegrees: areDegrees)
    }

    /// Takes the columns of two names, in any case of letters.
    ///
    /// - Throws: ``FeatureReadError`` when a name is that of no column.
    package init(x: String, y: String, of header: [String]) throws(FeatureReadError) {
        self.header = header
        place = .pair(
            x: try Self.column(named: x, of: header), y: try Self.column(named: y, of: header))
    }

    /// Takes the column of a name, in any case of letters, as well-known text.
    ///
    /// - Throws: ``FeatureReadError`` when the name is that of no column.
    package init(text: String, of header: [String]) throws(FeatureReadError) {
        self.header = header
        place = .text(column: try Self.column(named: text, of: header))
    }

    private static func column(
        named name: String, of header: [String]
    ) throws(FeatureReadError) -> Int {
        let wanted = name.lowercased()
        if let column = header.firstIndex(where: { $0.lowercased() == wanted }) { return column }
        let found = header.prefix(40).map { $0.excerpt(40) }.joined(separator: ", ")
        throw FeatureReadError("row 1: no column \"\(name.excerpt(40))\" among \"\(found)\"")
    }

    /// Whether a column is one of them.
    package func uses(_ column: Int) -> Bool {
        switch place {
        case .text(let text): column == text
        case .pair(let x, let y): column == x || column == y
        }
    }

    /// The shape of a row, or `nil` where its cells are empty.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, as a spreadsheet counts them.
    package func shape(of row: CSVReader.Row) throws(FeatureReadError) -> Geometry? {
        func cell(_ column: Int) -> String { row.cell(column) }
        func name(_ column: Int) -> String {
            "row \(row.number), column \(column + 1) (\(header[column]))"
        }
        func number(_ column: Int) throws(FeatureReadError) -> Double {
            let text = cell(column)
            if sign == .point, let plain = Double(text), plain.isFinite { return plain }
            guard let number = WrittenNumber(text) else {
                throw FeatureReadError(
                    "\(name(column)): \"\(text.excerpt(40))\" is not a finite number")
            }
            if let value = number.value(sign) { return value }
            return try number.certainValue(of: name(column), text)
        }
        switch place {
        case .pair(let x, let y):
            if cell(x).isEmpty, cell(y).isEmpty { return nil }
            return .point(Coordinate(x: try number(x), y: try number(y)))
        case .text(let column):
            if cell(column).isEmpty { return nil }
            do throws(FeatureReadError) {
                return try Geometry(written: cell(column))
            } catch {
                throw FeatureReadError("\(name(column)): \(error.reason)")
            }
        }
    }
}

extension Geometry {
    /// Reads a shape of a table: well-known text, or well-known binary in hexadecimal digits, as
    /// databases write it.
    fileprivate init(written text: String) throws(FeatureReadError) {
        let digits = text.utf8
        guard digits.count >= 18, digits.count % 2 == 0, digits.first == UInt8(ascii: "0") else {
            self = try Geometry(wellKnownText: text)
            return
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue.map({ UInt8($0) })
            else { throw FeatureReadError("\"\(text.excerpt(40))\" is not well-known text") }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self = try Geometry(wellKnownBinary: bytes)
    }
}
