// Alternatives for a route with several stops, combined from its legs' alternatives.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Combines alternative legs into alternative routes.
struct LegCombinations {
    let finder: RouteFinder
    let best: SolvedRoute
    /// Each leg's paths; the best route uses the first.
    let legs: [[LegOption]]
    let limits: AlternativeLimits

    /// The most combinations to try.
    private static let mostRefused = 12

    private var bestCost: Int64 { best.searchCost }

    /// A route with what its elements cost at the time of travel.
    private struct Accepted {
        var route: SolvedRoute
        /// Each element's edge and search cost, including the turn into it.
        var steps: [(edge: UInt32, cost: UInt64)]
        var edges: Set<UInt32>

        /// Sums the cost of elements on another route's edges.
        func shared(with other: Accepted) -> UInt64 {
            steps.reduce(0) { other.edges.contains($1.edge) ? $0 + $1.cost : $0 }
        }
    }

    /// Returns the best route and alternatives to it, by cost.
    func routes(_ count: Int) -> [SolvedRoute] {
        var accepted = [followed(best)]
        // The best route itself is not an alternative.
        var refused: Set = [[Int](repeating: 0, count: legs.count)]
        while accepted.count < count, refused.count < Self.mostRefused {
            guard let choice = choice(besides: accepted, refused) else { break }
            refused.insert(choice)
            guard let route = route(choice) else { continue }
            let found = followed(route)
            if isAdmissible(found, besides: accepted) { accepted.append(found) }
        }
        return [best] + accepted.dropFirst().map(\.route).sortedByCost
    }

    private func route(_ choice: [Int]) -> SolvedRoute? {
        let chosen = zip(legs, choice).map { $0[$1].leg }
        guard let conditions = finder.request.timedConditions else {
            return finder.route(of: best, chosen)
        }
        return finder.timedRoute(of: best, chosen, conditions)
    }

    private func followed(_ route: SolvedRoute) -> Accepted {
        let start = finder.request.departure
        var steps: [(edge: UInt32, cost: UInt64)] = []
        for (leg, visit) in zip(route.legs, route.schedule.visits) {
            let followed = finder.costs.follow(
                leg.path, from: start + visit.departureMilliseconds,
                finder.request.timedConditions)
            steps += zip(leg.path.elements, followed.steps).map { (edge: $0.edge.row, cost: $1) }
        }
        return Accepted(route: route, steps: steps, edges: Set(steps.map(\.edge)))
    }

    /// Whether a route is cheap enough, and different enough from every cheaper one, at its costs
    /// during travel.
    private func isAdmissible(_ found: Accepted, besides accepted: [Accepted]) -> Bool {
        let cost = found.route.searchCost
        guard cost >= bestCost, Double(cost) <= Double(bestCost) * limits.maxDetour else {
            return false
        }
        let limit = Double(bestCost) * limits.maxSharing
        return accepted.allSatisfy { other in
            let isDearer = cost >= other.route.searchCost
            return Double(isDearer ? found.shared(with: other) : other.shared(with: found)) <= limit
        }
    }

    /// Finds a combination that shares little enough with every accepted route. It exchanges legs,
    /// best ratio of saved sharing to added cost first. `nil` if there is none, or if the solve is
    /// to stop.
    ///
    /// - Complexity: For each exchange O(*n*) in the options of all legs, times the accepted
    ///   routes.
    private func choice(besides accepted: [Accepted], _ refused: Set<[Int]>) -> [Int]? {
        // Below 1, so that an accepted route is not chosen again.
        let limit = Double(bestCost) * min(limits.maxSharing, 0.99)
        let whole = accepted.map(\.edges)
        /// For each leg and option, what it shares with each accepted route.
        let shared = legs.map { options in
            options.map { option in whole.map { option.shared(with: $0) } }
        }
        /// What the options of a choice share with each accepted route, and cost.
        var sums = whole.indices.map { number in shared.reduce(UInt64(0)) { $0 + $1[0][number] } }
        var cost = legs.reduce(UInt64(0)) { $0 + UInt64($1[0].leg.cost) }
        var choice = [Int](repeating: 0, count: legs.count)
        func excess(_ sums: [UInt64]) -> Double {
            sums.reduce(0) { $0 + max(0, Double($1) - limit) }
        }
        func exchanging(_ leg: Int, for option: Int) -> (sums: [UInt64], cost: UInt64) {
            let own = choice[leg]
            return (
                sums.indices.map { sums[$0] - shared[leg][own][$0] + shared[leg][option][$0] },
                cost - UInt64(legs[leg][own].leg.cost) + UInt64(legs[leg][option].leg.cost)
            )
        }
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
}
