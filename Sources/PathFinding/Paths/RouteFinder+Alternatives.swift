// Alternatives to a found route. Between two stops the engine finds them; for several stops, or if
// conditions change during travel, alternative legs are combined into routes.

import Preparation
import RoadNetwork
package import RouteAPI
import RoutingEngine

extension RouteFinder {
    /// Returns a route and alternatives to it, by cost.
    ///
    /// Between two stops, see `AlternativeSearch`. For several, each leg has its own alternatives;
    /// legs are exchanged, best ratio of saved sharing to cost first, until the route differs
    /// enough from every better one (`CombinedAlternatives`). Under a clock, each leg is judged
    /// when it is traveled; see ``TimedAlternatives``.
    ///
    /// - Parameters:
    ///   - best: The route found by ``find(_:_:)``.
    ///   - count: The most routes to return, at most 10.
    ///   - limits: What makes a route an alternative.
    ///   - triesTighter: Whether tighter limits are tried, too, if routes through several stops are
    ///     missing. Then looser limits find no fewer.
    /// - Returns: Only the best route if the request has no hierarchy.
    package func alternatives(
        to best: SolvedRoute, count: Int, within limits: AlternativeLimits = .usual,
        triesTighter: Bool = true, _ chain: inout LegChain
    ) -> [SolvedRoute] {
        guard count > 1, !best.legs.isEmpty else { return [best] }
        let finder = request.timedConditions == nil ? self : staying(as: best.schedule) ?? self
        guard best.legs.count == 1 else {
            var combined = CombinedAlternatives(
                to: best, count: count, within: limits, finder: finder)
            func options(within limits: AlternativeLimits) -> [[LegOption]] {
                finder.options(of: best, count, within: limits, &chain)
            }
            if triesTighter {
                combined.combine(upTo: limits, options)
            } else {
                combined.combine(within: limits, options)
            }
            return combined.routes
        }
        guard let conditions = request.timedConditions else {
            let ends = ends(of: 0, best)
            let found = paths(between: ends, count, within: limits, &chain)
            return found.isEmpty ? [best] : found.map { route(of: best, [ends.leg(of: $0)]) }
        }
        let others = finder.timedOptions(of: best, count, within: limits, conditions, &chain)[0]
            .dropFirst().compactMap { finder.timedRoute(of: best, [$0.leg], conditions) }
        return [best] + others.sortedByCost
    }

    /// Finds each leg's own path, then alternatives to it.
    private func options(
        of best: SolvedRoute, _ count: Int, within limits: AlternativeLimits,
        _ chain: inout LegChain
    ) -> [[LegOption]] {
        if let conditions = request.timedConditions {
            return timedOptions(of: best, count, within: limits, conditions, &chain)
        }
        return best.legs.indices.map { position in
            let own = ChainLeg(best.legs[position])
            let ends = ends(of: position, best)
            // The first path is as cheap as the leg itself, and often the same.
            let others = paths(between: ends, count, within: limits, &chain)
                .map { ends.leg(of: $0) }.filter { $0.path != own.path }
            return ([own] + others).map { LegOption($0, steps: costs.follow($0.path).steps) }
        }
    }

    private func paths(
        between ends: LegEnds, _ count: Int, within limits: AlternativeLimits,
        _ chain: inout LegChain
    ) -> [AlternativePath] {
        let found = chain.router.alternatives(
            from: ends.origins, to: ends.destinations, count: count,
            within: AlternativeBounds(stretch: limits.maxDetour, sharing: limits.maxSharing),
            monitor: chain.monitor)
        return found ?? []
    }

    /// Finds each leg's own path, then alternatives to it at the time when the best route travels
    /// it.
    private func timedOptions(
        of best: SolvedRoute, _ count: Int, within limits: AlternativeLimits,
        _ conditions: TimedConditions, _ chain: inout LegChain
    ) -> [[LegOption]] {
        var legs: [[LegOption]] = []
        var instant = request.departure
        for (position, leg) in best.legs.enumerated() {
            instant = departure(from: best.stops[position], reachedAt: instant)
            var search = TimedAlternatives(
                to: leg, from: instant, finder: self, conditions: conditions, limits: limits)
            search.search(between: ends(of: position, best), count: count, &chain)
            legs.append(search.options)
            instant += search.milliseconds
        }
        return legs
    }

    /// Finds the ends between which a leg may take other paths and still fit the legs before and
    /// after.
    private func ends(of position: Int, _ best: SolvedRoute) -> LegEnds {
        let leg = best.legs[position]
        func stop(_ number: Int) -> LocatedStop {
            best.moved[best.stops[number]] ?? stops[best.stops[number]]
        }
        let isFirst = position == 0
        let isLast = position == best.legs.count - 1
        // If a vehicle may turn round at a stop, it may arrive and leave in any direction.
        return LegEnds(
            departures: isFirst || LegChain.hasEqualDepartures(stop(position))
                ? LegChain.usable(stop(position)) : [leg.departure],
            arrivals: isLast || LegChain.hasEqualDepartures(stop(position + 1))
                ? LegChain.usable(stop(position + 1)) : [leg.arrival])
    }

    /// Returns a route with other legs, under conditions that stay the same during travel.
    func route(of best: SolvedRoute, _ legs: [ChainLeg]) -> SolvedRoute {
        var route = best
        route.legs = legs.map { solved(FoundLeg($0, variants: variants(along: $0.path))) }
        route.schedule = schedule(best.stops, route.legs)
        return route
    }

    /// Returns a route with other legs, each under the conditions at its time of travel; `nil` if
    /// one is closed then, or ends when no states are known.
    func timedRoute(
        of best: SolvedRoute, _ legs: [ChainLeg], _ conditions: TimedConditions
    ) -> SolvedRoute? {
        var route = best
        var instant = request.departure
        var found: [SolvedLeg] = []
        for (position, leg) in legs.enumerated() {
            instant = departure(from: best.stops[position], reachedAt: instant)
            guard let walk = costs.walk(along: leg.path, from: instant, conditions) else {
                return nil
            }
            instant += walk.milliseconds
            guard instant <= conditions.end else { return nil }
            var leg = leg
            leg.cost = walk.cost
            found.append(solved(FoundLeg(leg, variants: walk.variants)))
        }
        route.legs = found
        route.schedule = schedule(best.stops, found)
        return route
    }
}

/// The ends between which a leg may have several paths.
struct LegEnds {
    var departures: [PlaceCandidate]
    var arrivals: [PlaceCandidate]

    var origins: [SearchOrigin] {
        departures.map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) }
    }

    var destinations: [SearchDestination] {
        arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) }
    }

    /// Makes the leg along a path between two of these ends.
    func leg(of found: AlternativePath) -> ChainLeg {
        ChainLeg(
            departure: departures[found.path.origin], arrival: arrivals[found.destination],
            path: found.path.path, cost: found.path.cost)
    }
}

extension ChainLeg {
    /// Makes the leg as the search found it.
    init(_ leg: SolvedLeg) {
        self.init(
            departure: leg.departure, arrival: leg.arrival, path: leg.path, cost: leg.searchCost)
    }
}

extension [SolvedRoute] {
    /// The routes by cost; equally cheap ones keep their order.
    var sortedByCost: [SolvedRoute] {
        enumerated().sorted {
            ($0.element.searchCost, $0.offset) < ($1.element.searchCost, $1.offset)
        }.map(\.element)
    }
}
