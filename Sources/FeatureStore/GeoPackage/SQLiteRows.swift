// The statements that change a GeoPackage's rows.

import GRDBSQLite

/// Changes rows in one table; each statement is compiled once.
final class SQLiteRows: RowStatements {
    private let layer: LayerTable
    private let connection: SQLConnection
    private var statements: [String: SQLStatement] = [:]

    init(_ layer: LayerTable, on connection: SQLConnection) {
        (self.layer, self.connection) = (layer, connection)
    }

    private final class Insertion: RowInsertion {
        private let statement: SQLStatement
        private let connection: SQLConnection

        init(_ statement: SQLStatement, on connection: SQLConnection) {
            (self.statement, self.connection) = (statement, connection)
        }

        func run(_ id: Int64?, _ values: [SQLValue]) throws -> Int64 {
            try SQLiteRows.run(statement, [id.map(SQLValue.integer) ?? .null] + values)
            return connection.lastInsertedID
        }
    }

    func insertion(into columns: [RowColumn]) throws -> any RowInsertion {
        let names = [layer.objectID.sql] + columns.map(\.sql)
        let marks = repeatElement("?", count: names.count).joined(separator: ", ")
        let statement = try SQLStatement(
            "INSERT INTO \(layer.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
            on: connection)
        return Insertion(statement, on: connection)
    }

    func update(_ columns: [RowColumn], to values: [SQLValue], ofRow id: Int64) throws -> Bool {
        let terms = columns.map { "\($0.sql) = ?" }.joined(separator: ", ")
        let statement = try statement(
            "UPDATE \(layer.table) SET \(terms) WHERE \(layer.objectID.sql) = ?")
        try Self.run(statement, values + [.integer(id)])
        return connection.changes > 0
    }

    func delete(_ id: Int64) throws -> Bool {
        let statement = try statement(
            "DELETE FROM \(layer.table) WHERE \(layer.objectID.sql) = ?")
        try Self.run(statement, [.integer(id)])
        return connection.changes > 0
    }

    private func statement(_ text: String) throws(SQLFailure) -> SQLStatement {
        if let known = statements[text] { return known }
        let made = try SQLStatement(text, on: connection)
        statements[text] = made
        return made
    }

    /// Runs a statement. If a constraint or a trigger in the file refuses the row, only that row
    /// fails.
    private static func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        do throws(SQLFailure) {
            try statement.run(values)
        } catch {
            guard error.primaryCode == SQLITE_CONSTRAINT else { throw error }
            throw EditFailure(.invalidRow, "the file refuses the row: \(error.message)")
        }
    }
}
