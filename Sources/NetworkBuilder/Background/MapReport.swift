// What a build kept for the map's background.

/// What a build kept for the background of maps, and what it dropped.
public struct MapReport: Codable, Hashable, Sendable {
    /// How many features the deepest zoom has, by the tiles' layer.
    public var features: [String: Int] = [:]
    /// Areas and lines left out, counted by reason.
    public var dropped: [String: Int] = [:]
    /// The file's size in bytes.
    public var bytes = 0
    /// The file's fingerprint.
    public var fingerprint = ""

    /// Creates an empty report.
    public init() {}
}
