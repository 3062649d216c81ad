// GDAL files as sources of an import.

import FeatureStore
import Foundation
import Geo
import VectorFiles

/// A layer in a GDAL file. Its rows come as a stream; a table without shapes is copied to
/// comma-separated values, so that tables follow the same rules in every format.
struct VectorSource {
    let source: LayerImport.Source
    let name: String
    private let file: VectorFile
    /// The copy of a table; ``remove()`` deletes it.
    private let copy: String?

    /// Opens the layer, and copies it if it is a table.
    ///
    /// - Parameter notes: Receives notes on how the file is read.
    /// - Throws: ``CommandFailure`` naming the file.
    init(_ file: VectorFile, hints: FileHints, notes: ReadingNotes) throws {
        self.file = file
        do {
            let layer = try file.description(hints: hints)
            let stem = URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
            let isNamed = !layer.name.isEmpty && file.layer != nil
            name = isNamed ? layer.name : stem
            if layer.isTable {
                let path = try Self.copy(of: file, hints, notes)
                (copy, source) = (path, .csv(path: path))
            } else {
                copy = nil
                source = .stream(Self.stream(of: layer, in: file, hints))
            }
        } catch let error as FeatureReadError {
            throw CommandFailure(.invalidInput, "\(file.path): \(error)")
        }
    }

    /// Describes the copy to an import.
    func prepare(_ task: inout LayerImport) {
        guard copy != nil else { return }
        task.tableName = file.name
        task.csv.separator = Unicode.Scalar(VectorRows.separator)
        task.hints.encoding = nil
    }

    func remove() {
        if let copy { unlink(copy) }
    }

    private static func copy(
        of file: VectorFile, _ hints: FileHints, _ notes: ReadingNotes
    ) throws -> String {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-table-\(UUID().uuidString).csv").path
        do {
            let rows = try file.rows(hints: hints)
            rows.times = .texts
            let limits = LayerImport(layer: "").limits
            try Console.write(toFile: path) { sink in
                var failure: (any Error)?
                do {
                    try rows.writeTable(limits: limits) { bytes throws(FeatureReadError) in
                        do {
                            try sink.write(bytes)
                        } catch {
                            failure = error
                            throw FeatureReadError("")
                        }
                    }
                } catch {
                    throw failure ?? (error as any Error)
                }
            }
            rows.addNotes(to: notes)
            return path
        } catch {
            unlink(path)
            throw error
        }
    }

    private static func stream(
        of layer: VectorLayer, in file: VectorFile, _ hints: FileHints
    ) -> FeatureStream {
        let kind: GeometryType? = if case .kind(let type) = layer.shapes { type } else { nil }
        let head = FeatureSet(
            geometryType: kind, spatialReference: layer.spatialReference ?? .undefined,
            fields: layer.fields, hasMeasures: layer.hasMeasures)
        let days = layer.columns.filter(\.isDay).map(\.field.name)
        return FeatureStream(head: head, dayFields: Set(days), name: file.name) {
            body throws(FeatureStoreError) in
            let rows = try orUnreadable(file) { () throws(FeatureReadError) in
                try file.rows(hints: hints)
            }
            var batch = head
            repeat {
                batch.features = try orUnreadable(file) { () throws(FeatureReadError) in
                    try rows.nextFeatures()
                }
                try body(batch)
            } while !batch.features.isEmpty
        }
    }

    private static func orUnreadable<Result>(
        _ file: VectorFile, _ read: () throws(FeatureReadError) -> Result
    ) throws(FeatureStoreError) -> Result {
        do throws(FeatureReadError) {
            return try read()
        } catch {
            throw .unreadable(store: file.name, reason: error.description)
        }
    }
}
