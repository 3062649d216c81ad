// Features from comma-separated values.

/// Reads features from comma-separated values.
///
/// The first line names the columns. The shape comes from a column of well-known text (`wkt`,
/// `geometry`, `the_geom`, `geom`), or from two columns named `lon` and `lat`, `longitude` and
/// `latitude`, `lng` and `lat`, or `x` and `y`, in any case; one table may hold shapes of several
/// kinds. All other columns become attributes: whole numbers, numbers or text, by what all cells of
/// the column are. Numbers with leading zeros are text, and so are times, whose zone is not known
/// here (``WrittenTime``).
///
/// Lines of coordinates alone need no names: `lon,lat`, `lon,lat,name` or `name,lon,lat`.
public struct CSVFeatureReader: Sendable {
    /// The system of the coordinates.
    public var spatialReference = SpatialReference.wgs84
    /// Bounds on what is accepted.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits()) { self.limits = limits }

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
        let place = try CSVShapeColumns(of: header)
        let columns = header.indices.filter { !place.uses($0) && !header[$0].isEmpty }
        let kinds = columns.map { column in
            CSVCellKind(
                of: body.lazy.compactMap {
                    $0.cells.indices.contains(column) ? $0.cells[column] : nil
                })
        }
        var split = FeatureSplit(limits: limits)
        for (column, kind) in zip(columns, kinds) {
            try split.declare(header[column], kind.declaredType)
        }
        var shapes: [Geometry?] = []
        for row in body {
            guard row.cells.count <= header.count else {
                throw FeatureReadError(
                    "row \(row.number): \(row.cells.count) cells under \(header.count) columns")
            }
            shapes.append(try place.shape(of: row))
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
    package static func names(ofBareRow cells: [String]) -> [String]? {
        let numbers = cells.map { Double($0)?.isFinite == true }
        return switch numbers {
        case [true, true]: ["lon", "lat"]
        case [true, true, false], [true, true, true]: ["lon", "lat", "Name"]
        case [false, true, true]: ["Name", "lon", "lat"]
        default: nil
        }
    }
}

extension CSVCellKind {
    /// The declared type; integers stay open, since ids and epoch milliseconds differ in size.
    fileprivate var declaredType: FieldType? {
        let type = fieldType(readsDates: false)
        return type == .integer ? nil : type
    }

    /// The value of a cell without blanks round it.
    fileprivate func value(_ cell: String) -> AttributeValue {
        if cell.isEmpty { return .null }
        return switch fieldType(readsDates: false) {
        case .integer: Int(cell).map(AttributeValue.integer) ?? .null
        case .double: Double(cell).map(AttributeValue.double) ?? .null
        case .string, .date, .objectID: .string(cell)
        }
    }
}
