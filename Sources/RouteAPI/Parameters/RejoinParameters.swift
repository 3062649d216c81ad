// A request for a path back to a route that a vehicle has left. Where a parameter is `nil`, the
// handle or else the layer supplies it.

/// A request for a path from a place off a route back to it, and on along it.
///
///     var parameters = RejoinParameters()
///     parameters.routeHandle = handle
///     parameters.position = LocationInput(features: place)    // with Bearing, if it is known
///     parameters.progress = 4_200
public struct RejoinParameters: Hashable, Sendable {
    /// The route, as an earlier answer returned it.
    public var routeHandle: String?
    /// How many meters of the route have been traveled; `nil` if the vehicle has not been on it.
    public var progress: Double?
    /// How many times the vehicle has left the route, including this time.
    public var deviations: Int?
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
