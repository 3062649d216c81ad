// What can be wrong with features sent as Esri JSON, GeoJSON, CSV or GPX.

/// A feature or geometry that cannot be understood. The caller sees it and can act on it.
public struct FeatureReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the feature in the input, from 1, or `nil` when the input as a whole is wrong.
    public var feature: Int?
    /// What was found and what would be accepted.
    public var reason: String

    /// Makes an error.
    public init(feature: Int? = nil, _ reason: String) {
        self.feature = feature
        self.reason = reason
    }

    /// A sentence that names the feature.
    public var description: String {
        feature.map { "feature \($0): \(reason)" } ?? reason
    }
}

/// Bounds on the features a reader accepts, against hostile input.
public struct FeatureLimits: Hashable, Sendable {
    /// The greatest number of features.
    public var maximumFeatures: Int
    /// The greatest number of vertices of all features together.
    public var maximumVertices: Int
    /// The greatest number of columns.
    public var maximumFields: Int
    /// The greatest number of values, columns times features: it bounds memory.
    public var maximumValues: Int

    /// Makes bounds.
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
