// Rows that a store found.

public import Geo

/// The rows a query selected.
public struct StoredFeatures: Hashable, Sendable {
    /// The rows; their first field is the object id.
    public var features: FeatureSet
    /// The row ids, in the same order.
    public var objectIDs: [Int64]
    /// Whether the query selects more rows than its limit allows.
    public var exceededLimit: Bool
    /// Warnings about rows that come without their shape, because it has no place in the query's
    /// system.
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
