// SQLite's prepared statements, row by row. GRDB opens connections and runs transactions; rows are
// read and written here, because a GRDB value per cell costs more than the cell.

import GRDB
import GRDBSQLite

/// A prepared statement. Use it on one thread at a time.
final class SQLStatement {
    private let connection: SQLConnection
    private let handle: OpaquePointer

    /// Compiles a statement.
    init(_ sql: String, on connection: SQLConnection) throws(SQLFailure) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil)
        guard code == SQLITE_OK else { throw connection.failure() }
        guard let handle else {
            throw SQLFailure(code: SQLITE_MISUSE, message: "the statement is empty")
        }
        self.connection = connection
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds values to the parameters, beginning with the first.
    func bind(_ values: [SQLValue]) throws(SQLFailure) {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    /// Binds a value to a parameter, counted from 1.
    func bind(_ value: SQLValue, at index: Int32) throws(SQLFailure) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .double(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text): Self.bind(text, handle, index)
            case .blob(let bytes):
                bytes.withUnsafeBytes { buffer in
                    buffer.isEmpty
                        ? sqlite3_bind_zeroblob(handle, index, 0)
                        : sqlite3_bind_blob64(
                            handle, index, buffer.baseAddress, UInt64(buffer.count), Self.copied)
                }
            }
        guard code == SQLITE_OK else { throw connection.failure() }
    }

    private static func bind(_ text: String, _ handle: OpaquePointer, _ index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else {
                    return sqlite3_bind_text64(handle, index, "", 0, copied, UInt8(SQLITE_UTF8))
                }
                return sqlite3_bind_text64(
                    handle, index, base, UInt64(characters.count), copied, UInt8(SQLITE_UTF8))
            }
        }
    }

    /// `SQLITE_TRANSIENT`, which makes SQLite copy the value; Swift does not import this cast.
    private static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    /// Moves to the next row; returns false at the end.
    func step() throws(SQLFailure) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.failure()
        }
    }

    /// Makes the statement ready to run again; parameters keep their values.
    func reset() { sqlite3_reset(handle) }

    /// Runs the statement to its end and resets it.
    func run(_ values: [SQLValue] = []) throws(SQLFailure) {
        // Also after an error: an unfinished statement keeps its transaction open.
        defer { reset() }
        try bind(values)
        while try step() { continue }
    }

    /// Returns a cell's storage class: `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`,
    /// `SQLITE_BLOB` or `SQLITE_NULL`.
    func type(at column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

    /// Returns a cell as a whole number.
    func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns a cell as a number.
    func double(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns a cell as text, or `nil` for null. Bytes that are not UTF-8 become U+FFFD.
    func text(at column: Int32) -> String? {
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Calls `body` with a cell's bytes; null has none.
    func withBytes<Result, Failure: Error>(
        at column: Int32, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
