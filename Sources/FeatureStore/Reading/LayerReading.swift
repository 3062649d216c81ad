// Queries on a store that reads a layer in one snapshot: the same for every database.

package import Geo

/// A store whose queries are answered by a ``LayerReader``.
///
/// Conform by opening a snapshot, finding the query's layer in it, and passing its reader on. All
/// queries of ``LayerStore`` follow from this.
package protocol LayerReading: LayerStore {
    /// Reads a query's layer in one snapshot.
    ///
    /// - Throws: ``FeatureStoreError``, also for errors that `body` throws.
    func reading<Result>(
        _ query: LayerQuery, _ isCancelled: () -> Bool, _ body: (LayerReader) throws -> Result
    ) throws(FeatureStoreError) -> Result
}

extension LayerReading {
    package func features(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        try reading(query, isCancelled) { try $0.features(query) }
    }

    package func forEachBatch(
        of size: Int, _ query: LayerQuery, isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        precondition(size >= 1, "a batch has at least one row")
        try reading(query, isCancelled) { try $0.read(query, batch: size, body) }
    }

    package func count(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Int {
        try reading(query, isCancelled) { try $0.count(query) }
    }

    package func objectIDs(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try reading(query, isCancelled) { try $0.objectIDs(query) }
    }

    package func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [AttributeValue] {
        try reading(query, isCancelled) {
            try $0.distinctValues(of: field, query, limit: limit)
        }
    }
}
