// Start here: reads traces from JSON, GPX, tables and plain text.

public import Geo

/// Reads traces in any of their formats.
///
/// Points are the positions of traces, by an attribute `TraceName` if there are several; lines are
/// drawn ones. Names of attributes are read in any case: `Time` (epoch milliseconds or ISO 8601),
/// `Accuracy` in meters, `Bearing` in degrees, `IsStop`, `Name`.
///
/// ```swift
/// let traces = try TraceReader().traces(bytes)    // CSV, GPX, GeoJSON or Esri JSON
/// ```
public struct TraceReader: Sendable {
    /// Bounds on what is accepted; a position counts as a feature.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(limits: FeatureLimits = FeatureLimits(maximumFeatures: 2_000_000)) {
        self.limits = limits
    }

    /// Reads traces; the format follows from the first character that is not white space.
    ///
    /// Text that is neither JSON nor XML is a table of comma-separated values.
    ///
    /// - Throws: `FeatureReadError` naming the row or the line, what was found and what is needed.
    /// - Complexity: O(*n*) in the number of bytes.
    public func traces(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            try read({ BytePieces(bytes) }, into: &receiver)
        }
    }

    /// Reads what ``traces(_:)`` returns one position after another, so that neither the text nor
    /// the positions need to be held: of JSON, some hundred features are.
    ///
    /// - Parameter text: The text from its beginning, as often as it is called: JSON is read twice.
    /// - Throws: As ``traces(_:)``, and what `text` throws.
    package func read(
        _ text: () throws(FeatureReadError) -> BytePieces, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        switch try TextFormat(of: try text()) {
        case .json: try readJSON(text, into: &receiver)
        case .gpx: try readGPX(text, into: &receiver)
        case .table: try readTable(try text(), into: &receiver)
        }
        receiver.finish()
    }

    /// The formats, by how a text begins.
    private enum TextFormat {
        case json
        case gpx
        case table

        init(of pieces: BytePieces) throws(FeatureReadError) {
            self = .table
            var start: [UInt8] = []
            while let piece = try pieces.next() {
                start += piece
                // Fewer bytes may be the beginning of a mark.
                guard start.count >= 3 else { continue }
                if let first = Self.firstCharacter(of: start) {
                    self = Self(firstCharacter: first)
                    return
                }
                start = [UInt8](repeating: 0x20, count: 3)
            }
            self = Self(firstCharacter: Self.firstCharacter(of: start) ?? 0)
        }

        private init(firstCharacter: UInt8) {
            self =
                switch firstCharacter {
                case UInt8(ascii: "<"): .gpx
                case UInt8(ascii: "{"), UInt8(ascii: "["): .json
                default: .table
                }
        }

        private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
            bytes[CSVReader.withoutMark(bytes[...])...].first { $0 > 0x20 }
        }
    }

    /// The traces that a function reads.
    private func held(
        _ read: (inout HeldTraces) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) -> TraceInput {
        var traces = HeldTraces()
        try read(&traces)
        return traces.input
    }

    // MARK: GPX

    /// The lines of GPX: tracks with their times; in a file without any, routes as drawn lines. Of a
    /// file with both, the routes are the plans or the directions of the tracks.
    ///
    /// - Throws: `FeatureReadError` naming the line of text.
    public func gpx(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            try readGPX({ BytePieces(bytes) }, into: &receiver)
        }
    }

    private func readGPX(
        _ text: () throws(FeatureReadError) -> BytePieces, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let reader = GPXTrackReader(maximumPoints: limits.maximumFeatures)
        let hasTrack = try reader.hasTrack(try text())
        var (trace, isEmpty): (Int?, Bool) = (nil, true)
        var row = 0
        try reader.read(try text()) { piece throws(FeatureReadError) in
            switch piece {
            case .line(_, isTrack: false) where hasTrack: trace = nil
            case .line(let name, let isTrack):
                trace = receiver.begin(name ?? "", isLine: !isTrack, in: .wgs84)
                (row, isEmpty) = (0, false)
            case .name(let name): if let trace { receiver.rename(trace, name) }
            case .point(let point):
                guard let trace else { return }
                row += 1
                do throws(FeatureReadError) {
                    receiver.add(try Self.fix(of: point), to: trace)
                } catch {
                    throw FeatureReadError(
                        feature: row, "of line \(trace + 1): \(error.reason)")
                }
            }
        }
        if isEmpty {
            throw FeatureReadError("the GPX has no track (trk) and no route (rte)")
        }
    }

    private static func fix(of point: GPXTrackReader.Point) throws(FeatureReadError) -> TraceFix {
        let names = point.values.keys.sorted()
        let fields = TraceFields(names + ["time"])
        return try fields.row(at: point.coordinate) { column in
            let text = column < names.count ? point.values[names[column]] : point.time
            return text.map { .string($0) } ?? .null
        }.fix
    }

    // MARK: JSON

    /// Points or lines of GeoJSON or Esri JSON, and a bare list of `[longitude, latitude]`.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func json(_ value: JSONValue) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in try read(value, into: &receiver) }
    }

    private func read(
        _ value: JSONValue, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        var rows = TraceRows()
        try read(value, &rows, into: &receiver)
        try rows.requirePositions()
    }

    /// Reads JSON, whose features or positions need not be held.
    private func readJSON(
        _ text: () throws(FeatureReadError) -> BytePieces, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let outline = try JSONListReader.outline(of: try text())
        guard outline.list != .none else { return try read(outline.value, into: &receiver) }
        var rows = TraceRows()
        try JSONListReader.elements(in: try text()) { elements throws(FeatureReadError) in
            guard rows.elementCount + elements.count <= limits.maximumFeatures else {
                throw FeatureReadError(
                    "has more than \(limits.maximumFeatures) features; send fewer at once")
            }
            var value = JSONValue.array(elements)
            if outline.list == .features, var object = outline.value.object {
                object["features"] = value
                value = .object(object)
            }
            do throws(FeatureReadError) {
                try read(value, &rows, into: &receiver)
            } catch {
                throw FeatureReadError(
                    feature: error.feature.map { rows.elementCount + $0 }, error.reason)
            }
            rows.elementCount += elements.count
        }
        if rows.elementCount == 0 { try read(outline.value, &rows, into: &receiver) }
        try rows.requirePositions()
    }

    /// Reads a whole text, or some of the elements of its list.
    private func read(
        _ value: JSONValue, _ rows: inout TraceRows, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        if let pairs = value.array, let first = pairs.first, first.array != nil || rows.isBareList {
            rows.isBareList = true
            return try add(pairs, &rows, into: &receiver)
        }
        if let type = value["type"]?.string, type != "features" {
            let found = try GeoJSONReader(limits: limits).features(value)
            let sets = [found.points, found.polylines, found.polygons].compactMap(\.self)
            let kinds = sets.map(\.geometryType) + [rows.kind].compactMap(\.self)
            guard Set(kinds).count <= 1 else {
                throw FeatureReadError("the GeoJSON has several kinds of shapes; send one kind")
            }
            rows.kind = kinds.first ?? nil
            return try add(sets.first, &rows, into: &receiver)
        }
        try add(try EsriFeatureReader(limits: limits).featureSet(value), &rows, into: &receiver)
    }

    /// Adds positions of a bare list to its trace.
    private func add(
        _ pairs: [JSONValue], _ rows: inout TraceRows, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        guard pairs.count <= limits.maximumFeatures else {
            throw FeatureReadError("has more than \(limits.maximumFeatures) positions")
        }
        for (row, pair) in pairs.enumerated() {
            guard let list = pair.array, (2...4).contains(list.count), let x = list[0].number,
                let y = list[1].number
            else {
                throw FeatureReadError(
                    feature: row + 1, "is \(pair.excerpt); [longitude, latitude] is needed")
            }
            rows.add(
                TraceFields.Row(fix: TraceFix(Coordinate(x: x, y: y)), isLine: true), in: .wgs84,
                into: &receiver)
        }
    }

    /// Rows of points, or lines.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func traces(_ set: FeatureSet?) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            var rows = TraceRows()
            try add(set, &rows, into: &receiver)
            try rows.requirePositions()
        }
    }

    private func add(
        _ set: FeatureSet?, _ rows: inout TraceRows, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        guard let set else { return }
        let fields = TraceFields(set.fields.map(\.name))
        for (row, feature) in set.features.enumerated() {
            if let own = feature.spatialReference, !own.isSame(as: set.spatialReference) {
                throw FeatureReadError(
                    feature: row + 1, "has a spatial reference of its own; send all in one")
            }
            let value = { (column: Int) -> AttributeValue in
                column < feature.values.count ? feature.values[column] : .null
            }
            do throws(FeatureReadError) {
                try rows.add(
                    feature.geometry, fields, value, in: set.spatialReference, into: &receiver)
            } catch {
                throw error.inRow(row + 1)
            }
        }
    }

    // MARK: Tables

    /// A table of comma-separated values with columns for coordinates, or for lines as well-known
    /// text.
    ///
    /// - Throws: `FeatureReadError` naming row and column, as a spreadsheet counts them.
    public func table(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            try readTable(BytePieces(bytes), into: &receiver)
        }
    }

    private func readTable(
        _ pieces: BytePieces, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let first = try pieces.next() ?? []
        let body = first[CSVReader.withoutMark(first[...])...]
        var reader = CSVReader(limits: limits, separator: CSVReader.separator(of: body))
        var table = TraceTable()
        func add(_ row: CSVReader.Row) throws(FeatureReadError) {
            try table.add(row, into: &receiver)
        }
        try reader.read(body, add)
        while let piece = try pieces.next() { try reader.read(piece, add) }
        try reader.finish(add)
        try table.rows.requirePositions()
    }
}

