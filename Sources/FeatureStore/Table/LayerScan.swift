// The rows of a query: the statement, and what is left to test of each row.

import Geo

/// The rows of a statement that reads a table, one after the other.
protocol LayerRows: AnyObject {
    /// Moves to the next row; false at the end.
    func step() throws -> Bool

    /// A cell as a whole number.
    func integer(at place: Int32) -> Int64

    /// The value of a cell; null where the cell holds another kind of value than the column's type.
    func value(of column: LayerColumn, at place: Int32) -> AttributeValue

    /// Calls `body` with the bytes of a shape; `nil` for a row without one.
    func withShape<Result>(
        at place: Int32, _ body: (UnsafeRawBufferPointer) throws(FeatureReadError) -> Result
    ) throws(FeatureReadError) -> Result?
}

/// A database within one access: how the rows of a query are found and read.
protocol TableReading {
    /// The table of a query in SQL and the condition of its rows, those of its shape and of its
    /// list of ids among it. It may select more rows than the shape of the query.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` for a list of ids that is too long.
    func source(
        of query: LayerQuery, _ condition: LayerCondition, _ filter: SpatialFilter?,
        in layer: LayerTable
    ) throws -> (table: String, condition: SQLCondition)

    /// The rows of a statement.
    ///
    /// - Parameter limit: The greatest number of rows that the statement has, or `nil` for any.
    func rows(
        of statement: SQLCondition, limit: Int?, isCancelled: @escaping () -> Bool
    ) throws -> any LayerRows
}

/// The rows that a query selects, one after the other. Lives within one access to the database.
final class LayerScan {
    /// What is read of the rows.
    enum Purpose {
        /// The columns, and the shapes if asked for.
        case features([LayerColumn], shapes: Bool)
        /// The ids alone, in the query's order.
        case objectIDs
        /// The ids alone, in any order.
        case count
        /// The values of one column, in any order; rows with equal ones may be left out.
        case values(LayerColumn)
    }

    let layer: LayerTable
    /// Whether the statement itself leaves out the rows before the query's offset and ends one row
    /// after its limit.
    let hasLimit: Bool
    /// Whether the statement counts the rows itself and gives one row with the number.
    let countsRows: Bool

    private let store: String
    private let statement: any LayerRows
    private let isCancelled: () -> Bool
    private let filter: SpatialFilter?
    private let rest: WhereProgram?
    /// The columns of the fields of ``rest``.
    private var restPlaces: [(column: LayerColumn, place: Int32)] = []
    private var meter: WhereMeter
    private var places: [(column: LayerColumn, place: Int32)] = []
    private var shapePlace: Int32?
    private var rows = 0

    /// Rows between two questions to `isCancelled`.
    private static let rowsBetweenQuestions = 256

    /// Prepares the statement of a query.
    ///
    /// - Throws: ``FeatureStoreError`` for what is wrong with the query; errors of the database.
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
        let condition = try LayerCondition(query.where, of: layer)
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

    /// The columns that are read, each once.
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
    /// Moves to the next row that the query selects; false at the end.
    ///
    /// - Throws: ``FeatureStoreError/cancelled``; ``FeatureStoreError/unreadable(store:reason:)``
    ///   for a shape that cannot be read; errors of the database.
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

    /// The number in the first column, for counts that the statement makes.
    var count: Int { Int(statement.integer(at: 0)) }

    /// The row's values in the columns of the purpose.
    func values() -> [AttributeValue] {
        places.map { statement.value(of: $0.column, at: $0.place) }
    }

    /// The row's shape; `nil` where the row has none, or none is read.
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
                throw .badRequest(
                    "where: makes a text of more than \(WhereMeter.mostTextBytes) bytes of "
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
