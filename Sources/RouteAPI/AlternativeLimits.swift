// What makes a route an alternative to the best one.

/// What makes a route an alternative to the best one.
public struct AlternativeLimits: Hashable, Sendable {
    /// The greatest impedance of an alternative, as a multiple of the best route's.
    public var maxDetour: Double
    /// The greatest part of an alternative that it shares with each better route, as a share of the
    /// best route's impedance.
    public var maxSharing: Double

    /// Makes limits.
    public init(maxDetour: Double, maxSharing: Double) {
        self.maxDetour = maxDetour
        self.maxSharing = maxSharing
    }

    /// A quarter more impedance at most, and four fifths shared.
    public static let usual = AlternativeLimits(maxDetour: 1.25, maxSharing: 0.8)
}
