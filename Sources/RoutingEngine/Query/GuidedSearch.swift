// A leg under costs that no hierarchy is customized for, guided by lower bounds.

import RoadNetwork

/// Lower bounds of a path's remaining cost.
protocol RemainingCosts {
    /// Returns a lower bound of the cost from a state's end; ``Hierarchy/infinite`` if there is no
    /// path.
    mutating func rest(from state: UInt32) -> UInt32
}

/// An A* search over edges and copies, guided by lower bounds of the remaining cost.
///
/// Use it if there are bounds but no customized metric: under barriers or while the request's own
/// metric is being customized (with ``HierarchyBounds``), and without a hierarchy (with
/// ``LandmarkBounds``).
///
/// The bounds times ``scale`` never exceed the request's costs, so the potential is admissible, and
/// the search ends when no queued estimate is below the best arrival. Bounds need not be
/// consistent: a label whose cost falls is settled again.
struct GuidedSearch<Bounds: RemainingCosts> {
    private let costs: RequestCosts
    private let space: SearchSpace
    private let turns: TurnExpansion
    private let stateCount: UInt32
    private let scale: Double
    private var bounds: Bounds
    private let destinations: [SearchDestination]
    /// The cost of the first part of each destination's edge; `nil` if it is barred.
    private let parts: [UInt32?]
    /// The cheapest arrival so far: the label it comes from, and the destination.
    private var best: (cost: UInt32, label: UInt32?, destination: Int)
    private let endsInArea: Bool

    /// - Parameters:
    ///   - bounds: Lower bounds. No path costs less than ``scale`` times its bound.
    ///   - destinations: Places, of which the search finds the cheapest to reach.
    ///   - bound: Only paths cheaper than this are found.
    init(
        _ costs: RequestCosts, by bounds: Bounds, scale: Double,
        to destinations: [SearchDestination], below bound: UInt32, space: SearchSpace
    ) {
        self.costs = costs
        self.bounds = bounds
        self.space = space
        self.scale = scale
        self.destinations = destinations
        turns = TurnExpansion(costs.metric, network: costs.network)
        stateCount = UInt32(costs.network.edgeCount + costs.network.copyCount)
        parts = destinations.map { costs.cost(of: $0.edge, from: 0, to: $0.fraction) }
        endsInArea = destinations.contains { costs.isThroughBarred($0.edge) }
        best = (bound, nil, 0)
    }

    /// Searches.
    ///
    /// - Parameters:
    ///   - budget: The most labels to settle.
    ///   - settled: Counts the settled labels.
    mutating func run(
        from origins: [SearchOrigin], budget: Int, settled: inout Int, monitor: some SearchMonitor
    ) -> GuidedOutcome {
        space.reset()
        for (index, origin) in origins.enumerated() { start(origin, index) }
        while let (estimate, label) = space.queue.pop() {
            if estimate >= best.cost { break }
            let cost = space.cost[Int(label)]
            guard estimate == self.estimate(cost, label) else { continue }
            settled += 1
            if settled > budget { return .overBudget }
            if settled & 0xFFF == 0, monitor.shouldStop { return .stopped }
            settle(label, cost)
        }
        return .path(path(origins), to: best.destination)
    }

    private mutating func start(_ origin: SearchOrigin, _ index: Int) {
        guard let rest = costs.cost(of: origin.edge, from: origin.fraction, to: 1) else { return }
        let total = UInt64(origin.cost) + UInt64(rest)
        guard total < UInt64(SearchCost.limit) else { return }
        improve(origin.edge, to: UInt32(total), from: 2 * stateCount + UInt32(index))
    }

    private mutating func improve(_ label: UInt32, to cost: UInt32, from parent: UInt32) {
        let old = space.cost[Int(label)]
        guard cost < old else { return }
        let estimate = estimate(cost, label)
        guard estimate < best.cost else { return }
        if old == .max { space.touched.append(label) }
        space.cost[Int(label)] = cost
        space.parent[Int(label)] = parent
        space.queue.push(cost: estimate, label: label)
    }

    /// Returns a lower bound of the cost of a path through a label.
    private mutating func estimate(_ cost: UInt32, _ label: UInt32) -> UInt32 {
        let rest = bounds.rest(from: label >= stateCount ? label - stateCount : label)
        guard rest < Hierarchy.infinite else { return .max }
        return cost + (scale == 1 ? rest : UInt32(Double(rest) * scale))
    }

    private mutating func settle(_ label: UInt32, _ cost: UInt32) {
        let layer = label >= stateCount ? stateCount : 0
        let state = label - layer
        let edge = turns.edge(of: state)
        let passage =
            costs.nodeCosts.isEmpty ? 0 : costs.nodeCosts[turns.edgeHead[unchecked: edge]] ?? 0
        if passage == SearchCost.closed { return }
        let hasAreas = costs.metric.throughTrafficMask != 0
        let isInArea = hasAreas && costs.isThroughBarred(edge)
        turns.forEachTurn(from: state) { _, next, target, turn in
            var nextLayer = layer
            if hasAreas {
                let isAreaNext = costs.isThroughBarred(next)
                if isAreaNext && !isInArea {
                    guard endsInArea else { return }
                    nextLayer = stateCount
                } else if !isAreaNext && layer != 0 {
                    return
                }
            }
            let entered = UInt64(cost) + UInt64(turn) + UInt64(passage)
            for index in destinations.indices where destinations[index].edge == next {
                guard let part = parts[index], entered + UInt64(part) < UInt64(best.cost) else {
                    continue
                }
                best = (UInt32(entered) + part, label, index)
            }
            let weight = costs.weight(next)
            guard weight != SearchCost.closed, entered + UInt64(weight) < UInt64(best.cost) else {
                return
            }
            improve(target + nextLayer, to: UInt32(entered) + weight, from: label)
        }
    }

