// What requests about a route that a handle holds have in common.

/// A request about a route that a handle holds: ``RefreshParameters``, ``BetterParameters``,
/// ``RejoinParameters``.
public protocol HandleParameters: OperationParameters {
    /// The route, as an earlier answer returned it.
    var routeHandle: String? { get set }
    /// Whether the time windows of the route's stops are used.
    var useTimeWindows: Bool? { get set }
    /// Whether the answer has the routes.
    var returnRoutes: Bool? { get set }
    /// Whether the answer has the stops.
    var returnStops: Bool? { get set }
}

extension HandleParameters {
    /// Where the vehicle is; `refresh` does not read it.
    public var position: LocationInput? {
        get { analysis.inputs[Self.positionName] }
        set { analysis.inputs[Self.positionName] = newValue }
    }

    /// The parameter that carries the position.
    package static var positionName: String { "position" }

    /// The same request without its handle and its position.
    package var routeParameters: RouteParameters {
        var parameters = RouteParameters()
        parameters.useTimeWindows = useTimeWindows
        parameters.returnRoutes = returnRoutes
        parameters.returnStops = returnStops
        parameters.analysis = analysis
        parameters.analysis.inputs[Self.positionName] = nil
        return parameters
    }
}
