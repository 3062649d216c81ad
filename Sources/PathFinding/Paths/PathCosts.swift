// A path's costs in every cost attribute, element by element.

package import RoadNetwork
package import RoutingEngine

/// Computes the reported costs of paths under a request's barriers, without restriction usages.
package struct PathCosts {
    package let network: NetworkDataset
    package let barriers: BarrierSet
    /// The factors by which cost parameters multiply columns.
    package let scales: ColumnFactors
    /// Edge costs at live speeds; `nil` without traffic.
    package var traffic: TrafficCosts?

    package init(
        network: NetworkDataset, barriers: BarrierSet, scales: ColumnFactors,
        traffic: TrafficCosts? = nil
    ) {
        self.network = network
        self.barriers = barriers
        self.scales = scales
        self.traffic = traffic
    }

    /// Returns each element's cost in quanta, including the turn into it.
    ///
    /// - Parameters:
    ///   - attribute: The cost attribute's index.
    ///   - variants: Edge variants at the time of travel, by element index.
    /// - Complexity: O(*n*) for *n* elements.
    func quanta(
        of path: NetworkPath, attribute: Int, variants: [Int: EdgeVariant] = [:]
    ) -> [Int64] {
        let column = network.description.costs[attribute].column
        let costs = network.costs[column]
        let isFree = barriers.isEmpty
        let isScaled = !scales[column].isOne
        var result: [Int64] = []
        result.reserveCapacity(path.elements.count)
        var before: EdgeID?
        for (index, element) in path.elements.enumerated() {
            var cost = costs[element.edge.row]
            if let traffic, let live = traffic.cost(of: element.edge.row, column: column) {
                cost = live
            } else {
                if !variants.isEmpty, let variant = variants[index] {
                    cost = network.conditions.cost(column, of: variant) ?? cost
                }
                if isScaled { cost = scales.applied(to: cost, column: column) }
            }
            var total: UInt64
            if isFree {
                total = UInt64(Self.part(of: cost, element))
            } else {
                total = UInt64(part(of: cost, element, attribute: attribute))
                if let before {
                    total += passage(of: network.head(of: before), attribute: attribute)
                }
            }
            if let before {
                total += turn(from: before, to: element.edge, attribute: attribute)
            }
            before = element.edge
            result.append(Int64(total))
        }
        return result
    }

    /// Returns the cost of turning from an edge into the next.
    package func turn(from: EdgeID, to: EdgeID, attribute: Int) -> UInt64 {
        let column = network.description.costs[attribute].column
        return UInt64(network.turnCost(column: column, from: from, to: to))
    }

    /// Returns the cost of passing a node under its barriers.
    package func passage(of node: NodeID, attribute: Int) -> UInt64 {
        guard let effects = barriers.nodes[node.row] else { return 0 }
        let passage = RequestCosts.passage(effects, attribute: attribute)
        return passage == SearchCost.closed ? 0 : UInt64(passage)
    }

    /// Returns an element's cost under the barriers on its edge. Barriers that bar it do not count,
    /// since a given path may be closed.
    private func part(
        of cost: UInt32, _ element: NetworkPath.Element, attribute: Int
    ) -> UInt32 {
        guard let effects = barriers.segments[element.edge.segment] else {
            return Self.part(of: cost, element)
        }
        return part(of: cost, element, effects, attribute: attribute)
            ?? part(of: cost, element, effects.withoutBars, attribute: attribute) ?? 0
    }

    /// Returns an element's cost under barriers; `nil` if they bar it.
    private func part(
        of cost: UInt32, _ element: NetworkPath.Element, _ barriers: SegmentBarriers,
        attribute: Int
    ) -> UInt32? {
        let profile = CostProfile(
            cost: cost, usage: .one, barriers: barriers, attribute: attribute,
            isForward: element.edge.isForward)
        guard element.from == 0, element.to == 1 else {
            return profile.cost(from: element.from, to: element.to)
        }
        let whole = profile.whole
        return whole == SearchCost.closed ? nil : whole
    }

    /// Returns an element's part of its edge's cost.
    private static func part(of cost: UInt32, _ element: NetworkPath.Element) -> UInt32 {
        if element.from == 0, element.to == 1 { return cost }
        return CostProfile.prefix(of: cost, upTo: element.to)
            - CostProfile.prefix(of: cost, upTo: element.from)
    }
}
