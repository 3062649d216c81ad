// The name of a GeoPackage while it is written, and afterwards.

import Foundation

/// Gives GeoPackages their names when they are complete.
enum PackageFile {
    /// The name of a GeoPackage while it is written.
    static func draft(ofOutput output: String, mark: String) -> String {
        var stem = output
        if stem.lowercased().hasSuffix(".gpkg") { stem.removeLast(".gpkg".count) }
        return "\(stem).\(mark).partial.gpkg"
    }

    /// Gives a file that has been closed its name.
    ///
    /// - Throws: ``CommandFailure`` when the file cannot be renamed.
    static func rename(_ path: String, to output: String) throws {
        // Journals of an earlier file of the name would be taken for those of the new one.
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
