// A request for routes as the caller meant it. What is `nil` takes the layer's default.

/// A whole request for routes. Every `nil` takes the layer's default.
///
/// It consists of the parameters that every analysis has and of what routes have of their own. The
/// members of the common parts are its members as well:
///
///     var parameters = RouteParameters()
///     parameters.stops = LocationInput(features: stops)
///     parameters.impedanceAttributeName = "Kilometers"    // of the part `travel`
public struct RouteParameters: OperationParameters {
    /// Whether stops may be reordered.
    public var findBestSequence: Bool?
    /// Whether the first stop stays first when reordering.
    public var preserveFirstStop: Bool?
    /// Whether the last stop stays last when reordering.
    public var preserveLastStop: Bool?
    /// Whether time windows count.
    public var useTimeWindows: Bool?
    /// Whether time windows are instants rather than local wall-clock times.
    public var timeWindowsAreUTC: Bool?
    /// Whether routes are wanted.
    public var returnRoutes: Bool?
    /// Whether stops are wanted.
    public var returnStops: Bool?
    /// What every analysis has.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The stops; at least two must be valid.
    public var stops: LocationInput? {
        get { analysis.inputs[Self.stopsName] }
        set { analysis.inputs[Self.stopsName] = newValue }
    }

    /// The parameter that carries the stops.
    package static let stopsName = "stops"
}
