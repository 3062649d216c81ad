// How much an alternative may cost, and share with better routes.

/// How much an alternative may cost, and share with better routes.
///
/// Routes outside these limits are not worth showing: they are long detours, or the best route with
/// a small change.
public struct AlternativeLimits: Hashable, Sendable {
    /// The highest impedance of an alternative, as a multiple of the best route's.
    public var maxDetour: Double
    /// How much of its impedance an alternative may share with each better route, as a share of the
    /// best route's impedance.
    public var maxSharing: Double

    /// Creates limits. Use ``usual`` unless the layer has its own.
    public init(maxDetour: Double, maxSharing: Double) {
        self.maxDetour = maxDetour
        self.maxSharing = maxSharing
    }

    /// At most a quarter more impedance, and at most four fifths shared.
    public static let usual = AlternativeLimits(maxDetour: 1.25, maxSharing: 0.8)
}
