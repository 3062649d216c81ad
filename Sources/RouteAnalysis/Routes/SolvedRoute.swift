// A route as found: the path, its costs and its timetable.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// One leg with its costs in every reported attribute.
struct SolvedLeg: Sendable {
    var departure: PlaceCandidate
    var arrival: PlaceCandidate
    var path: NetworkPath
    /// For each reported attribute (by position in the network's costs), each element's quanta.
    let quanta: [Int: [Int64]]
    /// What the search minimized, restriction usages included.
    var searchCost: UInt32
    /// What the edges of some elements are at the time of travel, where that is not what they
    /// always are.
    var variants: [Int: EdgeVariant] = [:]

    private let totals: [Int: Int64]

    init(_ leg: ChainLeg, quanta: [Int: [Int64]]) {
        departure = leg.departure
        arrival = leg.arrival
        path = leg.path
        searchCost = leg.cost
        self.quanta = quanta
        // Every later stop's cumulated cost asks for them again.
        totals = quanta.mapValues { $0.reduce(0, +) }
    }

    /// The leg's total in an attribute.
    func total(_ attribute: Int) -> Int64 { totals[attribute] ?? 0 }
}

/// A route through its stops.
struct SolvedRoute: Sendable {
    var name: String
    /// Positions of the stops in the request, in visiting order.
    var stops: [Int]
    var legs: [SolvedLeg]
    var schedule: Schedule
    /// Stops that were moved off islands to make the route possible, by position in the request.
    var moved: [Int: LocatedStop] = [:]
    /// Stops that were left out because no path leads to them, or away from them.
    var leftOut: [LeftOutStop] = []

    /// What a better order has less of: first lateness, then cost and waiting.
    var rank: (violation: Int64, cost: Int64) {
        (
            schedule.visits.reduce(0) { $0 + $1.violationMilliseconds },
            legs.reduce(0) { $0 + Int64($1.searchCost) }
                + schedule.visits.reduce(0) { $0 + $1.waitMilliseconds }
        )
    }
}
