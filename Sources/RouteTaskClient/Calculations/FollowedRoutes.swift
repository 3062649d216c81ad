// What to request if a vehicle will follow the routes.

import Geo
public import RouteAPI

extension OperationParameters {
    /// Requests everything from which the module Navigation makes a route to follow: legs,
    /// conditions, directions, the handle, and the line with measures in longitude and latitude.
    ///
    ///     var parameters = RouteParameters()
    ///     parameters.stops = stops
    ///     parameters.requestFollowedRoutes()
    ///     let answer = try await task.solve(parameters)
    ///     let route = try FollowedRoute(answer.result)
    public mutating func requestFollowedRoutes() {
        analysis.output.outputLines = .trueShapeWithMeasure
        analysis.output.outSR = .wgs84
        analysis.output.outputGeometryPrecision = 0
        analysis.output.returnLegs = true
        analysis.output.returnConditions = true
        analysis.directions.returnDirections = true
        analysis.service.returnRouteHandle = true
    }
}
