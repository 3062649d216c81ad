// The search for the place at which a route is rejoined.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Searches for paths from a vehicle back to its route.
///
/// A place costs what the path to it costs, and what the route costs up to it: to skip a part is
/// worth no more than to travel it. A path that turns back, to where the route was left, counts
/// only if every other one takes longer by more than twice what it skips. So a vehicle that has
/// left a motorway follows the road beside it to the next junction, rather than to turn round.
struct RejoinSearch {
    let reading: HandleReading
    let prepared: PreparedAnalysis
    /// How the vehicle may go on.
    let origins: [PlaceCandidate]

    /// How much longer a path may take than one that turns back, as a multiple of what it skips.
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

    /// The path to the beginning of a route.
    ///
    /// - Throws: When there is none.
    func leg(toLeave leg: GivenLeg, _ stop: LocatedStop) throws(RouteRequestError) -> LegPath {
        guard let edge = leg.edges.first, let departure = leg.departure else { throw noPath }
        let start = leg.from.candidate(on: EdgeID(row: edge), at: departure)
        // Where the vehicle may turn round at the first stop, it may arrive in any direction.
        let arrivals = LegChain.usable(stop).filter { arrival in
            LegChain.departures(from: stop, arrivals: [arrival], totals: [0])
                .contains { $0.start.edge == start.edge && $0.start.fraction == start.fraction }
        }
        let ends = arrivals.isEmpty ? [start] : arrivals
        let found = try paths(
            to: ends.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) },
            need: .best, under: prepared.costs
        ).compactMap(\.self).min { ($0.cost, $0.origin) < ($1.cost, $1.origin) }
        guard let found else { throw noPath }
        return found
    }

    /// The best place to rejoin a route.
    ///
    /// - Parameter stop: The stop at the end of the leg, which may be reached in any direction in
    ///   which the route can go on.
    /// - Throws: When no path leads to any place.
    func best(
        of targets: RejoinTargets, _ stop: LocatedStop
    ) throws(RouteRequestError) -> Found {
        let costs = try costs(to: targets, under: prepared.costs)
        let choice = best(of: targets, costs)
        guard let choice, let path = try path(to: targets, choice, under: prepared.costs) else {
            throw noPath
        }
        let edges = Set(targets.edgesLeft)
        guard path.path.elements.dropFirst().contains(where: { edges.contains($0.edge.row) })
        else { return Found(target: choice, leg: path) }
        if let other = try notTurningBack(targets, costs) { return other }
        return Found(target: choice, leg: path, turnsBack: true)
    }

    /// The place with the least cost, of equal ones the first.
    private func best(of targets: RejoinTargets, _ costs: [UInt32?]) -> Int? {
        targets.indices.filter { costs[$0] != nil }.min { a, b in
            (UInt64(costs[a] ?? 0) + targets[a].skippedCost, a)
                < (UInt64(costs[b] ?? 0) + targets[b].skippedCost, b)
        }
    }

    /// The best place to which a path leads that does not turn back; `nil` where each takes too
    /// long.
    private func notTurningBack(
        _ targets: RejoinTargets, _ costs: [UInt32?]
    ) throws(RouteRequestError) -> Found? {
        let closed = prepared.costs.closing(targets.edgesLeft, prepared.barriers.effects)
        let found = try self.costs(to: targets, under: closed)
        let patient = found.enumerated().map { index, cost -> UInt32? in
            guard let cost, let back = costs[index] else { return nil }
            let most = UInt64(back) + Self.patience * targets[index].skippedCost
            return UInt64(cost) <= most ? cost : nil
        }
        guard let choice = best(of: targets, patient),
            let path = try path(to: targets, choice, under: closed)
        else { return nil }
        return Found(target: choice, leg: path)
    }

    private func costs(
        to targets: RejoinTargets, under costs: RequestCosts
    ) throws(RouteRequestError) -> [UInt32?] {
        try withRouter(costs) { (router, monitor) in
            // Many destinations are worth a metric of their own.
            router.derive(monitor)
            return router.find(
                from: searchOrigins, to: targets.destinations, need: .each, monitor: monitor)
        }.map { $0?.cost }
    }

    private func path(
        to targets: RejoinTargets, _ index: Int, under costs: RequestCosts
    ) throws(RouteRequestError) -> LegPath? {
        try paths(to: [targets.destinations[index]], need: .best, under: costs)[0]
    }

    /// The paths to some places.
    private func paths(
        to destinations: [SearchDestination], need: LegNeed, under costs: RequestCosts
    ) throws(RouteRequestError) -> [LegPath?] {
        let origins = searchOrigins
        let found = try withRouter(costs) { (router, monitor) -> [LegPath?]? in
            let answers = router.find(
                from: origins, to: destinations, need: need, monitor: monitor)
            return answers?.enumerated().map { index, answer in
                guard let answer else { return nil }
                if let path = answer.path { return path }
                return router.path(from: origins[answer.origin], to: destinations[index])
            }
        }
        return found
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
