// Reads traces from files in every format, position by position.

import FeatureStore
import Geo
import RouteAPI
import VectorFiles

struct TraceFileReader: Sendable {
    /// The decimals of encoded polylines; `nil` for other formats, which are detected.
    let polylineDecimals: Int?
    /// How to read files, from the options.
    var hints = FileHints()

    /// More positions than any file has; reading does not hold them.
    private static let limits = FeatureLimits(maximumFeatures: 1_000_000_000)

    private var reader: TraceReader { TraceReader(limits: Self.limits) }

    /// Reads a file's traces, position by position: from text, from a GeoPackage or database layer,
    /// or from a GDAL file.
    ///
    /// - Parameter notes: Receives notes on how the file was read.
    /// - Throws: `FeatureReadError` naming the row or the line.
    func read(
        _ file: String, notes: ReadingNotes? = nil, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        if polylineDecimals == nil {
            if let stored = StoredFile(file) {
                return try read(stored, notes: notes, into: &receiver)
            }
            if var foreign = VectorFile(file) {
                foreign.usualLayers = TraceReader.answerTables
                FilesRead.current?.note(foreign.path)
                return try read(foreign, notes: notes, into: &receiver)
            }
        }
        try read(PiecewiseFile(file), notes: notes, into: &receiver)
    }

    /// Reads the traces in a text.
    ///
    /// - Throws: `FeatureReadError` naming the row or the line.
    func read(
        _ file: PiecewiseFile, notes: ReadingNotes? = nil, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        guard let polylineDecimals else {
            return try reader.read(file.pieces, hints: hints, notes: notes, into: &receiver)
        }
        let coding = EncodedPolyline(decimals: polylineDecimals)
        var line: [UInt8] = []
        var count = 0
        func take() throws(FeatureReadError) {
            guard !line.isEmpty else { return }
            count += 1
            do throws(FeatureReadError) {
                let trace = receiver.begin("Polyline \(count)", isLine: true, in: .wgs84)
                for coordinate in try coding.decoded(String(decoding: line, as: UTF8.self)) {
                    receiver.add(TraceFix(coordinate), to: trace)
                }
            } catch {
                throw FeatureReadError("polyline \(count): \(error.reason)")
            }
            line.removeAll(keepingCapacity: true)
        }
        let pieces = try file.pieces()
        while let piece = try pieces.next() {
            for byte in piece {
                if byte > 0x20 { line.append(byte) } else { try take() }
            }
        }
        try take()
        guard count > 0 else { throw FeatureReadError("has no encoded polyline") }
        receiver.finish()
    }

    // MARK: Rows

    /// Reads a GDAL file. Tables are read as comma-separated values, so that they follow the same
    /// rules.
    private func read(
        _ file: VectorFile, notes: ReadingNotes?, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        let rows = try file.rows(hints: hints)
        if rows.layer.isTable {
            rows.times = .texts
            let table = try PiecewiseFile { sink throws(FeatureReadError) in
                try rows.writeTable(limits: Self.limits, to: sink)
            }
            rows.addNotes(to: notes)
            return try reader.read(
                table.pieces, hints: hints.ofUTF8, notes: notes, into: &receiver)
        }
        rows.checksDegrees = true
        var set = FeatureSet(
            geometryType: nil, spatialReference: rows.layer.spatialReference ?? .wgs84,
            fields: rows.layer.fields)
        try reader.read(hints: hints, notes: notes, into: &receiver) {
            (add) throws(FeatureReadError) in
            repeat {
                set.features = try rows.nextFeatures()
                try add(set)
            } while !set.features.isEmpty
        }
        rows.addNotes(to: notes)
    }

    /// The number of a layer's rows read together.
    private static let rowsTogether = 1_000

    private func read(
        _ file: StoredFile, notes: ReadingNotes?, into receiver: inout some TraceReceiver
    ) throws(FeatureReadError) {
        do {
            let store = try file.open()
            let name = try file.layerName(in: store, usual: TraceReader.answerTables)
            let query = LayerQuery(layer: name, limit: .max / 2)
            try reader.read(hints: hints, notes: notes, into: &receiver) {
                (add) throws(FeatureReadError) in
                try Self.pass(query, of: store, to: add)
            }
        } catch let error as FeatureReadError {
            throw error
        } catch {
            throw FeatureReadError(CommandFailure(describing: error)?.message ?? "\(error)")
        }
    }

    private static func pass(
        _ query: LayerQuery, of store: any BulkStore,
        to add: (FeatureSet) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        var failure: FeatureReadError?
        do throws(FeatureStoreError) {
            try store.forEachBatch(of: rowsTogether, query, isCancelled: { false }) {
                (rows) throws(FeatureStoreError) in
                do throws(FeatureReadError) {
                    try add(rows.features)
                } catch {
                    failure = error
                    throw .cancelled
                }
            }
        } catch {
            throw failure ?? FeatureReadError(error.description)
        }
    }
}
