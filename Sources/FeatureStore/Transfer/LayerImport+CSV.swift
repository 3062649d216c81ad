// Imports tables: one reading for the column types, another for the rows.

import Foundation
import Geo

/// Imports a table into a layer.
struct CSVImport {
    private let task: LayerImport
    private let path: String
    private let name: String

    init(_ task: LayerImport, path: String) {
        self.task = task
        self.path = path
        name = task.tableName ?? URL(fileURLWithPath: path).lastPathComponent
    }

    /// What the first reading finds.
    private struct Survey {
        var header: [String] = []
        /// Whether the first line is already a row, not the names.
        var beginsWithRow = false
        /// The rows above the names.
        var titles = TableTitles()
        var shapes: CSVShapeColumns?
        var geometryType: GeometryType?
        /// Value columns: positions and kinds.
        var columns: [(place: Int, kind: CSVCellKind)] = []
        /// Ids seen so far, by position of a possible id column; nil if one occurs twice.
        var ids: [Int: Set<Int>?] = [:]
        /// The positions in ``ids``.
        var idPlaces: [Int] = []
        var rows = 0
        /// Positions of columns that repeat an earlier name.
        var doubles: [(first: Int, place: Int)] = []
        /// The table's separators and quoting.
        var dialect: TableDialect?
        /// The date order that all columns suggest.
        var order: DateOrder?
        let notes = ReadingNotes()

        func type(of column: (place: Int, kind: CSVCellKind)) -> FieldType {
            column.kind.fieldType(sign: dialect?.sign, order: order, readsDates: true)
        }
    }

    func run(
        into store: any BulkStore, _ progress: (LayerImport.Progress) -> Void,
        _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> LayerImport.Summary {
        let survey = try survey(isCancelled)
        let names = survey.columns.map { survey.header[$0.place] }
        try task.checkNames(among: names)
        let fields = survey.columns.map { column in
            let name = survey.header[column.place]
            return Field(name, task.givenType(of: name) ?? survey.type(of: column))
        }
        let ids = try task.idPlace(among: fields) { place in
            guard let known = survey.ids[survey.columns[place].place] ?? nil else { return false }
            return known.count == survey.rows && survey.rows > 0
        }
        let schema = schema(survey, fields, ids: ids)
        return try store.loadLayers { loader throws(FeatureStoreError) in
            try task.prepare(schema, store, loader)
            var set = FeatureSet(
                geometryType: schema.geometryType,
                spatialReference: task.spatialReference ?? .wgs84, fields: fields)
            if let ids {
                let isNew = task.mode != .append
                set.fields[ids].name =
                    isNew ? schema.objectIDField : try store.layer(named: task.layer).objectIDField
            }
            var stored = 0
            func flush() throws(FeatureStoreError) {
                if isCancelled() { throw .cancelled }
                try loader.append(set, to: task.layer, keepsObjectIDs: ids != nil)
                stored += set.features.count
                set.features.removeAll(keepingCapacity: true)
                progress(
                    LayerImport.Progress(
                        rows: stored, share: Double(stored) / Double(max(survey.rows, 1))))
            }
            try forEachRow(survey) { row, _ throws(FeatureStoreError) in
                set.features.append(try feature(row, survey, fields))
                if set.features.count >= LayerImport.rowsBetweenReports { try flush() }
            }
            try flush()
            return LayerImport.Summary(
                layers: [LayerImport.Summary.Count(layer: task.layer, rows: stored)],
                notes: survey.notes.texts)
        }
    }

    private func schema(_ survey: Survey, _ fields: [Field], ids: Int?) -> LayerSchema {
        let others = fields.indices.filter { $0 != ids }.map { place in
            let field = fields[place]
            let isDay = field.type == .date && survey.columns[place].kind.isDayOnly
            return LayerField(
                field.name, field.type, hasIndex: task.isIndexed(field.name),
                storedType: isDay ? "DATE" : nil)
        }
        return LayerSchema(
            name: task.layer, geometryType: survey.geometryType,
            spatialReference: task.storedReference ?? task.spatialReference ?? .wgs84,
            fields: others,
            objectIDField: ids.map { fields[$0].name } ?? LayerImport.freeID(beside: others))
    }

    private func feature(
        _ row: CSVReader.Row, _ survey: Survey, _ fields: [Field]
    ) throws(FeatureStoreError) -> Feature {
        var values: [AttributeValue] = []
        values.reserveCapacity(fields.count)
        for (field, column) in zip(fields, survey.columns) {
            values.append(
                Self.value(
                    row.cell(column.place), field.type,
                    column.kind.sign(orElse: survey.dialect?.sign), survey.order))
        }
        do throws(FeatureReadError) {
            return Feature(values: values, geometry: try survey.shapes?.shape(of: row))
        } catch {
            throw unreadable(error.reason)
        }
    }

    /// Returns a cell's value; null for words such as `NULL`, and for `NaN` among numbers and
    /// times. If it does not suit the type, it stays a text, which the layer refuses with the row's
    /// number.
    private static func value(
        _ cell: String, _ type: FieldType, _ sign: DecimalSign?, _ order: DateOrder?
    ) -> AttributeValue {
        if cell.isEmpty || cell.isDatabaseNull || type != .string && cell.isMissingWord {
            return .null
        }
        switch type {
        case .integer, .objectID: return Int(cell).map(AttributeValue.integer) ?? .string(cell)
        case .double:
            return WrittenNumber(cell)?.value(sign).map(AttributeValue.double) ?? .string(cell)
        case .date:
            switch TimeText(cell)?.time(order) {
            case .instant(let milliseconds)?, .wallClock(let milliseconds)?:
                return .date(milliseconds)
            case .timeOfDay?, nil: return .string(cell)
            }
        case .string: return .string(cell)
        }
    }

    private func unreadable(_ reason: String) -> FeatureStoreError {
        .unreadable(store: name, reason: reason)
    }
}

// MARK: - Reading

extension CSVImport {
    /// Runs the first reading.
    private func survey(_ isCancelled: () -> Bool) throws(FeatureStoreError) -> Survey {
        var survey = Survey()
        var isFirst = true
        try forEachRow(nil, notes: survey.notes) { row, dialect throws(FeatureStoreError) in
            if isFirst {
                survey.dialect = dialect
                isFirst = try !begin(&survey, with: row)
                if !survey.beginsWithRow { return }
            }
            if survey.rows % 4_096 == 0, isCancelled() { throw .cancelled }
            try note(row, in: &survey)
        }
        guard !isFirst else {
            do throws(FeatureReadError) {
                try survey.titles.finish()
            } catch {
                throw unreadable(error.reason)
            }
            throw unreadable("the file is empty; a line of column names is needed")
        }
        if let note = survey.titles.note { survey.notes.add(note) }
        if survey.geometryType == nil, survey.shapes != nil { survey.geometryType = .point }
        var dates = DateEvidence()
        for column in survey.columns { dates.add(column.kind.dates) }
        survey.order = task.hints.dates ?? dates.order
        return survey
    }

