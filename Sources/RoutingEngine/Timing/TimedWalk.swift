// The cost of a given path at a given time of travel.

package import RoadNetwork

/// A path with its costs at the time of travel.
package struct TimedWalk: Sendable {
    /// Search cost in quanta.
    package var cost: UInt32
    package var milliseconds: Int64
    /// For each element, its edge's variant at that time, if it differs from the edge itself.
    package var variants: [Int: EdgeVariant]
}

extension RequestCosts {
    /// Evaluates a path, each condition at the time it is reached. An area closed to through
    /// traffic is judged at the turn into it, as in ``TimedSearch``.
    ///
    /// - Parameter instant: When the path begins, in epoch milliseconds.
    /// - Returns: `nil` if the path is closed then, or crosses a closed area.
    /// - Complexity: O(*n*) in the path's elements.
    package func walk(
        along path: NetworkPath, from instant: Int64, _ conditions: TimedConditions
    ) -> TimedWalk? {
        let timed = TimedCosts(costs: self, conditions: conditions)
        let turns = TurnExpansion(metric, network: network)
        guard let first = path.elements.first else { return nil }
        let hasAreas = metric.throughTrafficMask != 0
        var walk = TimedWalk(cost: 0, milliseconds: 0, variants: [:])
        var total: UInt64 = 0
        var state = first.edge.row
        var areas = AreaCrossing()
        for (index, element) in path.elements.enumerated() {
            let edge = element.edge.row
            var wasInArea = true
            if index > 0 {
                let now = instant + walk.milliseconds
                wasInArea = hasAreas && timed.isInArea(turns.edge(of: state), at: now)
                if let rule = turns.rule(from: state, onto: edge),
                    conditions.closes(rule: rule, at: now, under: metric)
                {
                    return nil
                }
                var found: (state: UInt32, cost: UInt32)?
                turns.forEachTurn(from: state) { _, next, target, cost in
                    if next == edge { found = (target, cost) }
                }
                let passage = nodeCosts[turns.edgeHead[turns.edge(of: state)]] ?? 0
                guard let found, passage != SearchCost.closed else { return nil }
                state = found.state
                total += UInt64(found.cost) + UInt64(passage)
                walk.milliseconds += Int64(found.cost) + Int64(passage)
            }
            guard
                let part = timed.part(
                    of: edge, from: element.from, to: element.to,
                    at: instant + walk.milliseconds)
            else { return nil }
            let crossed = areas.enter(index, isInArea: part.isInArea, from: wasInArea)
            guard crossed == nil else { return nil }
            total += UInt64(part.cost)
            walk.milliseconds += Int64(part.milliseconds)
            walk.variants[index] = part.variant
        }
        guard total < UInt64(SearchCost.limit) else { return nil }
        walk.cost = UInt32(total)
        return walk
    }
}
