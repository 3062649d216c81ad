// Reads features from comma-separated values.

/// Reads features from comma-separated values.
///
/// The first line names the columns. The shape comes from a column of well-known text, well-known
/// binary or GeoJSON (`wkt`, `geometry`, `the_geom`, `geom`), or from two columns named `lon` and
/// `lat`, `longitude` and `latitude`, `lng` and `lat`, or `x` and `y`, in any case, or nearly so
/// (``ShapeColumnNames``); one table may hold shapes of several kinds. All other columns become
/// attributes: whole numbers, numbers or text, depending on what all cells in the column are. Words
/// such as `NULL` and `NaN` count as empty cells among numbers, times and coordinates; in texts,
/// only the words of databases do. Numbers that would lose their spelling (`007`, `+39055`, `12E3`,
/// twenty digits) are text, and so are names of which one would (`1.10`), and times, because their
/// zone is not known here (``TimeReader``). Encoding, separator and decimal sign are detected
/// (``TableDialect``).
///
/// Lines that hold only coordinates need no column names: `lon,lat`, `lon,lat,name` or
/// `name,lon,lat`.
public struct CSVFeatureReader: Sendable {
    /// The coordinate system of shapes that do not state theirs (`SRID=3857;POINT (…)`); WGS 84 by
    /// default.
    public var spatialReference = SpatialReference.wgs84
    /// Limits on what is accepted.
    public var limits: FeatureLimits

    /// Whether an unreadable row is kept, without a shape and with a note, instead of failing the
    /// whole file.
    package var keepsUnreadableRows = false
    /// How many rows get a note of their own.
    private static let mostNotes = 20

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits()) { self.limits = limits }

    /// Reads a table and splits it by kind of shape. Rows without a shape go with the first row
    /// that has one; a row with several points becomes one row for each.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, as a spreadsheet counts them.
    public func features(_ bytes: [UInt8]) throws(FeatureReadError) -> FeaturesByKind {
        try features(bytes, hints: FileHints(), notes: nil)
    }

    /// Reads a table like ``features(_:)``.
    ///
    /// - Parameters:
    ///   - hints: What the user says about the file.
    ///   - notes: Collects remarks on how the file was read.
    ///   - separator: The byte between cells, if known.
    package func features(
        _ bytes: [UInt8], hints: FileHints, notes: ReadingNotes?, separator: UInt8? = nil
    ) throws(FeatureReadError) -> FeaturesByKind {
        let text = try BytePieces(bytes).decoded(hints: hints, notes: notes).joined()
        let dialect = TableDialect(of: text[...], separator: separator)
        var body = try CSVReader.rows(text, dialect, limits: limits)[...]
        if hints.coordinates == nil, !hints.mayLackShapes {
            let titles = Self.placeOfNames(in: body.prefix(Self.mostTitles).map(\.cells))
            if titles > 0 {
                body = body.dropFirst(titles)
                notes?.add(
                    "what stands above the column names in row \(body[titles].number) is left out")
            }
        }
        guard let first = body.first?.cells.map({ $0.trimmingBlanks }) else {
            throw FeatureReadError("the file is empty; a line of column names is needed")
        }
        let header: [String]
        if let names = Self.names(ofBareRow: first) {
            header = names
        } else {
            header = first
            body = body.dropFirst()
        }
        let reference = hints.tableReference ?? spatialReference
        let place = try Self.shapeColumns(
            of: header, in: dialect, hints, areDegrees: reference.isSame(as: .wgs84))
        let columns = try TableColumns(of: header, without: place, in: body)
        let hasWords = columns.places.map { column in
            CSVCellKind.hasMissingWords(body.lazy.map { $0.cell(column) })
        }
        let kinds = zip(columns.places, hasWords).map { column, hasWords in
            let cells = body.lazy.map { $0.cell(column) }
                .filter { !hasWords || !$0.isMissingWord }
            let kind = CSVCellKind(of: cells)
            let isText =
                Self.isName(header[column]) && !cells.allSatisfy { kind.keeps($0, dialect) }
            return isText ? .text : kind
        }
        var split = FeatureSplit(limits: limits)
        for (column, kind) in zip(columns.places, kinds) {
            try split.declare(header[column], kind.declaredType(dialect))
        }
        let shapes = try shapes(of: body, place, columnCount: header.count, notes)
        let firstKind = shapes.lazy.compactMap { $0?.type }.first ?? .point
        for (row, shape) in zip(body, shapes) {
            let attributes = columns.places.indices.map { index in
                let column = columns.places[index]
                let cell = row.cell(column)
                let isMissing = cell.isDatabaseNull || hasWords[index] && cell.isMissingWord
                return (
                    name: header[column],
                    value: isMissing ? .null : kinds[index].value(cell, dialect)
                )
            }
            try split.add(attributes, shape, as: shape?.type ?? firstKind)
        }
        return split.finished(in: try place?.reference(of: body) ?? reference)
    }

    /// Finds the shape columns; `nil` if there are none and none are needed.
    private static func shapeColumns(
        of header: [String], in dialect: TableDialect, _ hints: FileHints, areDegrees: Bool
    ) throws(FeatureReadError) -> CSVShapeColumns? {
        do throws(FeatureReadError) {
            return try CSVShapeColumns(
                of: header, in: dialect, areDegrees: areDegrees, named: hints.coordinates,
                guesses: !hints.mayLackShapes)
        } catch {
            if hints.mayLackShapes { return nil }
            throw error
        }
    }

    /// Reads the rows' shapes.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, unless unreadable rows are kept.
    private func shapes(
        of body: ArraySlice<CSVReader.Row>, _ place: CSVShapeColumns?, columnCount: Int,
        _ notes: ReadingNotes?
    ) throws(FeatureReadError) -> [Geometry?] {
        var shapes: [Geometry?] = []
        var unreadable = 0
        for row in body {
            do throws(FeatureReadError) {
                try row.checkLength(columnCount)
                shapes.append(try place?.shape(of: row))
            } catch {
                guard keepsUnreadableRows else { throw error }
                shapes.append(nil)
                unreadable += 1
                if unreadable <= Self.mostNotes { notes?.add("\(error.reason); it is left out") }
            }
        }
        let others = unreadable - Self.mostNotes
        if others > 0 { notes?.add("\(others) more rows cannot be read and are left out") }
        return shapes
    }

    /// How many rows may stand above the column names.
    static let mostTitles = 10

    /// Returns the place of the row that names the columns, which a title or remarks may precede; 0
    /// if none of the first does.
    static func placeOfNames(in rows: [[String]]) -> Int {
        if names(ofBareRow: rows.first?.map(\.trimmingBlanks) ?? []) != nil { return 0 }
        return rows.prefix(mostTitles).firstIndex { cells in
            (try? CSVShapeColumns(of: cells.map(\.trimmingBlanks))) != nil
        } ?? 0
    }

    /// Returns whether a column holds names, which tell rows apart by their spelling.
    private static func isName(_ column: String) -> Bool {
        ["name", "routename", "after"].contains(column.lowercased())
    }

    /// Returns column names for a first line that holds coordinates instead of names; `nil` if it
    /// holds names.
    package static func names(ofBareRow cells: [String]) -> [String]? {
        let numbers = cells.map { WrittenNumber($0) != nil }
        return switch numbers {
        case [true, true]: ["lon", "lat"]
        case [true, true, false], [true, true, true]: ["lon", "lat", "Name"]
        case [false, true, true]: ["Name", "lon", "lat"]
        default: nil
        }
    }
}

