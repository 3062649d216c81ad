// A GeoPackage's name while it is written, and afterwards.

import FeatureStore
import Foundation

/// Names GeoPackages when they are complete.
package enum PackageFile {
    /// The name of a GeoPackage while it is written.
    package static func draft(ofOutput output: String, mark: String) -> String {
        var stem = output
        if stem.lowercased().hasSuffix(".gpkg") { stem.removeLast(".gpkg".count) }
        return "\(stem).\(mark).partial.gpkg"
    }

    /// Renames a closed file.
    ///
    /// - Throws: `FeatureStoreError` if the file cannot be renamed.
    package static func rename(_ path: String, to output: String) throws {
        // SQLite would read an earlier file's journals as the new file's.
        for suffix in ["-wal", "-shm"]
        where FileManager.default.fileExists(atPath: output + suffix) {
            try FileManager.default.removeItem(atPath: output + suffix)
        }
        guard Foundation.rename(path, output) == 0 else {
            throw FeatureStoreError.unwritable(
                store: output,
                reason: "\(path) cannot be renamed to it: \(String(cString: strerror(errno)))")
        }
    }
}
