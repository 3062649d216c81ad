// Read access to a customized hierarchy, for the other methods that benchmarks compare with it.

import RoadNetwork

extension CustomizedMetric {
    /// Customizes a hierarchy for a request with its barriers, without a base metric.
    package static func whole(
        _ hierarchy: Hierarchy, for costs: RequestCosts, threads: Int
    ) -> CustomizedMetric {
        let turns = TurnWeights(
            hierarchy, costs.metric, edgeWeights: costs.allWeights(), nodeCosts: costs.nodeCosts)
        return CustomizedMetric(hierarchy, costs.metric, turns, threads: threads)
    }

    /// Customizes a hierarchy in stretches down to a given size, so that threads divide even the
    /// work of a small network.
    package static func divided(
        _ hierarchy: Hierarchy, _ metric: Metric, threads: Int, leastStretch: Int
    ) -> CustomizedMetric {
        let turns = TurnWeights(hierarchy, metric, edgeWeights: metric.weights, nodeCosts: [:])
        return CustomizedMetric(
            hierarchy, metric, turns, threads: threads,
            plan: CustomizationPlan(
                parent: hierarchy.columns.parent, leastStretch: leastStretch))
    }

    /// Calls `visit` for each turn out of a vertex that the metric leaves open, with the vertex
    /// entered and the turn's cost. The cost of the edge entered is left out.
    package func forEachTurn(from rank: UInt32, _ visit: (_ rank: UInt32, _ cost: UInt32) -> Void) {
        let columns = hierarchy.columns
        let expansion = turns.turns
        expansion.forEachTurn(from: columns.stateOfRank[rank]) { _, _, target, cost in
            let other = columns.rankOfState[target]
            guard other != Hierarchy.none, other != rank,
                turns.weight(from: rank, into: other) != nil
            else { return }
            visit(other, cost)
        }
    }

    /// Returns the ends and weights of the finite arcs between a vertex and higher ones.
    package func arcs(
        of rank: UInt32
    ) -> (up: [(end: UInt32, weight: UInt32)], down: [(end: UInt32, weight: UInt32)]) {
        let columns = hierarchy.columns
        let ups = Int(columns.upFirst[rank])..<Int(columns.upFirst[rank + 1])
        let downs = Int(columns.downFirst[rank])..<Int(columns.downFirst[rank + 1])
        return (
            ups.filter { arcs.up[$0] < ArcWeight.infinite }
                .map { (columns.upHead[$0], ArcWeight.cost(arcs.up[$0])) },
            downs.filter { arcs.down[$0] < ArcWeight.infinite }
                .map { (columns.downTail[$0], ArcWeight.cost(arcs.down[$0])) }
        )
    }
}

extension Hierarchy {
    /// Returns a vertex's parent in the elimination tree, or `nil` for a root.
    package func parent(of rank: UInt32) -> UInt32? {
        let parent = columns.parent[rank]
        return parent == Self.none ? nil : parent
    }

    /// Returns a vertex's edge. The vertex is the edge itself or a copy of it.
    package func edge(of rank: UInt32) -> UInt32 {
        let state = columns.stateOfRank[rank]
        return state < UInt32(network.edgeCount)
            ? state : network.copyOf[state - UInt32(network.edgeCount)]
    }

    /// Returns the vertex of an edge itself, or `nil` if the family may not use the edge.
    package func rank(ofEdge edge: UInt32) -> UInt32? {
        let rank = columns.rankOfState[edge]
        return rank == Self.none ? nil : rank
    }
}

extension HierarchySearch {
    /// Returns where a search forward from some origins to a destination begins and ends, as
    /// vertices with costs, and the cost of the best path along the destination's own edge.
    package func ends(
        from origins: [SearchOrigin], to destination: SearchDestination
    ) -> (
        starts: [(rank: UInt32, cost: UInt32)], goals: [(rank: UInt32, cost: UInt32)],
        direct: UInt32?
    ) {
        (
            starts(of: origins).map { ($0.rank, $0.cost) },
            seeds(of: destination).starts.map { ($0.rank, $0.cost) },
            costs.onOwnEdge(origins, destination)?.cost
        )
    }
}