/// Rows that become positions of traces, or lines.
private struct TraceRows {
    /// The traces by the names that rows have.
    private var places: [String: Int] = [:]
    private var isEmpty = true
    /// The features of a list that have been read.
    var elementCount = 0
    /// Whether the list has pairs of numbers.
    var isBareList = false
    /// The kind of shapes.
    var kind: GeometryType?

    /// Adds a position to the trace that its row names.
    mutating func add(
        _ row: TraceFields.Row, in reference: SpatialReference,
        into receiver: inout some TraceReceiver
    ) {
        let name = row.traceName ?? ""
        let place = places[name] ?? receiver.begin(name, isLine: row.isLine, in: reference)
        places[name] = place
        receiver.add(row.fix, to: place)
        isEmpty = false
    }

    /// Adds the point or the lines of a row; each part of a line is a trace of its own.
    ///
    /// - Throws: For a shape of another kind, and for values that cannot be read.
    mutating func add(
        _ shape: Geometry?, _ fields: TraceFields, _ value: (Int) -> AttributeValue,
        in reference: SpatialReference, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        switch shape {
        case .point(let coordinate):
            add(try fields.row(at: coordinate, value), in: reference, into: &receiver)
        case .polyline(let paths, _):
            let name = fields.traceName(value) ?? ""
            for path in paths where !path.isEmpty {
                let place = receiver.begin(name, isLine: true, in: reference)
                for vertex in path { receiver.add(TraceFix(vertex), to: place) }
                isEmpty = false
            }
        case nil, .empty: return
        case .multipoint, .polygon: throw FeatureReadError("is neither a point nor a line")
        }
    }

