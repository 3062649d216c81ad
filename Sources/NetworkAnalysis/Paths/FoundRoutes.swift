// The routes of a request, and what there is to say about those that are missing.

package import RouteAPI

/// The routes of a request, and what is to be said about those that are not there.
package struct FoundRoutes: Sendable {
    package var routes: [SolvedRoute] = []
    /// Positions of stops that belong to a route that could not be found.
    package var unreached: Set<Int> = []
    package var messages: [Message] = []
    /// Why stops are not visited, or too late.
    package var reasons: [Reason] = []

    package init(
        routes: [SolvedRoute] = [], unreached: Set<Int> = [], messages: [Message] = [],
        reasons: [Reason] = []
    ) {
        self.routes = routes
        self.unreached = unreached
        self.messages = messages
        self.reasons = reasons
    }

    /// Whether some stop is left out, or reached after its window.
    package var isTroubled: Bool {
        routes.contains { route in
            !route.leftOut.isEmpty
                || route.schedule.visits.contains { $0.violationMilliseconds > 0 }
        }
    }

    /// When the last of the routes ends, in milliseconds after its start.
    package var longestMilliseconds: Int64 {
        routes.compactMap(\.schedule.visits.last?.departureMilliseconds).max() ?? 0
    }
}
