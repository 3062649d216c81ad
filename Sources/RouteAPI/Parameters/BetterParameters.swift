// A request for a better route than the present one. Where a parameter is `nil`, the handle or else
// the layer supplies it.

/// A request for a better route than the rest of the present one.
///
///     var parameters = BetterParameters()
///     parameters.routeHandle = handle
///     parameters.progress = 4_200
///     parameters.minGain = 3
public struct BetterParameters: Hashable, Sendable {
    /// The route under way, as an earlier answer returned it.
    public var routeHandle: String?
    /// Where the vehicle is, in meters along the route.
    public var progress: Double?
    /// When to search for another route, and when to propose it.
    public var thresholds = ReplanningThresholds()
    /// Whether the time windows of the route's stops are used.
    public var useTimeWindows: Bool?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops.
    public var returnStops: Bool?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}
}