    /// Reads the column names; returns `false` if a row is a title above them.
    private func begin(
        _ survey: inout Survey, with row: CSVReader.Row
    ) throws(FeatureStoreError) -> Bool {
        let first = row.cells.map(\.trimmingBlanks)
        let columns = task.csv
        do throws(FeatureReadError) {
            let isPlain = columns == LayerImport.TableColumns() || columns.separator != nil
            if isPlain, survey.titles.count == 0,
                let names = CSVFeatureReader.names(ofBareRow: first)
            {
                (survey.header, survey.beginsWithRow) = (names, true)
            } else {
                survey.header = first
            }
            switch (columns.isWithoutShapes, columns.text, columns.x, columns.y) {
            case (true, _, _, _): survey.shapes = nil
            case (_, let text?, _, _):
                survey.shapes = try CSVShapeColumns(text: text, of: survey.header)
            case (_, _, let x?, let y?):
                survey.shapes = try CSVShapeColumns(x: x, y: y, of: survey.header)
            case (_, _, nil, nil):
                let header = survey.header
                survey.shapes = try survey.titles.names(in: row) {
                    () throws(FeatureReadError) in try CSVShapeColumns(of: header)
                }
                if survey.shapes == nil { return false }
            case (_, _, let x, let y):
                throw FeatureReadError(
                    "the column of \(x == nil ? "y" : "x") is named (\(x ?? y ?? "")), that of "
                        + "\(x == nil ? "x" : "y") is not; name both")
            }
        } catch {
            throw unreadable(error.reason)
        }
        if let dialect = survey.dialect {
            let reference = task.spatialReference ?? .wgs84
            survey.shapes?.readDecimals(of: dialect, areDegrees: reference.isSame(as: .wgs84))
        }
        var names: [String: Int] = [:]
        for (place, name) in survey.header.enumerated() {
            if name.isEmpty || survey.shapes?.uses(place) == true { continue }
            if let first = names[name.lowercased()] {
                survey.doubles.append((first, place))
                continue
            }
            names[name.lowercased()] = place
            survey.columns.append((place, CSVCellKind()))
            let isAsked = task.idField.map { $0.lowercased() == name.lowercased() } ?? false
            if isAsked || ["fid", "objectid", "id"].contains(name.lowercased()) {
                survey.ids[place] = .some([])
                survey.idPlaces.append(place)
            }
        }
        return true
    }

