// The cheapest path through some stops in a given order, as a whole.

package import RoadNetwork
import RouteAPI
package import RoutingEngine

/// One leg of a chain: where it leaves and arrives, and the path between.
package struct ChainLeg: Sendable {
    package var departure: PlaceCandidate
    package var arrival: PlaceCandidate
    package var path: NetworkPath
    /// Search cost of the leg in quanta.
    package var cost: UInt32
}

/// Why a chain could not be closed.
package enum ChainFailure: Error, Sendable {
    /// No path from one stop (a position in the chain) to the next.
    case unreachable(from: Int, order: [Int]? = nil)
    /// A path exists, but its cost passes the limit of the search: what ``LegChain/isTooFar(_:)``
    /// makes of an unreachable stop.
    case tooFar(from: Int, order: [Int]? = nil)
    /// The search was told to stop.
    case stopped

    /// The stops of the chain as positions in the request, once known.
    package var order: [Int]? {
        switch self {
        case .unreachable(_, let order), .tooFar(_, let order): order
        case .stopped: nil
        }
    }

    /// The failure for a leg whose cost passes the limit.
    package var asTooFar: ChainFailure {
        if case .unreachable(let position, let order) = self {
            return .tooFar(from: position, order: order)
        }
        return self
    }

    /// The same failure of a chain through these stops.
    package func ordered(_ order: [Int]) -> ChainFailure {
        switch self {
        case .unreachable(let position, _): .unreachable(from: position, order: order)
        case .tooFar(let position, _): .tooFar(from: position, order: order)
        case .stopped: .stopped
        }
    }
}

