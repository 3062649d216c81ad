// Finds the shapes in a table's rows.

/// The columns that hold a table's shapes: a single column with well-known text, or two columns
/// with ordinates.
package struct CSVShapeColumns: Hashable, Sendable {
    private enum Place: Hashable, Sendable {
        case text(column: Int)
        case pair(x: Int, y: Int)
        /// Two ordinates in a cell: `48.137, 11.575`.
        case joined(column: Int, isNorthFirst: Bool)
    }

    private let place: Place
    private let header: [String]
    /// The ordinates' decimal sign; `nil` if they show none.
    private var sign: DecimalSign?
    /// Whether ordinates are longitudes and latitudes, which may have degrees, minutes and seconds.
    private var areDegrees = false

    /// Finds the columns by their usual names, or else by names like those.
    ///
    /// - Parameter guesses: Whether names that are only like usual ones count.
    /// - Throws: ``FeatureReadError`` if there are none.
    package init(of header: [String], guesses: Bool = true) throws(FeatureReadError) {
        self.header = header
        let names = ShapeColumnNames(header)
        // Pairs come first, because an attribute may have the same name as a coordinate.
        if let (x, y) = names.pair {
            place = .pair(x: x, y: y)
        } else if let column = names.text {
            place = .text(column: column)
        } else if let (x, y) = names.pairOfPrograms ?? (guesses ? names.similarPair : nil) {
            place = .pair(x: x, y: y)
        } else if guesses, let column = names.textOfPrograms {
            place = .text(column: column)
        } else if guesses, let (column, isNorthFirst) = names.joined {
            place = .joined(column: column, isNorthFirst: isNorthFirst)
        } else {
            let found = header.prefix(20).map { $0.prefix(40) }.joined(separator: ", ")
            let remedy =
                names.hasAddresses
                ? "waypost geocode makes stops of addresses"
                : "lines \"lon,lat\" and \"lon,lat,name\" need no names"
            throw FeatureReadError(
                "row 1: no columns for coordinates among \"\(found)\"; name them lon and lat, "
                    + "x and y, or wkt; \(remedy)")
        }
    }

    /// Finds the columns in a table with a dialect, and the decimal sign of their ordinates.
    ///
    /// - Parameters:
    ///   - areDegrees: Whether ordinates are longitudes and latitudes.
    ///   - names: The columns' names, if they are not usual ones.
    ///   - guesses: Whether names that are only like usual ones count.
    /// - Throws: ``FeatureReadError`` if the header lacks them.
    package init(
        of header: [String], in dialect: TableDialect, areDegrees: Bool,
        named names: TableCoordinates? = nil, guesses: Bool = true
    ) throws(FeatureReadError) {
        switch names {
        case .pair(let x, let y)?: try self.init(x: x, y: y, of: header)
        case .text(let text)?: try self.init(text: text, of: header)
        case nil: try self.init(of: header, guesses: guesses)
        }
        readDecimals(of: dialect, areDegrees: areDegrees)
    }

    /// Finds the decimal sign that the ordinates have in a table.
    package mutating func readDecimals(of dialect: TableDialect, areDegrees: Bool) {
        guard case .pair(let x, let y) = place else { return }
        self.areDegrees = areDegrees
        sign = dialect.sign(ofCoordinates: [x, y], areDegrees: areDegrees)
    }

    /// Uses the columns with these names, ignoring case.
    ///
    /// - Throws: ``FeatureReadError`` if a column does not exist.
    package init(x: String, y: String, of header: [String]) throws(FeatureReadError) {
        self.header = header
        place = .pair(
            x: try Self.column(named: x, of: header), y: try Self.column(named: y, of: header))
    }

    /// Uses the column with this name, ignoring case, as well-known text.
    ///
    /// - Throws: ``FeatureReadError`` if the column does not exist.
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

    /// Returns whether a column belongs to the shapes.
    package func uses(_ column: Int) -> Bool {
        switch place {
        case .text(let text), .joined(let text, _): column == text
        case .pair(let x, let y): column == x || column == y
        }
    }

    /// Reads a row's shape, or returns `nil` if its cells are empty or hold words such as `NULL`.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, as a spreadsheet counts them.
    package func shape(of row: CSVReader.Row) throws(FeatureReadError) -> Geometry? {
        func cell(_ column: Int) -> String { row.cell(column) }
        func isMissing(_ column: Int) -> Bool {
            cell(column).isEmpty || cell(column).isMissingWord
        }
        func name(_ column: Int) -> String {
            "row \(row.number), column \(column + 1) (\(header[column]))"
        }
        func number(
            _ column: Int, _ axis: WrittenAngle.Axis
        ) throws(FeatureReadError) -> Double {
            let text = cell(column)
            if sign == .point, let plain = Double(text), plain.isFinite { return plain }
            guard let number = WrittenNumber(text) else {
                if areDegrees, let angle = WrittenAngle(text) {
                    if angle.axis == nil || angle.axis == axis { return angle.degrees }
                    throw FeatureReadError(
                        "\(name(column)): \"\(text.excerpt(40))\" is no \(axis.rawValue); "
                            + "are the columns swapped?")
                }
                throw FeatureReadError(
                    "\(name(column)): \"\(text.excerpt(40))\" is not a finite number")
            }
            if let value = number.value(sign) { return value }
            return try number.certainValue(of: name(column), text)
        }
        switch place {
        case .joined(let column, let isNorthFirst):
            if isMissing(column) { return nil }
            guard let (first, second) = Self.ordinates(in: cell(column)) else {
                throw FeatureReadError(
                    "\(name(column)): \"\(cell(column).excerpt(40))\" is not "
                        + (isNorthFirst
                            ? "a latitude and a longitude" : "a longitude and a latitude")
                        + " such as \(isNorthFirst ? "48.1, 11.5" : "11.5, 48.1")")
            }
            return .point(
                isNorthFirst ? Coordinate(x: second, y: first) : Coordinate(x: first, y: second))
        case .pair(let x, let y):
            if isMissing(x), isMissing(y) { return nil }
            return .point(
                Coordinate(x: try number(x, .longitude), y: try number(y, .latitude)))
        case .text(let column):
            if isMissing(column) { return nil }
            do throws(FeatureReadError) {
                return try Geometry(written: cell(column))
            } catch {
                throw FeatureReadError("\(name(column)): \(error.reason)")
            }
        }
    }
}

