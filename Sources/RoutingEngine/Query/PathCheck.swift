// The cost of a given path under a request, if the request allows it.

import RoadNetwork

/// Sums the cost of a path under every rule of a request.
struct PathCheck {
    private let costs: RequestCosts
    private let turns: TurnExpansion

    init(_ costs: RequestCosts) {
        self.costs = costs
        turns = TurnExpansion(costs.metric, network: costs.network)
    }

    /// Returns the origin's cost plus the path's, or `nil` if the path is closed or its cost
    /// exceeds ``SearchCost/limit``.
    ///
    /// - Complexity: O(*n*) in the path's elements.
    func cost(of path: LegPath, from origins: [SearchOrigin]) -> UInt32? {
        let elements = path.path.elements
        guard let first = elements.first else { return nil }
        var total = UInt64(origins[path.origin].cost)
        var state = first.edge.row
        var areas = AreaCrossing()
        var wasInArea = true
        for (index, element) in elements.enumerated() {
            let edge = element.edge.row
            if index > 0 {
                guard let turn = turn(from: &state, onto: edge) else { return nil }
                total += UInt64(turn)
            }
            let isInArea = costs.isThroughBarred(edge)
            guard areas.enter(index, isInArea: isInArea, from: wasInArea) == nil,
                let part = part(of: element)
            else { return nil }
            wasInArea = isInArea
            total += UInt64(part)
        }
        return total < UInt64(SearchCost.limit) ? UInt32(total) : nil
    }

    private func part(of element: NetworkPath.Element) -> UInt32? {
        let edge = element.edge.row
        if element.from == 0, element.to == 1 {
            let weight = costs.weight(edge)
            return weight == SearchCost.closed ? nil : weight
        }
        return costs.cost(of: edge, from: element.from, to: element.to)
    }

    private func turn(from state: inout UInt32, onto edge: UInt32) -> UInt32? {
        let passage = costs.nodeCosts[turns.edgeHead[turns.edge(of: state)]] ?? 0
        guard passage != SearchCost.closed else { return nil }
        var found: (state: UInt32, cost: UInt32)?
        turns.forEachTurn(from: state) { _, next, target, cost in
            if next == edge { found = (target, cost) }
        }
        guard let found else { return nil }
        state = found.state
        return found.cost + passage
    }
}

extension RequestCosts {
    /// Returns the paths to a destination that are known before a search, at their costs under the
    /// request: the best path under a lower metric, and the path along the destination's own edge.
    func knownPaths(
        _ origins: [SearchOrigin], _ destination: SearchDestination, _ search: HierarchySearch
    ) -> [LegPath] {
        var paths: [LegPath] = []
        if let path = search.path(from: origins, to: destination),
            let cost = PathCheck(self).cost(of: path, from: origins)
        {
            paths.append(LegPath(origin: path.origin, cost: cost, path: path.path))
        }
        if let direct = onOwnEdge(origins, destination) {
            paths.append(pathOnOwnEdge(direct, origins, destination))
        }
        return paths
    }
}
