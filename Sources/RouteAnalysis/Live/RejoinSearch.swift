// The search for the place at which to rejoin a route.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Searches for paths from a vehicle back to its route.
///
/// A place costs what the path to it costs, plus what the route costs up to it, so skipping a part
/// is worth no more than traveling it. A path that turns back to where the route was left counts
/// only if every other one takes longer by more than twice what it skips. So a vehicle that has
/// left a motorway follows the road beside it to the next junction instead of turning round.
struct RejoinSearch {
    let reading: HandleReading
    let prepared: PreparedAnalysis
    /// How the vehicle may continue.
    let origins: [PlaceCandidate]

    /// How much longer a path may take instead of turning back, as a multiple of what it skips.
    private static let patience: UInt64 = 2

    /// A place to rejoin with the path to it.
    struct Found {
        var target: Int
        var leg: LegPath
        /// Whether the path leads back to where the route was left.
        var turnsBack = false
    }

    private var searchOrigins: [SearchOrigin] {
        origins.map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) }
    }

    /// Finds the path to a route's beginning.
    ///
    /// - Throws: If there is none.
    func leg(toLeave leg: GivenLeg, _ stop: LocatedStop) throws(RouteRequestError) -> LegPath {
        guard let edge = leg.edges.first, let departure = leg.departure else { throw noPath }
        let start = leg.from.candidate(on: EdgeID(row: edge), at: departure)
        let arrivals = Self.arrivals(at: stop, before: start)
        let ends = arrivals.isEmpty ? [start] : arrivals
        let found = try paths(
            to: ends.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) }
        ).compactMap(\.self).min { ($0.cost, $0.origin) < ($1.cost, $1.origin) }
        guard let found else { throw noPath }
        return found
    }

    /// Returns how a vehicle may arrive at a stop it leaves in a given direction: in any direction
    /// if it may turn round.
    ///
    /// - Parameter departure: How it leaves the stop; `nil` for the last.
    static func arrivals(
        at stop: LocatedStop, before departure: PlaceCandidate?
    ) -> [PlaceCandidate] {
        guard let departure else { return LegChain.usable(stop) }
        return LegChain.usable(stop).filter { arrival in
            LegChain.departures(from: stop, arrivals: [arrival], totals: [0]).contains {
                $0.start.edge == departure.edge && $0.start.fraction == departure.fraction
            }
        }
    }

    /// Finds the best place to rejoin a route.
    ///
    /// - Throws: If no path leads to any place.
    func best(of targets: RejoinTargets) throws(RouteRequestError) -> Found {
        let costs = try costs(to: targets)
        let ranked = ranked(targets, costs)
        guard let choice = ranked.first?.target, let path = try path(to: targets, choice) else {
            throw noPath
        }
        let edges = Set(targets.edgesLeft)
        let turnsBack = path.path.elements.dropFirst().contains { element in
            element.from < element.to && edges.contains(element.edge.row)
        }
        guard turnsBack else { return Found(target: choice, leg: path) }
        if let other = try notTurningBack(targets, costs, ranked) { return other }
        return Found(target: choice, leg: path, turnsBack: true)
    }

    /// Ranks reachable places by the cost of the path to each plus what it skips; equal ones keep
    /// their order.
    private func ranked(
        _ targets: RejoinTargets, _ costs: [UInt32?]
    ) -> [(target: Int, cost: UInt64)] {
        var ranked: [(target: Int, cost: UInt64)] = []
        for (index, cost) in zip(targets.indices, costs) {
            guard let cost else { continue }
            ranked.append((index, UInt64(cost) + targets[index].skippedCost))
        }
        return ranked.sorted { ($0.cost, $0.target) < ($1.cost, $1.target) }
    }

    /// Finds the best place with a path that does not turn back; `nil` if each takes too long.
    ///
    /// Not turning back is never cheaper. So places are tried by their cost with turning back
    /// allowed, up to the first that cannot beat the best.
    private func notTurningBack(
        _ targets: RejoinTargets, _ costs: [UInt32?], _ ranked: [(target: Int, cost: UInt64)]
    ) throws(RouteRequestError) -> Found? {
        let closed = prepared.costs.closing(targets.edgesLeft, prepared.barriers.effects)
        let origins = searchOrigins
        return try withRouter(closed) { (router, monitor) -> Found?? in
            var best: (found: Found, cost: UInt64)?
            for (index, least) in ranked {
                if least >= best?.cost ?? .max { break }
                guard
                    let answers = router.find(
                        from: origins, to: [targets.destinations[index]], need: .best,
                        monitor: monitor)
                else { return nil }
                guard let answer = answers[0], let back = costs[index] else { continue }
                let skipped = targets[index].skippedCost
                guard UInt64(answer.cost) <= UInt64(back) + Self.patience * skipped,
                    UInt64(answer.cost) + skipped < best?.cost ?? .max,
                    let path = answer.path
                        ?? router.path(
                            from: origins[answer.origin], to: targets.destinations[index])
                else { continue }
                best = (Found(target: index, leg: path), UInt64(answer.cost) + skipped)
            }
            return .some(best?.found)
        }
    }

    private func costs(to targets: RejoinTargets) throws(RouteRequestError) -> [UInt32?] {
        let origins = searchOrigins
        let answers: [LegAnswer?] = try withRouter(prepared.costs) { (router, monitor) in
            // Many destinations are worth their own metric.
            router.derive(monitor)
            return router.find(
                from: origins, to: targets.destinations, need: .each, monitor: monitor)
        }
        return answers.map { $0?.cost }
    }

    private func path(
        to targets: RejoinTargets, _ index: Int
    ) throws(RouteRequestError) -> LegPath? {
        try paths(to: [targets.destinations[index]])[0]
    }

    /// Finds paths to the cheapest of some places, and perhaps to others.
    private func paths(
        to destinations: [SearchDestination]
    ) throws(RouteRequestError) -> [LegPath?] {
        let origins = searchOrigins
        return try withRouter(prepared.costs) { (router, monitor) -> [LegPath?]? in
            let answers = router.find(
                from: origins, to: destinations, need: .best, monitor: monitor)
            return answers?.enumerated().map { index, answer in
                guard let answer else { return nil }
                if let path = answer.path { return path }
                return router.path(from: origins[answer.origin], to: destinations[index])
            }
        }
    }

    private func withRouter<Result>(
        _ costs: RequestCosts, _ work: (inout LegRouter, SolveMonitor) -> Result?
    ) throws(RouteRequestError) -> Result {
        let control = reading.control
        let monitor = SolveMonitor(control: control)
        let engine = reading.layer.layer.engine
        let found = try control.timed(\.routing) { () throws(RouteRequestError) -> Result? in
            engine.withRouter(
                costs, by: prepared.request.isDeterministic ? .customized : .quickest,
                monitor: monitor
            ) { router in
                work(&router, monitor)
            }
        }
        guard let found else { throw control.stopReason }
        return found
    }

    private var noPath: RouteRequestError {
        RouteRequestError(
            .noSolution, extendedCode: .noSolution,
            details: [
                "No solution found.", "No path leads from the position back to the route.",
            ])
    }
}
