// What a request will take, so that a slow one need not delay quick ones.

/// What a request will take, in three classes.
public enum SolveEffort: Hashable, Comparable, Sendable {
    /// A millisecond or two.
    case trivial
    /// Some milliseconds, most likely.
    case light
    /// Nobody knows.
    case heavy
}
