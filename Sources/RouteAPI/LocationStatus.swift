// What became of a location.

/// What became of an input location.
public enum LocationStatus: Int, Hashable, Sendable, CaseIterable {
    /// Located and used.
    case ok = 0
    /// No usable street is within the tolerance.
    case notLocated = 1
    /// The stored place does not exist in the network.
    case elementNotLocated = 2
    /// The stored place may not be traveled.
    case elementNotTraversable = 3
    /// A field has an invalid value.
    case invalidFieldValues = 4
    /// No route reaches it.
    case notReached = 5
    /// The route reaches it outside its time window.
    case timeWindowViolation = 6
    /// It is placed, but not on the nearest street, which is closed.
    case notLocatedOnClosest = 7
}
