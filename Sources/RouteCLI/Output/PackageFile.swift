// A GeoPackage's name while it is written, and afterwards.

import Foundation

/// Names GeoPackages when they are complete.
enum PackageFile {
    /// The name of a GeoPackage while it is written.
    static func draft(ofOutput output: String, mark: String) -> String {
        var stem = output
        if stem.lowercased().hasSuffix(".gpkg") { stem.removeLast(".gpkg".count) }
        return "\(stem).\(mark).partial.gpkg"
    }

    /// Renames a closed file.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be renamed.
    static func rename(_ path: String, to output: String) throws {
        // SQLite would read an earlier file's journals as the new file's.
        for suffix in ["-wal", "-shm"]
        where FileManager.default.fileExists(atPath: output + suffix) {
            try FileManager.default.removeItem(atPath: output + suffix)
        }
        guard Foundation.rename(path, output) == 0 else {
            throw CommandFailure(
                .failed,
                "\(path) cannot be renamed to \(output): \(String(cString: strerror(errno)))")
        }
    }
}
