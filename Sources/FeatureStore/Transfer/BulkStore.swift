// Stores that many rows can be added to at once.

public import Geo

/// A store that many rows can be added to in one transaction.
///
/// ```swift
/// try store.loadLayers { loader throws(FeatureStoreError) in
///     try loader.create(routes)
///     try loader.append(features, to: "routes")
/// }
/// ```
public protocol BulkStore: LayerStore {
    /// Adds many rows, to one or several layers, in one transaction that is undone when `body`
    /// throws.
    @discardableResult
    func loadLayers<Result>(
        _ body: (any RowLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result

    /// Closes the store; later calls fail.
    func close() throws(FeatureStoreError)
}

/// Adds many rows to layers within one transaction. Use it within the call that made it, on its
/// thread.
public protocol RowLoader {
    /// Makes an empty layer.
    func create(_ schema: LayerSchema) throws(FeatureStoreError)

    /// Removes a layer.
    func drop(_ layer: String) throws(FeatureStoreError)

    /// Adds rows to a layer, matched to its fields by name; shapes are projected to its system.
    ///
    /// - Parameter keepsObjectIDs: Whether rows get the ids that the set has in the field of the
    ///   layer's object id.
    /// - Returns: The ids of the rows.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   counted from 1 over all rows added to the layer.
    @discardableResult
    func append(
        _ set: FeatureSet, to layer: String, keepsObjectIDs: Bool
    ) throws(FeatureStoreError) -> [Int64]
}
