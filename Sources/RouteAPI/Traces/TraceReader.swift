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
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        switch bytes[start...].first(where: { $0 > 0x20 }) {
        case UInt8(ascii: "<"): return try gpx(bytes)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return try json(try Self.parsed(bytes))
        default: return try table(bytes)
        }
    }

    private static func parsed(_ bytes: [UInt8]) throws(FeatureReadError) -> JSONValue {
        do throws(JSONParseError) {
            return try JSONValue.parse(bytes)
        } catch {
            throw FeatureReadError("is not valid JSON at \(error)")
        }
    }

    /// The lines of GPX: tracks with their times, and routes as drawn lines.
    ///
    /// - Throws: `FeatureReadError` naming the line of text.
    public func gpx(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        let lines = try GPXTrackReader(maximumPoints: limits.maximumFeatures).lines(bytes)
        guard !lines.isEmpty else {
            throw FeatureReadError("the GPX has no track (trk) and no route (rte)")
        }
        var traces: [Trace] = []
        for line in lines {
            var trace = Trace(name: line.name ?? "", isLine: !line.isTrack, fixes: [])
            trace.fixes.reserveCapacity(line.points.count)
            for (row, point) in line.points.enumerated() {
                do throws(FeatureReadError) {
                    trace.fixes.append(try Self.fix(of: point))
                } catch {
                    throw FeatureReadError(
                        feature: row + 1, "of line \(traces.count + 1): \(error.reason)")
                }
            }
            traces.append(trace)
        }
        return TraceInput(traces)
    }

    private static func fix(of point: GPXTrackReader.Point) throws(FeatureReadError) -> TraceFix {
        let names = point.values.keys.sorted()
        let fields = TraceFields(names + ["time"])
        return try fields.row(at: point.coordinate) { column in
            let text = column < names.count ? point.values[names[column]] : point.time
            return text.map { .string($0) } ?? .null
        }.fix
    }

    /// Points or lines of GeoJSON or Esri JSON, and a bare list of `[longitude, latitude]`.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func json(_ value: JSONValue) throws(FeatureReadError) -> TraceInput {
        if let pairs = value.array, let first = pairs.first, first.array != nil {
            return try TraceInput([Trace(isLine: true, fixes: Self.pairs(pairs, limits))])
        }
        if let type = value["type"]?.string, type != "features" {
            let found = try GeoJSONReader(limits: limits).features(value)
            let sets = [found.points, found.polylines, found.polygons].compactMap(\.self)
            guard sets.count <= 1 else {
                throw FeatureReadError("the GeoJSON has several kinds of shapes; send one kind")
            }
            return try traces(sets.first)
        }
        return try traces(try EsriFeatureReader(limits: limits).featureSet(value))
    }

    private static func pairs(
        _ pairs: [JSONValue], _ limits: FeatureLimits
    ) throws(FeatureReadError) -> [TraceFix] {
        guard pairs.count <= limits.maximumFeatures else {
            throw FeatureReadError("has more than \(limits.maximumFeatures) positions")
        }
        var fixes: [TraceFix] = []
        fixes.reserveCapacity(pairs.count)
        for (row, pair) in pairs.enumerated() {
            guard let list = pair.array, (2...4).contains(list.count), let x = list[0].number,
                let y = list[1].number
            else {
                throw FeatureReadError(
                    feature: row + 1, "is \(pair.excerpt); [longitude, latitude] is needed")
            }
            fixes.append(TraceFix(Coordinate(x: x, y: y)))
        }
        return fixes
    }

    /// Rows of points, or lines.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func traces(_ set: FeatureSet?) throws(FeatureReadError) -> TraceInput {
        guard let set, !set.features.isEmpty else {
            throw FeatureReadError("has no positions")
        }
        let fields = TraceFields(set.fields.map(\.name))
        var collection = TraceCollection()
        for (row, feature) in set.features.enumerated() {
            if let own = feature.spatialReference, !own.isSame(as: set.spatialReference) {
                throw FeatureReadError(
                    feature: row + 1, "has a spatial reference of its own; send all in one")
            }
            let value = { (column: Int) -> AttributeValue in
                column < feature.values.count ? feature.values[column] : .null
            }
            do throws(FeatureReadError) {
                switch feature.geometry {
                case .point(let coordinate):
                    collection.add(try fields.row(at: coordinate, value))
                case .polyline(let paths, _):
                    collection.add(paths, named: fields.traceName(value) ?? "")
                case nil, .empty: continue
                case .multipoint, .polygon:
                    throw FeatureReadError("is neither a point nor a line")
                }
            } catch {
                throw error.inRow(row + 1)
            }
        }
        return try collection.input(in: set.spatialReference)
    }

    /// A table of comma-separated values with columns for coordinates, or for lines as well-known
    /// text. Rows are read one after another: only their positions are kept.
    ///
    /// - Throws: `FeatureReadError` naming row and column, as a spreadsheet counts them.
    public func table(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        let body = bytes[CSVReader.withoutMark(bytes[...])...]
        var reader = CSVReader(limits: limits, separator: CSVReader.separator(of: body))
        var table = TraceTable()
        try reader.read(body) { row throws(FeatureReadError) in try table.add(row) }
        try reader.finish { row throws(FeatureReadError) in try table.add(row) }
        return try table.collection.input(in: .wgs84)
    }
}

/// Positions that become traces.
struct TraceCollection {
    private var traces: [Trace] = []
    private var places: [String: Int] = [:]

    /// Adds a position to the trace that its row names.
    mutating func add(_ row: TraceFields.Row) {
        let name = row.traceName ?? ""
        if let place = places[name] {
            traces[place].fixes.append(row.fix)
        } else {
            places[name] = traces.count
            traces.append(Trace(name: name, isLine: row.isLine, fixes: [row.fix]))
        }
    }

    /// Adds each part of a line as a trace of its own.
    mutating func add(_ paths: [[Coordinate]], named name: String) {
        for path in paths where !path.isEmpty {
            traces.append(Trace(name: name, isLine: true, fixes: path.map { TraceFix($0) }))
        }
    }

    /// All traces.
    ///
    /// - Throws: When there are none.
    func input(in reference: SpatialReference) throws(FeatureReadError) -> TraceInput {
        guard !traces.isEmpty else { throw FeatureReadError("has no positions") }
        return TraceInput(traces, spatialReference: reference)
    }
}

/// Reads the rows of a table one after another.
private struct TraceTable {
    private(set) var collection = TraceCollection()
    private var columns: (shapes: CSVShapeColumns, fields: TraceFields, count: Int)?

    mutating func add(_ row: CSVReader.Row) throws(FeatureReadError) {
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
        switch try columns.shapes.shape(of: row) {
        case .point(let coordinate):
            do throws(FeatureReadError) {
                collection.add(try columns.fields.row(at: coordinate, value))
            } catch {
                throw FeatureReadError("row \(row.number): \(error.reason)")
            }
        case .polyline(let paths, _):
            collection.add(paths, named: columns.fields.traceName(value) ?? "")
        case nil, .empty: return
        case .multipoint, .polygon:
            throw FeatureReadError("row \(row.number): is neither a point nor a line")
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
