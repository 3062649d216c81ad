// A file's rows, batch by batch.

package import Geo

/// A file's rows in batches, readable any number of times.
///
/// An import reads them twice: first for ids and kinds of shapes, then for the rows.
package struct FeatureStream: Sendable {
    /// The fields, system and kind of shape, without rows. The system is undefined if the file
    /// states none; the kind is nil if rows have no shapes.
    package var head: FeatureSet
    /// Names of date fields without times.
    package var dayFields: Set<String>
    /// The file's name in messages.
    package var name: String
    /// Passes all rows to a function, in sets with the same fields as ``head``.
    package var forEachBatch:
        @Sendable (_ body: (FeatureSet) throws(FeatureStoreError) -> Void)
            throws(FeatureStoreError) -> Void

    /// Describes a stream.
    package init(
        head: FeatureSet, dayFields: Set<String> = [], name: String,
        forEachBatch:
            @escaping @Sendable (_ body: (FeatureSet) throws(FeatureStoreError) -> Void)
            throws(FeatureStoreError) -> Void
    ) {
        self.head = head
        self.dayFields = dayFields
        self.name = name
        self.forEachBatch = forEachBatch
    }
}

extension SpatialReference {
    /// The system if a file states none; GeoPackages use this number too.
    package static let undefined = SpatialReference(wkid: 0)
}
