// When a route departs.

/// When a route leaves its first stop.
public enum StartTime: Hashable, Sendable {
    /// The moment of solving.
    case now
    /// Milliseconds since 1970: local time read as UTC, unless `startTimeIsUTC` is set.
    case milliseconds(Int64)
}
