// The weights of single turns: what customization begins with.

import RoadNetwork

/// The cost of each turn together with the edge it leads onto.
struct TurnWeights: Sendable {
    let turns: TurnExpansion
    private let columns: HierarchyColumns
    private let edgeWeights: [UInt32]
    private let nodeCosts: [UInt32: UInt32]
    private let network: NetworkDataset
    private let throughTrafficMask: UInt64

    /// - Parameters:
    ///   - edgeWeights: One weight an edge, ``SearchCost/closed`` where travel is barred.
    ///   - nodeCosts: Costs of passing nodes, ``SearchCost/closed`` where passage is barred.
    init(
        _ hierarchy: Hierarchy, _ metric: Metric, edgeWeights: [UInt32],
        nodeCosts: [UInt32: UInt32]
    ) {
        columns = hierarchy.columns
        network = hierarchy.network
        turns = TurnExpansion(metric, network: network)
        self.edgeWeights = edgeWeights
        self.nodeCosts = nodeCosts
        throughTrafficMask = metric.throughTrafficMask
    }

    /// Writes the turns out of some vertices.
    ///
    /// Turns into an area closed to through traffic stay infinite: a leg enters one only to end
    /// there, which is the query's business (``DestinationSeeds``).
    func write(_ ranks: Range<Int>, into arcs: ArcWeights) {
        let (first, places) = (columns.turnFirst, columns.turnArc)
        let upCount = columns.upHead.count
        let restrictions = network.edgeRestrictions
        edgeWeights.withUnsafeBufferPointer { edgeWeights in
            for rank in ranks {
                let state = columns.stateOfRank[rank]
                let edge = turns.edge(of: state)
                let passage =
                    nodeCosts.isEmpty ? 0 : nodeCosts[turns.edgeHead[edge]] ?? 0
                guard passage != SearchCost.closed else { continue }
                let mayEnter =
                    throughTrafficMask == 0 || restrictions[edge] & throughTrafficMask != 0
                let start = Int(first[rank])
                turns.forEachTurn(from: state) { slot, next, _, cost in
                    let arc = Int(places[start + slot])
                    let weight = edgeWeights[Int(next)]
                    guard arc != Int(Hierarchy.none), weight != SearchCost.closed,
                        mayEnter || restrictions[next] & throughTrafficMask == 0
                    else { return }
                    let sum = UInt64(cost) + UInt64(passage) + UInt64(weight)
                    let bounded = UInt32(min(sum, UInt64(Hierarchy.infinite)))
                    if arc < upCount {
                        arcs.up[arc] = bounded
                    } else {
                        arcs.down[arc - upCount] = bounded
                    }
                }
            }
        }
    }

    /// The weight of the turn from one vertex into another, or `nil` where there is none.
    func weight(from rank: UInt32, into other: UInt32) -> UInt32? {
        let from = columns.stateOfRank[rank]
        let into = columns.stateOfRank[other]
        let edge = turns.edge(of: from)
        let next = turns.edge(of: into)
        let weight = edgeWeights[Int(next)]
        guard turns.edgeHead[edge] == turns.edgeHead[next ^ 1], weight != SearchCost.closed,
            isThroughOpen(from: edge, to: next), let cost = turns.cost(from: from, into: into)
        else { return nil }
        let passage = nodeCosts.isEmpty ? 0 : nodeCosts[turns.edgeHead[edge]] ?? 0
        guard passage != SearchCost.closed else { return nil }
        let sum = UInt64(cost) + UInt64(passage) + UInt64(weight)
        return UInt32(min(sum, UInt64(Hierarchy.infinite)))
    }

    /// Whether a turn is no entry into an area closed to through traffic.
    private func isThroughOpen(from edge: UInt32, to next: UInt32) -> Bool {
        throughTrafficMask == 0 || network.edgeRestrictions[next] & throughTrafficMask == 0
            || network.edgeRestrictions[edge] & throughTrafficMask != 0
    }
}