    private func note(
        _ row: CSVReader.Row, in survey: inout Survey
    ) throws(FeatureStoreError) {
        do throws(FeatureReadError) {
            try row.checkLength(survey.header.count)
            for (first, place) in survey.doubles {
                try TableColumns.compare(first, place, of: survey.header, in: [row])
            }
        } catch {
            throw unreadable(error.reason)
        }
        survey.rows += 1
        for index in survey.columns.indices {
            let place = survey.columns[index].place
            guard place < row.cells.count else { continue }
            survey.columns[index].kind.note(row.cells[place])
        }
        for place in survey.idPlaces {
            guard var known = survey.ids[place] ?? nil else { continue }
            let id = Int(row.cell(place))
            survey.ids[place] = .some(nil)
            if let id, known.insert(id).inserted { survey.ids[place] = .some(known) }
        }
        guard let shapes = survey.shapes else { return }
        do throws(FeatureReadError) {
            guard let shape = try shapes.shape(of: row), shape != .empty else { return }
            let isPoints = if case .multipoint = shape { true } else { false }
            let type = isPoints ? .multipoint : shape.type
            guard survey.geometryType == nil || survey.geometryType == type else {
                throw FeatureReadError(
                    "row \(row.number): the shape is of another kind than the shapes before; "
                        + "import each kind from a file of its own")
            }
            survey.geometryType = type
        } catch {
            throw unreadable(error.reason)
        }
    }

    /// Calls `body` with every row; once the survey is known, the names are skipped with what
    /// stands above them.
    private func forEachRow(
        _ survey: Survey?, notes: ReadingNotes? = nil,
        _ body: (CSVReader.Row, TableDialect) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw unreadable("there is no such file, or it may not be read")
        }
        defer { close(file) }
        var toSkip = survey.map { $0.titles.count + ($0.beginsWithRow ? 0 : 1) } ?? 0
        // The reader throws only its own kind of error, so an error from `body` is carried past it.
        var failure: FeatureStoreError?
        do throws(FeatureReadError) {
            let text = pieces(of: file).decoded(hints: task.hints, notes: notes)
            var first: [UInt8] = []
            while first.count < TableDialect.sampleBytes, let piece = try text.next() {
                first += piece
            }
            let separator = task.csv.separator.flatMap { UInt8(exactly: $0.value) }
            let dialect = TableDialect(of: first[...], separator: separator)
            var reader = CSVReader(limits: task.limits, dialect: dialect)
            func use(_ row: CSVReader.Row) throws(FeatureReadError) {
                if toSkip > 0 {
                    toSkip -= 1
                    return
                }
                do throws(FeatureStoreError) {
                    try body(row, dialect)
                } catch {
                    failure = error
                    throw FeatureReadError("")
                }
            }
            try reader.read(first.dropFirst(dialect.skippedBytes), use)
            while let piece = try text.next() { try reader.read(piece, use) }
            try reader.finish(use)
        } catch {
            if let failure { throw failure }
            throw unreadable(error.reason)
        }
    }

    private func pieces(of file: FileHandle) -> BytePieces {
        BytePieces { () throws(FeatureReadError) in
            do {
                guard let piece = try file.read(upToCount: 1 << 18), !piece.isEmpty else {
                    return nil
                }
                return [UInt8](piece)
            } catch {
                throw FeatureReadError(error.localizedDescription)
            }
        }
    }

    private func close(_ file: FileHandle) {
        do {
            try file.close()
        } catch {
            // Nothing was written, so a failure to close loses nothing.
            return
        }
    }
}