    /// - Throws: When there has been no position.
    func requirePositions() throws(FeatureReadError) {
        if isEmpty { throw FeatureReadError("has no positions") }
    }
}

/// Reads the rows of a table one after another.
private struct TraceTable {
    private(set) var rows = TraceRows()
    private var columns: (shapes: CSVShapeColumns, fields: TraceFields, count: Int)?

    mutating func add(
        _ row: CSVReader.Row, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        if columns == nil {
            let names = CSVReader.traceNames(of: row.cells)
            let header = names ?? row.cells.map { String($0.trimmingSpace()) }
            columns = (try CSVShapeColumns(of: header), TraceFields(header), header.count)
            if names == nil { return }
        }
        guard let columns else { return }
        guard row.cells.count <= columns.count else {
            throw FeatureReadError(
                "row \(row.number): \(row.cells.count) cells under \(columns.count) columns")
        }
        let value = { (column: Int) -> AttributeValue in
            row.cells.indices.contains(column) ? .string(row.cells[column]) : .null
        }
        let shape = try columns.shapes.shape(of: row)
        do throws(FeatureReadError) {
            try rows.add(shape, columns.fields, value, in: .wgs84, into: &receiver)
        } catch {
            throw FeatureReadError("row \(row.number): \(error.reason)")
        }
    }
}

extension CSVReader {
    /// The columns of a first row that names none: longitude, latitude and the time.
    fileprivate static func traceNames(of cells: [String]) -> [String]? {
        let numbers = cells.map { Double($0)?.isFinite == true }
        return switch numbers {
        case [true, true]: ["lon", "lat"]
        case [true, true, true], [true, true, false]: ["lon", "lat", "Time"]
        default: nil
        }
    }
}
