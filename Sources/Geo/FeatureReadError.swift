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
