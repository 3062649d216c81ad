// Layers in GeoPackage files and databases as sources of features.

import FeatureStore
import Foundation
import Geo
import PublishedServices
import RouteAPI
import RouteService
import ServiceDefinitions

/// A stored layer as an argument: `day.gpkg#deliveries`, or `day.gpkg` if the file has one layer,
/// or a layer with the option's name, as an answer has `stops`; likewise for a database,
/// `postgres://db.example/town#deliveries`.
struct StoredFile: Hashable {
    /// The file's path, or the database's URL, which may contain a password.
    let path: String
    /// The layer's name; `nil` for the only or the usual one.
    let layer: String?

    /// At most this many rows are read.
    static let mostRows = 1_000_000

    /// Reads the layer from an argument, or returns `nil` if the file has another format.
    ///
    /// A file's content counts, not its name. If the file does not exist, its suffix counts, so
    /// that the message is about the file.
    init?(_ argument: String) {
        let isDatabase = StorePlace(argument).isDatabase
        if !isDatabase, Self.isGeoPackage(argument) {
            (path, layer) = (argument, nil)
            return
        }
        guard let cut = argument.lastIndex(of: "#") else {
            guard isDatabase else { return nil }
            (path, layer) = (argument, nil)
            return
        }
        let file = String(argument[..<cut])
        guard isDatabase || Self.isGeoPackage(file) else { return nil }
        let name = argument[argument.index(after: cut)...]
        (path, layer) = (file, name.isEmpty ? nil : String(name))
    }

    /// The place for messages, without passwords.
    var shown: String { StorePlace(path).description }

    /// An argument for messages, without passwords.
    static func shown(_ argument: String) -> String {
        guard let stored = StoredFile(argument), StorePlace(stored.path).isDatabase else {
            return argument
        }
        return stored.shown + (stored.layer.map { "#\($0)" } ?? "")
    }

    /// The argument's name for messages, without folders and passwords.
    static func sourceName(of argument: String) -> String {
        let shown = shown(argument)
        if StorePlace(argument).isDatabase { return shown }
        return shown.split(separator: "/").last.map(String.init) ?? shown
    }

    private static func isGeoPackage(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return path.lowercased().hasSuffix(".gpkg")
        }
        // A pipe would lose the bytes read here.
        guard !isFolder.boolValue, isRegular(path), let file = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { file.closeFile() }
        let magic = Array("SQLite format 3\0".utf8)
        return Array(file.readData(ofLength: magic.count)) == magic
    }

    private static func isRegular(_ path: String) -> Bool {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        // The name behind a pipe's link cannot be found.
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    /// Opens the file or database.
    ///
    /// - Throws: `FeatureStoreError` if it cannot be read.
    func open(_ access: StoreAccess = .readOnly) throws -> any BulkStore {
        if access == .readOnly { FilesRead.current?.note(path) }
        return try StorePlace(path).open(access)
    }

    /// Opens the store for new layers, and closes it afterwards. If the file is new and the layers
    /// cannot be stored, it is removed.
    ///
    /// - Throws: `FeatureStoreError` for the file; errors of `load`.
    func loading<Result>(
        _ load: (any BulkStore) async throws -> Result
    ) async throws -> Result {
        let isNew =
            !StorePlace(path).isDatabase && !FileManager.default.fileExists(atPath: path)
        let store = try open(.create)
        let result: Result
        do {
            result = try await load(store)
        } catch {
            if isNew {
                try store.close()
                try FileManager.default.removeItem(atPath: path)
            }
            throw error
        }
        try store.close()
        return result
    }

    /// Returns the layer's name in an open store.
    ///
    /// - Parameter usual: If no layer is named, the first of these that exists is taken.
    /// - Throws: ``CommandFailure`` if no layer is named and the file has several, or none.
    func layerName(in store: any LayerStore, usual: [String] = []) throws -> String {
        if let layer { return layer }
        let names = try store.layers().map(\.name)
        if let name = usual.first(where: names.contains) { return name }
        if names.count == 1, let name = names.first { return name }
        let list = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw CommandFailure(
            .usage,
            "\(shown): no layer is named; write \(shown)#LAYER. The layers are: \(list)")
    }

    /// Reads the selected rows, split by kind of shape.
    ///
    /// - Parameter input: The parameter for which the rows are read.
    /// - Throws: ``CommandFailure`` naming the file, and what is wrong with the selection.
    func features(_ rows: RowSelection, of input: String) throws -> FeaturesByKind {
        let store = try open()
        let name = try layerName(in: store, usual: [input])
        let definition = try StoredLayerQuery(rows.definition(ofLayer: name, for: input))
            .definition(of: input)
        try store.layer(named: name)
            .checkComparisons(of: LayerQuery(definition.selection, of: name).where)
        let layer = try StoredLayer(
            StoredLayerDeclaration(name: name, path: path, table: name), in: store)
        let read = try layer.rows(
            definition.selection, mapping: definition.mapping, limit: Self.mostRows
        ) { false }
        guard !read.exceedsLimit else {
            throw CommandFailure(
                .invalidInput,
                "\(shown): more than \(Self.mostRows) rows of \(name) are selected; choose fewer "
                    + "with --where or --within")
        }
        return FeatureFile.split(read.features)
    }
}
