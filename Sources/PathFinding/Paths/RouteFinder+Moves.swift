// Finds routes if some stops cannot be visited at their nearest place.

package import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteFinder {
    /// Finds the route through all stops. If there is none, moves stops to the nearest places
    /// usable in their roles.
    ///
    /// - Throws: The first leg without a path.
    func searchMoving(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        do throws(ChainFailure) {
            let found = try attempt(valid, group, &chain)
            guard found.hasDeadEnd else { return found.route }
            return try attemptMoving(valid, group, before: found.route, &chain) ?? found.route
        } catch {
            guard case .unreachable = error, !isTooFar(error, chain) else { throw error }
            let failedLeg = chain.failedLeg
            if let route = try attemptMoving(valid, group, after: error, &chain) { return route }
            chain.failedLeg = failedLeg
            throw error
        }
    }

    /// Whether a leg's stops are connected, but farther apart than searches can add up. If so,
    /// moving them is wrong.
    private func isTooFar(_ failure: ChainFailure, _ chain: LegChain) -> Bool {
        guard case .unreachable(let position, let order?) = failure, let leg = chain.failedLeg
        else { return false }
        // Nearly always one end is cut off, which a local search shows; the other search is long.
        var mainland = Mainland(costs)
        return mainland.contains(stops[order[position]], [.ahead])
            && mainland.contains(stops[order[position + 1]], [.behind]) && chain.isTooFar(leg)
    }

    /// Tries again with stops moved.
    ///
    /// - Parameters:
    ///   - before: The route without moves, if there is one.
    ///   - failure: Why there is none.
    /// - Returns: The best route, with the fewest moves among equals; `nil` if there is none.
    /// - Throws: Only ``ChainFailure/stopped``.
    private func attemptMoving(
        _ valid: [Int], _ group: RouteGroup, before: SolvedRoute? = nil,
        after failure: ChainFailure? = nil, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute? {
        var best = before
        // Without a route, the best order must not be worse than the given one, for which other
        // stops may move.
        let choices = try moves(of: valid, withGivenOrder: before == nil, &chain)
        for moved in choices {
            var finder = relocating(moved)
            finder.effortShare = effortShare / Double(choices.count)
            var found: SolvedRoute?
            do throws(ChainFailure) {
                found = try finder.attempt(valid, group, &chain).route
            } catch {
                if case .stopped = error { throw error }
                found = try finder.attemptInTime(after: error, group, &chain)
            }
            guard var route = found else { continue }
            route.moved.merge(moved) { timely, _ in timely }
            if let known = best, rank(known) <= rank(route) { continue }
            best = route
        }
        if choices.isEmpty, let failure {
            best = try attemptInTime(after: failure, group, &chain)
        }
        return best
    }

    /// Returns new places for stops that cannot be visited in place, as sets to try; none if all
    /// can be visited, or none can move.
    ///
    /// - Parameter withGivenOrder: Whether to add the moves for the given order to those for the
    ///   best one.
    /// - Throws: Only ``ChainFailure/stopped``.
    package func moves(
        of valid: [Int], withGivenOrder: Bool = false, _ chain: inout LegChain
    ) throws(ChainFailure) -> [[Int: LocatedStop]] {
        guard valid.contains(where: { rules(of: $0).settings.allowAutoRelocate }) else { return [] }
        guard let table = chain.table(between: valid.map { stops[$0] }) else {
            throw .stopped
        }
        var moves = StopMoves(of: valid, self, costs: table.costs)
        let findsBest = request.order.findsBest
        var choices: [StopMoves.Moves] = []
        if findsBest {
            choices = try moves.inAnyOrder(
                fixed: preservedEnds, &chain)
        }
        if !findsBest || withGivenOrder {
            let moved = try moves.inOrder(&chain)
            if !moved.isEmpty { choices.append(moved) }
        }
        return choices
    }

    func rules(of stop: Int) -> PlacingRules {
        request.locations.first { $0.range.contains(stop) }?.rules ?? request.placing
    }

    /// A search for places under the request.
    package var placeSearch: PlaceSearch {
        PlaceSearch(costs: costs, barriers: barriers.effects, control: control)
    }

    /// Returns the same finder with some stops at other places.
    package func relocating(_ moved: [Int: LocatedStop]) -> RouteFinder {
        var finder = self
        for (stop, place) in moved { finder.stops[stop] = place }
        return finder
    }
}
