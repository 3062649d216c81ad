// Classes of the expected duration of a request, so that slow requests do not delay fast ones.

/// An estimate of the duration of a request, in three classes.
public enum SolveEffort: Hashable, Comparable, Sendable {
    /// About a millisecond or two.
    case trivial
    /// Probably some milliseconds.
    case light
    /// Not known; perhaps long.
    case heavy
}