/// Chains legs through stops so that the whole is cheapest.
///
/// A stop can be arrived at and left in up to two directions each (more at a junction). For every
/// arrival the least cost so far is carried on; a leg is one question from all departures at once.
package struct LegChain {
    /// Finds the legs.
    package var router: LegRouter
    package let monitor: SolveMonitor
    /// The leg for which ``run(through:)`` has found no path.
    package var failedLeg: FailedLeg?

    /// The ends of a leg that has no path below the limit of the search.
    package struct FailedLeg {
        fileprivate var origins: [SearchOrigin]
        fileprivate var targets: [SearchDestination]
    }

    package init(router: LegRouter, monitor: SolveMonitor) {
        self.router = router
        self.monitor = monitor
    }

    private struct Stage {
        /// Departures that the leg to this stage began from.
        var departures: [PlaceCandidate]
        /// For each departure the arrival behind it, a position in the stage before.
        var departureOf: [Int]
        /// What each departure had cost more than the cheapest when the leg began.
        var originCosts: [UInt32]
        /// For each arrival candidate of the stage what its leg costs, or `nil`.
        var answers: [LegAnswer?]
        var arrivals: [PlaceCandidate]
        /// Least total cost at each arrival.
        var totals: [Int64?]
    }

    /// Finds the cheapest path.
    ///
    /// - Throws: The first stop from which the next cannot be reached.
    /// - Complexity: One question a leg, and one path of each leg.
    package mutating func run(through stops: [LocatedStop]) throws(ChainFailure) -> [ChainLeg] {
        var stages: [Stage] = []
        for position in 1..<stops.count {
            let stage = try stage(
                from: stops[position - 1], to: stops[position], before: stages.last,
                position: position - 1, isLast: position == stops.count - 1)
            stages.append(stage)
        }
        return trace(stages)
    }

    /// Whether a leg has a path after all, but one whose cost passes the limit of the search.
    ///
    /// - Complexity: A search of all that can be reached: to be asked when nothing else helps.
    package func isTooFar(_ leg: FailedLeg) -> Bool {
        router.isBeyondLimit(from: leg.origins, to: leg.targets, monitor: monitor)
    }

    private mutating func stage(
        from origin: LocatedStop, to destination: LocatedStop, before: Stage?, position: Int,
        isLast: Bool
    ) throws(ChainFailure) -> Stage {
        var departures: [PlaceCandidate] = []
        var departureOf: [Int] = []
        var totals: [Int64] = []
        let starts = Self.departures(
            from: origin, arrivals: before?.arrivals, totals: before?.totals ?? [])
        for (index, start, total) in starts {
            departures.append(start)
            departureOf.append(index)
            totals.append(total)
        }
        let base = totals.min() ?? 0
        let origins = zip(departures, totals).map {
            SearchOrigin(
                edge: $0.edge.row, fraction: $0.fraction,
                cost: UInt32(min($1 - base, Int64(SearchCost.limit))))
        }
        let arrivals = Self.usable(destination)
        let targets = arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) }
        let need: LegNeed = isLast || Self.isLeftEitherWay(destination) ? .best : .each
        guard
            let answers = router.find(from: origins, to: targets, need: need, monitor: monitor)
        else { throw .stopped }
        guard answers.contains(where: { $0 != nil }) else {
            failedLeg = FailedLeg(origins: origins, targets: targets)
            throw .unreachable(from: position)
        }
        return Stage(
            departures: departures, departureOf: departureOf, originCosts: origins.map(\.cost),
            answers: answers, arrivals: arrivals,
            totals: answers.map { answer in answer.map { base + Int64($0.cost) } })
    }

    /// What it takes from each stop to each.
    package struct StopTable {
        /// Search costs, `.max` where there is no path.
        package var costs: [[UInt32]]
        /// What the cheapest paths cost in a time attribute, if that was asked for.
        package var times: [[Int64]]?

        /// Whether some stop leads to no other, or none leads to it.
        ///
        /// - Parameter ends: Whether the first stop is given, which need not be reached, and the
        ///   last, which need not be left.
        package func hasDeadEnd(but ends: (first: Bool, last: Bool)) -> Bool {
            let stops = costs.indices
            return stops.contains { stop in
                let others = stops.filter { $0 != stop }
                let isLeft = others.contains { costs[stop][$0] != .max }
                let isReached = others.contains { costs[$0][stop] != .max }
                return !isLeft && !(ends.last && stop == stops.last)
                    || !isReached && !(ends.first && stop == stops.first)
            }
        }
    }

    /// What it takes from each stop to each.
    ///
    /// - Parameter time: A cost attribute to add up along the cheapest paths.
    /// - Returns: `nil` when the search was told to stop.
    package mutating func table(between stops: [LocatedStop], time: Int?) -> StopTable? {
        let places = stops.map { Self.usable($0) }
        let sources = places.map { place in
            place.map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) }
        }
        let targets = places.map { place in
            place.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) }
        }
        guard let time else {
            return router.table(from: sources, to: targets, monitor: monitor)
                .map { StopTable(costs: $0) }
        }
        let found = router.table(
            from: sources, to: targets, summing: [time], monitor: monitor)
        return found.map { table in
            let rows = stops.indices
            return StopTable(
                costs: rows.map { row in rows.map { table.cost(from: row, to: $0) } },
                times: rows.map { row in
                    rows.map { Int64(clamping: table.sum(0, from: row, to: $0)) }
                })
        }
    }

    /// Whether every way to arrive at a stop leaves the same ways to go on: within a street at
    /// whose stop anybody may turn round. Then only the cheapest arrival matters.
    private static func isLeftEitherWay(_ stop: LocatedStop) -> Bool {
        let candidates = stop.place?.candidates ?? []
        return stop.input.curbApproach == .eitherSide && candidates.count <= 2
            && Set(candidates.map(\.edge.segment)).count == 1
            && candidates.allSatisfy { $0.fraction > 0 && $0.fraction < 1 }
    }

    /// The candidates that a stop's curb approach admits.
    package static func usable(_ stop: LocatedStop) -> [PlaceCandidate] {
        stop.place?.candidates.filter { $0.suits(stop.input.curbApproach) } ?? []
    }

    /// Ways to leave a stop: the arrival behind each (-1 for a first stop), and the cost so far.
    ///
    /// - Parameters:
    ///   - arrivals: Ways to arrive there; `nil` at a first stop.
    ///   - totals: What each of them has cost, `nil` for one that is not possible.
    package static func departures(
        from stop: LocatedStop, arrivals: [PlaceCandidate]?, totals: [Int64?]
    ) -> [(arrival: Int, start: PlaceCandidate, total: Int64)] {
        guard let arrivals else { return usable(stop).map { (-1, $0, 0) } }
        var best: [PlaceCandidate: (arrival: Int, total: Int64)] = [:]
        let all = stop.place?.candidates ?? []
        for (index, arrival) in arrivals.enumerated() {
            guard let total = totals[index] else { continue }
            var starts = [arrival]
            // Who has turned into a street at a junction does not turn round there to come out
            // again: that would lend itself to every turn that is forbidden at the junction.
            if stop.input.curbApproach == .eitherSide, arrival.fraction > 0 {
                // Turning round at a stop is free, whatever the U-turn policy.
                // Within a rounding: 1 - (1 - f) is not f for every f.
                starts += all.filter {
                    $0.edge == arrival.edge.twin
                        && abs($0.fraction + arrival.fraction - 1) < 1e-12
                }
            }
            for start in starts where total < best[start]?.total ?? .max {
                best[start] = (index, total)
            }
        }
        return best.map { ($0.value.arrival, $0.key, $0.value.total) }
            .sorted { ($0.start.edge, $0.start.fraction) < ($1.start.edge, $1.start.fraction) }
    }

    private func trace(_ stages: [Stage]) -> [ChainLeg] {
        guard let last = stages.last,
            var arrival = last.totals.indices.filter({ last.totals[$0] != nil })
                .min(by: { (last.totals[$0] ?? 0, $0) < (last.totals[$1] ?? 0, $1) })
        else { return [] }
        var legs: [ChainLeg] = []
        for stage in stages.reversed() {
            guard let answer = stage.answers[arrival] else {
                preconditionFailure("a traced arrival has an answer")
            }
            let departure = stage.departures[answer.origin]
            let end = stage.arrivals[arrival]
            let found =
                answer.path
                ?? router.path(
                    from: SearchOrigin(edge: departure.edge.row, fraction: departure.fraction),
                    to: SearchDestination(edge: end.edge.row, fraction: end.fraction))
            guard let path = found else { preconditionFailure("an answer has a way") }
            legs.append(
                ChainLeg(
                    departure: departure, arrival: end, path: path.path,
                    cost: answer.cost - stage.originCosts[answer.origin]))
            arrival = stage.departureOf[answer.origin]
        }
        return legs.reversed()
    }
}
