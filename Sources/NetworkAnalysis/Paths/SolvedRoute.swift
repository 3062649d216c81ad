// A route that was found: its paths, its costs and its schedule.

package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// A leg with its costs in every reported attribute.
package struct SolvedLeg: Sendable {
    package var departure: PlaceCandidate
    package var arrival: PlaceCandidate
    package var path: NetworkPath
    /// The quanta of each element, by the position of the cost attribute.
    package let quanta: [Int: [Int64]]
    /// The cost that the search minimized, including restriction usages.
    package var searchCost: UInt32
    /// The variants of edges at the time of travel, by the positions of elements; only those that
    /// differ from the edge itself.
    package var variants: [Int: EdgeVariant] = [:]
    /// The totals without live speeds, of the reported costs that live speeds change.
    package var freeFlow: [Int: Int64] = [:]

    private let totals: [Int: Int64]

    package init(_ leg: ChainLeg, quanta: [Int: [Int64]]) {
        departure = leg.departure
        arrival = leg.arrival
        path = leg.path
        searchCost = leg.cost
        self.quanta = quanta
        // The cumulated costs of all later stops need the totals again.
        totals = quanta.mapValues { $0.reduce(0, +) }
    }

    /// The total of the leg in an attribute.
    package func total(_ attribute: Int) -> Int64 { totals[attribute] ?? 0 }

    /// The total of the leg in an attribute as it would be without live speeds.
    package func freeFlowTotal(_ attribute: Int) -> Int64 {
        freeFlow[attribute] ?? total(attribute)
    }

    /// The total of the leg in an attribute without live speeds and barriers.
    ///
    /// - Parameter scales: Those of the request.
    /// - Complexity: O(*n*) in the number of elements of its path.
    package func plainTotal(
        _ attribute: Int, on network: NetworkDataset, scales: ColumnFactors
    ) -> Int64 {
        PathCosts(network: network, barriers: BarrierSet(), scales: scales)
            .quanta(of: path, attribute: attribute, variants: variants).reduce(0, +)
    }

    /// What barriers add to the cost of elements in an attribute, by the positions of elements.
    ///
    /// - Parameter scales: Those of the request.
    /// - Complexity: O(*n*) in the number of elements of its path.
    func barrierCosts(
        _ attribute: Int, on network: NetworkDataset, _ barriers: BarrierSet, scales: ColumnFactors
    ) -> [Int: Int64] {
        if barriers.isEmpty { return [:] }
        func costs(_ barriers: BarrierSet) -> [Int64] {
            PathCosts(network: network, barriers: barriers, scales: scales)
                .quanta(of: path, attribute: attribute, variants: variants)
        }
        let (with, without) = (costs(barriers), costs(BarrierSet()))
        var added: [Int: Int64] = [:]
        for index in with.indices where with[index] > without[index] {
            added[index] = with[index] - without[index]
        }
        return added
    }
}

/// A route through its stops.
package struct SolvedRoute: Sendable {
    package var name: String
    /// The positions of the stops in the request, in the order of visits.
    package var stops: [Int]
    package var legs: [SolvedLeg]
    package var schedule: Schedule
    /// The stops that are not visited at their nearest place, by position in the request.
    package var moved: [Int: LocatedStop] = [:]
    /// The stops that were left out because they cannot be reached, or cannot be left.
    package var leftOut: [LeftOutStop] = []
    /// The stops that were left out because they would be reached too late, by position in the
    /// request.
    package var leftLate: [Int] = []
    /// What is known of orders that could be better, if the best order was looked for.
    package var proof: OrderProof?
    /// A few stops of which no order keeps the time windows, by position in the request, if the
    /// best order was looked for and is late.
    package var conflict: [Int] = []
    /// Its place among the routes through the same stops, 1 for the best; `nil` where no
    /// alternatives are asked for.
    package var alternativeRank: Int?

    /// The milliseconds from the start of the route to the end of the last service.
    package var totalMilliseconds: Int64 { schedule.visits.last?.departureMilliseconds ?? 0 }

    /// The rank of the route among orders: first its violations, then its cost with waiting.
    ///
    /// - Parameters:
    ///   - objective: What counts of the violations.
    ///   - longest: The milliseconds that the route should take at most.
    package func rank(by objective: LatenessRule, longest: Int64? = nil) -> Rank {
        Rank(
            lateStops: objective == .sum
                ? 0 : schedule.visits.count { $0.violationMilliseconds > 0 },
            violation: (longest.map { max(0, totalMilliseconds - $0) } ?? 0) + schedule.violation,
            cost: searchCost + schedule.visits.reduce(0) { $0 + $1.waitMilliseconds })
    }

    /// The cost that searches minimize, in quanta.
    package var searchCost: Int64 { legs.reduce(0) { $0 + Int64($1.searchCost) } }

    /// The rank of a route among orders of its stops.
    package struct Rank: Hashable, Comparable, Sendable {
        /// The stops that are reached later than they may be.
        package var missedStops = 0
        /// The late stops, where their number counts.
        package var lateStops: Int
        /// The milliseconds by which times are missed.
        package var violation: Int64
        /// The cost with waiting.
        package var cost: Int64

        package static func < (left: Rank, right: Rank) -> Bool {
            (left.missedStops, left.lateStops, left.violation, left.cost)
                < (right.missedStops, right.lateStops, right.violation, right.cost)
        }
    }
}

/// What is known of the orders of a route's stops.
package struct OrderProof: Hashable, Sendable {
    /// Whether the order is late: then it is not known how much less late another one can be,
    /// unless it is the best.
    var isLate: Bool
    /// What no order costs less than, in the unit of the search; `nil` where that is not known.
    var bound: Int64?
    /// What the order of the route costs.
    var cost: Int64
    /// The seconds that the search was allowed; `nil` where it was limited by rounds alone.
    var seconds: Double?

    /// A bound that is further below says more about itself than about the order.
    private static let mostPercent = 50.0

    /// By how many percent the order costs more than the best at most; `nil` if that is not known.
    private var percent: Double? {
        guard let bound, bound > 0 || cost == bound else { return nil }
        if cost <= bound { return 0 }
        let percent = (Double(cost - bound) / Double(bound) * 1_000).rounded(.up) / 10
        return percent <= Self.mostPercent ? percent : nil
    }

    /// The sentence about a route.
    func sentence(about name: String) -> String {
        let order = "The order of route \"\(name)\""
        guard let percent else {
            let limit = seconds.map { " in \($0.formattedForMessage) s" } ?? ""
            return "\(order) is the best that was found\(limit); another one may be "
                + (isLate ? "less late." : "better.")
        }
        return percent == 0
            ? "\(order) is proven to be the best."
            : "\(order) costs at most \(percent.formattedForMessage) % more than the best "
                + "possible one."
    }
}
