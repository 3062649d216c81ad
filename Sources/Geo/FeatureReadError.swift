// What can be wrong with features in Esri JSON, GeoJSON, CSV or GPX.

/// The reason why a feature or geometry cannot be read. The caller sees the message and can act on
/// it.
public struct FeatureReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The feature's position in the input, counted from 1; `nil` if the input as a whole is wrong.
    public var feature: Int?
    /// What was found, and what would be accepted.
    public var reason: String

    /// Makes an error.
    public init(feature: Int? = nil, _ reason: String) {
        self.feature = feature
        self.reason = reason
    }

    /// The reason, after the feature's number.
    public var description: String {
        feature.map { "feature \($0): \(reason)" } ?? reason
    }
}

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
