// Features from comma-separated values.

/// Reads features from comma-separated values with a line of column names.
///
/// The shape comes from a column of well-known text (`wkt`, `geometry`, `the_geom`), or from two
/// columns named `lon` and `lat`, `longitude` and `latitude`, `lng` and `lat`, or `x` and `y`,
/// whatever the case. All other columns become attributes: whole numbers, numbers, dates in ISO
/// 8601 form or text, by what all cells of the column are. Numbers with leading zeros are text.
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

    /// Reads a table whose shapes are of one kind.
    ///
    /// - Throws: ``FeatureReadError`` naming row and column, as a spreadsheet counts them.
    public func featureSet(_ bytes: [UInt8]) throws(FeatureReadError) -> FeatureSet {
        let rows = try CSVReader.rows(bytes, limits: limits)
        guard let header = rows.first?.cells.map({ $0.trimmed }) else {
            throw FeatureReadError("the file is empty; a line of column names is needed")
        }
        let place = try place(in: header)
        let body = rows.dropFirst()
        let columns = header.indices.filter { !place.uses($0) && !header[$0].isEmpty }
        let kinds = columns.map { column in
            CellKind(
                of: body.lazy.compactMap {
                    $0.cells.indices.contains(column) ? $0.cells[column] : nil
                })
        }
        var table = FeatureTable(limits: limits)
        for (column, kind) in zip(columns, kinds) {
            try table.declare(header[column], kind.fieldType)
        }
        var type: GeometryType?
        for row in body {
            guard row.cells.count <= header.count else {
                throw FeatureReadError(
                    "row \(row.number): \(row.cells.count) cells under \(header.count) columns")
            }
            let shape = try shape(of: row, place, header)
            if let found = shape?.type {
                if let type, type != found {
                    throw FeatureReadError(
                        "row \(row.number): a \(found.word) in a table of \(type.word)s")
                }
                type = found
            }
            let attributes = zip(columns, kinds).map { column, kind in
                let cell = row.cells.indices.contains(column) ? row.cells[column].trimmed : ""
                return (name: header[column], value: kind.value(cell))
            }
            try table.add(attributes, geometry: shape)
        }
        return table.featureSet(geometryType: type ?? .point, spatialReference: spatialReference)
    }

    private func place(in header: [String]) throws(FeatureReadError) -> Place {
        let names = header.map { $0.lowercased() }
        func column(_ candidates: [String]) -> Int? {
            candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
        }
        if let x = column(["longitude", "lon", "lng", "long"]), let y = column(["latitude", "lat"])
        {
            return .pair(x: x, y: y)
        }
        if let x = column(["x", "point_x"]), let y = column(["y", "point_y"]) {
            return .pair(x: x, y: y)
        }
        if let text = column(["wkt", "geometry", "the_geom", "geom"]) {
            return .text(column: text)
        }
        let found = header.prefix(20).joined(separator: ", ")
        throw FeatureReadError(
            "row 1: no columns for coordinates among \"\(found)\"; name them lon and lat, "
                + "x and y, or wkt")
    }

    private func shape(
        of row: CSVReader.Row, _ place: Place, _ header: [String]
    ) throws(FeatureReadError) -> Geometry? {
        func cell(_ column: Int) -> String {
            row.cells.indices.contains(column) ? row.cells[column].trimmed : ""
        }
        func name(_ column: Int) -> String {
            "row \(row.number), column \(column + 1) (\(header[column]))"
        }
        func number(_ column: Int) throws(FeatureReadError) -> Double {
            if let number = Double(cell(column)), number.isFinite { return number }
            throw FeatureReadError(
                "\(name(column)): \"\(cell(column).prefix(40))\" is no finite number")
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
    case date
    case text

    init(of cells: some Sequence<String>) {
        var (integers, doubles, dates, any) = (true, true, true, false)
        for cell in cells.lazy.map(\.trimmed) where !cell.isEmpty {
            any = true
            let hasLeadingZero =
                cell.count > 1 && cell.first == "0" && cell.dropFirst().first != "."
            integers = integers && !hasLeadingZero && Int(cell) != nil
            doubles = doubles && !hasLeadingZero && Double(cell)?.isFinite == true
            dates = dates && ISODateTime.milliseconds(cell) != nil
            if !integers && !doubles && !dates { break }
        }
        self = !any ? .text : integers ? .integer : doubles ? .double : dates ? .date : .text
    }

    /// The declared type; integers stay open, since ids and epoch milliseconds differ in size.
    var fieldType: FieldType? {
        switch self {
        case .integer: nil
        case .double: .double
        case .date: .date
        case .text: .string
        }
    }

    func value(_ cell: String) -> AttributeValue {
        if cell.isEmpty { return .null }
        return switch self {
        case .integer: Int(cell).map(AttributeValue.integer) ?? .null
        case .double: Double(cell).map(AttributeValue.double) ?? .null
        case .date: ISODateTime.milliseconds(cell).map(AttributeValue.date) ?? .null
        case .text: .string(cell)
        }
    }
}

extension String {
    /// The text without white space round it.
    fileprivate var trimmed: String {
        guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
        let head = drop(while: \.isWhitespace)
        return String(head.reversed().drop(while: \.isWhitespace).reversed())
    }
}
