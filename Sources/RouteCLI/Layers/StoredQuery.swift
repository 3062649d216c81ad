// A query on a stored layer, with its file or database open.

import FeatureStore
import Geo
import Preparation
import PublishedServices
import RouteAPI
import RouteService
import ServiceDefinitions

/// A query on a stored layer, with its file or database open.
struct StoredQuery: Sendable {
    let selection: FeatureSelection
    /// The fields with other names.
    let mapping: RouteAPI.FieldMapping
    let store: any BulkStore
    /// The layer's name in the store.
    let name: String
    private let layer: StoredLayer

    /// Opens the store and reads the selection.
    ///
    /// - Throws: ``CommandFailure`` naming the file, `RouteRequestError` if the selection cannot be
    ///   read.
    init(_ stored: StoredFile, _ rows: RowSelection) throws {
        store = try stored.open()
        name = try stored.layerName(in: store)
        let definition = try StoredLayerQuery(rows.definition(ofLayer: name, for: "rows"))
            .definition(of: "rows")
        layer = try StoredLayer(
            StoredLayerDeclaration(
                name: name, path: stored.path, table: name, mapping: definition.mapping),
            in: store)
        (selection, mapping) = (definition.selection, definition.mapping)
    }

    /// Reads the layer; Ctrl-C ends the reading.
    func reading<Value: Sendable>(
        _ read:
            @escaping @Sendable (StoredLayer, () -> Bool) throws(FeatureStoreError) -> Value
    ) async throws -> Value {
        let control = SolveControl()
        return try await withInterruption({ control.cancel() }) {
            try read(layer) { control.shouldStop }
        }
    }
}
