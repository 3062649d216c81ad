// Routes with several stops, combined from their legs' alternatives.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A route with other legs than the best one's, and what it costs when it is traveled.
struct CombinedRoute {
    let route: SolvedRoute
    let option: AlternativeOption

    init(_ route: SolvedRoute, of finder: RouteFinder) {
        self.route = route
        let start = finder.request.departure
        var steps: [AlternativeOption.Step] = []
        for (leg, visit) in zip(route.legs, route.schedule.visits) {
            let followed = finder.costs.follow(
                leg.path, from: start + visit.departureMilliseconds,
                finder.request.timedConditions)
            steps += zip(leg.path.elements, followed.steps).map {
                AlternativeOption.Step(edge: $0.edge.row, cost: $1)
            }
        }
        let cost = UInt64(route.searchCost)
        let path = LegPath(
            origin: 0, cost: UInt32(clamping: cost),
            path: NetworkPath(elements: route.legs.flatMap(\.path.elements)))
        option = AlternativeOption(
            AlternativePath(path: path, destination: 0), cost: cost, steps: steps)
    }
}

/// Combines alternative legs into routes.
struct LegCombinations {
    /// The most combinations to try within each limits.
    private static let mostRefused = 12

    private let finder: RouteFinder
    private let best: CombinedRoute
    /// Each leg's paths; the best route uses the first.
    private let legs: [[LegOption]]
    /// The routes combined so far, by each leg's path; `nil` if one is closed when it is traveled.
    private var known: [[Int]: CombinedRoute?] = [:]
    /// What each leg's options share with a route accepted so far, by the route. All stay alive in
    /// ``best`` and ``known``.
    private var sharedCosts: [ObjectIdentifier: [[UInt64]]] = [:]

    init(finder: RouteFinder, best: CombinedRoute, legs: [[LegOption]]) {
        (self.finder, self.best, self.legs) = (finder, best, legs)
    }

    /// Whether there is a route besides the best one.
    var areSeveral: Bool { legs.contains { $0.count > 1 } }

    private var bestCost: UInt64 { best.option.cost }

    /// Combines routes until some of them are cheap enough and differ enough from each other.
    ///
    /// - Parameter count: How many there are to be, with the best one.
    /// - Returns: All that were tried on the way for the first time; some may be within looser
    ///   limits only.
    mutating func newRoutes(_ count: Int, within limits: AlternativeLimits) -> [CombinedRoute] {
        var new: [CombinedRoute] = []
        var accepted = [best.option]
        // The best route itself is not an alternative.
        var refused: Set = [[Int](repeating: 0, count: legs.count)]
        while accepted.count < count, refused.count < Self.mostRefused {
            guard let choice = choice(besides: accepted, refused, within: limits) else { break }
            refused.insert(choice)
            let isNew = known[choice] == nil
            guard let found = route(choice) else { continue }
            if isNew { new.append(found) }
            if isAdmissible(found.option, besides: accepted, within: limits) {
                accepted.append(found.option)
            }
        }
        return new
    }

    private mutating func route(_ choice: [Int]) -> CombinedRoute? {
        if let known = known[choice] { return known }
        let chosen = zip(legs, choice).map { $0[$1].leg }
        let route =
            if let conditions = finder.request.timedConditions {
                finder.timedRoute(of: best.route, chosen, conditions)
            } else {
                finder.route(of: best.route, chosen)
            }
        let combined = route.map { CombinedRoute($0, of: finder) }
        known[choice] = .some(combined)
        return combined
    }

    /// Whether a route is cheap enough, and different enough from every other one, at its costs
    /// during travel.
    private func isAdmissible(
        _ found: AlternativeOption, besides accepted: [AlternativeOption],
        within limits: AlternativeLimits
    ) -> Bool {
        let limit = Double(bestCost) * limits.maxSharing
        return found.cost >= bestCost
            && Double(found.cost) <= Double(bestCost) * limits.maxDetour
            && accepted.allSatisfy { found.differs(from: $0, sharing: limit) }
    }

    /// Finds a combination that shares little enough with every accepted route. It exchanges legs,
    /// best ratio of saved sharing to added cost first. `nil` if there is none, or if the solve is
    /// to stop.
    ///
    /// - Complexity: For each exchange O(*n*) in the options of all legs, times the accepted
    ///   routes.
    private mutating func choice(
        besides accepted: [AlternativeOption], _ refused: Set<[Int]>,
        within limits: AlternativeLimits
    ) -> [Int]? {
        // Below 1, so that an accepted route is not chosen again.
        let limit = Double(bestCost) * min(limits.maxSharing, 0.99)
        let shared = accepted.map { costsShared(with: $0) }
        /// What the options of a choice share with each accepted route, and cost.
        var sums = shared.map { legs in legs.reduce(UInt64(0)) { $0 + $1[0] } }
        var cost = legs.reduce(UInt64(0)) { $0 + UInt64($1[0].leg.cost) }
        var choice = [Int](repeating: 0, count: legs.count)
        func excess(_ sums: [UInt64]) -> Double {
            sums.reduce(0) { $0 + max(0, Double($1) - limit) }
        }
        func exchanging(_ leg: Int, for option: Int) -> (sums: [UInt64], cost: UInt64) {
            let own = choice[leg]
            return (
                sums.indices.map { sums[$0] - shared[$0][leg][own] + shared[$0][leg][option] },
                cost - UInt64(legs[leg][own].leg.cost) + UInt64(legs[leg][option].leg.cost)
            )
        }
        // Often one long leg has no alternative, and then no choice shares little enough.
        let least = shared.map { legs in legs.reduce(UInt64(0)) { $0 + ($1.min() ?? 0) } }
        guard excess(least) == 0 else { return nil }
        var visited: Set<[Int]> = []
        while excess(sums) > 0 || refused.contains(choice) {
            if finder.control.shouldStop { return nil }
            visited.insert(choice)
            let before = excess(sums)
            var found: (choice: [Int], sums: [UInt64], cost: UInt64, value: Double)?
            for leg in legs.indices {
                for option in legs[leg].indices where option != choice[leg] {
                    let other = exchanging(leg, for: option)
                    guard Double(other.cost) <= Double(bestCost) * limits.maxDetour else {
                        continue
                    }
                    let behind = excess(other.sums)
                    let gain = before - behind
                    guard gain > 0 || before == 0 && behind == 0 else { continue }
                    let value = gain / max(1, Double(other.cost) - Double(cost))
                    guard value > found?.value ?? -1 else { continue }
                    var next = choice
                    next[leg] = option
                    if visited.contains(next) { continue }
                    found = (next, other.sums, other.cost, value)
                }
            }
            guard let found else { return nil }
            (choice, sums, cost) = (found.choice, found.sums, found.cost)
        }
        return choice
    }

    /// What each leg's options share with a route.
    private mutating func costsShared(with route: AlternativeOption) -> [[UInt64]] {
        let key = ObjectIdentifier(route)
        if let known = sharedCosts[key] { return known }
        let shared = legs.map { options in options.map { $0.shared(with: route.edges) } }
        sharedCosts[key] = shared
        return shared
    }
}
