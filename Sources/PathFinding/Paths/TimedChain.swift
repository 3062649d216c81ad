// The cheapest path through stops in a given order if conditions change during travel.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A leg with the instant at which it begins.
struct TimedChainLeg: Sendable {
    var leg: ChainLeg
    /// The beginning in epoch milliseconds.
    var departs: Int64
}

/// Finds the legs through stops if conditions depend on the time of travel.
///
/// For every arrival at a stop, only the cheapest path is kept, with its time. A more expensive
/// path that arrives before a street closes is not found.
struct TimedChain {
    let conditions: TimedConditions
    let monitor: SolveMonitor
    /// Returns the instant at which a stop is left, given the instant at which it is reached.
    let departure: (_ position: Int, _ arrival: Int64) -> Int64

    /// The arrivals at a stop.
    private struct Stage {
        var arrivals: [PlaceCandidate]
        var totals: [Int64?]
        var instants: [Int64]
        /// For each arrival, its leg, and the index of the arrival at the previous stop.
        var legs: [(leg: TimedChainLeg, before: Int)?]
    }

    /// Finds the path.
    ///
    /// - Throws: The first stop from which the next cannot be reached.
    func run(
        through stops: [LocatedStop], from start: Int64, _ router: inout LegRouter
    ) throws(ChainFailure) -> [TimedChainLeg] {
        let stages = try stages(through: stops, from: start, &router)
        guard let last = stages.last,
            var arrival = last.totals.indices.filter({ last.totals[$0] != nil })
                .min(by: { (last.totals[$0] ?? 0, $0) < (last.totals[$1] ?? 0, $1) })
        else { return [] }
        var legs: [TimedChainLeg] = []
        for stage in stages.reversed() {
            guard let (leg, before) = stage.legs[arrival] else {
                preconditionFailure("a traced arrival must have a leg")
            }
            legs.append(leg)
            arrival = before
        }
        legs.reverse()
        for (position, stage) in stages.enumerated().dropLast() {
            let (leg, next) = (legs[position], legs[position + 1])
            guard let sooner = sooner(leg, next, after: position + 1, stage, router) else {
                continue
            }
            (legs[position], legs[position + 1]) = sooner
        }
        return legs
    }

    /// Returns a leg that ends where it first passes its stop, and the next leg from there, if the
    /// vehicle then reaches the next stop at the same instant.
    ///
    /// It does not if it waits for a window at the stop, or a street on the way closes meanwhile.
    private func sooner(
        _ leg: TimedChainLeg, _ next: TimedChainLeg, after position: Int, _ stage: Stage,
        _ router: LegRouter
    ) -> (leg: TimedChainLeg, next: TimedChainLeg)? {
        guard let pass = leg.leg.pass(among: stage.arrivals, stage.totals, before: next.leg)
        else { return nil }
        let (ended, joined) = (
            leg.leg.ending(at: pass), next.leg.beginning(at: pass, on: leg.leg)
        )
        guard let way = router.walk(along: ended.path, from: leg.departs, conditions) else {
            return nil
        }
        let departs = departure(position, leg.departs + way.milliseconds)
        guard let early = router.walk(along: joined.path, from: departs, conditions),
            let late = router.walk(along: next.leg.path, from: next.departs, conditions),
            departs + early.milliseconds == next.departs + late.milliseconds
        else { return nil }
        return (
            TimedChainLeg(leg: ended, departs: leg.departs),
            TimedChainLeg(leg: joined, departs: departs)
        )
    }

    /// Returns, for each place, whether a path from the last stop reaches it in time.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    /// - Complexity: One search with many ends for the last leg.
    func reached(
        among places: [LocatedStop], through stops: [LocatedStop], from start: Int64,
        _ router: inout LegRouter
    ) throws(ChainFailure) -> [Bool] {
        let ends = places.map { LegChain.usable($0) }
        guard var all = places.first else { return [] }
        all.place?.candidates = ends.flatMap(\.self)
        do throws(ChainFailure) {
            let last = try stages(through: stops + [all], from: start, &router).last
            var next = 0
            return ends.map { ends in
                defer { next += ends.count }
                return last?.totals[next..<next + ends.count].contains { $0 != nil } ?? false
            }
        } catch {
            if case .stopped = error { throw error }
            return places.map { _ in false }
        }
    }

    private func stages(
        through stops: [LocatedStop], from start: Int64, _ router: inout LegRouter
    ) throws(ChainFailure) -> [Stage] {
        var stages: [Stage] = []
        for position in 1..<stops.count {
            stages.append(
                try stage(
                    from: stops[position - 1], to: stops[position], position: position - 1,
                    before: stages.last, start: start, &router))
        }
        return stages
    }

    private func stage(
        from origin: LocatedStop, to destination: LocatedStop, position: Int, before: Stage?,
        start: Int64, _ router: inout LegRouter
    ) throws(ChainFailure) -> Stage {
        let departures = LegChain.departures(
            from: origin, arrivals: before?.arrivals, totals: before?.totals ?? [])
        let base = departures.map(\.total).min() ?? 0
        let origins = departures.map { option in
            TimedOrigin(
                SearchOrigin(
                    edge: option.start.edge.row, fraction: option.start.fraction,
                    cost: UInt32(min(option.total - base, Int64(SearchCost.limit)))),
                at: departure(position, before?.instants[option.arrival] ?? start))
        }
        let arrivals = LegChain.usable(destination)
        let found = router.find(
            from: origins,
            to: arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) },
            under: conditions, monitor: monitor)
        guard let found else { throw .stopped }
        var stage = Stage(arrivals: arrivals, totals: [], instants: [], legs: [])
        for (path, arrival) in zip(found, arrivals) {
            let walk = path.flatMap {
                router.walk(along: $0.path, from: origins[$0.origin].instant, conditions)
            }
            guard let path, let walk else {
                stage.totals.append(nil)
                stage.instants.append(0)
                stage.legs.append(nil)
                continue
            }
            let used = departures[path.origin]
            let leg = ChainLeg(
                departure: used.start, arrival: arrival, path: path.path,
                cost: path.cost - origins[path.origin].origin.cost)
            stage.totals.append(base + Int64(path.cost))
            stage.instants.append(origins[path.origin].instant + walk.milliseconds)
            stage.legs.append(
                (TimedChainLeg(leg: leg, departs: origins[path.origin].instant), used.arrival))
        }
        guard stage.totals.contains(where: { $0 != nil }) else {
            throw .unreachable(from: position)
        }
        return stage
    }
}
