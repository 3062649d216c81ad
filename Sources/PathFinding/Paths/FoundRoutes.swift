// The routes found for a request, and why others are missing.

package import RouteAPI

/// The routes found for a request, with messages and reasons about missing ones.
package struct FoundRoutes: Sendable {
    package var routes: [SolvedRoute] = []
    /// The indices of stops that no found route visits.
    package var unreached: Set<Int> = []
    package var messages: [Message] = []
    /// Why stops are not visited, or visited too late.
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

    /// Whether a route leaves a stop out, or reaches one after its window.
    package var needsExplanation: Bool {
        routes.contains { route in
            !route.leftOut.isEmpty
                || route.schedule.visits.contains { $0.violationMilliseconds > 0 }
        }
    }

    /// Whether a stop is not visited for a reason other than its time windows.
    package var lacksPaths: Bool {
        !unreached.isSubset(of: routes.flatMap(\.leftLate))
    }

    /// The longest route's duration in milliseconds.
    package var longestMilliseconds: Int64 {
        routes.compactMap(\.schedule.visits.last?.departureMilliseconds).max() ?? 0
    }
}
