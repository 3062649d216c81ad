// The weights of single turns, the input of customization.

import RoadNetwork

/// The cost of each turn together with the edge it leads onto.
///
/// This is a class so that a metric's queries do not copy its many columns.
final class TurnWeights: Sendable {
    let turns: TurnExpansion
    private let columns: HierarchyColumns
    private let edgeWeights: [UInt32]
    private let nodeCosts: [UInt32: UInt32]
    private let network: NetworkDataset
    private let states: TurnExpandedStates
    private let metric: Metric
    private let throughTrafficMask: UInt64
    var key: MetricKey { metric.key }

    /// - Parameters:
    ///   - edgeWeights: One weight per edge; ``SearchCost/closed`` if travel is barred.
    ///   - nodeCosts: Costs of passing nodes; ``SearchCost/closed`` if passage is barred.
    init(
        _ hierarchy: Hierarchy, _ metric: Metric, edgeWeights: [UInt32],
        nodeCosts: [UInt32: UInt32]
    ) {
        columns = hierarchy.columns
        network = hierarchy.network
        states = hierarchy.states
        turns = TurnExpansion(metric, network: network)
        self.edgeWeights = edgeWeights
        self.nodeCosts = nodeCosts
        self.metric = metric
        throughTrafficMask = metric.throughTrafficMask
    }

    /// Writes the turns out of some vertices.
    ///
    /// Turns into an area closed to through traffic stay infinite. A leg enters such an area only
    /// to end there, which the query handles (``DestinationSeeds``).
    func write(_ ranks: Range<Int>, into arcs: ArcWeights) {
        let upCount = columns.upHead.count
        edgeWeights.withUnsafeBufferPointer { edgeWeights in
            for rank in ranks {
                forEachArc(from: rank, edgeWeights) { arc, weight in
                    if arc < upCount {
                        arcs.up[arc] = ArcWeight.turn(weight)
                    } else {
                        arcs.down[arc - upCount] = ArcWeight.turn(weight)
                    }
                }
            }
        }
    }

    /// Rewrites the turns between a vertex and higher ones, and makes its other arcs infinite.
    func rewriteRow(_ rank: Int, of arcs: ArcWeights) {
        let ups = Int(columns.upFirst[unchecked: rank])..<Int(columns.upFirst[unchecked: rank + 1])
        let downs =
            Int(columns.downFirst[unchecked: rank])..<Int(columns.downFirst[unchecked: rank + 1])
        for arc in ups { arcs.up[arc] = ArcWeight.infinite }
        for arc in downs { arcs.down[arc] = ArcWeight.infinite }
        edgeWeights.withUnsafeBufferPointer { edgeWeights in
            forEachArc(from: rank, edgeWeights) { arc, weight in
                if ups.contains(arc) { arcs.up[arc] = ArcWeight.turn(weight) }
            }
        }
        guard !downs.isEmpty else { return }
        forEachRank(before: columns.stateOfRank[unchecked: rank]) { other in
            guard Int(other) > rank, let weight = weight(from: other, into: UInt32(rank)) else {
                return
            }
            var arc = downs.lowerBound
            while columns.downTail[arc] != other { arc += 1 }
            arcs.down[arc] = ArcWeight.turn(weight)
        }
    }

    /// Calls `visit` with every vertex that ends where a state begins.
    @inline(__always)
    func forEachRank(before state: UInt32, _ visit: (UInt32) -> Void) {
        turns.forEachEdge(before: state) { edge in
            states.forEachState(of: edge) { before in
                let rank = columns.rankOfState[unchecked: before]
                if rank != Hierarchy.none { visit(rank) }
            }
        }
    }

    /// Calls `visit` with the arc and the weight of each open turn out of a vertex.
    @inline(__always)
    private func forEachArc(
        from rank: Int, _ edgeWeights: UnsafeBufferPointer<UInt32>,
        _ visit: (_ arc: Int, _ weight: UInt32) -> Void
    ) {
        let state = columns.stateOfRank[unchecked: rank]
        let edge = turns.edge(of: state)
        let passage = nodeCosts.isEmpty ? 0 : nodeCosts[turns.edgeHead[unchecked: edge]] ?? 0
        guard passage != SearchCost.closed else { return }
        let mayEnter = throughTrafficMask == 0 || metric.isThroughBarred(edge)
        let start = Int(columns.turnFirst[unchecked: rank])
        turns.forEachTurn(from: state) { slot, next, _, cost in
            let arc = Int(columns.turnArc[unchecked: start + slot])
            let weight = edgeWeights[Int(next)]
            guard arc != Int(Hierarchy.none), weight != SearchCost.closed,
                mayEnter || !metric.isThroughBarred(next)
            else { return }
            let sum = UInt64(cost) + UInt64(passage) + UInt64(weight)
            visit(arc, UInt32(min(sum, UInt64(Hierarchy.infinite))))
        }
    }

    /// Returns the weight of the turn from one vertex into another, or `nil` if there is none.
    func weight(from rank: UInt32, into other: UInt32) -> UInt32? {
        let from = columns.stateOfRank[unchecked: rank]
        let into = columns.stateOfRank[unchecked: other]
        let edge = turns.edge(of: from)
        let next = turns.edge(of: into)
        guard turns.edgeHead[unchecked: edge] == turns.edgeHead[unchecked: next ^ 1] else {
            return nil
        }
        let weight = edgeWeights[Int(next)]
        guard weight != SearchCost.closed, isThroughOpen(from: edge, to: next),
            let cost = turns.cost(from: from, into: into)
        else { return nil }
        let passage = nodeCosts.isEmpty ? 0 : nodeCosts[turns.edgeHead[unchecked: edge]] ?? 0
        guard passage != SearchCost.closed else { return nil }
        let sum = UInt64(cost) + UInt64(passage) + UInt64(weight)
        return UInt32(min(sum, UInt64(Hierarchy.infinite)))
    }

    /// Whether a turn does not enter an area closed to through traffic.
    private func isThroughOpen(from edge: UInt32, to next: UInt32) -> Bool {
        throughTrafficMask == 0 || !metric.isThroughBarred(next) || metric.isThroughBarred(edge)
    }
}
