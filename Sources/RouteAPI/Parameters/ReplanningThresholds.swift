// When another route is searched for, and when it is proposed.

/// When to search for another route than the one under way, and when to propose it.
///
/// Where a value is `nil`, the layer supplies it.
public struct ReplanningThresholds: Hashable, Sendable {
    /// Search only if the rest of the route is delayed by at least this many minutes.
    public var minDelay: Double?
    /// Propose a route only if it gains at least this many minutes.
    public var minGain: Double?
    /// Propose a route only if it gains at least this percentage of the remaining time.
    public var minGainPercent: Double?
    /// For how many meters a proposed route must follow the present one.
    public var minDeviationDistance: Double?
    /// For how many seconds a proposed route must follow the present one.
    public var minDeviationTime: Double?

    /// Creates thresholds that are all `nil`.
    public init() {}
}
