// The cheapest path to a place while edges and turns open and close over time.

import RoadNetwork

/// A place where a leg may begin, and when.
package struct TimedOrigin: Hashable, Sendable {
    package var origin: SearchOrigin
    /// Epoch milliseconds.
    package var instant: Int64

    package init(_ origin: SearchOrigin, at instant: Int64) {
        self.origin = origin
        self.instant = instant
    }
}

/// A time-dependent A* search.
///
/// Most requests at a time of day need no such search: conditions that hold throughout the travel
/// are weights. It runs only if conditions change during the travel, and if the path that is best
/// while each condition is at its most favorable costs more at the times it really reaches them.
///
/// Every edge and turn is evaluated at the time at which the cheapest path reaches it. Waiting on
/// the road for a street to open is not allowed. If the metric with all conditions at their most
/// favorable is customized, its distances are the potentials; otherwise potentials are zero.
///
/// A label that is dearer but earlier is not kept. So the result is the cheapest among the paths
/// whose every prefix is a cheapest path.
///
/// Method: time-dependent A* with CCH potentials; B. Strasser and T. Zeitz, *A Fast and Tight
/// Heuristic for A\* in Road Networks*, SEA 2021, full version in ACM JEA 27 (2022),
/// [doi:10.1145/3571282](https://doi.org/10.1145/3571282).
struct TimedSearch {
    private let timed: TimedCosts
    private let costs: RequestCosts
    private let space: SearchSpace
    private let turns: TurnExpansion
    private let stateCount: UInt32
    private let hierarchy: Hierarchy?
    private var potentials: LowerPotentials?
    private let destination: SearchDestination
    private let endsInArea: Bool
    /// The instant at which clocks are 0.
    private var base: Int64 = 0
    private var best: (cost: UInt32, arrival: Arrival?) = (SearchCost.limit, nil)

    /// The result of a search.
    enum Outcome {
        /// The cheapest path, or `nil` if there is none.
        case path(LegPath?)
        /// The monitor stopped the search.
        case stopped
    }

    /// Where the destination's edge is entered.
    private enum Arrival {
        case origin(Int)
        case label(UInt32)
    }

    /// - Parameter lower: A metric customized for the request with its conditions at their most
    ///   favorable.
    init(
        _ timed: TimedCosts, to destination: SearchDestination, lower: CustomizedMetric?,
        space: SearchSpace, hierarchySpace: HierarchySpace?
    ) {
        self.timed = timed
        costs = timed.costs
        self.space = space
        self.destination = destination
        turns = TurnExpansion(costs.metric, network: costs.network)
        stateCount = UInt32(costs.network.edgeCount + costs.network.copyCount)
        hierarchy = lower?.hierarchy
        if let lower, let hierarchySpace {
            let seeds = DestinationSeeds(
                destination, costs: costs, hierarchy: lower.hierarchy, turns: lower.turns.turns)
            potentials = LowerPotentials(lower, to: seeds.starts, space: hierarchySpace)
        }
        endsInArea =
            costs.network.edgeRestrictions[destination.edge] & costs.metric.throughTrafficMask != 0
            || costs.network.conditions.has(edge: destination.edge)
    }

    /// Finds the cheapest path.
    mutating func run(from origins: [TimedOrigin], monitor: some SearchMonitor) -> Outcome {
        space.reset()
        base = origins.map(\.instant).min() ?? 0
        for (index, origin) in origins.enumerated() { start(origin, index) }
        var steps = 0
        while let (estimate, label) = space.queue.pop() {
            if estimate >= best.cost { break }
            let cost = space.cost[Int(label)]
            guard estimate == self.estimate(cost, label) else { continue }
            steps += 1
            if steps & 0xFFF == 0, monitor.shouldStop { return .stopped }
            settle(label, cost)
        }
        return .path(path(origins.map(\.origin)))
    }

