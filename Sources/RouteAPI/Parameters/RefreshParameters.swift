// A request for the present costs of a route. Parameters that are `nil` take those of its handle,
// or else the layer's default.

/// A request for the present costs of a route that a handle holds.
///
///     var parameters = RefreshParameters()
///     parameters.routeHandle = handle
///     parameters.startTime = .now
public struct RefreshParameters: HandleParameters {
    /// The route, as an earlier answer returned it.
    public var routeHandle: String?
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
