// Writes an answer as a GeoPackage with all its tables.

import FeatureStore
import Foundation
package import Geo

/// Writes an answer's tables as a GeoPackage.
package struct AnswerPackage {
    /// The media type for GeoPackages, as IANA has it.
    package static let mediaType = "application/geopackage+sqlite3"

    private let tables: AnswerTables

    package init(_ tables: AnswerTables) { self.tables = tables }

    /// Writes a file under another name, and renames it when it is complete.
    ///
    /// - Throws: `FeatureStoreError` naming the file and the cause.
    package func write(to path: String) throws {
        let draft = try PackageFile.draft(ofOutput: path)
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

    /// Returns the file's bytes, by way of the machine's folder for temporary files.
    ///
    /// - Throws: `FeatureStoreError` naming the file and the cause.
    package func bytes() throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory
        let path = folder.appending(path: "waypost-\(UUID().uuidString).gpkg").path
        try write(to: path)
        defer { unlink(path) }
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// Renames columns so that a file can have them, and keeps the answer's ids as a column.
    package static func stored(_ rows: FeatureSet) -> FeatureSet {
        var rows = rows
        for column in rows.fields.indices where rows.fields[column].type == .objectID {
            rows.fields[column].type = .integer
        }
        rows.fields = FeatureSet.uniquelyNamed(rows.fields)
        return rows
    }
}
