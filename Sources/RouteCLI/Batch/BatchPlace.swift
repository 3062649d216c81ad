// Where a batch's GeoPackage lies while it is written, and afterwards.

import Batches
import FeatureStore
import Foundation

/// The files of a batch's GeoPackage.
///
/// A batch writes `day.partial.gpkg` and renames it to `day.gpkg` at the end, so an earlier output
/// stays until it is replaced. If no output is a GeoPackage, the draft exists only while the batch
/// runs; after an interruption it stays until the batch is continued.
///
/// ``begun(_:at:isContinued:)`` refuses to overwrite the draft of an unfinished batch, and
/// ``continued(asJob:)`` reopens it for `--resume`. After the file is closed,
/// ``settle(_:isComplete:isBegun:)`` renames or removes it.
struct BatchPlace {
    /// The GeoPackage among the outputs, if any.
    let output: String?
    /// The GeoPackage while it is written.
    let draft: String

    /// - Precondition: There is an output.
    /// - Throws: `FeatureStoreError` if the symbolic links to the output form a circle.
    init(_ targets: [BatchTarget]) throws {
        precondition(!targets.isEmpty, "a batch has an output")
        output = targets.first { $0.format == .file(.gpkg) }?.path
        // If the only output is a database, the file lies in the process's folder.
        var stem =
            try output.map(PackageFile.stem)
            ?? targets.first(where: \.isFile)?.path ?? "waypost-batch"
        while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
        draft = stem + ".partial.gpkg"
    }

    /// This batch's open GeoPackage.
    struct Opened {
        let store: GeoPackageStore
        let file: BatchFile
        /// The file's path.
        let path: String
    }

    /// Opens the output of a batch that continues.
    ///
    /// - Parameter asJob: Whether a server may have all routes as one job. Then a file without a
    ///   finished route counts too: its begin time finds the job again.
    /// - Returns: `nil` if there is nothing to continue.
    /// - Throws: `BatchError` and `FeatureStoreError` if the file is not a batch output, or cannot
    ///   be read or written.
    func continued(asJob: Bool) throws -> Opened? {
        for path in [draft, output].compactMap(\.self) where exists(path) {
            let store = try GeoPackageStore(path: path, access: .readWrite)
            let file = try BatchFile.reopen(store)
            if asJob || file.finishedCount > 0 {
                return Opened(store: store, file: file, path: path)
            }
            // Without a finished route, beginning again loses nothing.
            try store.close()
            return nil
        }
        return nil
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - settings: The settings that the batch begins with.
    ///   - now: The current time, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - isContinued: Whether a batch without a finished route may be replaced.
    /// - Throws: ``CommandFailure`` if another batch has left a draft; `FeatureStoreError` if the
    ///   file cannot be written.
    func begun(_ settings: BatchSettings, at now: Int64, isContinued: Bool) throws -> Opened {
        if exists(draft) {
            guard isContinued else {
                throw CommandFailure(
                    .invalidInput,
                    "\(draft) has the routes of a batch that was not finished; give --resume to "
                        + "continue it, or remove the file")
            }
            try remove(draft)
        }
        let store = try GeoPackageStore(path: draft, access: .create)
        let file = try BatchFile.begin(in: store, settings: settings, at: now)
        return Opened(store: store, file: file, path: draft)
    }

    /// Renames a closed file to its output, or removes it if no output is a GeoPackage.
    ///
    /// - Parameters:
    ///   - path: The file's current path.
    ///   - isComplete: Whether the batch is finished; if not, a file other than an output stays.
    ///   - isBegun: Whether a route is finished, or a job has the routes; if not, the file is
    ///     removed and an earlier output stays.
    /// - Throws: `FeatureStoreError` if the file cannot be renamed.
    func settle(_ path: String, isComplete: Bool, isBegun: Bool) throws {
        guard isComplete || isBegun || path == output else { return try remove(path) }
        guard let output else {
            if isComplete { try remove(path) }
            return
        }
        guard path != output else { return }
        try PackageFile.rename(path, to: output)
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func remove(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] where exists(path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }
}