extension CSVCellKind {
    /// The declared type. Integers stay undeclared, because ids and epoch milliseconds differ in
    /// size.
    fileprivate func declaredType(_ dialect: TableDialect) -> FieldType? {
        let type = type(dialect)
        return type == .integer ? nil : type
    }

    private func type(_ dialect: TableDialect) -> FieldType {
        let type = fieldType(sign: dialect.sign, order: nil, readsDates: false)
        // In a column with values beyond 32 bits, whole numbers become doubles.
        return type == .integer && !fitsDoubles ? .string : type
    }

    /// Returns whether a cell's value is written like the cell. Data frames write `12.0` for 12.
    fileprivate func keeps(_ cell: String, _ dialect: TableDialect) -> Bool {
        switch value(cell, dialect) {
        case .null, .string, .date: return true
        case .integer(let number): return cell == String(number)
        case .double(let number):
            let text = JSONValue.number(number).text
            return cell == text || cell == text + ".0"
        }
    }

    /// Returns the value of a cell that has been trimmed.
    fileprivate func value(_ cell: String, _ dialect: TableDialect) -> AttributeValue {
        if cell.isEmpty { return .null }
        return switch type(dialect) {
        case .integer: Int(cell).map(AttributeValue.integer) ?? .null
        case .double:
            WrittenNumber(cell)?.value(sign(orElse: dialect.sign)).map(AttributeValue.double)
                ?? .null
        case .string, .date, .objectID: .string(cell)
        }
    }
}
