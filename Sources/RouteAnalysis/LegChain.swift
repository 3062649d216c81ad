// The cheapest way through some stops in a given order, as a whole.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// One leg of a chain: where it leaves and arrives, and the way between.
struct ChainLeg: Sendable {
    var departure: PlaceCandidate
    var arrival: PlaceCandidate
    var path: NetworkPath
    /// Search cost of the leg in quanta.
    var cost: UInt32
}

/// Why a chain could not be closed.
enum ChainFailure: Error, Sendable {
    /// No way from one stop (a position in the chain) to the next.
    case unreachable(from: Int, order: [Int]? = nil)
    /// A way exists, but its cost passes the limit of the search.
    case tooFar(from: Int, order: [Int]? = nil)
    /// The search was told to stop.
    case stopped

    /// The stops of the chain as positions in the request, once known.
    var order: [Int]? {
        switch self {
        case .unreachable(_, let order), .tooFar(_, let order): order
        case .stopped: nil
        }
    }

    /// The same failure of a chain through these stops.
    func ordered(_ order: [Int]) -> ChainFailure {
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
/// arrival the least cost so far is carried on; a leg is one search from all departures at once.
struct LegChain {
    let costs: RequestCosts
    let space: SearchSpace
    let monitor: SolveMonitor

    private struct Stage {
        /// Departures that the leg to this stage began from, with the arrival behind each.
        var departures: [PlaceCandidate]
        var departureOf: [Int]
        /// What each departure had cost more than the cheapest when the leg began.
        var originCosts: [UInt32]
        /// For each arrival candidate of the stage, its leg's path or `nil`.
        var paths: [LegPath?]
        var arrivals: [PlaceCandidate]
        /// Least total cost at each arrival.
        var totals: [Int64?]
    }

    /// Finds the cheapest way.
    ///
    /// - Throws: The first stop from which the next cannot be reached.
    /// - Complexity: One search a leg.
    func run(through stops: [LocatedStop]) throws(ChainFailure) -> [ChainLeg] {
        var stages: [Stage] = []
        for position in 1..<stops.count {
            let stage = try stage(
                from: stops[position - 1], to: stops[position], before: stages.last,
                position: position - 1)
            stages.append(stage)
        }
        return trace(stages)
    }

    private func stage(
        from origin: LocatedStop, to destination: LocatedStop, before: Stage?, position: Int
    ) throws(ChainFailure) -> Stage {
        var departures: [PlaceCandidate] = []
        var departureOf: [Int] = []
        var totals: [Int64] = []
        for (index, start, total) in Self.departures(from: origin, before: before) {
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
        var search = LegSearch(costs, space: space)
        let outcome = search.run(
            from: origins,
            to: arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) },
            monitor: monitor)
        guard case .paths(let paths) = outcome else { throw .stopped }
        guard paths.contains(where: { $0 != nil }) else {
            throw search.reachedLimit ? .tooFar(from: position) : .unreachable(from: position)
        }
        return Stage(
            departures: departures, departureOf: departureOf, originCosts: origins.map(\.cost),
            paths: paths, arrivals: arrivals,
            totals: paths.map { path in path.map { base + Int64($0.cost) } })
    }

    /// The search cost from one stop to each of some others, `.max` where there is no way.
    ///
    /// - Returns: `nil` when the search was told to stop.
    func costs(from origin: LocatedStop, to destinations: [LocatedStop]) -> [UInt32]? {
        let origins = Self.usable(origin).map {
            SearchOrigin(edge: $0.edge.row, fraction: $0.fraction)
        }
        var targets: [SearchDestination] = []
        var firsts: [Int] = []
        for destination in destinations {
            firsts.append(targets.count)
            targets += Self.usable(destination).map {
                SearchDestination(edge: $0.edge.row, fraction: $0.fraction)
            }
        }
        firsts.append(targets.count)
        var search = LegSearch(costs, space: space)
        guard let found = search.costs(from: origins, to: targets, monitor: monitor) else {
            return nil
        }
        return destinations.indices.map { index in
            found[firsts[index]..<firsts[index + 1]].compactMap(\.self).min() ?? .max
        }
    }

    /// The candidates that a stop's curb approach admits.
    static func usable(_ stop: LocatedStop) -> [PlaceCandidate] {
        stop.place?.candidates.filter { $0.suits(stop.input.curbApproach) } ?? []
    }

    /// Ways to leave a stop: the arrival behind each (-1 for a first stop), and the cost so far.
    private static func departures(
        from stop: LocatedStop, before: Stage?
    ) -> [(arrival: Int, start: PlaceCandidate, total: Int64)] {
        guard let before else { return usable(stop).map { (-1, $0, 0) } }
        var best: [PlaceCandidate: (arrival: Int, total: Int64)] = [:]
        let all = stop.place?.candidates ?? []
        for (index, arrival) in before.arrivals.enumerated() {
            guard let total = before.totals[index] else { continue }
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
            guard let path = stage.paths[arrival] else {
                preconditionFailure("a traced arrival has a path")
            }
            legs.append(
                ChainLeg(
                    departure: stage.departures[path.origin], arrival: stage.arrivals[arrival],
                    path: path.path, cost: path.cost - stage.originCosts[path.origin]))
            arrival = stage.departureOf[path.origin]
        }
        return legs.reversed()
    }
}
