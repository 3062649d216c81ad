// The cheapest path through stops in a given order.

package import Preparation
package import RoadNetwork
import RouteAPI
package import RoutingEngine

/// One leg of a chain: the candidates at its ends, and the path between them.
package struct ChainLeg: Sendable {
    package var departure: PlaceCandidate
    package var arrival: PlaceCandidate
    package var path: NetworkPath
    /// The leg's search cost in quanta.
    package var cost: UInt32
}

/// Why a chain has no path.
package enum ChainFailure: Error, Sendable {
    /// No path leads from one stop, given by its position in the chain, to the next.
    case unreachable(from: Int, order: [Int]? = nil)
    /// A path exists, but its cost exceeds the limit for searches; see ``LegChain/isTooFar(_:)``.
    case tooFar(from: Int, order: [Int]? = nil)
    case stopped

    /// The chain's stops as positions in the request, if known.
    package var order: [Int]? {
        switch self {
        case .unreachable(_, let order), .tooFar(_, let order): order
        case .stopped: nil
        }
    }

    /// The same failure for a leg whose cost exceeds the limit.
    package var asTooFar: ChainFailure {
        if case .unreachable(let position, let order) = self {
            return .tooFar(from: position, order: order)
        }
        return self
    }

    /// Returns the same failure with the chain's stops.
    package func ordered(_ order: [Int]) -> ChainFailure {
        switch self {
        case .unreachable(let position, _): .unreachable(from: position, order: order)
        case .tooFar(let position, _): .tooFar(from: position, order: order)
        case .stopped: .stopped
        }
    }
}

