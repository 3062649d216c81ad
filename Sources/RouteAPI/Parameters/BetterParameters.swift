// A request for a better route than one under way. Parameters that are `nil` take those of its
// handle, or else the layer's default.

/// A request for a better route than the rest of one under way.
///
///     var parameters = BetterParameters()
///     parameters.routeHandle = handle
///     parameters.progress = 4_200
///     parameters.minGain = 3
public struct BetterParameters: HandleParameters {
    /// The route, as an earlier answer returned it.
    public var routeHandle: String?
    /// Meters along the route at which the vehicle is.
    public var progress: Double?
    /// The least delay of the rest of the route for which a better one is searched for, in minutes.
    public var minDelay: Double?
    /// The least gain for which a route is proposed, in minutes.
    public var minGain: Double?
    /// The least gain for which a route is proposed, in percent of the rest of the route.
    public var minGainPercent: Double?
    /// Meters for which a proposed route keeps to the route under way.
    public var minDeviationDistance: Double?
    /// Seconds for which a proposed route keeps to the route under way.
    public var minDeviationTime: Double?
    /// Whether the time windows of the route's stops are used.
    public var useTimeWindows: Bool?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops.
    public var returnStops: Bool?
    /// The common parameters.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}
}
