// Reads a query's rows: runs the statement, then tests what SQL could not.

import Geo

/// The rows a statement reads from a table, in sequence.
protocol LayerRows: AnyObject {
    /// Moves to the next row; returns false at the end.
    func step() throws -> Bool

    /// Returns a cell as a whole number.
    func integer(at place: Int32) -> Int64

    /// Returns a cell's value, or null if its kind does not suit the column's type.
    func value(of column: LayerColumn, at place: Int32) -> AttributeValue

    /// Calls `body` with the shape's bytes; returns `nil` if the row has none.
    func withShape<Result>(
        at place: Int32, _ body: (UnsafeRawBufferPointer) throws(FeatureReadError) -> Result
    ) throws(FeatureReadError) -> Result?
}

/// A database during one access: finds and reads a query's rows.
protocol TableReading {
    /// Returns a query's table in SQL and the condition on its rows, including its shape and list
    /// of ids. It may select more rows than the query's shape does.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` if the list of ids is too long.
    func source(
        of query: LayerQuery, _ condition: LayerCondition, _ filter: SpatialFilter?,
        in layer: LayerTable
    ) throws -> (table: String, condition: SQLCondition)

    /// Runs a statement.
    ///
    /// - Parameter limit: The statement's own row limit, or `nil` if it has none.
    func rows(
        of statement: SQLCondition, limit: Int?, isCancelled: @escaping () -> Bool
    ) throws -> any LayerRows
}

/// The rows a query selects, in sequence, within one database access.
///
/// A query is split into SQL and tests on the returned rows. ``LayerCondition`` writes the `where`
/// condition as SQL as far as SQL agrees with the evaluator exactly; ``TableReading`` adds the ids,
/// and boxes from the spatial index. SQL may select too many rows, never too few. Each row it
/// returns is then tested here: first by the rest of the condition (``rest``), then by the query's
/// shape (``SpatialFilter``). If SQL decides everything, the statement also applies limit and
/// offset (``hasLimit``) or counts (``countsRows``), and no row is read unnecessarily; otherwise
/// ``LayerReader`` applies them.
///
/// Only the columns that the answer or a test needs are read, each once. `isCancelled` is asked
/// every few hundred rows, and within a row by the evaluator's meter.
final class LayerScan {
    /// What to read from the rows.
    enum Purpose {
        /// The columns and, if asked for, the shapes.
        case features([LayerColumn], shapes: Bool)
        /// Only the ids, in the query's order.
        case objectIDs
        /// Only the ids, in any order.
        case count
        /// One column's values, in any order; duplicates may be left out.
        case values(LayerColumn)
    }

    let layer: LayerTable
    /// Whether the statement itself skips rows up to the query's offset and ends one row after its
    /// limit.
    let hasLimit: Bool
    /// Whether the statement itself counts the rows and returns one row with the number.
    let countsRows: Bool

    private let store: String
    private let statement: any LayerRows
    private let isCancelled: () -> Bool
    private let filter: SpatialFilter?
    private let rest: WhereProgram?
    /// The columns of the fields in ``rest``.
    private var restPlaces: [(column: LayerColumn, place: Int32)] = []
    private var meter: WhereMeter
    private var places: [(column: LayerColumn, place: Int32)] = []
    private var shapePlace: Int32?
    private var rows = 0

    /// How many rows to read before asking `isCancelled` again.
    private static let rowsBetweenQuestions = 256

    /// Prepares a query's statement.
    ///
    /// - Throws: ``FeatureStoreError`` if the query is wrong; database errors.
    init(
        _ query: LayerQuery, of layer: LayerTable, for purpose: Purpose,
        in database: any TableReading, store: String, isCancelled: @escaping () -> Bool
    ) throws {
        guard query.limit >= 0, query.offset >= 0 else {
            throw FeatureStoreError.badRequest(
                "limit is \(query.limit) and offset \(query.offset); neither may be negative")
        }
        self.layer = layer
        self.store = store
        self.isCancelled = isCancelled
        meter = WhereMeter(isCancelled: isCancelled)
        let condition = try LayerCondition(query.where, at: query.time, of: layer)
        filter = try query.geometry.map { geometry throws(FeatureStoreError) in
            try SpatialFilter(geometry, of: layer)
        }
        rest = condition.rest
        let isExact = filter == nil && rest == nil

        countsRows = if case .count = purpose { isExact } else { false }
        let dialect = layer.dialect

        var selection = Selection(layer.objectID.sql)
        for column in condition.restColumns {
            restPlaces.append((column, selection.place(of: dialect.selected(column))))
        }
        if filter != nil, let shapes = layer.shapes {
            shapePlace = selection.place(of: dialect.selected(shapes))
        }
        var isOrdered = false
        var text = "SELECT "
        switch purpose {
        case .features(let columns, let wantsShapes):
            places = columns.map { ($0, selection.place(of: dialect.selected($0))) }
            if wantsShapes, let shapes = layer.shapes {
                shapePlace = selection.place(of: dialect.selected(shapes))
            }
            isOrdered = true
        case .objectIDs: isOrdered = true
        case .count: if countsRows { selection = Selection("count(*)") }
        case .values(let column):
            if isExact {
                selection = Selection(dialect.distinct(column))
                text += "DISTINCT "
                places = [(column, 0)]
            } else {
                places = [(column, selection.place(of: dialect.selected(column)))]
            }
        }
        let source = try database.source(of: query, condition, filter, in: layer)
        text += selection.text + " FROM " + source.table + " WHERE " + source.condition.text
        var values = source.condition.values
        if isOrdered { text += " ORDER BY " + (try Self.order(query.orderBy, of: layer)) }
        hasLimit = isOrdered && isExact
        if hasLimit {
            text += " LIMIT ? OFFSET ?"
            values.append(.integer(Int64(min(query.limit, Int.max - 1) + 1)))
            values.append(.integer(Int64(query.offset)))
        }
        statement = try database.rows(
            of: SQLCondition(text, values), limit: hasLimit ? query.limit : countsRows ? 1 : nil,
            isCancelled: isCancelled)
    }

