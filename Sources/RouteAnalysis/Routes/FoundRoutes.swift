// The routes of a request, and what there is to say about those that are missing.

import RouteAPI

/// The routes of a request, and what is to be said about those that are not there.
struct FoundRoutes: Sendable {
    var routes: [SolvedRoute] = []
    /// Positions of stops that belong to a route that could not be found.
    var unreached: Set<Int> = []
    var messages: [Message] = []
    /// Why stops are not visited, or too late.
    var reasons: [Reason] = []

    /// Whether some stop is left out, or reached after its window.
    var isTroubled: Bool {
        routes.contains { route in
            !route.leftOut.isEmpty
                || route.schedule.visits.contains { $0.violationMilliseconds > 0 }
        }
    }

    /// When the last of the routes ends, in milliseconds after its start.
    var longestMilliseconds: Int64 {
        routes.compactMap(\.schedule.visits.last?.departureMilliseconds).max() ?? 0
    }
}
