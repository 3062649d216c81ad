// One leg's cheapest paths, from its origins to its destinations, by Dijkstra's algorithm.
//
// A label-setting search over edges and copies of edges under every rule. The faster methods give
// the same costs and are tested against it.

package import RoadNetwork

/// The result of a search.
package enum LegSearchOutcome: Sendable {
    /// Each destination's cheapest path, or `nil` if there is none.
    case paths([LegPath?])
    /// The monitor stopped the search.
    case stopped
}

/// A search by Dijkstra's algorithm under one request's costs.
///
/// It needs no hierarchy and no preparation, and it applies every rule of the request. So it is the
/// method of last resort and the reference for all others. A search of a city takes some ten
/// milliseconds, a hierarchy query a hundredth.
package struct LegSearch {
    private let costs: RequestCosts
    private let space: SearchSpace
    private let stateCount: UInt32
    private let turns: TurnExpansion
    /// Whether some path was discarded because its cost exceeded ``SearchCost/limit``.
    package private(set) var reachedLimit = false
    /// How many labels the last search settled.
    private(set) var settledCount = 0

    package init(_ costs: RequestCosts, space: SearchSpace) {
        precondition(
            space.labelCount >= Self.labelCount(of: costs.network),
            "search space of another network")
        self.costs = costs
        self.space = space
        stateCount = UInt32(costs.network.edgeCount + costs.network.copyCount)
        turns = TurnExpansion(costs.metric, network: costs.network)
    }

    /// Returns how many labels a search over a network needs: two layers of edges and copies.
    package static func labelCount(of network: NetworkDataset) -> Int {
        2 * (network.edgeCount + network.copyCount)
    }

    /// Finds the cheapest path from any origin to each destination.
    ///
    /// Ties between paths go to the lower label, ties between origins to the lower position.
    ///
    /// Method: E. Dijkstra, *A note on two problems in connexion with graphs*, Numerische
    /// Mathematik 1 (1959), [doi:10.1007/BF01386390](https://doi.org/10.1007/BF01386390), on the
    /// graph whose vertices are edges. If through traffic is barred somewhere, the graph has two
    /// layers: the second is entered by turning into such an area and left only at the destination.
    ///
    /// - Complexity: O(*s* log *s*) for *s* states cheaper than the farthest destination.
    package mutating func run(
        from origins: [SearchOrigin], to destinations: [SearchDestination],
        monitor: some SearchMonitor
    ) -> LegSearchOutcome {
        guard let targets = search(from: origins, to: destinations, monitor) else {
            return .stopped
        }
        return .paths(destinations.indices.map { path(to: $0, targets, origins, destinations) })
    }

    /// Returns the least cost from any origin to each destination, `nil` if there is no path:
    /// ``run`` without the paths.
    ///
    /// - Returns: `nil` when the monitor stopped the search.
    package mutating func costs(
        from origins: [SearchOrigin], to destinations: [SearchDestination],
        monitor: some SearchMonitor
    ) -> [UInt32?]? {
        guard let targets = search(from: origins, to: destinations, monitor) else { return nil }
        return destinations.indices.map { targets.best($0)?.0 }
    }

    /// Returns the groups of destinations that are cheapest to reach from any origin, with their
    /// least costs, in the order of the groups: all groups that rank no worse than the last needed
    /// one.
    ///
    /// - Parameters:
    ///   - destinations: The destinations of all groups, group after group.
    ///   - labels: The most labels to settle.
    /// - Returns: `nil` if fewer groups than needed are reached, if more labels are needed, or when
    ///   the monitor stopped the search.
    /// - Complexity: O(*s* log *s*) for *s* states cheaper than the last needed group.
    package mutating func nearest(
        _ groups: NearestGroups, from origins: [SearchOrigin],
        among destinations: [SearchDestination], labels: Int, monitor: some SearchMonitor
    ) -> [(group: Int, cost: UInt32)]? {
        let found = search(
            from: origins, to: destinations, nearest: groups, labels: labels, monitor)?.nearest
        guard let found, found.isComplete else { return nil }
        return found.found
    }

    private mutating func search(
        from origins: [SearchOrigin], to destinations: [SearchDestination],
        nearest: NearestGroups? = nil, labels: Int = .max, _ monitor: some SearchMonitor
    ) -> TargetTable? {
        space.reset()
        reachedLimit = false
        var targets = TargetTable(destinations, costs: costs, nearest: nearest)
        for (index, origin) in origins.enumerated() {
            start(origin, index, &targets)
        }
        var steps = 0
        defer { settledCount = steps }
        while let (cost, label) = space.queue.pop() {
            guard cost == space.cost[Int(label)] else { continue }
            if cost >= targets.bound { break }
            steps += 1
            if steps & 0xFFF == 0, monitor.shouldStop { return nil }
            if steps > labels { return nil }
            settle(label, cost, &targets)
        }
        return targets
    }

    private mutating func start(_ origin: SearchOrigin, _ index: Int, _ targets: inout TargetTable)
    {
        for target in targets.indices(on: origin.edge)
        where targets.fraction(target) >= origin.fraction {
            guard
                let cost = costs.cost(
                    of: origin.edge, from: origin.fraction, to: targets.fraction(target))
            else { continue }
            targets.improve(
                target, to: SearchCost.sum(origin.cost, cost), from: .origin(index))
        }
        guard let cost = costs.cost(of: origin.edge, from: origin.fraction, to: 1) else { return }
        let label = origin.edge
        let total = SearchCost.sum(origin.cost, cost)
        guard total < SearchCost.limit else {
            reachedLimit = true
            return
        }
        // Origins are numbered beyond all states.
        space.improve(label, to: total, from: 2 * stateCount + UInt32(index))
    }

    private mutating func settle(_ label: UInt32, _ cost: UInt32, _ targets: inout TargetTable) {
        let layer = label >= stateCount ? stateCount : 0
        let state = label - layer
        let edge = turns.edge(of: state)
        let passage = costs.nodeCosts.isEmpty ? 0 : costs.nodeCosts[turns.edgeHead[edge]] ?? 0
        if passage == SearchCost.closed { return }
        let through = costs.metric.throughTrafficMask
        let fromIsBarredArea = through != 0 && costs.isThroughBarred(edge)
        turns.forEachTurn(from: state) { _, next, target, turn in
            var nextLayer = layer
            if through != 0 {
                let toIsBarredArea = costs.isThroughBarred(next)
                if toIsBarredArea && !fromIsBarredArea {
                    guard targets.hasThroughBarred else { return }
                    nextLayer = stateCount
                } else if !toIsBarredArea && layer != 0 {
                    return
                }
            }
            let entered = UInt64(cost) + UInt64(turn) + UInt64(passage)
            if entered >= UInt64(SearchCost.limit) {
                reachedLimit = true
                return
            }
            enter(
                next, state: target + nextLayer, at: UInt32(entered), from: label, &targets)
        }
    }

    @inline(__always)
    private mutating func enter(
        _ edge: UInt32, state: UInt32, at cost: UInt32, from label: UInt32,
        _ targets: inout TargetTable
    ) {
        if targets.mayLie(on: edge) {
            for target in targets.indices(on: edge) {
                guard let part = costs.cost(of: edge, from: 0, to: targets.fraction(target)) else {
                    continue
                }
                targets.improve(target, to: SearchCost.sum(cost, part), from: .label(label))
            }
        }
        let weight = costs.weight(edge)
        guard weight != SearchCost.closed else { return }
        let total = UInt64(cost) + UInt64(weight)
        guard total < UInt64(SearchCost.limit) else {
            reachedLimit = true
            return
        }
        space.improve(state, to: UInt32(total), from: label)
    }

    private func path(
        to target: Int, _ targets: TargetTable, _ origins: [SearchOrigin],
        _ destinations: [SearchDestination]
    ) -> LegPath? {
        guard let (cost, arrival) = targets.best(target) else { return nil }
        switch arrival {
        case .origin(let index):
            return space.path(
                to: destinations[target], on: origins[index], at: index, cost: cost)
        case .label(let label):
            return space.path(
                to: destinations[target], enteredFrom: label, cost: cost, origins, turns)
        }
    }
}
