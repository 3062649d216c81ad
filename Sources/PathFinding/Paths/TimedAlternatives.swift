// Alternatives to a leg if conditions change during travel.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// A leg's path, with the cost of each element.
struct LegOption {
    var leg: ChainLeg
    /// Each element's search cost, including the turn into it.
    var steps: [UInt64]
    let edges: Set<UInt32>

    init(_ leg: ChainLeg, steps: [UInt64]) {
        self.leg = leg
        self.steps = steps
        edges = Set(leg.path.elements.map(\.edge.row))
    }

    /// Sums the cost of elements on some edges.
    func shared(with edges: Set<UInt32>) -> UInt64 {
        zip(leg.path.elements, steps).reduce(0) { sum, step in
            edges.contains(step.0.edge.row) ? sum + step.1 : sum
        }
    }
}

/// Finds alternatives to a leg that begins at a given instant.
///
/// Candidates come from the request's metric, whose conditions are at their most favorable. Each is
/// followed under the clock, and its cost and sharing at that time must be within the limits. A
/// candidate that is closed when traveled is dropped. If too few remain, the search runs again
/// without the streets where candidates were closed, three times at most.
///
/// Looser limits find no fewer: in each search they find the same candidates and more
/// (`AlternativeSearch`), and which streets a further search leaves out does not depend on them.
/// Those are the streets closed on candidates within the usual limits, and once there are no
/// more of these, within generous ones; only limits looser than the usual ones go on to the latter.
struct TimedAlternatives {
    /// The most further searches without streets found closed.
    private static let mostReplacements = 3
    /// How many candidates are sought to find closed streets.
    private static let closureCount = 3
    /// The limits within which closed streets are left out, if a request's own are looser than the
    /// usual ones.
    private static let generous = AlternativeLimits(maxDetour: 2, maxSharing: 1)

    private let finder: RouteFinder
    private let conditions: TimedConditions
    private let limits: AlternativeLimits
    /// When the leg begins, in epoch milliseconds.
    private let instant: Int64
    /// The leg's own travel time.
    let milliseconds: Int64
    /// The leg itself, then its alternatives, cheapest first, with costs under the clock.
    private(set) var options: [LegOption]
    /// Candidates as they are under the clock.
    private var followed: [NetworkPath: Followed] = [:]

    /// A candidate under the clock.
    private struct Followed {
        /// The leg along it; `nil` if it is closed, dearer than any search admits, or ends when no
        /// states are known.
        var option: LegOption?
        /// The edges on which it is closed when they are reached.
        var closed: [UInt32]
    }

    /// - Parameter leg: The best route's leg.
    init(
        to leg: SolvedLeg, from instant: Int64, finder: RouteFinder, conditions: TimedConditions,
        limits: AlternativeLimits
    ) {
        self.finder = finder
        self.conditions = conditions
        self.limits = limits
        self.instant = instant
        let followed = finder.costs.follow(leg.path, from: instant, conditions)
        milliseconds = followed.milliseconds
        options = [LegOption(ChainLeg(leg), steps: followed.steps)]
    }

    /// Finds alternatives between some places.
    ///
    /// - Parameter count: The most paths wanted, including the leg's own.
    /// - Complexity: One search for alternatives; if there are too few, up to two more for closed
    ///   streets, and up to ``mostReplacements`` times as many with newly customized metrics.
    mutating func search(between ends: LegEnds, count: Int, _ chain: inout LegChain) {
        // The best path stays on one street, so no other can differ.
        guard count > 1, options[0].leg.path.elements.count > 1 else { return }
        let monitor = chain.monitor
        var pool = pool(within: limits, wanted: count - 1)
        var met = gather(into: &pool, from: &chain.router, between: ends, monitor)
        let kept = Set((ends.departures + ends.arrivals).map(\.edge.row))
        var closing: Set<UInt32> = []
        if !pool.isFull {
            met = closures(met, pool, besides: kept, &chain.router, ends, monitor)
        }
        for _ in 0..<Self.mostReplacements {
            guard !pool.isFull, !met.isEmpty, !monitor.shouldStop else { break }
            closing.formUnion(met)
            let costs = finder.costs.closing(closing.sorted(), finder.barriers.effects)
            finder.engine.withRouter(costs, monitor: monitor) { router in
                met = gather(into: &pool, from: &router, between: ends, monitor)
                guard !pool.isFull else { return }
                met = closures(met, pool, besides: kept.union(closing), &router, ends, monitor)
            }
        }
        options += pool.chosen.compactMap { followed[ends.leg(of: $0.path).path]?.option }
    }

