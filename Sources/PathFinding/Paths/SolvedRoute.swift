// A found route: its paths, its costs and its schedule.

package import Preparation
package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// A leg with its costs in every reported attribute.
package struct SolvedLeg: Sendable {
    package var departure: PlaceCandidate
    package var arrival: PlaceCandidate
    package var path: NetworkPath
    /// Each element's quanta, by cost attribute.
    package let quanta: [Int: [Int64]]
    /// The cost the search minimized, including restriction usages.
    package var searchCost: UInt32
    /// Edge variants at the time of travel, by element index; only where they differ from the edge
    /// itself.
    package var variants: [Int: EdgeVariant] = [:]
    /// The totals without live speeds, for the reported costs that live speeds change.
    package var freeFlow: [Int: Int64] = [:]

    private let totals: [Int: Int64]

    package init(_ leg: ChainLeg, quanta: [Int: [Int64]]) {
        departure = leg.departure
        arrival = leg.arrival
        path = leg.path
        searchCost = leg.cost
        self.quanta = quanta
        // Every later stop's cumulated costs need the totals again.
        totals = quanta.mapValues { $0.reduce(0, +) }
    }

    /// Returns the leg's total in an attribute.
    package func total(_ attribute: Int) -> Int64 { totals[attribute] ?? 0 }

    /// Returns the leg's total in an attribute as it would be without live speeds.
    package func freeFlowTotal(_ attribute: Int) -> Int64 {
        freeFlow[attribute] ?? total(attribute)
    }

    /// Returns the leg's total in an attribute without live speeds and barriers.
    ///
    /// - Parameter scales: The request's scales.
    /// - Complexity: O(*n*) for *n* path elements.
    package func plainTotal(
        _ attribute: Int, on network: NetworkDataset, scales: ColumnFactors
    ) -> Int64 {
        PathCosts(network: network, barriers: BarrierSet(), scales: scales)
            .quanta(of: path, attribute: attribute, variants: variants).reduce(0, +)
    }

    /// Returns what barriers add to the elements' costs in an attribute, by element index.
    ///
    /// - Parameter scales: The request's scales.
    /// - Complexity: O(*n*) for *n* path elements.
    package func barrierCosts(
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

/// A found route: its stops in visiting order, the legs between them, and its schedule.
///
/// Everything in an answer is derived from it: rows, lines, directions and handles. Costs are
/// integers (quanta) for each path element and attribute, so totals of parts add up exactly.
/// `stops` are positions in the request, and ``moved`` replaces the place of those visited
/// elsewhere.
///
/// A route may visit fewer stops than its group has: ``leftOut`` holds stops that no path connects,
/// ``leftLate`` stops reached too late. If the request asked for the best order, ``proof`` and
/// ``conflict`` say how good the order is and which windows clash.
package struct SolvedRoute: Sendable {
    package var name: String
    /// The stops in visiting order, as positions in the request.
    package var stops: [Int]
    package var legs: [SolvedLeg]
    package var schedule: Schedule
    /// The stops not visited at their nearest place, by position in the request.
    package var moved: [Int: LocatedStop] = [:]
    /// Stops left out because they cannot be reached, or cannot be left.
    package var leftOut: [LeftOutStop] = []
    /// Stops left out because they would be reached too late, as positions in the request.
    package var leftLate: [Int] = []
    /// How much better another order could be, if the best order was requested.
    package var proof: OrderProof?
    /// A few stops whose time windows no order keeps, as positions in the request, if the best
    /// order was requested and is late.
    package var conflict: [Int] = []
    /// The route's rank among alternatives, 1 for the best; `nil` if no alternatives were
    /// requested.
    package var alternativeRank: Int?

    /// The milliseconds from the route's start to the end of its last service.
    package var totalMilliseconds: Int64 { schedule.visits.last?.departureMilliseconds ?? 0 }

    /// Ranks the route among orders: by its violations, then by its cost with waiting.
    ///
    /// - Parameters:
    ///   - objective: Which violations count.
    ///   - longest: The most milliseconds the route should take.
    package func rank(by objective: LatenessRule, longest: Int64? = nil) -> Rank {
        Rank(
            lateStops: objective == .sum
                ? 0 : schedule.visits.count { $0.violationMilliseconds > 0 },
            violation: (longest.map { max(0, totalMilliseconds - $0) } ?? 0) + schedule.violation,
            cost: searchCost + schedule.visits.reduce(0) { $0 + $1.waitMilliseconds })
    }

    /// The cost that searches minimize, in quanta.
    package var searchCost: Int64 { legs.reduce(0) { $0 + Int64($1.searchCost) } }

    /// A route's rank among orders of its stops. Fields decide in their order.
    package struct Rank: Hashable, Comparable, Sendable {
        /// How many stops are reached later than allowed.
        package var missedStops = 0
        /// How many stops are late, if their number counts.
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

/// How good a route's order is known to be.
package struct OrderProof: Hashable, Sendable {
    /// Whether the order is late. If it is, and not proven best, it is unknown how much less late
    /// another could be.
    var isLate: Bool
    /// A cost that no order can beat, in the search's unit; `nil` if none is known.
    var bound: Int64?
    /// The cost of the route's order.
    var cost: Int64
    /// The seconds the search was allowed; `nil` if only rounds limited it.
    var seconds: Double?

    /// A bound further below says more about itself than about the order.
    private static let mostPercent = 50.0

    /// At most how many percent more than the best the order costs; `nil` if unknown.
    private var percent: Double? {
        guard let bound, bound > 0 || cost == bound else { return nil }
        if cost <= bound { return 0 }
        let percent = (Double(cost - bound) / Double(bound) * 1_000).rounded(.up) / 10
        return percent <= Self.mostPercent ? percent : nil
    }

    /// Writes the sentence about a route's order.
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
