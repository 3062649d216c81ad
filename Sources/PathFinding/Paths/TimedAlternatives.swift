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
/// without the streets where candidates were closed.
///
/// If no candidate is closed, looser limits find no fewer. A candidate that costs more at its time
/// than by the metric comes before some that cost less, and may leave no room for them. So if there
/// are too few, the search runs again with a limit that leaves this candidate out. A leg is
/// searched eight times at most: where more than four candidates in a row leave no room, the most
/// paths found until then count, and looser limits may find fewer.
struct TimedAlternatives {
    /// The most further searches without streets found closed.
    private static let mostReplacements = 3
    /// The most further searches with a lower limit, in all.
    private static let mostLowered = 4

    private let finder: RouteFinder
    private let conditions: TimedConditions
    private let limits: AlternativeLimits
    /// When the leg begins, in epoch milliseconds.
    private let instant: Int64
    /// The leg's own travel time.
    let milliseconds: Int64
    /// The leg itself, then its alternatives in the order found, with costs under the clock.
    private(set) var options: [LegOption]
    /// The edges on which candidates were closed when reached.
    private var closed: Set<UInt32> = []
    /// Candidates as they are under the clock; `nil` if one is closed.
    private var followed: [NetworkPath: LegOption?] = [:]
    /// The greatest cost under the clock of a candidate taken by the last search that costs less by
    /// the metric; `nil` if there was none.
    private var delayed: UInt32?
    /// The searches with a lower limit until now.
    private var lowered = 0

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
    /// - Complexity: One search for alternatives; if there are too few, up to ``mostLowered`` more
    ///   because of candidates that cost more than by the metric, and up to ``mostReplacements``
    ///   with newly customized metrics.
    mutating func search(between ends: LegEnds, count: Int, _ chain: inout LegChain) {
        // The best path stays on one street, so no other can differ.
        guard options[0].leg.path.elements.count > 1 else { return }
        let monitor = chain.monitor
        take(from: &chain.router, between: ends, count: count, monitor)
        let kept = Set((ends.departures + ends.arrivals).map(\.edge.row))
        var known: Set<UInt32> = []
        for _ in 0..<Self.mostReplacements {
            let closing = closed.subtracting(kept)
            guard options.count < count, closing.count > known.count, !monitor.shouldStop
            else { return }
            known = closing
            let costs = finder.costs.closing(closing.sorted(), finder.barriers.effects)
            finder.engine.withRouter(costs, monitor: monitor) { router in
                take(from: &router, between: ends, count: count, monitor)
            }
        }
    }

    /// Adds the alternatives a router finds besides the known ones.
    private mutating func take(
        from router: inout LegRouter, between ends: LegEnds, count: Int, _ monitor: SolveMonitor
    ) {
        let best = options[0].leg.cost
        let known = options
        var detour = limits.maxDetour
        var most: [AlternativePath] = []
        while true {
            delayed = nil
            let found = router.alternatives(
                from: ends.origins, to: ends.destinations, count: count - known.count,
                within: AlternativeBounds(
                    stretch: detour, sharing: limits.maxSharing, best: best),
                beside: known.map(\.leg.path), monitor: monitor
            ) { isAlternative($0, beside: known, ends, within: detour) }
            if let found, found.count > most.count { most = found }
            guard most.count < count - known.count, let delayed, lowered < Self.mostLowered,
                !monitor.shouldStop
            else { break }
            lowered += 1
            detour = (Double(delayed) - 0.5) / Double(best)
        }
        options += most.compactMap { option($0, ends) }
    }

    /// Whether a path is open and cheap enough when traveled, and differs enough from every cheaper
    /// one.
    private mutating func isAlternative(
        _ candidate: AlternativeCandidate, beside known: [LegOption], _ ends: LegEnds,
        within detour: Double
    ) -> Bool {
        guard let option = option(candidate.path, ends) else { return false }
        let best = options[0].leg.cost
        guard option.leg.cost >= best, Double(option.leg.cost) <= Double(best) * detour else {
            return false
        }
        let others = known + candidate.chosen.compactMap { self.option($0, ends) }
        guard others.allSatisfy({ differs(option, from: $0, sharing: candidate.sharing) }) else {
            return false
        }
        if option.leg.cost > candidate.path.path.cost {
            delayed = max(delayed ?? 0, option.leg.cost)
        }
        return true
    }

    /// Follows a path under the clock; `nil` if it is closed, or dearer than any search admits.
    private mutating func option(_ found: AlternativePath, _ ends: LegEnds) -> LegOption? {
        var leg = ends.leg(of: found)
        if let known = followed[leg.path] { return known }
        let result = finder.costs.follow(leg.path, from: instant, conditions)
        for closure in result.closures {
            closed.insert(leg.path.elements[closure.element].edge.row)
        }
        let isOpen = result.closures.isEmpty && result.cost < UInt64(SearchCost.limit)
        if isOpen { leg.cost = UInt32(result.cost) }
        let option = isOpen ? LegOption(leg, steps: result.steps) : nil
        followed.updateValue(option, forKey: leg.path)
        return option
    }

    /// Whether the dearer of two paths shares little enough with the other.
    private func differs(
        _ option: LegOption, from earlier: LegOption, sharing: Double
    ) -> Bool {
        let isDearer = option.leg.cost >= earlier.leg.cost
        let shared =
            isDearer ? option.shared(with: earlier.edges) : earlier.shared(with: option.edges)
        return Double(shared) <= Double(options[0].leg.cost) * sharing
            && option.leg.path != earlier.leg.path
    }
}
