// What a path costs in every cost attribute, element by element.

import RoadNetwork
import RoutingEngine

/// Reports costs along paths under a request's barriers, without restriction usages.
struct PathCosts {
    let network: NetworkDataset
    let barriers: BarrierSet

    /// The cost of each element in quanta of an attribute's column, the turn into it included.
    ///
    /// - Parameter attribute: The position of a cost attribute.
    func quanta(of path: NetworkPath, attribute: Int) -> [Int64] {
        let column = network.description.costs[attribute].column
        var before: EdgeID?
        return path.elements.map { element in
            var total: UInt64 = 0
            if let before {
                total += UInt64(network.turnCost(column: column, from: before, to: element.edge))
                if let effects = barriers.nodes[network.head(of: before).row] {
                    let passage = RequestCosts.passage(effects, attribute: attribute)
                    if passage != SearchCost.closed { total += UInt64(passage) }
                }
            }
            before = element.edge
            total += UInt64(part(element, column: column, attribute: attribute))
            return Int64(total)
        }
    }

    private func part(_ element: NetworkPath.Element, column: Int, attribute: Int) -> UInt32 {
        let cost = network.costs[column][element.edge.row]
        guard let effects = barriers.segments[element.edge.segment] else {
            return CostProfile.prefix(of: cost, upTo: element.to)
                - CostProfile.prefix(of: cost, upTo: element.from)
        }
        let profile = CostProfile(
            cost: cost, usage: .one, barriers: effects, attribute: attribute,
            isForward: element.edge.isForward)
        if element.from == 0, element.to == 1 { return profile.whole }
        return profile.cost(from: element.from, to: element.to) ?? 0
    }
}
