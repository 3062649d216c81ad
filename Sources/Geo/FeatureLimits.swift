// Bounds on the features that are read.

/// Limits on the features a reader accepts, against hostile input.
public struct FeatureLimits: Hashable, Sendable {
    /// The greatest number of features.
    public var maximumFeatures: Int
    /// The greatest number of vertices in all features together.
    public var maximumVertices: Int
    /// The greatest number of columns.
    public var maximumFields: Int
    /// The greatest number of values, columns times features, to bound memory.
    public var maximumValues: Int

    /// Makes limits.
    public init(
        maximumFeatures: Int = 200_000, maximumVertices: Int = 2_000_000,
        maximumFields: Int = 500, maximumValues: Int = 5_000_000
    ) {
        self.maximumFeatures = maximumFeatures
        self.maximumVertices = maximumVertices
        self.maximumFields = maximumFields
        self.maximumValues = maximumValues
    }
}
