// The paths into a destination: where the backward side of a query begins.

import RoadNetwork

/// States from which a destination is one turn away, or a stretch within its area.
///
/// Arrival is on the destination's own edge. Only the edge's first part is charged, and its end
/// need not be open. So a query ends in front of the edge, at every state that may turn onto it.
///
/// If the destination lies in an area closed to through traffic, the metric closes every turn into
/// it. The paths from the area's border to the destination are then searched here, and the query
/// ends in front of the area.
struct DestinationSeeds {
    private struct Step {
        /// The state to turn into, or `nil` for the destination's own edge.
        var next: UInt32?
        var cost: UInt32
    }

    private let costs: RequestCosts
    private let hierarchy: Hierarchy
    private let turns: TurnExpansion
    private let destination: SearchDestination
    /// The next step for states in the destination's area and states that lead into it; empty if
    /// there is no such area.
    private var steps: [UInt32: Step] = [:]
    /// Each vertex with a path into the destination, and the cost from the vertex's end.
    private(set) var starts: [HierarchyQuery.Start] = []

    /// - Parameter turns: The turns of the request's metric.
    init(
        _ destination: SearchDestination, costs: RequestCosts, hierarchy: Hierarchy,
        turns: TurnExpansion
    ) {
        self.destination = destination
        self.costs = costs
        self.hierarchy = hierarchy
        self.turns = turns
        guard let part = costs.cost(of: destination.edge, from: 0, to: destination.fraction) else {
            return
        }
        let turns = turnsOntoDestination(part: part)
        if costs.isThroughBarred(destination.edge) {
            searchArea(from: turns)
            for (state, step) in steps { addStart(at: state, step.cost) }
        } else {
            for (state, cost) in turns { addStart(at: state, cost) }
        }
        starts.sort { $0.rank < $1.rank }
    }

    private mutating func addStart(at state: UInt32, _ cost: UInt32) {
        let rank = hierarchy.columns.rankOfState[state]
        guard rank != Hierarchy.none, cost < Hierarchy.infinite else { return }
        starts.append(HierarchyQuery.Start(rank: rank, cost: cost))
    }

    /// Returns the states after a vertex on the path into the destination, without the
    /// destination's own edge.
    func path(from rank: UInt32) -> [UInt32] {
        var path: [UInt32] = []
        var state = hierarchy.columns.stateOfRank[rank]
        while let next = steps[state]?.next {
            path.append(next)
            state = next
        }
        return path
    }

    /// Returns the cost from the end of a state in ``path(from:)`` to the destination.
    func cost(behind state: UInt32) -> UInt32 { steps[state]?.cost ?? 0 }

    /// Calls `visit` with every state that ends where an edge begins.
    private func forEachState(before edge: UInt32, _ visit: (UInt32) -> Void) {
        let network = costs.network
        let node = network.edgeHead[edge ^ 1]
        if costs.nodeCosts[node] == SearchCost.closed { return }
        for place in network.edges(leaving: NodeID(row: node)) {
            hierarchy.states.forEachState(of: network.outEdges[place] ^ 1, visit)
        }
    }

    /// Returns the states in front of the destination's edge, with the cost of the turn and the
    /// edge's first part.
    private func turnsOntoDestination(part: UInt32) -> [(state: UInt32, cost: UInt32)] {
        let edge = destination.edge
        let passage = costs.nodeCosts[costs.network.edgeHead[edge ^ 1]] ?? 0
        var found: [(state: UInt32, cost: UInt32)] = []
        forEachState(before: edge) { state in
            guard let turn = turns.cost(from: state, onto: edge) else { return }
            let cost = UInt64(turn) + UInt64(passage) + UInt64(part)
            found.append((state, UInt32(min(cost, UInt64(Hierarchy.infinite)))))
        }
        return found
    }

    /// Searches backwards through the destination's area, up to the states outside.
    private mutating func searchArea(from turns: [(state: UInt32, cost: UInt32)]) {
        for (state, cost) in turns { steps[state] = Step(next: nil, cost: cost) }
        var queue = LabelQueue()
        var settled: Set<UInt32> = []
        for (state, step) in steps { queue.push(cost: step.cost, label: state) }
        while let (cost, state) = queue.pop() {
            guard cost < Hierarchy.infinite, steps[state]?.cost == cost,
                settled.insert(state).inserted
            else { continue }
            let edge = self.turns.edge(of: state)
            let weight = costs.weight(edge)
            guard costs.isThroughBarred(edge), weight != SearchCost.closed else { continue }
            let passage = costs.nodeCosts[costs.network.edgeHead[edge ^ 1]] ?? 0
            let behind = UInt64(cost) + UInt64(weight) + UInt64(passage)
            var found: [(UInt32, UInt32)] = []
            forEachState(before: edge) { before in
                guard let turn = self.turns.cost(from: before, into: state) else { return }
                let total = UInt32(min(behind + UInt64(turn), UInt64(Hierarchy.infinite)))
                found.append((before, total))
            }
            for (before, total) in found where total < steps[before]?.cost ?? .max {
                steps[before] = Step(next: state, cost: total)
                queue.push(cost: total, label: before)
            }
        }
    }
}
