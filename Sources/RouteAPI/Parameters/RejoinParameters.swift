// A request for a path back to a route that a vehicle has left. Parameters that are `nil` take
// those of its handle, or else the layer's default.

/// A request for a path from a place off a route back to it, and on along it.
///
///     var parameters = RejoinParameters()
///     parameters.routeHandle = handle
///     parameters.position = LocationInput(features: place)    // with Bearing, if it is known
///     parameters.progress = 4_200
public struct RejoinParameters: HandleParameters {
    /// The route, as an earlier answer returned it.
    public var routeHandle: String?
    /// Meters along the route that have been traveled; `nil` for a vehicle that has not been on it.
    public var progress: Double?
    /// How many times the vehicle has left the route, this time included.
    public var deviations: Int?
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