    private func path(_ origins: [SearchOrigin]) -> LegPath? {
        guard let label = best.label else { return nil }
        return space.path(
            to: destinations[best.destination], enteredFrom: label, cost: best.cost, origins, turns)
    }
}

/// The result of a guided search.
enum GuidedOutcome {
    /// The cheapest path below the bound and its destination; `nil` if there is no path.
    case path(LegPath?, to: Int)
    /// The monitor stopped the search.
    case stopped
    /// More labels than allowed were settled.
    case overBudget
}

/// Bounds that are the exact distances of a lower metric.
///
/// The number of settled labels grows with how much the request raises the costs along the path,
/// not with the number of edges it changes.
///
/// Method: B. Strasser and T. Zeitz, *A Fast and Tight Heuristic for A\* in Road Networks*, SEA
/// 2021, full version in ACM JEA 27 (2022), [doi:10.1145/3571282](https://doi.org/10.1145/3571282),
/// over a turn-expanded hierarchy.
struct HierarchyBounds: RemainingCosts {
    private let rankOfState: MappedColumn<UInt32>
    private var potentials: LowerPotentials

    /// - Parameter lower: A metric whose costs, times a factor, are lower bounds of the request's.
    init(
        _ lower: CustomizedMetric, to destinations: [SearchDestination], _ costs: RequestCosts,
        space: HierarchySpace
    ) {
        rankOfState = lower.hierarchy.columns.rankOfState
        let seeds = destinations.flatMap { destination in
            DestinationSeeds(
                destination, costs: costs, hierarchy: lower.hierarchy, turns: lower.turns.turns
            ).starts
        }
        potentials = LowerPotentials(lower, to: seeds, space: space)
    }

    @inline(__always)
    mutating func rest(from state: UInt32) -> UInt32 {
        let rank = rankOfState[unchecked: state]
        return rank == Hierarchy.none ? Hierarchy.infinite : potentials[rank]
    }
}

/// Exact distances to the nearest of some destinations under a customized metric, computed on
/// demand.
///
/// Method: lazy RPHAST, in the paper cited for ``HierarchyBounds``. The distance from a vertex is
/// the least of its own label from the destination's climb and the distances over its higher
/// neighbors.
struct LowerPotentials {
    private static let unknown = UInt32.max

    private let parent: UnsafePointer<UInt32>
    private let first: UnsafePointer<UInt32>
    private let heads: UnsafePointer<UInt32>
    private let up: UnsafeMutablePointer<UInt32>
    private let backward: SideLabels
    private let memo: PotentialMemo
    private var chain: [UInt32] = []

    init(_ metric: CustomizedMetric, to ends: [HierarchyQuery.Start], space: HierarchySpace) {
        let columns = metric.hierarchy.columns
        parent = columns.parent.base
        first = columns.upFirst.base
        heads = columns.upHead.base
        up = metric.arcs.up
        backward = space.backward
        memo = space.potentials
        memo.reset()
        HierarchyQuery(metric, space: space).descend(to: ends)
    }

    /// Returns the distance from a vertex's end; ``Hierarchy/infinite`` if there is no path.
    @inline(__always)
    subscript(rank: UInt32) -> UInt32 {
        mutating get {
            let known = memo.distance[Int(rank)]
            return known != Self.unknown ? known : workOut(rank)
        }
    }

    private mutating func workOut(_ rank: UInt32) -> UInt32 {
        chain.removeAll(keepingCapacity: true)
        var open = rank
        while open != Hierarchy.none, memo.distance[Int(open)] == Self.unknown {
            chain.append(open)
            open = parent[Int(open)]
        }
        while let vertex = chain.popLast() {
            var least = backward.cost[Int(vertex)]
            for arc in Int(first[Int(vertex)])..<Int(first[Int(vertex) + 1]) {
                least = min(
                    least, ArcWeight.cost(up[arc]) &+ memo.distance[Int(heads[arc])])
            }
            memo.note(least, at: vertex)
        }
        return memo.distance[Int(rank)]
    }
}

/// Memoized potentials, by rank.
final class PotentialMemo {
    let distance: UnsafeMutablePointer<UInt32>
    private var touched: [UInt32] = []

    init(_ rankCount: Int) {
        distance = .allocate(capacity: max(rankCount, 1))
        distance.initialize(repeating: .max, count: max(rankCount, 1))
    }

    deinit { distance.deallocate() }

    func reset() {
        for rank in touched { distance[Int(rank)] = .max }
        touched.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    func note(_ value: UInt32, at rank: UInt32) {
        distance[Int(rank)] = value
        touched.append(rank)
    }
}
