// Start here: the room's interface, a store of layers, and what can be done with it.
//
// The protocol is LayerStore: a public type named FeatureStore would hide the module of that name.

public import Geo

/// A store of feature layers.
///
/// ```swift
/// let store = try GeoPackageStore(path: path, access: .readWrite)
/// var query = LayerQuery(layer: "deliveries", limit: 500)
/// query.where = "driver = 'Ada' AND day = DATE '2026-03-02'"
/// let stops = try store.features(query).features
/// ```
///
/// Every function may be called by several threads at once. A query sees the layer as it is at one
/// moment. Functions block the thread while they read, O(rows that the index leaves); `isCancelled`
/// is asked every few hundred rows.
public protocol LayerStore: Sendable {
    /// A name for messages, such as the file's name.
    var name: String { get }

    /// The layers, sorted by name.
    ///
    /// - Throws: ``FeatureStoreError`` when the store cannot be read.
    func layers() throws(FeatureStoreError) -> [LayerSchema]

    /// A layer by its name in any case of letters.
    ///
    /// - Throws: ``FeatureStoreError/noLayer(_:store:known:nearest:)`` with the names there are.
    func layer(named name: String) throws(FeatureStoreError) -> LayerSchema

    /// What changes with each change of a layer, also one that another process made.
    ///
    /// Read it before the features that are kept under it: the features are then never older than
    /// the version says. O(1): cheap enough for every solve.
    func version(of layer: String) throws(FeatureStoreError) -> LayerVersion

    /// The rows of a query as features, in order, bounded by the query's limit.
    ///
    /// The set's fields begin with the object id, whether or not `outFields` names it.
    ///
    /// - Throws: ``FeatureStoreError`` naming the layer, field, condition or shape that is wrong.
    func features(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures

    /// The rows of a query in batches, each read when the one before has been used, so that memory
    /// is bounded by the size of a batch. The query's limit bounds all batches together.
    ///
    /// The rows of all batches are those of one moment.
    ///
    /// - Parameters:
    ///   - size: The rows of a batch, at least 1.
    ///   - body: Receives a batch; an error it throws ends the reading.
    func forEachBatch(
        of size: Int, _ query: LayerQuery, isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError)

    /// The number of rows that a query selects; its limit, offset and order count for nothing.
    func count(_ query: LayerQuery, isCancelled: () -> Bool) throws(FeatureStoreError) -> Int

    /// The ids of the rows of a query, in order.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` when there are more than its limit.
    func objectIDs(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64]

    /// The distinct values of a field among the rows of a query, sorted, null first.
    ///
    /// - Parameter limit: The greatest number of values.
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` beyond the limit.
    func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [AttributeValue]

    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    ///
    /// A row that is wrong is a failure in the outcome; errors are thrown for what concerns all.
    func apply(
        _ edits: LayerEdits, to layer: String
    ) throws(FeatureStoreError) -> EditOutcome

    /// Checks that the rows of a layer can be edited: that it is no view, and that the account has
    /// the rights.
    ///
    /// - Throws: ``FeatureStoreError`` naming what is missing.
    func requireEditing(of layer: String) throws(FeatureStoreError)

    /// Runs `body`, whose edits are one transaction. Other programs change the layers neither
    /// between its reads and its edits nor between its edits. Reads may not see its own edits.
    ///
    /// - Parameters:
    ///   - layers: The layers that it changes.
    ///   - isKept: Whether the edits of a result are committed, or undone and the result returned
    ///     all the same.
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
    /// The rows of a query as features, in order, bounded by the query's limit.
    public func features(_ query: LayerQuery) throws(FeatureStoreError) -> StoredFeatures {
        try features(query, isCancelled: { false })
    }

    /// The number of rows that a query selects.
    public func count(_ query: LayerQuery) throws(FeatureStoreError) -> Int {
        try count(query, isCancelled: { false })
    }

    /// The ids of the rows of a query, in order.
    public func objectIDs(_ query: LayerQuery) throws(FeatureStoreError) -> [Int64] {
        try objectIDs(query, isCancelled: { false })
    }
}

/// The rows that a query selected.
public struct StoredFeatures: Hashable, Sendable {
    /// The rows; the first field is the object id.
    public var features: FeatureSet
    /// The rows' ids, in the same order.
    public var objectIDs: [Int64]
    /// Whether the query selects more rows than its limit.
    public var exceededLimit: Bool
    /// What is to be said of rows that come without their shape, since it has no place in the
    /// query's system.
    public var messages: [String]

    /// Makes a result.
    public init(
        features: FeatureSet, objectIDs: [Int64], exceededLimit: Bool, messages: [String] = []
    ) {
        self.features = features
        self.objectIDs = objectIDs
        self.exceededLimit = exceededLimit
        self.messages = messages
    }
}

/// What changes with each change of a layer; versions of one layer of one store compare.
public struct LayerVersion: Hashable, Sendable {
    /// The number of changes of rows, where the store counts them for each layer.
    public var changes: Int64
    /// The number of changes of the store's tables and, where rows are not counted, of any row.
    public var epoch: Int64
    /// The number of files that the store had open before this one, at the same path.
    public var file: Int64

    /// Makes a version.
    public init(changes: Int64, epoch: Int64 = 0, file: Int64 = 0) {
        self.changes = changes
        self.epoch = epoch
        self.file = file
    }
}
