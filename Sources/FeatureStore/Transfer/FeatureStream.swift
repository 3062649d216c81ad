// Rows of a file that come batch by batch.

public import Geo

/// The rows of a file, some at a time, as often as they are asked for.
///
/// An import reads them twice: for the kinds of their shapes and their ids, and for the rows.
public struct FeatureStream: Sendable {
    /// The fields, the system and the kind of shape, without rows. The system is undefined where
    /// the file states none; the kind is nil for rows without shapes.
    public var head: FeatureSet
    /// The names of the fields whose dates have no time.
    public var dayFields: Set<String>
    /// The name of the file in messages.
    public var name: String
    /// Calls a function with all rows, in sets that are like ``head``.
    public var forEachBatch:
        @Sendable (_ body: (FeatureSet) throws(FeatureStoreError) -> Void)
            throws(FeatureStoreError) -> Void

    /// Describes a stream.
    public init(
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
    /// What a file has that states no system; the number by which a GeoPackage says so.
    public static let undefined = SpatialReference(wkid: 0)
}