// MARK: - Forms of shapes

extension CSVShapeColumns {
    /// Reads two ordinates in a cell, perhaps within brackets: `48.137, 11.575`, `(48.1 11.5)`.
    private static func ordinates(in cell: String) -> (Double, Double)? {
        let text = cell.drop { "([".contains($0) }.reversed().drop { ")]".contains($0) }.reversed()
        let parts = String(text)
            .split { $0 == "," || $0 == ";" || $0.isWhitespace }
            .map { WrittenNumber($0)?.value(.point) }
        guard parts.count == 2, let first = parts[0], let second = parts[1] else { return nil }
        return (first, second)
    }
}

// MARK: - Coordinate systems

extension CSVShapeColumns {
    /// Returns the coordinate system that shapes state, as `SRID=3857;POINT (…)` or in extended
    /// well-known binary; `nil` if none does.
    ///
    /// - Throws: ``FeatureReadError`` naming the first row that states another.
    func reference(of rows: some Sequence<CSVReader.Row>) throws(FeatureReadError)
        -> SpatialReference?
    {
        guard case .text(let column) = place else { return nil }
        var found: (id: Int, row: Int)?
        for row in rows {
            guard let id = Self.srid(of: row.cell(column)) else { continue }
            if let found, found.id != id {
                throw FeatureReadError(
                    "row \(row.number), column \(column + 1) (\(header[column])): "
                        + "SRID \(id) is not that of row \(found.row), \(found.id); "
                        + "a table has one coordinate system, so convert one of them")
            }
            found = found ?? (id, row.number)
        }
        return found.map { SpatialReference(wkid: $0.id) }
    }

    /// Returns the positive number of a shape's coordinate system; `nil` if it states none.
    private static func srid(of text: String) -> Int? {
        let id: Int?
        if text.prefix(5).uppercased() == "SRID=" {
            id = Int(String(text.dropFirst(5).prefix { $0 != ";" }).trimmingBlanks)
        } else {
            id = srid(ofHexadecimal: text)
        }
        return id.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads the header of extended well-known binary: the order of bytes, a type with the flag
    /// that a number follows, the number.
    private static func srid(ofHexadecimal text: String) -> Int? {
        guard text.hasPrefix("00") || text.hasPrefix("01") else { return nil }
        func word(at place: Int) -> UInt32? {
            let digits = text.dropFirst(place).prefix(8)
            guard digits.utf8.count == 8, let word = UInt32(digits, radix: 16) else { return nil }
            return text.hasPrefix("01") ? word.byteSwapped : word
        }
        guard let type = word(at: 2), type & 0x2000_0000 != 0 else { return nil }
        return word(at: 10).map(Int.init)
    }
}

extension Geometry {
    /// Reads a shape from a table: well-known text, well-known binary in hexadecimal digits, as
    /// databases export it, or GeoJSON.
    fileprivate init(written text: String) throws(FeatureReadError) {
        if text.first == "{" {
            self = try Geometry(geoJSON: text)
            return
        }
        let digits = text.utf8
        guard digits.count >= 18, digits.count % 2 == 0, digits.first == UInt8(ascii: "0") else {
            self = try Geometry(wellKnownText: text, dropsCollapsed: true)
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
        self = try Geometry(wellKnownBinary: bytes, dropsCollapsed: true)
    }

    /// Reads a GeoJSON geometry. Several shapes of a kind are one.
    private init(geoJSON text: String) throws(FeatureReadError) {
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue.parse(text, limits: .features())
        } catch {
            throw FeatureReadError("is not valid JSON at \(error)")
        }
        let found = try GeoJSONReader().features(value)
        let shapes = [found.points, found.polylines, found.polygons].compactMap(\.self)
            .flatMap(\.features).compactMap(\.geometry)
        var parts = ShapeParts()
        for shape in shapes { parts.add(shape) }
        guard !shapes.isEmpty, let shape = parts.shape else {
            throw FeatureReadError(
                "has \(shapes.count) shapes; a cell may have one, or several of a kind")
        }
        self = shape
    }
}
