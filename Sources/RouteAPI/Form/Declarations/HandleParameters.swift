// What requests about a route's handle have in common.

/// A request about a route given by its handle: ``RefreshParameters``, ``BetterParameters``,
/// ``RejoinParameters`` and ``FollowParameters``.
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
    /// Where the vehicle is.
    public var position: LocationInput? {
        get { analysis.inputs[Self.positionName] }
        set { analysis.inputs[Self.positionName] = newValue }
    }

    package static var positionName: String { "position" }

    /// The same request without its handle and position.
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
