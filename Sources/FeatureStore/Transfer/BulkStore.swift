// Stores that can take many rows at once.

package import Geo

/// A store that can add many rows in one transaction. Imports and batch outputs write through it.
///
/// ```swift
/// try store.loadLayers { loader throws(FeatureStoreError) in
///     try loader.create(routes)
///     try loader.append(features, to: "routes")
/// }
/// ```
package protocol BulkStore: LayerStore {
    /// Adds many rows to one or more layers in a single transaction, undone if `body` throws.
    @discardableResult
    func loadLayers<Result>(
        _ body: (any RowLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result

    /// Closes the store; later calls fail.
    func close() throws(FeatureStoreError)
}

/// Adds many rows to layers within one transaction. Use it only within the call that passed it to
/// you, on the same thread.
package protocol RowLoader {
    /// Makes an empty layer.
    func create(_ schema: LayerSchema) throws(FeatureStoreError)

    /// Removes a layer.
    func drop(_ layer: String) throws(FeatureStoreError)

    /// Adds rows to a layer. Fields are matched by name, and shapes are projected to the layer's
    /// system.
    ///
    /// - Parameter keepsObjectIDs: Whether rows keep the ids the set has in the layer's object id
    ///   field.
    /// - Returns: The row ids.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   counted from 1 over all rows added to it.
    @discardableResult
    func append(
        _ set: FeatureSet, to layer: String, keepsObjectIDs: Bool
    ) throws(FeatureStoreError) -> [Int64]
}
