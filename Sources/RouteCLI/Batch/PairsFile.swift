// The rows of `--pairs`: a stored layer, or a table copied into a layer.

import FeatureStore
import Foundation
import Geo
import VectorFiles

/// Trips in a stored layer.
///
/// A table is first copied row by row into its own GeoPackage, so that trips are read some at a
/// time and selected by the same conditions.
final class PairsFile {
    let store: any BulkStore
    let layer: String
    /// The copy of a table; ``remove()`` deletes it.
    private let copy: String?

    /// Opens a layer, or copies a table.
    ///
    /// - Parameter text: `FILE.gpkg#LAYER`, or a file of comma-separated values.
    /// - Throws: ``CommandFailure`` if no layer is named; `FeatureStoreError` if the file cannot be
    ///   read.
    init(_ text: String, isQuiet: Bool) throws {
        if let stored = StoredFile(text) {
            store = try stored.open()
            layer = try stored.layerName(in: store)
            copy = nil
            return
        }
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-pairs-\(UUID().uuidString).gpkg").path
        do {
            store = try GeoPackageStore(path: path, access: .create)
            layer = "pairs"
            copy = path
            var task = LayerImport(layer: layer)
            task.csv.isWithoutShapes = true
            let display = ProgressDisplay(.suiting(quiet: isQuiet))
            let start = ContinuousClock.now
            let notes = ReadingNotes()
            let foreign = try VectorFile(text).map {
                try VectorSource($0, hints: FileHints(), notes: notes)
            }
            defer { foreign?.remove() }
            foreign?.prepare(&task)
            Console.note(notes.texts.map { "\(text): \($0)" })
            try task.run(
                foreign?.source ?? .csv(path: text), into: store,
                progress: { progress in
                    display.report(
                        ProgressLine(
                            title: "Reading trips", fraction: progress.share,
                            count: progress.rows, unit: "rows", ratePerSecond: 0,
                            elapsedSeconds: (ContinuousClock.now - start) / .seconds(1)))
                })
            display.finish()
        } catch {
            Self.remove(path)
            throw error
        }
    }

    func remove() {
        if let copy { Self.remove(copy) }
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
