// Start here: the room's interface, a store of layers, and what you can do with it.
//
// The protocol is LayerStore: a type named FeatureStore would hide the module of that name.

package import Geo

/// A store of feature layers.
///
/// ```swift
/// let store = try GeoPackageStore(path: path, access: .readWrite)
/// var query = LayerQuery(layer: "deliveries", limit: 500)
/// query.where = "driver = 'Ada' AND day = DATE '2026-03-02'"
/// let stops = try store.features(query).features
/// ```
///
/// Two stores exist: ``GeoPackageStore`` keeps layers in a file, ``PostGISStore`` in a PostgreSQL
/// database. Use ``StorePlace`` to open either from a path or a URL. Other programs may read and
/// edit the same layers at any time, so no schema is cached across calls.
///
/// Each query reads one snapshot of its layer. Conditions are ``WhereClause`` texts and never
/// become SQL as they are; both stores select the same rows for them. Edits run in one transaction
/// and are durable when the call returns. To learn cheaply whether a layer has changed, compare
/// ``version(of:)``.
///
/// You may call every function from several threads at once. Functions block the thread while they
/// read, O(rows the index leaves), and ask `isCancelled` every few hundred rows. Route requests
/// read stops and barriers through this protocol, batch outputs are written through it, and feature
/// services query and edit through it.
package protocol LayerStore: Sendable {
    /// The store's name for messages, such as its file name.
    var name: String { get }

    /// Returns the layers, sorted by name.
    ///
    /// - Throws: ``FeatureStoreError`` if the store cannot be read.
    func layers() throws(FeatureStoreError) -> [LayerSchema]

    /// Finds a layer by name, ignoring case.
    ///
    /// - Throws: ``FeatureStoreError/noLayer(_:store:known:nearest:)``, which lists the known
    ///   names.
    func layer(named name: String) throws(FeatureStoreError) -> LayerSchema

    /// Returns a value that changes with every change to a layer, including changes by other
    /// processes.
    ///
    /// If you cache features under a version, read the version first: the features are then never
    /// older than it says. O(1): cheap enough for every solve.
    func version(of layer: String) throws(FeatureStoreError) -> LayerVersion

    /// Returns a query's rows as features, in order, up to the query's limit.
    ///
    /// The first field is the object id, whether or not `outFields` names it.
    ///
    /// - Throws: ``FeatureStoreError`` naming the layer, field, condition or shape that is wrong.
    func features(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures

    /// Reads a query's rows in batches. Each batch is read when the one before has been used, so
    /// memory is bounded by the batch size. The query's limit applies to all batches together.
    ///
    /// All batches show the same snapshot.
    ///
    /// - Parameters:
    ///   - size: Rows per batch, at least 1.
    ///   - body: Receives a batch. An error it throws ends the reading.
    func forEachBatch(
        of size: Int, _ query: LayerQuery, isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError)

    /// Counts the rows a query selects; its limit, offset and order are ignored.
    func count(_ query: LayerQuery, isCancelled: () -> Bool) throws(FeatureStoreError) -> Int

    /// Returns the ids of a query's rows, in order.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` if there are more than its limit.
    func objectIDs(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64]

    /// Returns a field's distinct values among a query's rows, sorted, null first.
    ///
    /// - Parameter limit: The greatest number of values.
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` beyond the limit.
    func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [AttributeValue]

    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    ///
    /// A row that is wrong becomes a failure in the outcome; errors are thrown only if they concern
    /// all rows.
    func apply(
        _ edits: LayerEdits, to layer: String
    ) throws(FeatureStoreError) -> EditOutcome

    /// Checks that a layer's rows can be edited: it must not be a view, and the account needs the
    /// rights.
    ///
    /// - Throws: ``FeatureStoreError`` naming what is missing.
    func requireEditing(of layer: String) throws(FeatureStoreError)

    /// Runs `body` and makes all its edits in one transaction. Other programs cannot change the
    /// layers between its reads and edits, or between its edits. Its reads may not see its own
    /// edits.
    ///
    /// - Parameters:
    ///   - layers: The layers it changes.
    ///   - isKept: Returns whether to commit the edits behind a result; otherwise they are undone
    ///     and the result is still returned.
    func together<Result>(
        on layers: [String], keeping isKept: (Result) -> Bool,
        _ body: () throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result

    /// Makes an empty layer.
    ///
    /// - Throws: ``FeatureStoreError/layerExists(_:store:)``, or what is wrong with the schema.
    func create(_ schema: LayerSchema) throws(FeatureStoreError)

    /// Removes a layer with all its rows.
    func drop(_ layer: String) throws(FeatureStoreError)
}

extension LayerStore {
    /// Returns a query's rows as features, in order, up to the query's limit.
    package func features(_ query: LayerQuery) throws(FeatureStoreError) -> StoredFeatures {
        try features(query, isCancelled: { false })
    }

    /// Counts the rows a query selects.
    package func count(_ query: LayerQuery) throws(FeatureStoreError) -> Int {
        try count(query, isCancelled: { false })
    }

    /// Returns the ids of a query's rows, in order.
    package func objectIDs(_ query: LayerQuery) throws(FeatureStoreError) -> [Int64] {
        try objectIDs(query, isCancelled: { false })
    }
}
