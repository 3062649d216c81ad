// A request for a route's present costs. Where a parameter is `nil`, the handle or else the layer
// supplies it.

/// A request for the present costs of a route given by its handle.
///
///     var parameters = RefreshParameters()
///     parameters.routeHandle = handle
///     parameters.progress = 4_200
public struct RefreshParameters: Hashable, Sendable {
    /// The route, as an earlier answer returned it.
    public var routeHandle: String?
    /// Where the vehicle is, in meters along the route. With it, or with ``position``, the answer
    /// is the rest of the route.
    public var progress: Double?
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
