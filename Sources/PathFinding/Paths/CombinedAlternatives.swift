// Alternatives to a route with several stops.

import Preparation
import RouteAPI
import RoutingEngine

/// Collects routes that are combined from alternative legs, and chooses the most that differ.
///
/// Looser limits find no fewer. Legs' alternatives are searched for, and then combined, within
/// limits of fixed lists, up to the first that are no tighter than the request's own. What is found
/// so does not depend on the request's limits, and looser ones go through the same lists and more.
/// The request's own limits then admit the most of what was found that differ from each other
/// (`AlternativePool`). The search ends early only if as many are admitted as are wanted.
struct CombinedAlternatives {
    /// Finds each leg's alternatives within limits; the first of each leg is the best route's own.
    typealias LegSearch = (AlternativeLimits) -> [[LegOption]]

    private let finder: RouteFinder
    private let best: CombinedRoute
    private let count: Int
    private var pool: AlternativePool
    private var tried: [CombinedRoute] = []

    /// - Parameter count: The most routes to return, with the best one, at most 10.
    init(to best: SolvedRoute, count: Int, within limits: AlternativeLimits, finder: RouteFinder) {
        self.finder = finder
        self.count = count
        self.best = CombinedRoute(best, of: finder)
        pool = AlternativePool(
            beside: self.best.option,
            within: AlternativeBounds(stretch: limits.maxDetour, sharing: limits.maxSharing),
            wanted: count - 1)
    }

    /// The best route and its alternatives, by cost.
    var routes: [SolvedRoute] {
        [best.route]
            + pool.chosen.compactMap { chosen in tried.first { $0.option === chosen }?.route }
    }

    /// Combines legs within given limits alone.
    mutating func combine(within limits: AlternativeLimits, _ search: LegSearch) {
        var combinations = LegCombinations(finder: finder, best: best, legs: search(limits))
        combine(&combinations, within: limits)
    }

    /// Combines legs within limits up to the request's own, nearest to them first, until there are
    /// as many routes as wanted.
    mutating func combine(upTo limits: AlternativeLimits, _ search: LegSearch) {
        for within in CombinationLimits.ofLegs(upTo: limits) {
            guard !pool.isFull, !finder.control.shouldStop else { return }
            var combinations = LegCombinations(finder: finder, best: best, legs: search(within))
            guard combinations.areSeveral else { continue }
            for within in CombinationLimits.ofRoutes(upTo: limits)
            where !pool.isFull && !finder.control.shouldStop {
                combine(&combinations, within: within)
            }
        }
    }

    private mutating func combine(
        _ combinations: inout LegCombinations, within limits: AlternativeLimits
    ) {
        let found = combinations.newRoutes(count, within: limits)
            .filter { $0.option.cost >= best.option.cost }
        tried += found
        pool.add(found.map(\.option), sharing: .infinity)
    }
}

/// The limits within which legs are searched for and combined.
private enum CombinationLimits {
    /// The detours of searches, up to the greatest that a request can allow.
    private static let detours = [1.1, 1.25, 1.6, 2.5, 10]
    /// The overlaps of legs with better ones. A leg costs a search for each.
    private static let legs = [1, 0.8, 0.5, 0.2]
    /// The overlaps of routes.
    private static let routes = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0]

    static func ofLegs(upTo allowed: AlternativeLimits) -> [AlternativeLimits] {
        limits(detours.drop { $0 < 1.25 }, legs, upTo: allowed)
    }

    static func ofRoutes(upTo allowed: AlternativeLimits) -> [AlternativeLimits] {
        limits(detours[...], routes, upTo: allowed)
    }

    /// Every detour up to the first that is no less than the allowed one, each with every sharing
    /// up to the first that is no less than the allowed one; those nearest to the allowed ones
    /// first.
    ///
    /// - Parameters:
    ///   - detours: The least first.
    ///   - sharings: The greatest first.
    private static func limits(
        _ detours: ArraySlice<Double>, _ sharings: [Double], upTo allowed: AlternativeLimits
    ) -> [AlternativeLimits] {
        let last = detours.firstIndex { $0 >= allowed.maxDetour } ?? detours.endIndex - 1
        let first = sharings.lastIndex { $0 >= allowed.maxSharing } ?? 0
        return sharings[first...].flatMap { sharing in
            detours[...last].reversed().map {
                AlternativeLimits(maxDetour: $0, maxSharing: sharing)
            }
        }
    }
}