    /// Makes a pool for paths beside the leg's own.
    private func pool(within limits: AlternativeLimits, wanted: Int) -> AlternativePool {
        let own = options[0]
        let path = LegPath(origin: 0, cost: own.leg.cost, path: own.leg.path)
        return AlternativePool(
            beside: Self.option(own, along: AlternativePath(path: path, destination: 0)),
            within: AlternativeBounds(stretch: limits.maxDetour, sharing: limits.maxSharing),
            wanted: wanted)
    }

    /// Adds candidates to a pool.
    ///
    /// - Returns: The edges on which candidates were closed.
    private mutating func gather(
        into pool: inout AlternativePool, from router: inout LegRouter, between ends: LegEnds,
        _ monitor: SolveMonitor
    ) -> Set<UInt32> {
        var closed: Set<UInt32> = []
        router.gather(
            into: &pool, from: ends.origins, to: ends.destinations, monitor: monitor
        ) { path in
            let followed = follow(path, ends)
            closed.formUnion(followed.closed)
            return followed.option.map { Self.option($0, along: path) }
        }
        return closed
    }

    /// Returns the streets that the next search is to leave out. They do not depend on the limits.
    ///
    /// - Parameters:
    ///   - met: The edges on which candidates for the pool were closed.
    ///   - known: The edges that cannot be left out, or are already.
    private mutating func closures(
        _ met: Set<UInt32>, _ pool: AlternativePool, besides known: Set<UInt32>,
        _ router: inout LegRouter, _ ends: LegEnds, _ monitor: SolveMonitor
    ) -> Set<UInt32> {
        let usual = AlternativeLimits.usual
        let isLooser = limits.maxDetour > usual.maxDetour || limits.maxSharing > usual.maxSharing
        for within in isLooser ? [usual, Self.generous] : [usual] {
            var closed = met
            if within != limits || pool.wanted != Self.closureCount {
                var other = self.pool(within: within, wanted: Self.closureCount)
                closed = gather(into: &other, from: &router, between: ends, monitor)
            }
            closed.subtract(known)
            if !closed.isEmpty { return closed }
        }
        return []
    }

    /// Follows a path under the clock.
    private mutating func follow(_ found: AlternativePath, _ ends: LegEnds) -> Followed {
        var leg = ends.leg(of: found)
        if let known = followed[leg.path] { return known }
        let result = finder.costs.follow(leg.path, from: instant, conditions)
        let closed = result.closures.map { leg.path.elements[$0.element].edge.row }
        let isOpen =
            closed.isEmpty && result.cost < UInt64(SearchCost.limit)
            && instant + result.milliseconds <= conditions.end
        if isOpen { leg.cost = UInt32(result.cost) }
        let known = Followed(
            option: isOpen ? LegOption(leg, steps: result.steps) : nil, closed: closed)
        followed[leg.path] = known
        return known
    }

    private static func option(
        _ option: LegOption, along path: AlternativePath
    ) -> AlternativeOption {
        AlternativeOption(
            path, cost: UInt64(option.leg.cost),
            steps: zip(option.leg.path.elements, option.steps).map {
                .init(edge: $0.edge.row, cost: $1)
            })
    }
}
