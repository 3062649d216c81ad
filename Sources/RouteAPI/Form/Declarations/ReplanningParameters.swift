// The parameters common to all requests that may propose another route.

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
