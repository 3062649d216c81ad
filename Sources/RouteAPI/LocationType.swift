// What a route does at a stop.

/// What a route does at a stop.
public enum LocationType: Int, Hashable, Sendable, CaseIterable {
    /// It visits the stop.
    case stop = 0
    /// It passes through the point, without an entry in the directions.
    case waypoint = 1
    /// It takes a break.
    case `break` = 2
}
