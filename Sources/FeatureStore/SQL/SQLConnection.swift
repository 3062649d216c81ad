// A connection to SQLite.

import GRDB
import GRDBSQLite

/// A connection, valid for one access.
struct SQLConnection {
    let handle: OpaquePointer

    /// Takes the connection from a GRDB access.
    init(_ database: Database) throws {
        guard let handle = database.sqliteConnection else {
            throw SQLFailure(code: SQLITE_MISUSE, message: "the connection is closed")
        }
        self.handle = handle
    }

    /// Returns the last error.
    func failure() -> SQLFailure {
        SQLFailure(
            code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle))
        )
    }

    /// Runs one statement to its end.
    func run(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) {
        try SQLStatement(sql, on: self).run(values)
    }

    /// Calls `body` for every row.
    func forEachRow(
        _ sql: String, _ values: [SQLValue] = [], _ body: (SQLStatement) throws(SQLFailure) -> Void
    ) throws(SQLFailure) {
        let statement = try SQLStatement(sql, on: self)
        try statement.bind(values)
        while try statement.step() { try body(statement) }
    }

    /// Returns the first column in the first row as a whole number, or `nil` if there is no row.
    func integer(_ sql: String, _ values: [SQLValue] = []) throws(SQLFailure) -> Int64? {
        let statement = try SQLStatement(sql, on: self)
        try statement.bind(values)
        return try statement.step() ? statement.integer(at: 0) : nil
    }

    /// Returns the first column in the first row as text, or `nil` if there is no row.
    func text(_ sql: String) throws(SQLFailure) -> String? {
        let statement = try SQLStatement(sql, on: self)
        return try statement.step() ? statement.text(at: 0) : nil
    }

    /// How many rows the last statement changed, not counting its triggers' changes.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// The id of the last inserted row.
    var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }
}
