// A layer's rows, batch by batch.

package import Geo

/// A layer's rows in batches, in longitude and latitude.
///
/// A layer is read twice, first for its columns and then for its streets, so that its rows need not
/// be in memory. Batches may differ in their columns.
package struct StreetRows {
    /// The layer's name for messages.
    package var name: String
    /// Passes on all rows, with the share of the layer that is read after each batch; `nil` if it
    /// is unknown.
    package var forEachBatch: (_ body: (FeatureSet, Double?) throws -> Void) throws -> Void

    /// Names a layer and says how to read it.
    package init(
        named name: String,
        forEachBatch: @escaping (_ body: (FeatureSet, Double?) throws -> Void) throws -> Void
    ) {
        self.name = name
        self.forEachBatch = forEachBatch
    }

    /// Passes on rows in memory.
    package init(_ rows: FeatureSet, named name: String) {
        self.init(named: name) { body in try body(rows, 1) }
    }
}