    /// The columns to read, each once.
    private struct Selection {
        private(set) var columns: [String]

        init(_ first: String) { columns = [first] }

        var text: String { columns.joined(separator: ", ") }

        mutating func place(of column: String) -> Int32 {
            if let place = columns.firstIndex(of: column) { return Int32(place) }
            columns.append(column)
            return Int32(columns.count - 1)
        }
    }

    private static func order(
        _ terms: [OrderTerm], of layer: LayerTable
    ) throws(FeatureStoreError) -> String {
        var parts: [String] = []
        for term in terms {
            let column = try layer.requireColumn(term.field)
            parts.append(layer.dialect.order(column, isAscending: term.isAscending))
            if column.isObjectID { return parts.joined(separator: ", ") }
        }
        parts.append(layer.dialect.order(layer.objectID, isAscending: true))
        return parts.joined(separator: ", ")
    }
}

// MARK: - Rows

extension LayerScan {
    /// Moves to the next row that the query selects; returns false at the end.
    ///
    /// - Throws: ``FeatureStoreError/cancelled``; ``FeatureStoreError/unreadable(store:reason:)``
    ///   if a shape cannot be read; database errors.
    func next() throws -> Bool {
        while try statement.step() {
            rows += 1
            if rows % Self.rowsBetweenQuestions == 1, isCancelled() {
                throw FeatureStoreError.cancelled
            }
            if let rest, try !holds(rest) { continue }
            if let filter, let shapePlace, try !accepts(filter, shapePlace) { continue }
            return true
        }
        return false
    }

    /// The row's id.
    var objectID: Int64 { statement.integer(at: 0) }

    /// The number in the first column, if the statement counts.
    var count: Int { Int(statement.integer(at: 0)) }

    /// Returns the row's values in the columns to read.
    func values() -> [AttributeValue] {
        places.map { statement.value(of: $0.column, at: $0.place) }
    }

    /// Returns the row's shape; `nil` if it has none or shapes are not read.
    func shape() throws -> Geometry? {
        guard let shapePlace, let form = layer.shapes?.form else { return nil }
        do throws(FeatureReadError) {
            return try statement.withShape(at: shapePlace) { bytes throws(FeatureReadError) in
                try form.geometry(bytes)
            }
        } catch {
            throw unreadable(error)
        }
    }

    private func accepts(_ filter: SpatialFilter, _ place: Int32) throws -> Bool {
        do throws(FeatureReadError) {
            return try statement.withShape(at: place) { bytes throws(FeatureReadError) in
                try filter.accepts(bytes)
            } ?? false
        } catch {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: FeatureReadError) -> FeatureStoreError {
        .unreadable(
            store: store,
            reason: "layer \"\(layer.schema.name)\", row \(objectID): \(error.reason)")
    }

    private func holds(_ condition: WhereProgram) throws(FeatureStoreError) -> Bool {
        do throws(WhereInterruption) {
            return try condition.truth(value, &meter) == true
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .textTooLong:
                throw .badPart(
                    "where",
                    "makes a text of more than \(WhereMeter.mostTextBytes) bytes of "
                        + "row \(objectID)")
            }
        }
    }

    private func value(_ field: Int) -> WhereValue {
        let (column, place) = restPlaces[field]
        return switch statement.value(of: column, at: place) {
        case .null: .null
        case .integer(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .string(let text): .text(text)
        case .date(let milliseconds): .number(Double(milliseconds))
        }
    }
}
