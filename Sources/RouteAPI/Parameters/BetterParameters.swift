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
