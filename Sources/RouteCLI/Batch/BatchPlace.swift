// Where the GeoPackage of a batch lies while it is written, and afterwards.

import Batches
import FeatureStore
import Foundation

/// The files of a batch's GeoPackage.
///
/// It is written under a name of its own, `day.partial.gpkg`, and renamed to `day.gpkg` in the end,
/// so that an earlier output stays until it is replaced. Where no output is a GeoPackage, it exists
/// only while the batch runs, or until it is continued.
struct BatchPlace {
    /// The GeoPackage that is wanted, if any.
    let output: String?
    /// The GeoPackage while it is written.
    let draft: String

    /// - Precondition: There is an output.
    init(_ targets: [BatchTarget]) {
        precondition(!targets.isEmpty, "a batch has an output")
        output = targets.first { $0.format == .file(.gpkg) }?.path
        // Beside a database alone, the file lies in the folder of the process.
        var stem = output ?? targets.first(where: \.isFile)?.path ?? "waypost-batch"
        if output != nil { stem.removeLast(".gpkg".count) }
        while stem.count > 1, stem.hasSuffix("/") { stem.removeLast() }
        draft = stem + ".partial.gpkg"
    }

    /// A GeoPackage of this batch that is open.
    struct Opened {
        let store: GeoPackageStore
        let file: BatchFile
        /// Where it lies.
        let path: String
    }

    /// Opens the output of a batch that is continued.
    ///
    /// - Parameter asJob: Whether a server may have all routes as one job. Then a file without a
    ///   finished route counts too: the time at which it was begun finds the job again.
    /// - Returns: `nil` when there is nothing to continue.
    /// - Throws: `BatchError` and `FeatureStoreError` when it is not the output of a batch, or
    ///   cannot be read or written.
    func continued(asJob: Bool) throws -> Opened? {
        for path in [draft, output].compactMap(\.self) where exists(path) {
            let store = try GeoPackageStore(path: path, access: .readWrite)
            let file = try BatchFile.reopen(store)
            if asJob || file.finishedCount > 0 {
                return Opened(store: store, file: file, path: path)
            }
            // Without a finished route, nothing is lost by beginning again.
            try store.close()
            return nil
        }
        return nil
    }

    /// Begins a batch.
    ///
    /// - Parameters:
    ///   - settings: What the batch is begun with.
    ///   - now: The current time, in milliseconds since 1970-01-01T00:00:00Z.
    ///   - isContinued: Whether a batch without a finished route may be replaced.
    /// - Throws: ``CommandFailure`` when there is a draft of another batch; `FeatureStoreError`
    ///   when the file cannot be written.
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

    /// Gives a file that has been closed its name, or removes it when no output is a GeoPackage.
    ///
    /// - Parameters:
    ///   - path: Where the file lies.
    ///   - isComplete: Whether the batch is finished; otherwise a file that is not an output stays.
    ///   - isBegun: Whether a route is finished, or a job has the routes; otherwise the file is
    ///     removed, and an earlier output stays.
    /// - Throws: ``CommandFailure`` when the file cannot be renamed.
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
