// A request about a vehicle on its route: where it is and what has changed. Where a parameter is
// `nil`, the handle or else the layer supplies it.

/// A request for where a vehicle is on its route, what is left of it, and what has changed.
///
///     var parameters = FollowParameters()
///     parameters.routeHandle = handle
///     parameters.fixes = TraceInput([Trace(name: "", fixes: fixes)])
///     parameters.since = answer.result.following?.state
///
/// The service remembers nothing: send the latest fixes, how far the vehicle had come, and the
/// state of the last answer. If nothing has changed since, the answer is a few bytes.
public struct FollowParameters: Hashable, Sendable {
    /// The route under way, as an earlier answer returned it.
    public var routeHandle: String?
    /// The latest fixes in order, as one trace.
    public var fixes: TraceInput?
    /// How far the vehicle had come, in meters along the route; it has not gone back since.
    public var progress: Double?
    /// The state of an earlier answer. If it is still the same, the answer has no routes.
    public var since: String?
    /// When to search for another route, and when to propose it.
    public var thresholds = ReplanningThresholds()
    /// Whether the time windows of the route's stops are used.
    public var useTimeWindows: Bool?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops.
    public var returnStops: Bool?
    /// Whether the answer has the streets that leave the route ahead.
    public var returnCorridor: Bool?
    /// For how many meters ahead the answer has them.
    public var corridorMeters: Double?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}

    package static let fixesName = "fixes"
    /// For how many meters a corridor may be asked for.
    package static let corridorRange = 100.0...5_000

    /// The request for a better route, from a place that is not said yet.
    package var better: BetterParameters {
        var better = BetterParameters()
        better.routeHandle = routeHandle
        better.thresholds = thresholds
        better.useTimeWindows = useTimeWindows
        better.returnRoutes = returnRoutes
        better.returnStops = returnStops
        better.analysis = analysis
        return better
    }
}
