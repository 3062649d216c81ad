// Where a route may make U-turns.

/// Where a route may make a U-turn between stops.
public enum UTurnPolicy: String, Hashable, Sendable, CaseIterable {
    /// At every junction.
    case allowBacktrack = "esriNFSBAllowBacktrack"
    /// At dead ends and where three or more streets meet.
    case atDeadEndsAndIntersections = "esriNFSBAtDeadEndsAndIntersections"
    /// At dead ends only.
    case atDeadEndsOnly = "esriNFSBAtDeadEndsOnly"
    /// Nowhere.
    case noBacktrack = "esriNFSBNoBacktrack"
}
