// Writes an answer as a GeoPackage with all its tables.

import Batches
import FeatureStore
import Foundation
import Geo

/// Writes an answer's tables as a GeoPackage.
struct AnswerPackage {
    let tables: AnswerTables

    /// Writes a file under another name, and renames it when it is complete.
    ///
    /// - Throws: ``CommandFailure`` and `FeatureStoreError` naming the file and the cause.
    func write(to path: String) throws {
        let draft = PackageFile.draft(ofOutput: path, mark: "\(UUID().uuidString.prefix(8))")
        do {
            let store = try GeoPackageStore(path: draft, access: .create)
            try store.load { loader throws(FeatureStoreError) in
                let writer = TableWriter(loader, of: store.name, dates: tables.dates)
                for table in tables.tables {
                    let rows = Self.stored(table.rows)
                    try writer.create(table.name, title: table.title, for: rows)
                    try writer.append(rows, to: table.name, after: 0)
                }
            }
            try store.close()
            try PackageFile.rename(draft, to: path)
        } catch {
            for suffix in ["", "-wal", "-shm"] { unlink(draft + suffix) }
            throw error
        }
    }

    /// Renames columns so that a file can have them, and keeps the answer's ids as a column.
    static func stored(_ rows: FeatureSet) -> FeatureSet {
        var rows = rows
        for column in rows.fields.indices where rows.fields[column].type == .objectID {
            rows.fields[column].type = .integer
        }
        rows.fields = FeatureSet.uniquelyNamed(rows.fields)
        return rows
    }
}
