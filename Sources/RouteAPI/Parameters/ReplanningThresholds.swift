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

/// A request that may propose another route: ``BetterParameters`` and ``FollowParameters``.
public protocol ReplanningParameters: HandleParameters {
    /// When to search for another route, and when to propose it.
    var thresholds: ReplanningThresholds { get set }
}

extension ReplanningParameters {
    /// Search only if the rest of the route is delayed by at least this many minutes.
    public var minDelay: Double? {
        get { thresholds.minDelay }
        set { thresholds.minDelay = newValue }
    }

    /// Propose a route only if it gains at least this many minutes.
    public var minGain: Double? {
        get { thresholds.minGain }
        set { thresholds.minGain = newValue }
    }

    /// Propose a route only if it gains at least this percentage of the remaining time.
    public var minGainPercent: Double? {
        get { thresholds.minGainPercent }
        set { thresholds.minGainPercent = newValue }
    }

    /// For how many meters a proposed route must follow the present one.
    public var minDeviationDistance: Double? {
        get { thresholds.minDeviationDistance }
        set { thresholds.minDeviationDistance = newValue }
    }

    /// For how many seconds a proposed route must follow the present one.
    public var minDeviationTime: Double? {
        get { thresholds.minDeviationTime }
        set { thresholds.minDeviationTime = newValue }
    }
}
