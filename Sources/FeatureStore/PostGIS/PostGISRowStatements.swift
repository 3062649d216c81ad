// The statements that change rows in a PostgreSQL table.

import Geo
import PostgreSQL

/// A table's key column and the source of its new numbers.
struct PostGISKey {
    /// The sequence for new numbers, as the database writes it in statements.
    let sequence: String?
    /// Whether the database numbers rows that are added without an id.
    let hasDefault: Bool

    /// Reads a layer's key.
    init(of layer: LayerTable, on connection: PostgresConnection) throws(PostgresError) {
        let row = try connection.query(
            """
            SELECT pg_get_serial_sequence($1, $2), a.atthasdef OR a.attidentity <> ''
            FROM pg_catalog.pg_attribute a WHERE a.attrelid = $1::regclass AND a.attname = $2
            """, [.text(layer.table), .text(layer.objectID.field.name)]
        ).first
        sequence = row?.text(0)
        hasDefault = row?.bool(1) == true
    }

    /// Moves the sequence past an id that a caller has given to a row.
    ///
    /// It never moves back, because other transactions may draw from it meanwhile.
    func move(behind id: Int64, on connection: PostgresConnection) throws(PostgresError) {
        guard let sequence, id > 0 else { return }
        _ = try connection.query(
            "SELECT CASE WHEN next < $2 THEN setval($1::regclass, $2) END "
                + "FROM nextval($1::regclass) AS next", [.text(sequence), .integer(id)])
    }
}

/// Changes rows in one table within one transaction.
///
/// In PostgreSQL any failed statement ends the transaction. A savepoint before each row would
/// triple the statements, and nearly all edits succeed. So the first attempt runs without
/// savepoints; if the database refuses a row, it throws ``Refused``, and the whole attempt is
/// repeated with savepoints.
final class PostGISRowStatements: RowStatements {
    /// The database has refused a row, and the transaction is lost.
    struct Refused: Error {}

    private let layer: LayerTable
    private let connection: PostgresConnection
    private let functions: String
    private let hasPoints: Bool
    private let key: PostGISKey
    /// The greatest id that a caller has given to a row.
    private var greatestGiven: Int64?
    /// The next id, if the database does not number rows itself.
    private var nextID: Int64?

    init(
        _ layer: LayerTable, _ schema: PostGISSchema, on connection: PostgresConnection,
        hasPoints: Bool
    ) throws(PostgresError) {
        (self.layer, self.connection, self.hasPoints) = (layer, connection, hasPoints)
        functions = schema.functions ?? ""
        key = try PostGISKey(of: layer, on: connection)
    }

    private final class Insertion: RowInsertion {
        let rows: PostGISRowStatements
        let columns: [RowColumn]

        init(_ rows: PostGISRowStatements, _ columns: [RowColumn]) {
            (self.rows, self.columns) = (rows, columns)
        }

        func run(_ id: Int64?, _ values: [SQLValue]) throws -> Int64 {
            try rows.insert(id, columns, values)
        }
    }

    func insertion(into columns: [RowColumn]) throws -> any RowInsertion {
        Insertion(self, columns)
    }

    private func insert(_ id: Int64?, _ columns: [RowColumn], _ values: [SQLValue]) throws -> Int64
    {
        if let id {
            greatestGiven = max(greatestGiven ?? id, id)
        } else {
            try moveSequence()
        }
        let id = try id ?? ownID()
        var names = columns.map(\.sql)
        var marks = columns.map(placeholder)
        var parameters = zip(columns, values).map(parameter)
        if let id {
            names.append(layer.objectID.sql)
            marks.append("?")
            parameters.append(.integer(id))
        }
        let list =
            names.isEmpty
            ? "DEFAULT VALUES"
            : "(\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE "
                + "VALUES (\(marks.joined(separator: ", ")))"
        let rows = try run(
            "INSERT INTO \(layer.table) \(list) RETURNING \(layer.objectID.sql)", parameters)
        guard let added = rows.first?.integer(0) else {
            throw EditFailure(
                .invalidRow, "the database refuses the row: a trigger of the table left it out")
        }
        return added
    }

    func update(_ columns: [RowColumn], to values: [SQLValue], ofRow id: Int64) throws -> Bool {
        let terms = columns.map { "\($0.sql) = \(placeholder($0))" }.joined(separator: ", ")
        let parameters = zip(columns, values).map(parameter) + [.integer(id)]
        return try run(
            "UPDATE \(layer.table) SET \(terms) WHERE \(layer.objectID.sql) = ?", parameters
        ).affectedCount > 0
    }

    func delete(_ id: Int64) throws -> Bool {
        try run("DELETE FROM \(layer.table) WHERE \(layer.objectID.sql) = ?", [.integer(id)])
            .affectedCount > 0
    }

    /// Ends the edits. The sequence moves past ids given by callers, so they are not given again.
    func finish() throws { try moveSequence() }

    private func moveSequence() throws(PostgresError) {
        guard let given = greatestGiven else { return }
        try key.move(behind: given, on: connection)
        greatestGiven = nil
    }

    /// Returns an id for a new row, or `nil` if the database gives one.
    private func ownID() throws -> Int64? {
        if key.hasDefault { return nil }
        if nextID == nil {
            // No other transaction adds rows until this one ends.
            try connection.execute("LOCK TABLE \(layer.table) IN SHARE ROW EXCLUSIVE MODE")
            nextID =
                try connection.query(
                    "SELECT coalesce(max(\(layer.objectID.sql)), 0)::int8 + 1 FROM \(layer.table)"
                ).first?.integer(0)
        }
        defer { nextID = nextID.map { $0 + 1 } }
        return nextID
    }

    // MARK: - Points to return to

    func beginRow() throws {
        if hasPoints { try connection.execute("SAVEPOINT waypost_row") }
    }

    func endRow() throws {
        if hasPoints { try connection.execute("RELEASE SAVEPOINT waypost_row") }
    }

    func undoRow() throws {
        guard hasPoints else { return }
        try connection.execute(
            "ROLLBACK TO SAVEPOINT waypost_row; RELEASE SAVEPOINT waypost_row")
    }

    /// Runs a statement. If the database refuses its values, only that row fails.
    private func run(
        _ text: String, _ parameters: [PostgresValue]
    ) throws -> PostgresRows {
        do throws(PostgresError) {
            return try connection.query(SQLCondition(text).numbered.text, parameters)
        } catch {
            guard error.isOfRow else { throw error }
            if !hasPoints { throw Refused() }
            throw EditFailure(.invalidRow, "the database refuses the row: \(error.message)")
        }
    }
}

// MARK: - Cells

extension PostGISRowStatements {
    /// Returns a column's parameter, cast to the column's type.
    private func placeholder(_ column: RowColumn) -> String {
        switch column {
        case .value(let column): column.storage == .boolean ? "?::int4::boolean" : "?"
        case .shape: "\(functions)ST_GeomFromEWKB(?)"
        }
    }

    private func parameter(_ column: RowColumn, _ value: SQLValue) -> PostgresValue {
        if case .value(let column) = column, column.storage == .numeric,
            case .double(let number) = value
        {
            // Sent as text, because converting a double keeps only 15 digits.
            return .text("\(number)")
        }
        return PostgresValue(value)
    }
}

extension PostgresError {
    /// Whether the database refuses a row because of its values: they are malformed or too large,
    /// violate a constraint, or are rejected by a trigger.
    var isOfRow: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("22") || sqlState.hasPrefix("23")
            || ["P0001", "44000", "428C9"].contains(sqlState)
    }
}
