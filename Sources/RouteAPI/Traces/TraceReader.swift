// Start here: reads traces from JSON, GPX, tables and plain text.

public import Geo

/// Reads traces in any of their formats.
///
/// ```swift
/// let traces = try TraceReader().traces(bytes)    // CSV, GPX, GeoJSON or Esri JSON
/// ```
///
/// The reader finds the format by the first character, so you need not state it. Points become the
/// positions of traces; if there are several traces, name them in an attribute `TraceName`. Lines
/// become drawn lines. Attribute names are read in any case: `Time` (epoch milliseconds or ISO
/// 8601), `Accuracy` in meters, `Bearing` in degrees, `IsStop`, `Name`.
///
/// An answer of Waypost can be read again: its trace points if it has them, otherwise its routes'
/// lines.
///
/// ``traces(_:)`` holds everything in memory, which suits requests. The command line matches files
/// of any size with the form that passes positions to a ``TraceReceiver`` one by one.
public struct TraceReader: Sendable {
    /// Limits on what is accepted. A position counts as a feature.
    public var limits: FeatureLimits

    /// Creates a reader, by default for up to 2,000,000 positions.
    public init(limits: FeatureLimits = FeatureLimits(maximumFeatures: 2_000_000)) {
        self.limits = limits
    }

    /// Reads traces. The first character that is not white space decides the format.
    ///
    /// Text that is neither JSON nor XML is read as comma-separated values.
    ///
    /// - Throws: `FeatureReadError` naming the row or line, what was found and what is needed.
    /// - Complexity: O(*n*) for *n* bytes.
    public func traces(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        let notes = ReadingNotes()
        var input = try held { receiver throws(FeatureReadError) in
            try read({ BytePieces(bytes) }, notes: notes, into: &receiver)
        }
        input.notes = notes.texts
        return input
    }

    /// Reads the same as ``traces(_:)``, one position after another. Neither the text nor the
    /// positions need to be in memory, only some hundred features of JSON.
    ///
    /// - Parameters:
    ///   - text: Returns the text from its beginning each time it is called. JSON is read twice.
    ///   - hints: What the user says about the file.
    ///   - notes: Collects notes on how it was read.
    /// - Throws: The same errors as ``traces(_:)``, and any error from `text`.
    package func read(
        _ text: () throws(FeatureReadError) -> BytePieces, hints: FileHints = FileHints(),
        notes: ReadingNotes? = nil, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        /// Returns the text in UTF-8. Only the XML reader heeds an XML declaration.
        func decoded() throws(FeatureReadError) -> BytePieces {
            try text().decoded(hints: hints, notes: notes)
        }
        switch try TextFormat(of: try text()) {
        case .json: try readJSON(decoded, hints, notes, into: &receiver)
        case .gpx: try readGPX(text, hints, notes, into: &receiver)
        case .table: try readTable(decoded, hints, notes, into: &receiver)
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
                // Fewer bytes may be the beginning of a byte order mark.
                guard start.count >= 4 else { continue }
                if let first = Self.firstCharacter(of: start) {
                    self = Self(firstCharacter: first)
                    return
                }
                start = [UInt8](repeating: 0x20, count: 4)
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
            let start = TextEncoding.marked(bytes)?.markLength ?? 0
            return bytes[start...].first { $0 > 0x20 }
        }
    }

    /// Collects the traces that a function reads.
    private func held(
        _ read: (inout HeldTraces) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) -> TraceInput {
        var traces = HeldTraces()
        try read(&traces)
        return traces.input
    }

    // MARK: GPX

