// A prepared request with its routes.

package import Preparation
import RoadNetwork
import RouteAPI

/// A prepared request and its routes, before the answer is assembled.
package struct SolvedAnalysis {
    /// The request, with its stops at the places where routes visit them.
    package let prepared: PreparedAnalysis
    package let found: FoundRoutes

    package init(_ prepared: PreparedAnalysis, _ found: FoundRoutes) {
        self.prepared = prepared.visited(by: found.routes)
        self.found = found
    }

    /// Whether assembling the answer takes too long for a thread that other requests wait for; it
    /// cannot be interrupted.
    package var isLongToWrite: Bool {
        let elements = found.routes.reduce(0) { sum, route in
            sum + route.legs.reduce(0) { $0 + $1.path.elements.count }
        }
        // Measured: 2 µs an element with directions, six times as much with traversal rows.
        let returns = prepared.request.returns
        let weight = (returns.traversal.isAny ? 6 : 1) + (returns.conditions ? 1 : 0)
        return elements * weight > 1_500
    }
}
