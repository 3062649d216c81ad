// How many meters of each leg are in each jam class.

import RoadNetwork
import RouteAPI

extension JamShares {
    /// Sums the lengths of a route's edges by leg and jam class.
    ///
    /// Each edge counts with its own class, and a closed one is blocked. Lengths are whole
    /// centimeters, so they add up to the length of the route.
    ///
    /// - Parameters:
    ///   - passed: The route's edges.
    ///   - edges: The conditions on each edge.
    ///   - legCount: How many legs the route has.
    /// - Complexity: O(*n*) for *n* edges.
    func jamLengths(
        on passed: [PassedEdge], _ edges: [EdgeConditions], legCount: Int
    ) -> [JamLengths] {
        var legs = [JamLengths](repeating: JamLengths(), count: legCount)
        for (edge, found) in zip(passed, edges) {
            legs[edge.leg].add(
                edge.length,
                to: found.isClosed ? .blocked : jamClass(ofShare: found.share))
        }
        return legs
    }
}
