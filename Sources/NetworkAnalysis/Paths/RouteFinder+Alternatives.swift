// Alternatives to a route that was found.
//
// Between two stops the engine finds them. Through several stops, or under conditions that change
// during travel, alternatives of the legs are put together to routes.

import RoadNetwork
package import RouteAPI
import RoutingEngine

extension RouteFinder {
    /// A route and alternatives to it, by cost.
    ///
    /// Between two stops, see `AlternativeRule`. Through several, each leg has alternatives of its
    /// own, and legs are exchanged, those first that save the most sharing for their cost, until
    /// the route differs enough from every better one. Under a clock, legs are judged at the
    /// instants at which they are traveled.
    ///
    /// - Parameters:
    ///   - best: The route that ``find(_:_:)`` has found.
    ///   - count: The most routes to return, at most 30.
    ///   - limits: What makes a route an alternative.
    /// - Returns: Only the best route when the request has no hierarchy.
    package func alternatives(
        to best: SolvedRoute, count: Int, within limits: AlternativeLimits = .usual,
        _ chain: inout LegChain
    ) -> [SolvedRoute] {
        guard count > 1, !best.legs.isEmpty else { return [best] }
        var options: [[ChainLeg]] = []
        for position in best.legs.indices {
            options.append(
                self.options(of: position, best, count: count, within: limits, &chain))
        }
        if best.legs.count == 1, request.timedConditions == nil {
            guard !options[0].isEmpty else { return [best] }
            return options[0].map { route(of: best, [$0]) }
        }
        return LegCombinations(finder: self, best: best, options: options, limits: limits)
            .routes(count)
    }

    /// The paths of a leg: the best and its alternatives, between places that fit the legs before
    /// and after it. Empty where there is no hierarchy.
    private func options(
        of position: Int, _ best: SolvedRoute, count: Int, within limits: AlternativeLimits,
        _ chain: inout LegChain
    ) -> [ChainLeg] {
        let leg = best.legs[position]
        func stop(_ number: Int) -> LocatedStop {
            best.moved[best.stops[number]] ?? stops[best.stops[number]]
        }
        let isFirst = position == 0
        let isLast = position == best.legs.count - 1
        // Where a vehicle may turn round at a stop, it may arrive and leave in any direction.
        let departures =
            isFirst || LegChain.hasEqualDepartures(stop(position))
            ? LegChain.usable(stop(position)) : [leg.departure]
        let arrivals =
            isLast || LegChain.hasEqualDepartures(stop(position + 1))
            ? LegChain.usable(stop(position + 1)) : [leg.arrival]
        let found = chain.router.alternatives(
            from: departures.map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) },
            to: arrivals.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) },
            count: count,
            within: AlternativeBounds(stretch: limits.maxDetour, sharing: limits.maxSharing),
            monitor: chain.monitor)
        return (found ?? []).map { alternative in
            ChainLeg(
                departure: departures[alternative.path.origin],
                arrival: arrivals[alternative.destination], path: alternative.path.path,
                cost: alternative.path.cost)
        }
    }

    /// A route with other legs, under conditions that do not change during travel.
    fileprivate func route(of best: SolvedRoute, _ legs: [ChainLeg]) -> SolvedRoute {
        var route = best
        route.legs = legs.map { solved(FoundLeg($0, variants: variants(along: $0.path))) }
        route.schedule = schedule(best.stops, route.legs)
        return route
    }

    /// A route with other legs, each judged when it is traveled; `nil` where one is closed then.
    fileprivate func timedRoute(
        of best: SolvedRoute, _ legs: [ChainLeg], _ conditions: TimedConditions
    ) -> SolvedRoute? {
        var route = best
        var instant = request.clock.start ?? 0
        var found: [SolvedLeg] = []
        for (position, leg) in legs.enumerated() {
            instant = departure(from: best.stops[position], reachedAt: instant)
            guard let walk = costs.walk(along: leg.path, from: instant, conditions) else {
                return nil
            }
            instant += walk.milliseconds
            var leg = leg
            leg.cost = walk.cost
            found.append(solved(FoundLeg(leg, variants: walk.variants)))
        }
        route.legs = found
        route.schedule = schedule(best.stops, found)
        return route
    }
}

/// Puts alternatives of legs together to alternatives of a route.
private struct LegCombinations {
    let finder: RouteFinder
    let best: SolvedRoute
    /// For each leg its paths; the first is one of the best.
    private var legs: [[LegOption]]
    let limits: AlternativeLimits
    private let bestCost: UInt64

    /// A path of a leg, with the cost of each of its elements.
    private struct LegOption {
        var leg: ChainLeg
        var steps: [UInt64]

        init(_ leg: ChainLeg, _ costs: RequestCosts) {
            self.leg = leg
            steps = costs.follow(leg.path).steps
        }

        /// The cost of the elements on some edges.
        func shared(with edges: Set<UInt32>) -> UInt64 {
            zip(leg.path.elements, steps).reduce(0) { sum, step in
                edges.contains(step.0.edge.row) ? sum + step.1 : sum
            }
        }
    }

