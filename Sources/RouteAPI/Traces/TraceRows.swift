// Turns rows of features and tables into positions of traces.

import Geo

/// Notes values that are not believed or cannot be read.
struct TraceDoubts {
    /// Whether any position has had a bearing other than 0. A column of zeros means there is none.
    private var hasBearings = false
    private var count = 0
    private var first: String?

    /// Returns a row's position. A bearing of 0 counts only after another one; a time that cannot
    /// be read is left out.
    mutating func settled(_ row: TraceFields.Row, _ place: () -> String) -> TraceFix {
        var fix = row.fix
        if let bearing = fix.bearing, bearing != 0 { hasBearings = true }
        if !hasBearings { fix.bearing = nil }
        if let problem = row.timeProblem {
            count += 1
            if first == nil { first = "\(place()): \(problem)" }
        }
        return fix
    }

    /// Adds a note on times that could not be read.
    func add(to notes: ReadingNotes?) {
        guard let first else { return }
        notes?.add(
            count == 1
                ? "1 position counts as without a time. In \(first)"
                : "\(count) positions count as without a time. First, in \(first)")
    }
}

/// Turns rows into positions of traces, or into lines.
struct TraceRows {
    /// The traces by the names in rows.
    private var places: [String: Int] = [:]
    private var isEmpty = true
    /// How many features of a list have been read.
    var elementCount = 0
    /// Whether the list consists of pairs of numbers.
    var isBareList = false
    /// Whether the shapes are lines rather than points; `nil` before the first one.
    private var areLines: Bool?
    /// The order of day and month, for dates that do not show it.
    var dates: DateOrder?
    /// How the user could tell the order, for messages.
    private(set) var dateAdvice: String?
    private var doubts = TraceDoubts()

    /// Reads the rows' times.
    var times: TimeReader { TimeReader(order: dates, advice: dateAdvice) }

    /// Takes what the user says about dates.
    mutating func take(_ hints: FileHints) {
        dates = hints.dates
        dateAdvice = hints.advice.dates
    }

    /// Adds a position to the trace that its row names.
    ///
    /// - Parameter label: Names the row in messages.
    mutating func add(
        _ row: TraceFields.Row, in reference: SpatialReference,
        into receiver: inout some TraceReceiver, _ label: () -> String
    ) {
        let name = row.traceName ?? ""
        let place = places[name] ?? receiver.begin(name, isLine: row.isLine, in: reference)
        places[name] = place
        receiver.add(doubts.settled(row, label), to: place)
        isEmpty = false
    }

    /// Thrown if there are both points and lines, because it is unclear which are the trace.
    static let severalKinds = FeatureReadError(
        "has several kinds of shapes; a trace is points or lines, so send one kind")

    /// Adds a row's point or lines. Each part of a line becomes a trace.
    ///
    /// - Throws: If the shape is of another kind, or values cannot be read.
    mutating func add(
        _ shape: Geometry?, _ fields: TraceFields, _ value: (Int) -> AttributeValue,
        in reference: SpatialReference, into receiver: inout some TraceReceiver,
        _ label: () -> String
    ) throws(FeatureReadError) {
        if let type = shape?.type {
            let isLine = type == .polyline
            guard isLine == areLines ?? isLine || type == .polygon else { throw Self.severalKinds }
            areLines = isLine
        }
        switch shape {
        case .point(let coordinate):
            add(try fields.row(at: coordinate, value), in: reference, into: &receiver, label)
        case .multipoint(let all):
            for coordinate in all {
                add(try fields.row(at: coordinate, value), in: reference, into: &receiver, label)
            }
        case .polyline(let paths, _):
            let name = fields.traceName(value) ?? ""
            for path in paths where !path.isEmpty {
                let place = receiver.begin(name, isLine: true, in: reference)
                for vertex in path { receiver.add(TraceFix(vertex), to: place) }
                isEmpty = false
            }
        case nil, .empty: return
        case .polygon: throw FeatureReadError("is neither a point nor a line")
        }
    }

    /// Ends the reading and notes what could not be read.
    ///
    /// - Throws: If there was no position.
    func finish(_ notes: ReadingNotes?) throws(FeatureReadError) {
        if isEmpty { throw FeatureReadError("has no positions") }
        doubts.add(to: notes)
    }
}

/// Reads a table's rows one after another.
struct TraceTable {
    let dialect: TableDialect
    var rows = TraceRows()
    private var columns: (shapes: CSVShapeColumns, fields: TraceFields, count: Int)?
    private var titles = TableTitles()

    init(dialect: TableDialect) { self.dialect = dialect }

    mutating func add(
        _ row: CSVReader.Row, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        if columns == nil {
            let names = titles.count == 0 ? CSVReader.traceNames(of: row.cells) : nil
            let header = names ?? row.cells.map(\.trimmingBlanks)
            let dialect = dialect
            let shapes = try titles.names(in: row) { () throws(FeatureReadError) in
                try CSVShapeColumns(of: header, in: dialect, areDegrees: true)
            }
            if let shapes {
                columns = (shapes, TraceFields(header, times: rows.times), header.count)
            }
            if names == nil { return }
        }
        guard let columns else { return }
        try row.checkLength(columns.count)
        let sign = dialect.sign
        let value = { (column: Int) -> AttributeValue in
            column < row.cells.count ? Self.attribute(row.cell(column), sign) : .null
        }
        let shape = try columns.shapes.shape(of: row)
        do throws(FeatureReadError) {
            try rows.add(shape, columns.fields, value, in: .wgs84, into: &receiver) {
                "row \(row.number)"
            }
        } catch {
            throw FeatureReadError("row \(row.number): \(error.reason)")
        }
    }

    /// Ends the reading and notes what could not be read.
    ///
    /// - Throws: If there was no position.
    func finish(_ notes: ReadingNotes?) throws(FeatureReadError) {
        if columns == nil { try titles.finish() }
        if let note = titles.note { notes?.add(note) }
        try rows.finish(notes)
    }

    /// Reads a cell: as a number if the table's decimal sign is known, otherwise as text.
    private static func attribute(_ cell: String, _ sign: DecimalSign?) -> AttributeValue {
        guard sign == .comma, let number = WrittenNumber(cell)?.value(.comma) else {
            return .string(cell)
        }
        return .double(number)
    }
}

extension CSVReader {
    /// Returns columns for a first row without names: longitude, latitude and time.
    static func traceNames(of cells: [String]) -> [String]? {
        let numbers = cells.map { WrittenNumber($0.trimmingBlanks) != nil }
        return switch numbers {
        case [true, true]: ["lon", "lat"]
        case [true, true, true], [true, true, false]: ["lon", "lat", "Time"]
        default: nil
        }
    }
}
