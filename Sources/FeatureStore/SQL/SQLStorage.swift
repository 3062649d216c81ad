// The storage classes of SQLite's cells.

import GRDBSQLite

/// SQLite's numbers for the kinds of values that a cell may hold.
enum SQLStorage {
    static let integer = SQLITE_INTEGER
    static let double = SQLITE_FLOAT
    static let text = SQLITE_TEXT
    static let blob = SQLITE_BLOB
}
