// A GeoPackage's name while it is written, and afterwards.

package import FeatureStore
import Foundation
import SystemResources

/// Names GeoPackages when they are complete.
package enum PackageFile {
    /// The name of a GeoPackage while it is written, which no other writer has: beside its place.
    ///
    /// - Throws: `FeatureStoreError` if the symbolic links to its place form a circle, or its
    ///   folder may not be written: SQLite would say so of a name that the user never gave.
    package static func draft(ofOutput output: String) throws(FeatureStoreError) -> String {
        let stem = try stem(ofOutput: output)
        let folder = stem.folderOfPath
        guard access(folder.isEmpty ? "." : folder + "/.", W_OK) == 0 else {
            throw .unwritable(store: output, reason: FileWriteError(stem).reason)
        }
        return "\(stem).\(DraftFile.mark()).partial.gpkg"
    }

    /// The path of a GeoPackage, behind its symbolic links and without `.gpkg`.
    ///
    /// - Throws: `FeatureStoreError` if the symbolic links form a circle.
    package static func stem(ofOutput output: String) throws(FeatureStoreError) -> String {
        let target = try target(of: output)
        return target.lowercased().hasSuffix(".gpkg") ? String(target.dropLast(5)) : target
    }

    /// Renames a closed file to its output, or to the file that a symbolic link there leads to.
    ///
    /// - Throws: `FeatureStoreError` if the file cannot be renamed. An earlier file then stays as
    ///   it was.
    package static func rename(_ path: String, to output: String) throws(FeatureStoreError) {
        let target = try target(of: output)
        // SQLite would read an earlier file's journals as the new file's. They are what that file
        // lacks, and are put back if it stays.
        let aside = "\(target).\(DraftFile.mark()).partial"
        let moved = journals.filter { Foundation.rename(target + $0, aside + $0) == 0 }
        do throws(FileWriteError) {
            try DraftFile.rename(path, to: target)
        } catch {
            for journal in moved { Foundation.rename(aside + journal, target + journal) }
            throw FeatureStoreError.unwritable(
                store: output, reason: "\(path) cannot be renamed to it: \(error.reason)")
        }
        for journal in moved { unlink(aside + journal) }
    }

    private static let journals = ["-wal", "-shm", "-journal"]

    private static func target(of output: String) throws(FeatureStoreError) -> String {
        do throws(FileWriteError) {
            return try DraftFile.target(of: output)
        } catch {
            throw FeatureStoreError.unwritable(store: output, reason: error.reason)
        }
    }
}