    /// Reads GPX: tracks with their times or, in a file without tracks, routes as drawn lines. If a
    /// file has both, its routes are plans or directions for the tracks.
    ///
    /// - Throws: `FeatureReadError` naming the line of text.
    public func gpx(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            try readGPX({ BytePieces(bytes) }, FileHints(), nil, into: &receiver)
        }
    }

    private func readGPX(
        _ text: () throws(FeatureReadError) -> BytePieces, _ hints: FileHints,
        _ notes: ReadingNotes?, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let reader = GPXTrackReader(maximumPoints: limits.maximumFeatures)
        let hasTrack = try reader.hasTrack(try text(), hints: hints)
        var (trace, isEmpty): (Int?, Bool) = (nil, true)
        var row = 0
        var doubts = TraceDoubts()
        try reader.read(try text(), hints: hints, notes: notes) { piece throws(FeatureReadError) in
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
                    let found = try Self.row(of: point, hints)
                    receiver.add(
                        doubts.settled(found) { "position \(row) of line \(trace + 1)" },
                        to: trace)
                } catch {
                    throw FeatureReadError(
                        feature: row, "of line \(trace + 1): \(error.reason)")
                }
            }
        }
        doubts.add(to: notes)
        if isEmpty {
            throw FeatureReadError("the GPX has no track (trk) and no route (rte)")
        }
    }

    private static func row(
        of point: GPXTrackReader.Point, _ hints: FileHints
    ) throws(FeatureReadError) -> TraceFields.Row {
        let names = point.values.keys.sorted()
        let fields = TraceFields(
            names + ["time"], times: TimeReader(order: hints.dates, advice: hints.advice.dates))
        return try fields.row(at: point.coordinate) { column in
            let text = column < names.count ? point.values[names[column]] : point.time
            return text.map { .string($0) } ?? .null
        }
    }

    // MARK: JSON

    /// Reads points or lines from GeoJSON or Esri JSON, or a bare list of `[longitude, latitude]`.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func json(_ value: JSONValue) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in try read(value, into: &receiver) }
    }

    private func read(
        _ value: JSONValue, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        var rows = TraceRows()
        try read(value.part(ofAnswer: Self.answerTables), &rows, into: &receiver)
        try rows.finish(nil)
    }

    /// Reads JSON without holding all its features or positions.
    private func readJSON(
        _ text: () throws(FeatureReadError) -> BytePieces, _ hints: FileHints,
        _ notes: ReadingNotes?, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let outline = try JSONListReader.outline(of: try text())
        var rows = TraceRows()
        rows.take(hints)
        guard outline.list != .none else {
            let part = outline.value.part(ofAnswer: Self.answerTables)
            try read(part, &rows, into: &receiver)
            return try rows.finish(notes)
        }
        let table = outline.list == .features ? try Self.table(inAnswer: try text()) : nil
        try JSONListReader.elements(in: try text()) { elements throws(FeatureReadError) in
            guard rows.elementCount + elements.count <= limits.maximumFeatures else {
                throw FeatureReadError(
                    "has more than \(limits.maximumFeatures) features; send fewer at once")
            }
            defer { rows.elementCount += elements.count }
            let chosen = table.map { table in elements.filter { $0.answerTable == table } }
            if chosen?.isEmpty == true { return }
            var value = JSONValue.array(chosen ?? elements)
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
        }
        if rows.elementCount == 0 { try read(outline.value, &rows, into: &receiver) }
        try rows.finish(notes)
    }

    /// Reads a whole text, or some elements of its list.
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
            guard sets.count <= 1 else { throw TraceRows.severalKinds }
            return try add(sets.first, &rows, into: &receiver)
        }
        try add(try EsriFeatureReader(limits: limits).featureSet(value), &rows, into: &receiver)
    }

    /// Adds positions from a bare list to its trace.
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
                into: &receiver
            ) { "position \(row + 1)" }
        }
    }

    /// Reads rows of points or lines.
    ///
    /// - Throws: `FeatureReadError` naming the feature.
    public func traces(_ set: FeatureSet?) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            var rows = TraceRows()
            try add(set, &rows, into: &receiver)
            try rows.finish(nil)
        }
    }

    func add(
        _ set: FeatureSet?, _ rows: inout TraceRows, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        guard let set = set?.splittingMultipoints() else { return }
        let order = rows.dates ?? DateEvidence(set).order
        let fields = TraceFields(
            set.fields.map(\.name), times: TimeReader(order: order, advice: rows.dateAdvice))
        let before = rows.elementCount
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
                    feature.geometry, fields, value, in: set.spatialReference, into: &receiver
                ) { "feature \(before + row + 1)" }
            } catch {
                throw error.inRow(row + 1)
            }
        }
    }

    // MARK: Tables

    /// Reads comma-separated values with columns for coordinates, or for lines as well-known text.
    ///
    /// - Throws: `FeatureReadError` naming row and column, as a spreadsheet counts them.
    public func table(_ bytes: [UInt8]) throws(FeatureReadError) -> TraceInput {
        try held { receiver throws(FeatureReadError) in
            let text = { () throws(FeatureReadError) in BytePieces(bytes).decoded() }
            try readTable(text, FileHints(), nil, into: &receiver)
        }
    }

    private func readTable(
        _ text: () throws(FeatureReadError) -> BytePieces, _ hints: FileHints,
        _ notes: ReadingNotes?, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let pieces = try text()
        var first: [UInt8] = []
        while first.count < TableDialect.sampleBytes, let piece = try pieces.next() {
            first += piece
        }
        let dialect = TableDialect(of: first[...])
        var table = TraceTable(dialect: dialect)
        table.rows.take(hints)
        if hints.dates == nil { table.rows.dates = try order(ofDatesIn: text, dialect) }
        var reader = CSVReader(limits: limits, dialect: dialect)
        func add(_ row: CSVReader.Row) throws(FeatureReadError) {
            try table.add(row, into: &receiver)
        }
        try reader.read(first.dropFirst(dialect.skippedBytes), add)
        while let piece = try pieces.next() { try reader.read(piece, add) }
        try reader.finish(add)
        try table.finish(notes)
    }

    /// Finds the order of day and month in a table's dates: from its first rows or, if they leave
    /// it in doubt, from any row.
    private func order(
        ofDatesIn text: () throws(FeatureReadError) -> BytePieces, _ dialect: TableDialect
    ) throws(FeatureReadError) -> DateOrder? {
        let start = dialect.dates
        guard start.hasDoubt, start.order == nil else { return start.order }
        var evidence = start
        var reader = CSVReader(limits: limits, dialect: dialect)
        func note(_ row: CSVReader.Row) {
            for cell in row.cells { evidence.note(cell: cell) }
        }
        let pieces = try text()
        var toSkip = dialect.skippedBytes
        while let piece = try pieces.next() {
            try reader.read(piece.dropFirst(toSkip), note)
            toSkip = max(0, toSkip - piece.count)
        }
        try reader.finish(note)
        return evidence.order
    }
}
