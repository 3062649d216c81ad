// A row of a feature set.

/// A shape with attributes.
public struct Feature: Hashable, Sendable {
    /// One value for each field of the owning set, in the same order.
    public var values: [AttributeValue]
    /// The shape, or `nil` if the row has none.
    public var geometry: Geometry?
    /// The shape's own spatial reference, if it differs from the set's.
    public var spatialReference: SpatialReference?

    /// Makes a feature.
    public init(
        values: [AttributeValue], geometry: Geometry?, spatialReference: SpatialReference? = nil
    ) {
        self.values = values
        self.geometry = geometry
        self.spatialReference = spatialReference
    }
}
