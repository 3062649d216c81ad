// Routes with what the rules know about them, from a service's answers.

import Geo
public import RouteAPI

extension NavigatorRoute {
    /// Makes a route from an answer to a solve, `refresh`, `better` or `rejoin`.
    ///
    /// - Parameters:
    ///   - id: An id that no route before had.
    ///   - result: The answer.
    ///   - routeID: The route's `ObjectID`; `nil` for the first route.
    ///   - isImported: Whether the route was given rather than calculated.
    /// - Throws: ``FollowedRouteError`` as ``FollowedRoute/init(_:routeID:)``.
    public init(
        id: String, _ result: AnalysisResult, routeID: Int? = nil, isImported: Bool = false
    ) throws(FollowedRouteError) {
        self.init(id: id, try FollowedRoute(result, routeID: routeID), isImported: isImported)
        let answered = routeID ?? result.firstRouteID
        if let page = result.directions?.first(where: { $0.routeID == answered })?.page {
            offer.directionsMeters = min(page.toMeters, offer.lengthMeters)
        }
        offer.isBlocked = result.isBlocked(routeID: answered)
        offer.leavesAtMeters = result.replanning?.deviationMeters
        offer.gainSeconds = (result.replanning?.gainMinutes ?? 0) * 60
    }
}

extension AnalysisResult {
    /// The first route's `ObjectID`.
    var firstRouteID: Int {
        routes.flatMap { set in set.features.first.flatMap(set.objectID) } ?? 1
    }

    /// Whether something closes a route ahead.
    func isBlocked(routeID: Int) -> Bool {
        blockages?.contains { $0.routeID == routeID } ?? false
    }
}
