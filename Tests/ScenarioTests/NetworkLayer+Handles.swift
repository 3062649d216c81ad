// Requests about a route under way, by its handle.

import Preparation
import RouteAPI
import RouteAnalysis

extension NetworkLayer {
    /// The route of a handle as it is now.
    func refresh(
        _ handle: String?, _ change: (inout RefreshParameters) -> Void = { _ in }
    ) throws(RouteRequestError) -> AnalysisResult {
        var parameters = RefreshParameters()
        parameters.routeHandle = handle
        change(&parameters)
        return try refresh(parameters)
    }

    /// A route better than the handle's, if there is one.
    func better(
        _ handle: String?, _ change: (inout BetterParameters) -> Void = { _ in }
    ) throws(RouteRequestError) -> AnalysisResult {
        var parameters = BetterParameters()
        parameters.routeHandle = handle
        change(&parameters)
        return try better(parameters)
    }

    /// The way back to the route of a handle.
    func rejoin(
        _ handle: String?, _ change: (inout RejoinParameters) -> Void = { _ in }
    ) throws(RouteRequestError) -> AnalysisResult {
        var parameters = RejoinParameters()
        parameters.routeHandle = handle
        change(&parameters)
        return try rejoin(parameters)
    }

    /// Where a vehicle is on the route of a handle, by its latest fixes.
    func follow(
        _ handle: String?, _ fixes: TraceInput?,
        _ change: (inout FollowParameters) -> Void = { _ in }
    ) throws(RouteRequestError) -> AnalysisResult {
        var parameters = FollowParameters()
        parameters.routeHandle = handle
        parameters.fixes = fixes
        change(&parameters)
        return try follow(parameters)
    }
}
