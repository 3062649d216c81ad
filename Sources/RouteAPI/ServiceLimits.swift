// The limits of a service.

/// The limits on one request.
public struct ServiceLimits: Hashable, Sendable {
    /// How many stops a request may have.
    public var maximumStops = 10_000
    /// How many stops a route may have.
    public var maximumStopsPerRoute = 1_000
    /// How many pairs of origins and destinations, or incidents and facilities, a request may have.
    public var maximumPairs = 1_000_000
    /// How many positions all traces of a request may have.
    public var maximumTracePoints = 100_000
    /// How many barriers of each class a request may have.
    public var maximumBarriers = ByBarrierClass<Int> { $0 == .point ? 10_000 : 2_000 }
    /// How many vertices all line and polygon barriers may have together.
    public var maximumBarrierVertices = 250_000
    /// How many streets all barriers of a class may touch. A street counts once for every barrier;
    /// a point at a junction touches all streets that meet there.
    public var maximumAffectedFeatures = ByBarrierClass<Int> { _ in 2_000_000 }
    /// How often a request's lines and polygons may cross or cover streets. If a line crosses a
    /// street ten times, it does so at ten places, which take 24 bytes each.
    package var maximumBarrierPlaces = 2_000_000
    /// The same limit for all standing barriers. No client can do anything about it.
    package var maximumStandingBarrierPlaces = 4_000_000
    /// How many seconds a solve may take.
    public var maximumSolveSeconds = 60.0
    /// How many bytes a request's body may have.
    public var maximumRequestBytes = 20_000_000

    /// Creates the limits that Waypost ships with.
    public init() {}
}
