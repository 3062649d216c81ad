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
struct TimedAlternatives {
    /// The most further searches without streets found closed.
    private static let mostReplacements = 3

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
    /// - Complexity: One search for alternatives, and up to ``mostReplacements`` more, each with a
    ///   newly customized metric.
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
        let known = options.map(\.leg.path)
        _ = router.alternatives(
            from: ends.origins, to: ends.destinations, count: count - known.count,
            within: AlternativeBounds(
                stretch: limits.maxDetour, sharing: limits.maxSharing, best: best),
            beside: known, choosingAgain: false, monitor: monitor
        ) { judge(ends.leg(of: $0)) }
    }

    /// Accepts a path if it is open and cheap enough when traveled, and differs enough from every
    /// cheaper one.
    private mutating func judge(_ leg: ChainLeg) -> Bool {
        let followed = finder.costs.follow(leg.path, from: instant, conditions)
        guard followed.closures.isEmpty else {
            for closure in followed.closures {
                closed.insert(leg.path.elements[closure.element].edge.row)
            }
            return false
        }
        let best = UInt64(options[0].leg.cost)
        guard followed.cost >= best,
            Double(followed.cost) <= Double(best) * limits.maxDetour,
            followed.cost < UInt64(SearchCost.limit)
        else { return false }
        var leg = leg
        leg.cost = UInt32(followed.cost)
        let option = LegOption(leg, steps: followed.steps)
        guard options.allSatisfy({ differs(option, from: $0) }) else { return false }
        options.append(option)
        return true
    }

    /// Whether the dearer of two paths shares little enough with the other.
    private func differs(_ option: LegOption, from earlier: LegOption) -> Bool {
        let isDearer = option.leg.cost >= earlier.leg.cost
        let shared =
            isDearer ? option.shared(with: earlier.edges) : earlier.shared(with: option.edges)
        return Double(shared) <= Double(options[0].leg.cost) * limits.maxSharing
            && option.leg.path != earlier.leg.path
    }
}
