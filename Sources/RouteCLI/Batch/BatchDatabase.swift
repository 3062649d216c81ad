// Databases as outputs of a batch.

import Batches
import FeatureStore
import Foundation

/// A PostgreSQL database that a batch is written to, `postgres://db.example/town#monday`: its
/// tables are `monday_routes`, `monday_stops` and so on.
struct BatchDatabase: Hashable {
    /// The URL, which may have a password.
    private let url: String
    /// What the names of the tables begin with.
    let prefix: String

    /// The prefix where none is named.
    private static let usualPrefix = "batch"

    /// The database that an argument names; `nil` for files.
    init?(_ argument: String) {
        guard let stored = StoredFile(argument), StorePlace(stored.path).isDatabase else {
            return nil
        }
        (url, prefix) = (stored.path, stored.layer ?? Self.usualPrefix)
    }

    /// The database and its tables for messages, without passwords.
    var shown: String { "\(StorePlace(url))#\(prefix)" }

    /// Checks that the tables can be written, before hours of work end with that.
    ///
    /// - Throws: `FeatureStoreError` for a database that does not answer; `BatchError` naming a
    ///   table that would be written over.
    func check() throws {
        let store = try StorePlace(url).open(.readWrite)
        try BatchCopy(prefix: prefix).check(store)
        try store.close()
    }

    /// Writes the tables of a batch in place of those of an earlier one.
    ///
    /// - Throws: The errors of ``check()``, and those of reading and writing.
    func write(_ file: BatchFile) throws {
        let store = try StorePlace(url).open(.readWrite)
        try BatchCopy(prefix: prefix).write(file, to: store)
        try store.close()
    }
}
