// Databases as outputs of a batch.

import Batches
import FeatureStore
import Foundation

/// A PostgreSQL database as a batch output: `postgres://db.example/town#monday` writes the tables
/// `monday_routes`, `monday_stops` and so on.
struct BatchDatabase: Hashable {
    /// The URL; it may contain a password.
    private let url: String
    /// The prefix of all table names.
    let prefix: String

    /// The prefix if the argument names none.
    private static let usualPrefix = "batch"

    /// Reads the database from an argument, or returns `nil` if the argument names files.
    init?(_ argument: String) {
        guard let stored = StoredFile(argument), StorePlace(stored.path).isDatabase else {
            return nil
        }
        (url, prefix) = (stored.path, stored.layer ?? Self.usualPrefix)
    }

    /// The database and its tables for messages, without passwords.
    var shown: String { "\(StorePlace(url))#\(prefix)" }

    /// Checks that the tables can be written, so that hours of work do not end with an error.
    ///
    /// - Throws: `FeatureStoreError` if the database does not answer; `BatchError` naming a table
    ///   that would be overwritten.
    func check() throws {
        let store = try StorePlace(url).open(.readWrite)
        try BatchCopy(prefix: prefix).check(store)
        try store.close()
    }

    /// Writes a batch's tables and replaces the tables of an earlier one.
    ///
    /// - Throws: The errors of ``check()``, of reading and of writing.
    func write(_ file: BatchFile) throws {
        let store = try StorePlace(url).open(.readWrite)
        try BatchCopy(prefix: prefix).write(file, to: store)
        try store.close()
    }
}
