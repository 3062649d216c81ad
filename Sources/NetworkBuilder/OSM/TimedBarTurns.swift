// Barriers closed under conditions, as turn rules, because these can have conditions.

import RoadNetwork

extension DraftedNetwork {
    /// Returns the turns over barriers closed under conditions.
    ///
    /// Turning back before a barrier does not pass it.
    ///
    /// - Complexity: O(*n*) in the edges, if there are such barriers.
    func turnsOverTimedBars(_ nodes: NodeTable) -> [TurnProhibition] {
        var bars: [UInt32: [TimedBar]] = [:]
        for (row, ruling) in nodes.rulings where !ruling.timedBars.isEmpty {
            bars[networkNode[row]] = ruling.timedBars
        }
        bars[NetworkDrafting.noNode] = nil
        guard !bars.isEmpty else { return [] }
        var arriving: [UInt32: [UInt32]] = [:]
        for (edge, node) in draft.contents.edgeHead.enumerated() where bars[node] != nil {
            arriving[node, default: []].append(UInt32(edge))
        }
        return arriving.sorted { $0.key < $1.key }.flatMap { node, edges in
            edges.flatMap { from in
                edges.filter { $0 != from }.flatMap { other in
                    (bars[node] ?? []).map {
                        TurnProhibition(
                            edges: [from, other ^ 1], mask: $0.mask, condition: $0.condition)
                    }
                }
            }
        }
    }
}
