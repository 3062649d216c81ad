// Features from comma-separated values.

/// Reads features from comma-separated values.
///
/// The first line names the columns. The shape comes from a column of well-known text (`wkt`,
/// `geometry`, `the_geom`, `geom`), or from two columns named `lon` and `lat`, `longitude` and
/// `latitude`, `lng` and `lat`, or `x` and `y`, whatever the case; shapes of several kinds may
/// stand in one table. All other columns become attributes: whole numbers, numbers or text, by what
/// all cells of the column are. Numbers with leading zeros are text, and so are times, since only
/// who knows the clock can read them (``WrittenTime``).
///
/// Lines of coordinates alone need no names: `lon,lat`, `lon,lat,name` or `name,lon,lat`.
public struct CSVFeatureReader: Sendable {
    /// The system of the coordinates.
    public var spatialReference = SpatialReference.wgs84
    /// Bounds on what is accepted.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits()) { self.limits = limits }

    private enum Place {
        case text(column: Int)
        case pair(x: Int, y: Int)

        func uses(_ column: Int) -> Bool {
            switch self {
            case .text(let text): column == text
            case .pair(let x, let y): column == x || column == y
            }
        }
    }

    /// Reads a table, split by kind of shape. Rows without a shape are of the first row's kind that
    /// has one.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, as a spreadsheet counts them.
    public func features(_ bytes: [UInt8]) throws(FeatureReadError) -> FeaturesByKind {
        var body = try CSVReader.rows(bytes, limits: limits)[...]
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
        let place = try place(in: header)
        let columns = header.indices.filter { !place.uses($0) && !header[$0].isEmpty }
        let kinds = columns.map { column in
            CellKind(
                of: body.lazy.compactMap {
                    $0.cells.indices.contains(column) ? $0.cells[column] : nil
                })
        }
        var split = FeatureSplit(limits: limits)
        for (column, kind) in zip(columns, kinds) {
            try split.declare(header[column], kind.fieldType)
        }
        var shapes: [Geometry?] = []
        for row in body {
            guard row.cells.count <= header.count else {
                throw FeatureReadError(
                    "row \(row.number): \(row.cells.count) cells under \(header.count) columns")
            }
            shapes.append(try shape(of: row, place, header))
        }
        let firstKind = shapes.lazy.compactMap { $0?.type }.first ?? .point
        for (row, shape) in zip(body, shapes) {
            let attributes = zip(columns, kinds).map { column, kind in
                let cell =
                    row.cells.indices.contains(column) ? row.cells[column].trimmingBlanks : ""
                return (name: header[column], value: kind.value(cell))
            }
            try split.add(attributes, shape, as: shape?.type ?? firstKind)
        }
        return split.finished(in: spatialReference)
    }

    /// The columns of a first line that names none and holds coordinates, or `nil` for a line of
    /// names.
    private static func names(ofBareRow cells: [String]) -> [String]? {
        let numbers = cells.map { Double($0)?.isFinite == true }
        return switch numbers {
        case [true, true]: ["lon", "lat"]
        case [true, true, false], [true, true, true]: ["lon", "lat", "Name"]
        case [false, true, true]: ["Name", "lon", "lat"]
        default: nil
        }
    }

    private func place(in header: [String]) throws(FeatureReadError) -> Place {
        let names = header.map { $0.lowercased() }
        func column(_ candidates: [String]) -> Int? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        // Names that belong together come first: an attribute may be named as a coordinate is.
        for (x, y) in [
            (["longitude"], ["latitude"]), (["lon", "lng", "long"], ["lat"]),
            (["longitude", "lon", "lng", "long"], ["latitude", "lat"]),
            (["x"], ["y"]), (["x", "point_x"], ["y", "point_y"]),
        ] {
            if let x = column(x), let y = column(y) { return .pair(x: x, y: y) }
        }
        if let text = column(["wkt", "geometry", "the_geom", "geom"]) {
            return .text(column: text)
        }
        let found = header.prefix(20).map { $0.prefix(40) }.joined(separator: ", ")
        throw FeatureReadError(
            "row 1: no columns for coordinates among \"\(found)\"; name them lon and lat, "
                + "x and y, or wkt; lines \"lon,lat\" and \"lon,lat,name\" need no names")
    }

    private func shape(
        of row: CSVReader.Row, _ place: Place, _ header: [String]
    ) throws(FeatureReadError) -> Geometry? {
        func cell(_ column: Int) -> String {
            row.cells.indices.contains(column) ? row.cells[column].trimmingBlanks : ""
        }
        func name(_ column: Int) -> String {
            "row \(row.number), column \(column + 1) (\(header[column]))"
        }
        func number(_ column: Int) throws(FeatureReadError) -> Double {
            if let number = Double(cell(column)), number.isFinite { return number }
            throw FeatureReadError(
                "\(name(column)): \"\(cell(column).excerpt(40))\" is not a finite number")
        }
        switch place {
        case .pair(let x, let y):
            if cell(x).isEmpty, cell(y).isEmpty { return nil }
            return .point(Coordinate(x: try number(x), y: try number(y)))
        case .text(let column):
            if cell(column).isEmpty { return nil }
            do {
                return try Geometry(wellKnownText: cell(column))
            } catch {
                throw FeatureReadError("\(name(column)): \(error.reason)")
            }
        }
    }
}

/// What all cells of a column are.
private enum CellKind {
    case integer
    case double
    case text

    init(of cells: some Sequence<String>) {
        var (integers, doubles, any) = (true, true, false)
        for cell in cells.lazy.map(\.trimmingBlanks) where !cell.isEmpty {
            any = true
            let hasLeadingZero =
                cell.count > 1 && cell.first == "0" && cell.dropFirst().first != "."
            integers = integers && !hasLeadingZero && Int(cell) != nil
            doubles = doubles && !hasLeadingZero && Double(cell)?.isFinite == true
            if !integers && !doubles { break }
        }
        self = !any ? .text : integers ? .integer : doubles ? .double : .text
    }

    /// The declared type; integers stay open, since ids and epoch milliseconds differ in size.
    var fieldType: FieldType? {
        switch self {
        case .integer: nil
        case .double: .double
        case .text: .string
        }
    }

    func value(_ cell: String) -> AttributeValue {
        if cell.isEmpty { return .null }
        return switch self {
        case .integer: Int(cell).map(AttributeValue.integer) ?? .null
        case .double: Double(cell).map(AttributeValue.double) ?? .null
        case .text: .string(cell)
        }
    }
}