/// Finds the cheapest legs through stops in a given order.
///
/// The cheapest path to a stop need not be part of the cheapest route: a vehicle usually has to
/// leave a stop in the direction in which it arrived, unless it may turn round there. So the chain
/// works in stages, one for each leg. A stage holds the departures from one stop, the arrivals at
/// the next, and the least total cost for every arrival; a stop has up to two of each on a street,
/// and more at a junction.
///
/// Each stage is one search from all departures at once, where each departure starts with its cost
/// so far. The last stage asks for the best arrival only, and so does any stop that can be left in
/// either direction whatever the arrival. Walking back through the stages then gives the legs, as
/// in dynamic programming (see ``run(through:)``).
///
/// The chain also computes cost tables between stops, which ``BestSequence`` needs to find an
/// order. ``RouteSearch`` makes one chain for all groups of a request; the router inside has its
/// own search space, so a chain belongs to one thread.
package struct LegChain {
    package var router: LegRouter
    package let monitor: SolveMonitor
    /// The leg for which ``run(through:)`` found no path.
    package var failedLeg: FailedLeg?

    /// The ends of a leg without a path below the cost limit.
    package struct FailedLeg {
        fileprivate var origins: [SearchOrigin]
        fileprivate var targets: [SearchDestination]
    }

    package init(router: LegRouter, monitor: SolveMonitor) {
        self.router = router
        self.monitor = monitor
    }

    private struct Stage {
        /// The departures from the previous stop.
        var departures: [PlaceCandidate]
        /// For each departure, its arrival's index in the previous stage.
        var departureOf: [Int]
        /// For each departure, its cost above the cheapest departure's.
        var originCosts: [UInt32]
        /// For each arrival, its leg's result; `nil` without a path.
        var answers: [LegAnswer?]
        var arrivals: [PlaceCandidate]
        /// The least total cost at each arrival.
        var totals: [Int64?]
    }

    /// Finds the cheapest path.
    ///
    /// - Throws: The first stop from which the next cannot be reached.
    /// - Complexity: One search and one unpacked path for each leg.
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

    /// Whether paths lead from each stop to the next.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    package mutating func connects(_ stops: [LocatedStop]) throws(ChainFailure) -> Bool {
        try lastReached(through: stops) == nil
    }

    /// Returns the position of the last stop that can be reached in the given order; `nil` if all
    /// can.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    mutating func lastReached(through stops: [LocatedStop]) throws(ChainFailure) -> Int? {
        let failed = failedLeg
        defer { failedLeg = failed }
        do throws(ChainFailure) {
            _ = try run(through: stops)
            return nil
        } catch {
            switch error {
            case .unreachable(let from, _), .tooFar(let from, _): return from
            case .stopped: throw error
            }
        }
    }

    /// Returns, for each place, whether a path from the stop reaches it.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    /// - Complexity: One search with many ends.
    package mutating func reached(
        from stop: LocatedStop, among places: [LocatedStop]
    ) throws(ChainFailure) -> [Bool] {
        let origins = Self.origins(at: stop)
        let targets = places.map { Self.targets(at: $0) }
        guard
            let answers = router.find(
                from: origins, to: targets.flatMap(\.self), need: .each, monitor: monitor)
        else { throw .stopped }
        var next = 0
        return targets.map { ends in
            defer { next += ends.count }
            return answers[next..<next + ends.count].contains { $0 != nil }
        }
    }

    /// Returns where paths from a stop begin.
    package static func origins(at stop: LocatedStop) -> [SearchOrigin] {
        usable(stop).map(origin)
    }

    private static func origin(_ candidate: PlaceCandidate) -> SearchOrigin {
        SearchOrigin(edge: candidate.edge.row, fraction: candidate.fraction)
    }

    /// Returns where paths to a stop end.
    package static func targets(at stop: LocatedStop) -> [SearchDestination] {
        usable(stop).map(target)
    }

    private static func target(_ candidate: PlaceCandidate) -> SearchDestination {
        SearchDestination(edge: candidate.edge.row, fraction: candidate.fraction)
    }

    /// Whether a leg has a path whose cost exceeds the limit.
    ///
    /// - Complexity: It searches everything reachable; call it last.
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
        let targets = Self.targets(at: destination)
        let need: LegNeed = isLast || Self.hasEqualDepartures(destination) ? .best : .each
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

    /// The path costs from each stop to each other.
    package struct StopTable {
        /// The search costs; `.max` if there is no path.
        package var costs: [[UInt32]]

        /// Whether some stops lie where a vehicle cannot leave, or cannot enter: one, or several
        /// that reach each other, such as two at the same door.
        ///
        /// - Parameter ends: Whether the first stop is fixed, so it need not be reached, and
        ///   whether the last is, so it need not be left.
        /// - Complexity: O(*n*²) for *n* stops.
        package func hasDeadEnd(but ends: (first: Bool, last: Bool)) -> Bool {
            let stops = costs.indices
            return stops.contains { from in
                guard !(ends.last && from == stops.last) else { return false }
                return stops.contains { to in
                    to != from && costs[from][to] == .max && !(ends.first && to == stops.first)
                }
            }
        }
    }

    /// Computes path costs from each stop to each other.
    ///
    /// - Returns: `nil` if the search was stopped.
    package mutating func table(between stops: [LocatedStop]) -> StopTable? {
        router.table(
            from: stops.map { Self.origins(at: $0) }, to: stops.map { Self.targets(at: $0) },
            monitor: monitor
        ).map { StopTable(costs: $0) }
    }

    /// Computes path costs from each stop's doors to each other stop's doors.
    ///
    /// - Parameter time: A cost attribute to add up along the cheapest paths.
    /// - Returns: `nil` if the search was stopped.
    mutating func table(between doors: [[StopDoor]], time: Int?) -> DoorCosts? {
        let counts = doors.map(\.count)
        let sources = doors.joined().map { $0.departures.map(Self.origin) }
        let targets = doors.joined().map { $0.arrivals.map(Self.target) }
        guard let time else {
            return router.table(from: sources, to: targets, monitor: monitor)
                .map { DoorCosts(doors: counts, costs: $0) }
        }
        let found = router.table(
            from: sources, to: targets, summing: [time], monitor: monitor)
        return found.map { table in
            let rows = sources.indices
            return DoorCosts(
                doors: counts,
                costs: rows.map { row in rows.map { table.cost(from: row, to: $0) } },
                times: rows.map { row in
                    rows.map { Int64(clamping: table.sum(0, from: row, to: $0)) }
                })
        }
    }

    /// Whether every arrival at a stop allows the same departures: on a street, if vehicles may
    /// turn round. Then only the cheapest arrival matters.
    static func hasEqualDepartures(_ stop: LocatedStop) -> Bool {
        let candidates = stop.place?.candidates ?? []
        return stop.input.curbApproach == .eitherSide && candidates.count <= 2
            && Set(candidates.map(\.edge.segment)).count == 1
            && candidates.allSatisfy { $0.fraction > 0 && $0.fraction < 1 }
    }

    /// Returns the candidates the stop's curb approach allows.
    package static func usable(_ stop: LocatedStop) -> [PlaceCandidate] {
        stop.place?.candidates.filter { $0.suits(stop.input.curbApproach) } ?? []
    }

    /// Returns the departures from a stop, each with its arrival (-1 at a first stop) and the cost
    /// so far.
    ///
    /// - Parameters:
    ///   - arrivals: The arrivals at the stop; `nil` at a first stop.
    ///   - totals: Each arrival's cost; `nil` if it is impossible.
    package static func departures(
        from stop: LocatedStop, arrivals: [PlaceCandidate]?, totals: [Int64?]
    ) -> [(arrival: Int, start: PlaceCandidate, total: Int64)] {
        guard let arrivals else { return usable(stop).map { (-1, $0, 0) } }
        var best: [PlaceCandidate: (arrival: Int, total: Int64)] = [:]
        for (index, arrival) in arrivals.enumerated() {
            guard let total = totals[index] else { continue }
            for start in departures(from: stop, after: arrival)
            where total < best[start]?.total ?? .max {
                best[start] = (index, total)
            }
        }
        return best.map { ($0.value.arrival, $0.key, $0.value.total) }
            .sorted { ($0.start.edge, $0.start.fraction) < ($1.start.edge, $1.start.fraction) }
    }

    /// Returns the departures after an arrival: straight on, and back if the vehicle may turn
    /// round.
    static func departures(
        from stop: LocatedStop, after arrival: PlaceCandidate
    ) -> [PlaceCandidate] {
        // A vehicle that has just turned into a street at a junction may not turn round there: that
        // would allow every prohibited turn at the junction.
        guard stop.input.curbApproach == .eitherSide, arrival.fraction > 0 else {
            return [arrival]
        }
        // Turning round at a stop is free, whatever the U-turn policy. Compare positions with a
        // tolerance, since 1 - (1 - f) is not f for every f.
        return [arrival]
            + (stop.place?.candidates ?? []).filter {
                $0.edge == arrival.edge.twin && abs($0.fraction + arrival.fraction - 1) < 1e-12
            }
    }

    private func trace(_ stages: [Stage]) -> [ChainLeg] {
        guard let last = stages.last,
            var arrival = last.totals.indices.filter({ last.totals[$0] != nil })
                .min(by: { (last.totals[$0] ?? 0, $0) < (last.totals[$1] ?? 0, $1) })
        else { return [] }
        var legs: [ChainLeg] = []
        for stage in stages.reversed() {
            let (leg, origin) = self.leg(of: stage, to: arrival)
            legs.append(leg)
            arrival = stage.departureOf[origin]
        }
        legs.reverse()
        for (position, stage) in stages.enumerated().dropLast() {
            let (leg, next) = (legs[position], legs[position + 1])
            guard let pass = leg.pass(among: stage.arrivals, stage.totals, before: next)
            else { continue }
            legs[position] = leg.ending(at: pass)
            legs[position + 1] = next.beginning(at: pass, on: leg)
        }
        return legs
    }

    /// Returns a stage's leg to an arrival, and the index of the departure at which it begins.
    private func leg(of stage: Stage, to arrival: Int) -> (leg: ChainLeg, origin: Int) {
        guard let answer = stage.answers[arrival] else {
            preconditionFailure("a traced arrival must have an answer")
        }
        let departure = stage.departures[answer.origin]
        let end = stage.arrivals[arrival]
        let found =
            answer.path
            ?? router.path(
                from: SearchOrigin(edge: departure.edge.row, fraction: departure.fraction),
                to: SearchDestination(edge: end.edge.row, fraction: end.fraction))
        guard let path = found else { preconditionFailure("an answer must have a path") }
        let leg = ChainLeg(
            departure: departure, arrival: end, path: path.path,
            cost: answer.cost - stage.originCosts[answer.origin])
        return (leg, answer.origin)
    }
}
