// SQLite's storage classes.

import GRDBSQLite

/// SQLite's numbers for the kinds of values in cells.
enum SQLStorage {
    static let integer = SQLITE_INTEGER
    static let double = SQLITE_FLOAT
    static let text = SQLITE_TEXT
    static let blob = SQLITE_BLOB
}
