// What a network is built from: OpenStreetMap files as they are, street layers as copies.

import DefinitionFiles
import FeatureStore
import Foundation
import Geo
import NetworkBuilder
import StreetLayers
import VectorFiles

/// The inputs of a build. Street layers are copied into OpenStreetMap's form, in a folder that
/// ``remove()`` deletes.
struct StreetInputs {
    /// The OpenStreetMap files to build from.
    let files: [String]
    /// The layers of which ``files`` are copies; empty if they are not.
    let layers: [BuildInput]
    /// Whom the network names as its source; `nil` for what the definition says.
    let attribution: String?
    /// What a person should know of the copies.
    let notes: [String]
    private let folder: URL?

    /// Copies street layers; other files stay where they are.
    ///
    /// - Parameters:
    ///   - fields: The file that says what the layers' columns are.
    ///   - quiet: Whether to show no progress.
    ///   - output: The network's folder, for a message.
    /// - Throws: ``CommandFailure`` naming the file and what would work.
    init(_ inputs: [String], fields: String?, quiet: Bool, output: String) async throws {
        let layers = inputs.filter(Self.isStreetLayer)
        guard !layers.isEmpty else {
            guard fields == nil else {
                throw CommandFailure(
                    .usage, "--fields is about street layers, and OpenStreetMap files have none")
            }
            (files, self.layers, attribution, notes, folder) = (inputs, [], nil, [], nil)
            return
        }
        if let other = inputs.first(where: { !layers.contains($0) }) {
            throw CommandFailure(
                .usage,
                "\(StoredFile.shown(other)) and \(StoredFile.shown(layers[0])) cannot be merged: "
                    + "they do not know each other's junctions. Build from OpenStreetMap files or "
                    + "from street layers")
        }
        func transfer(_ title: String) -> LayerTransfer {
            LayerTransfer(
                title: title, quiet: quiet,
                whenCancelled: "the previous contents of \(output) are unchanged")
        }
        let known = try Self.fields(fields)
        var streets = StreetLayer(known)
        var notes: [String] = []
        var read: [BuildInput] = []
        for layer in layers {
            let source = try StreetSource(layer)
            read.append(source.input)
            try await Self.add(
                source, to: &streets, by: transfer("Reading \(source.input.file)"))
            notes += source.notes.texts.map { "\(source.name): \($0)" }
        }
        self.layers = read
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-streets-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let copy = folder.appendingPathComponent("streets.osm").path
        do {
            try await Self.write(streets, to: copy, by: transfer("Copying the streets"))
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        self.folder = folder
        files = [copy]
        attribution =
            known.attribution ?? "Streets: " + read.map(\.file).joined(separator: ", ")
        self.notes = notes + Self.notes(streets)
    }

    private static func add(
        _ source: StreetSource, to streets: inout StreetLayer, by reading: LayerTransfer
    ) async throws {
        do {
            try await reading.run { progress, isCancelled in
                try streets.add(source.rows) { rows, share in
                    if isCancelled() { throw FeatureStoreError.cancelled }
                    progress(rows, share)
                }
            }
        } catch let error as StreetLayerError {
            throw CommandFailure(.invalidInput, "\(error)")
        }
    }

    private static func write(
        _ streets: StreetLayer, to path: String, by writing: LayerTransfer
    ) async throws {
        try await writing.run { progress, isCancelled in
            try streets.write(to: path) { rows, share in
                if isCancelled() { throw FeatureStoreError.cancelled }
                progress(rows, share)
            }
        }
    }

    /// Deletes the copies.
    func remove() throws {
        if let folder { try FileManager.default.removeItem(at: folder) }
    }

    /// Whether an argument is a layer of a GIS file or a database, not an OpenStreetMap file.
    private static func isStreetLayer(_ argument: String) -> Bool {
        let name = argument.lowercased()
        let endings = [
            ".pbf", ".osm", ".osc", ".osm.gz", ".osm.bz2", ".osc.gz", ".osc.bz2", ".xml",
        ]
        if endings.contains(where: name.hasSuffix) { return false }
        if StoredFile(argument) != nil { return true }
        if [".csv", ".tsv", ".geojson", ".geojsonl", ".geojsons"].contains(where: name.hasSuffix) {
            return true
        }
        if name.hasSuffix(".json") { return !isOverpass(argument) }
        let file = argument.lastIndex(of: "#").map { String(argument[..<$0]) }
        if [argument, file].contains(where: { $0.flatMap(VectorFormat.init) != nil }) {
            return true
        }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder)
        return exists && isFolder.boolValue && VectorFile(argument) != nil
    }

    /// Whether JSON is Overpass's answer, which has objects of OpenStreetMap and no features.
    private static func isOverpass(_ path: String) -> Bool {
        guard let file = FileHandle(forReadingAtPath: path) else { return true }
        defer { file.closeFile() }
        let start = String(decoding: file.readData(ofLength: 4_096), as: UTF8.self)
        return !start.contains("\"features\"") && !start.contains("FeatureCollection")
            && !start.contains("\"Feature\"")
    }

    private static func fields(_ path: String?) throws -> StreetFields {
        guard let path else { return StreetFields() }
        let text = String(decoding: try Console.read(file: path), as: UTF8.self)
        return try StreetFields(text: text, file: path)
    }

    private static func notes(_ streets: StreetLayer) -> [String] {
        let counts = streets.counts
        var notes = ["\(counts.ways) streets of \(counts.rows) rows"]
        if counts.withoutClass > 0 {
            notes.append("\(counts.withoutClass) rows have no known class and are left out")
        }
        if counts.withoutLine > 0 {
            notes.append("\(counts.withoutLine) lines have no length or no place and are left out")
        }
        if counts.repeated > 0 {
            notes.append("\(counts.repeated) lines are given twice, in either direction")
        }
        if let problem = streets.idProblem {
            notes.append("the streets have the numbers of their rows as ids: \(problem)")
        }
        return notes
    }
}