    private mutating func start(_ timedOrigin: TimedOrigin, _ index: Int) {
        let (origin, instant) = (timedOrigin.origin, timedOrigin.instant)
        if destination.edge == origin.edge, destination.fraction >= origin.fraction,
            let part = timed.part(
                of: origin.edge, from: origin.fraction, to: destination.fraction, at: instant)
        {
            arrive(UInt64(origin.cost) + UInt64(part.cost), at: .origin(index))
        }
        guard let part = timed.part(of: origin.edge, from: origin.fraction, to: 1, at: instant)
        else { return }
        improve(
            origin.edge, to: UInt64(origin.cost) + UInt64(part.cost),
            clock: UInt64(instant - base) + UInt64(part.milliseconds),
            from: 2 * stateCount + UInt32(index))
    }

    private mutating func arrive(_ cost: UInt64, at arrival: Arrival) {
        guard cost < UInt64(best.cost) else { return }
        best = (UInt32(cost), arrival)
    }

    private mutating func improve(
        _ label: UInt32, to cost: UInt64, clock: UInt64, from parent: UInt32
    ) {
        let old = space.cost[Int(label)]
        guard cost < UInt64(min(old, best.cost)), clock < UInt64(SearchCost.limit) else { return }
        let estimate = estimate(UInt32(cost), label)
        guard estimate < best.cost else { return }
        if old == .max { space.touched.append(label) }
        space.cost[Int(label)] = UInt32(cost)
        space.parent[Int(label)] = parent
        space.clock[Int(label)] = UInt32(clock)
        space.queue.push(cost: estimate, label: label)
    }

    /// Returns a lower bound of the cost of a path through a label.
    private mutating func estimate(_ cost: UInt32, _ label: UInt32) -> UInt32 {
        guard let hierarchy, potentials != nil else { return cost }
        let rank = hierarchy.columns.rankOfState[label >= stateCount ? label - stateCount : label]
        guard rank != Hierarchy.none, let rest = potentials?[rank], rest < Hierarchy.infinite else {
            return .max
        }
        return cost + rest
    }

    private mutating func settle(_ label: UInt32, _ cost: UInt32) {
        let layer = label >= stateCount ? stateCount : 0
        let state = label - layer
        let edge = turns.edge(of: state)
        let passage = costs.nodeCosts[turns.edgeHead[edge]] ?? 0
        if passage == SearchCost.closed { return }
        let clock = space.clock[Int(label)]
        let now = base + Int64(clock)
        let hasAreas = costs.metric.throughTrafficMask != 0
        let isInArea = hasAreas && timed.isInArea(edge, at: now)
        turns.forEachTurn(from: state) { _, next, target, turn in
            if let rule = turns.rule(from: state, onto: next),
                timed.conditions.closes(rule: rule, at: now, under: costs.metric)
            {
                return
            }
            let step = UInt64(turn) + UInt64(passage)
            let entering = now + Int64(step)
            let arrives = next == destination.edge
            let end =
                arrives
                ? timed.part(of: next, from: 0, to: destination.fraction, at: entering) : nil
            let whole = timed.part(of: next, from: 0, to: 1, at: entering)
            var nextLayer = layer
            if hasAreas, let isAreaNext = (whole ?? end)?.isInArea {
                if isAreaNext && !isInArea {
                    guard endsInArea else { return }
                    nextLayer = stateCount
                } else if !isAreaNext && layer != 0 {
                    return
                }
            }
            let entered = UInt64(cost) + step
            if let end { arrive(entered + UInt64(end.cost), at: .label(label)) }
            guard let whole else { return }
            improve(
                target + nextLayer, to: entered + UInt64(whole.cost),
                clock: UInt64(clock) + step + UInt64(whole.milliseconds), from: label)
        }
    }

    private func path(_ origins: [SearchOrigin]) -> LegPath? {
        switch best.arrival {
        case .origin(let index)?:
            space.path(to: destination, on: origins[index], at: index, cost: best.cost)
        case .label(let label)?:
            space.path(to: destination, enteredFrom: label, cost: best.cost, origins, turns)
        case nil: nil
        }
    }
}
