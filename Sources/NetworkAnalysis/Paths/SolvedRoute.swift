// A route as found: the path, its costs and its timetable.

package import RoadNetwork
import RouteAPI
import RoutingEngine

/// One leg with its costs in every reported attribute.
package struct SolvedLeg: Sendable {
    package var departure: PlaceCandidate
    package var arrival: PlaceCandidate
    package var path: NetworkPath
    /// For each reported attribute (by position in the network's costs), each element's quanta.
    package let quanta: [Int: [Int64]]
    /// What the search minimized, restriction usages included.
    package var searchCost: UInt32
    /// What the edges of some elements are at the time of travel, where that is not what they
    /// always are.
    package var variants: [Int: EdgeVariant] = [:]

    private let totals: [Int: Int64]

    package init(_ leg: ChainLeg, quanta: [Int: [Int64]]) {
        departure = leg.departure
        arrival = leg.arrival
        path = leg.path
        searchCost = leg.cost
        self.quanta = quanta
        // Every later stop's cumulated cost asks for them again.
        totals = quanta.mapValues { $0.reduce(0, +) }
    }

    /// The leg's total in an attribute.
    package func total(_ attribute: Int) -> Int64 { totals[attribute] ?? 0 }
}

/// A route through its stops.
package struct SolvedRoute: Sendable {
    package var name: String
    /// Positions of the stops in the request, in visiting order.
    package var stops: [Int]
    package var legs: [SolvedLeg]
    package var schedule: Schedule
    /// Stops that were moved off islands to make the route possible, by position in the request.
    package var moved: [Int: LocatedStop] = [:]
    /// Stops that were left out because no path leads to them, or away from them.
    package var leftOut: [LeftOutStop] = []

    /// What a better order has less of: first lateness, then cost and waiting.
    package var rank: (violation: Int64, cost: Int64) {
        (
            schedule.visits.reduce(0) { $0 + $1.violationMilliseconds },
            legs.reduce(0) { $0 + Int64($1.searchCost) }
                + schedule.visits.reduce(0) { $0 + $1.waitMilliseconds }
        )
    }
}
