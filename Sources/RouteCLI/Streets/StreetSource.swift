// Reads the lines of a GIS layer batch by batch, in longitude and latitude.

import FeatureStore
import Foundation
import Geo
import NetworkBuilder
import Preparation
import RouteService
import StreetLayers
import VectorFiles

/// A layer of streets in a file or a database.
///
/// Rows come as a stream from a GeoPackage, a database, GDAL and a list of features in JSON. Other
/// files, such as CSV, are held as a whole.
struct StreetSource {
    private enum Form {
        case stored(StoredFile)
        case vector(VectorFile)
        case list(PiecewiseFile, outline: JSONValue, JSONListReader.Place)
        case whole(FeaturesByKind)
    }

    /// The layer as a user names it, without passwords.
    let name: String
    /// Receives notes on how the file is read.
    let notes = ReadingNotes()
    private let form: Form
    private let argument: String

    /// Rows of a database that are read together.
    private static let rowsTogether = 5_000

    /// Opens a layer.
    ///
    /// - Throws: ``CommandFailure`` naming the file.
    init(_ argument: String) throws {
        self.argument = argument
        name = StoredFile.shown(argument)
        let file = VectorFile(argument)
        if let stored = StoredFile(argument) {
            form = .stored(stored)
        } else if let file, try !Self.naming(argument, { try file.description().isTable }) {
            form = .vector(file)
        } else if let list = file == nil ? Self.list(argument) : nil {
            form = list
        } else {
            form = .whole(try FeatureFile(path: argument, table: "streets").features())
        }
    }

    /// The list of features in a file of JSON. `nil` if the file is something else or broken; the
    /// reader of whole files then says what is wrong.
    private static func list(_ path: String) -> Form? {
        guard path != "-", let file = try? PiecewiseFile(path),
            let start = try? file.pieces().next(), !FeatureFile.isTable(start),
            let text = try? file.pieces().decoded(),
            let found = try? JSONListReader.outline(of: text), found.list != .none
        else { return nil }
        return .list(file, outline: found.value, found.list)
    }

    /// The layer as an input of a build.
    var input: BuildInput {
        BuildInput(file: StoredFile.sourceName(of: argument), bytes: bytes)
    }

    /// The size of the file, or of a folder's files; 0 for a database.
    private var bytes: Int {
        let path =
            switch form {
            case .stored(let file): file.path
            case .vector(let file): file.path
            case .list, .whole: argument
            }
        let files = FileManager.default
        let members = files.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return ([path] + members.map { "\(path)/\($0)" }).reduce(0) { sum, file in
            let attributes = try? files.attributesOfItem(atPath: file)
            guard attributes?[.type] as? FileAttributeType == .typeRegular else { return sum }
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// The layer's rows with lines.
    var rows: StreetRows {
        StreetRows(named: name) { body in
            var others: Set<String> = []
            var hasLines = false
            try forEachBatch { found, share in
                guard let lines = found.polylines else {
                    others.insert(found.kinds)
                    return
                }
                hasLines = true
                try body(try degrees(lines), share)
            }
            guard hasLines else {
                let kinds = others.isEmpty ? "nothing" : others.sorted().joined(separator: " and ")
                throw CommandFailure(.invalidInput, "\(name) holds \(kinds); streets are lines")
            }
        }
    }

    private func degrees(_ lines: FeatureSet) throws -> FeatureSet {
        if lines.spatialReference.isSame(as: .wgs84) { return lines }
        do {
            return try lines.projected(to: .wgs84)
        } catch {
            throw CommandFailure(.invalidInput, "\(name): \(error)")
        }
    }

    private typealias Body = (FeaturesByKind, Double?) throws -> Void

    private func forEachBatch(_ body: Body) throws {
        switch form {
        case .stored(let file): try forEachBatch(of: file, body)
        case .vector(let file): try Self.naming(argument) { try forEachBatch(of: file, body) }
        case .list(let file, let outline, let place):
            try Self.naming(argument) { try forEachBatch(of: file, outline, place, body) }
        case .whole(let features): try body(features, 1)
        }
    }

    private func forEachBatch(of file: StoredFile, _ body: Body) throws {
        let store = try file.open()
        let query = LayerQuery(layer: try file.layerName(in: store), limit: .max)
        let total = try store.count(query)
        var done = 0
        let failure = Failure()
        do {
            try store.forEachBatch(of: Self.rowsTogether, query, isCancelled: { false }) {
                stored throws(FeatureStoreError) in
                done += stored.features.features.count
                do {
                    try body(
                        FeatureFile.split(stored.features), Double(done) / Double(max(total, 1)))
                } catch {
                    failure.error = error
                    throw .cancelled
                }
            }
        } catch { throw failure.error ?? error }
    }

    private func forEachBatch(of file: VectorFile, _ body: Body) throws {
        let rows = try file.rows()
        (rows.times, rows.checksDegrees) = (.texts, true)
        let layer = rows.layer
        var done = 0
        while case let features = try rows.nextFeatures(), !features.isEmpty {
            done += features.count
            var split = FeaturesByKind()
            for (kind, own) in Dictionary(
                grouping: features, by: { $0.geometry?.type ?? layer.usualKind })
            {
                split.add(
                    FeatureFile.split(
                        FeatureSet(
                            geometryType: kind, spatialReference: layer.spatialReference ?? .wgs84,
                            fields: layer.fields, features: own)))
            }
            try body(split, layer.count.map { Double(done) / Double(max($0, 1)) })
        }
        rows.addNotes(to: notes)
    }

    private func forEachBatch(
        of file: PiecewiseFile, _ outline: JSONValue, _ place: JSONListReader.Place, _ body: Body
    ) throws {
        let total = bytes
        let pieces = try file.pieces()
        var done = 0
        let counted = BytePieces { () throws(FeatureReadError) in
            let piece = try pieces.next()
            done += piece?.count ?? 0
            return piece
        }
        var rows = 0
        let failure = Failure()
        let text = counted.decoded(notes: notes)
        try JSONListReader.elements(
            in: text,
            while: { elements throws(FeatureReadError) in
                var value = JSONValue.array(elements)
                if place == .features, var object = outline.object {
                    object["features"] = value
                    value = .object(object)
                }
                let found: FeaturesByKind
                do throws(FeatureReadError) {
                    found = try FeatureFile.features(json: value)
                } catch {
                    throw FeatureReadError(feature: error.feature.map { rows + $0 }, error.reason)
                }
                rows += elements.count
                do {
                    // A pipe does not tell how much it will give.
                    try body(found, total > 0 ? Double(done) / Double(total) : nil)
                } catch { failure.error = error }
                return failure.error == nil
            })
        if let error = failure.error { throw error }
    }

    /// An error that passes a reader which throws only errors of its own kind.
    private final class Failure {
        var error: (any Error)?
    }

    /// Names the file in errors about its contents.
    private static func naming<Value>(
        _ argument: String, _ read: () throws -> Value
    ) throws -> Value {
        do {
            return try read()
        } catch let error as FeatureReadError {
            throw CommandFailure(.invalidInput, "\(argument): \(error)")
        }
    }
}
