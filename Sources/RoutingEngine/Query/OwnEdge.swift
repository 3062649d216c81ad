// The path to a destination that lies ahead on the origin's own edge.

import RoadNetwork

extension RequestCosts {
    /// Returns the best path along the destination's own edge, from an origin before it.
    func onOwnEdge(
        _ origins: [SearchOrigin], _ destination: SearchDestination
    ) -> LegCost? {
        var best: LegCost?
        for (index, origin) in origins.enumerated()
        where origin.edge == destination.edge && origin.fraction <= destination.fraction {
            guard
                let part = cost(
                    of: origin.edge, from: origin.fraction, to: destination.fraction)
            else { continue }
            let total = UInt64(origin.cost) + UInt64(part)
            guard total < UInt64(SearchCost.limit), total < UInt64(best?.cost ?? .max) else {
                continue
            }
            best = LegCost(cost: UInt32(total), origin: index)
        }
        return best
    }

    /// Returns the path along the destination's own edge.
    func pathOnOwnEdge(
        _ cost: LegCost, _ origins: [SearchOrigin], _ destination: SearchDestination
    ) -> LegPath {
        let origin = origins[cost.origin]
        return LegPath(
            origin: cost.origin, cost: cost.cost,
            path: NetworkPath(elements: [
                .init(
                    edge: EdgeID(row: origin.edge), from: origin.fraction, to: destination.fraction)
            ]))
    }
}