    init(
        finder: RouteFinder, best: SolvedRoute, options: [[ChainLeg]], limits: AlternativeLimits
    ) {
        self.finder = finder
        self.best = best
        self.limits = limits
        legs = zip(best.legs, options).map { leg, options in
            let own = ChainLeg(
                departure: leg.departure, arrival: leg.arrival, path: leg.path,
                cost: leg.searchCost)
            // The first option is as cheap as the leg itself, and often the same path.
            let others = options.filter { $0.path != own.path }
            return ([own] + others).map { LegOption($0, finder.costs) }
        }
        bestCost = best.legs.reduce(0) { $0 + UInt64($1.searchCost) }
    }

    /// The edges of a route, leg by leg.
    private typealias EdgesByLeg = [Set<UInt32>]

    /// The best route and alternatives to it, by cost.
    func routes(_ count: Int) -> [SolvedRoute] {
        var routes = [best]
        var accepted = [best.edges]
        // The best route itself is no alternative.
        var refused: Set = [[Int](repeating: 0, count: legs.count)]
        while routes.count < count, refused.count < Self.mostRefused {
            guard let choice = choice(besides: accepted, refused) else { break }
            refused.insert(choice)
            guard let route = route(choice), isAdmissible(route, besides: accepted) else {
                continue
            }
            routes.append(route)
            accepted.append(route.edges)
        }
        let others = routes.dropFirst().enumerated()
            .sorted { ($0.element.searchCost, $0.offset) < ($1.element.searchCost, $1.offset) }
        return [best] + others.map(\.element)
    }

    /// The most combinations that are tried.
    private static let mostRefused = 12

    private func route(_ choice: [Int]) -> SolvedRoute? {
        let chosen = zip(legs, choice).map { $0[$1].leg }
        guard let conditions = finder.request.timedConditions else {
            return finder.route(of: best, chosen)
        }
        return finder.timedRoute(of: best, chosen, conditions)
    }

    /// A combination that shares little enough with every accepted route: legs are exchanged, those
    /// first that save the most for what they cost.
    private func choice(besides accepted: [EdgesByLeg], _ refused: Set<[Int]>) -> [Int]? {
        // Below the whole, so that a route that was accepted is not chosen again.
        let limit = Double(bestCost) * min(limits.maxSharing, 0.99)
        let whole = accepted.map { $0.reduce(into: Set()) { $0.formUnion($1) } }
        /// For each leg and option, what it shares with each accepted route.
        let shared = legs.map { options in
            options.map { option in whole.map { option.shared(with: $0) } }
        }
        var choice = [Int](repeating: 0, count: legs.count)
        func sums(_ choice: [Int]) -> [UInt64] {
            whole.indices.map { number in
                choice.indices.reduce(0) { $0 + shared[$1][choice[$1]][number] }
            }
        }
        func excess(_ choice: [Int]) -> Double {
            sums(choice).reduce(0) { $0 + max(0, Double($1) - limit) }
        }
        func cost(_ choice: [Int]) -> UInt64 {
            choice.indices.reduce(0) { $0 + UInt64(legs[$1][choice[$1]].leg.cost) }
        }
        var visited: Set<[Int]> = []
        while excess(choice) > 0 || refused.contains(choice) {
            visited.insert(choice)
            let now = (excess: excess(choice), cost: Double(cost(choice)))
            var found: (choice: [Int], value: Double)?
            for leg in legs.indices {
                for option in legs[leg].indices where option != choice[leg] {
                    var next = choice
                    next[leg] = option
                    guard Double(cost(next)) <= Double(bestCost) * limits.maxDetour,
                        !visited.contains(next)
                    else { continue }
                    let gain = now.excess - excess(next)
                    guard gain > 0 || now.excess == 0 && excess(next) == 0 else { continue }
                    let value = gain / max(1, Double(cost(next)) - now.cost)
                    if value > found?.value ?? -1 { found = (next, value) }
                }
            }
            guard let found else { return nil }
            choice = found.choice
        }
        return choice
    }

    /// Whether a route is cheap enough and differs enough, by its costs at the time of travel.
    private func isAdmissible(_ route: SolvedRoute, besides accepted: [EdgesByLeg]) -> Bool {
        guard Double(route.searchCost) <= Double(bestCost) * limits.maxDetour else { return false }
        let limit = Double(bestCost) * limits.maxSharing
        let start = finder.request.clock.start ?? 0
        let steps = zip(route.legs, route.schedule.visits).map { leg, visit in
            finder.costs.follow(
                leg.path, from: start + visit.departureMilliseconds,
                finder.request.timedConditions
            ).steps
        }
        return accepted.allSatisfy { edges in
            let all = edges.reduce(into: Set<UInt32>()) { $0.formUnion($1) }
            var shared: UInt64 = 0
            for (leg, steps) in zip(route.legs, steps) {
                for (element, step) in zip(leg.path.elements, steps)
                where all.contains(element.edge.row) { shared += step }
            }
            return Double(shared) <= limit
        }
    }
}

extension SolvedRoute {
    /// The cost that searches minimize, in quanta.
    fileprivate var searchCost: UInt64 { legs.reduce(0) { $0 + UInt64($1.searchCost) } }

    /// The edges of each leg.
    fileprivate var edges: [Set<UInt32>] {
        legs.map { Set($0.path.elements.map(\.edge.row)) }
    }
}
