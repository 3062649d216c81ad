// Rows that a store found.

package import Geo

/// The rows a query selected.
package struct StoredFeatures: Hashable, Sendable {
    /// The rows; their first field is the object id.
    package var features: FeatureSet
    /// The row ids, in the same order.
    package var objectIDs: [Int64]
    /// Whether the query selects more rows than its limit allows.
    package var exceededLimit: Bool
    /// Warnings about rows that come without their shape, because it has no place in the query's
    /// system.
    package var messages: [String]

    package init(
        features: FeatureSet, objectIDs: [Int64], exceededLimit: Bool, messages: [String] = []
    ) {
        self.features = features
        self.objectIDs = objectIDs
        self.exceededLimit = exceededLimit
        self.messages = messages
    }
}
