// Costs in attributes other than the minimized one.

import RoadNetwork

/// The costs of edges and turns in one cost attribute, under a request's barriers and without
/// restriction usages. These are the costs to report for a path, whichever attribute it minimizes.
struct AttributeCosts {
    /// Identifies an attribute's costs on one network and under the same barriers.
    struct Key: Hashable {
        /// A column; with barriers an attribute, since each has its own factors and added costs.
        var number: Int
        /// Whether live speeds are left out.
        var isFreeFlow: Bool
    }

    let key: Key
    private let network: NetworkDataset
    private let column: Int
    private let metric: Metric
    private let attribute: Int
    private let barriers: BarrierSet
    private let isFreeFlow: Bool

    /// - Parameters:
    ///   - attribute: The position of a cost attribute.
    ///   - isFreeFlow: Whether to leave out live speeds.
    init(_ attribute: Int, of costs: RequestCosts, isFreeFlow: Bool = false) {
        self.init(
            attribute, on: costs.metric, costs.network, costs.hasBarriers ? costs.barriers : nil,
            isFreeFlow: isFreeFlow)
    }

    private init(
        _ attribute: Int, on metric: Metric, _ network: NetworkDataset, _ barriers: BarrierSet?,
        isFreeFlow: Bool
    ) {
        self.network = network
        column = network.description.costs[attribute].column
        self.metric = metric
        self.attribute = attribute
        self.barriers = barriers ?? BarrierSet()
        self.isFreeFlow = isFreeFlow
        key = Key(number: barriers == nil ? column : attribute, isFreeFlow: isFreeFlow)
    }

    /// The costs in the same attribute without barriers.
    var withoutBarriers: AttributeCosts {
        AttributeCosts(attribute, on: metric, network, nil, isFreeFlow: isFreeFlow)
    }

    @inline(__always)
    private func cost(of edge: UInt32) -> UInt32 {
        isFreeFlow
            ? metric.freeFlowCost(of: edge, column: column) : metric.cost(of: edge, column: column)
    }

    @inline(__always)
    func whole(_ edge: UInt32) -> UInt64 {
        barriers.segments.isEmpty
            ? UInt64(cost(of: edge)) : part(of: edge, from: 0, to: 1)
    }

    /// Returns the cost from one place to a later one along an edge; 0 if barriers allow no such
    /// passage.
    func part(of edge: UInt32, from: Double, to: Double) -> UInt64 {
        let cost = cost(of: edge)
        guard let effects = barriers.segments[Int(edge / 2)] else {
            return UInt64(
                CostProfile.prefix(of: cost, upTo: to) - CostProfile.prefix(of: cost, upTo: from))
        }
        let profile = CostProfile(
            cost: cost, usage: .one, barriers: effects, attribute: attribute,
            isForward: edge & 1 == 0)
        if from == 0, to == 1 { return UInt64(profile.whole) }
        return UInt64(profile.cost(from: from, to: to) ?? 0)
    }

    /// Returns the cost of a turn and of the node it is made at.
    @inline(__always)
    func turn(from edge: UInt32, onto next: UInt32) -> UInt64 {
        let turn = network.turnCost(
            column: column, from: EdgeID(row: edge), to: EdgeID(row: next))
        guard !barriers.nodes.isEmpty, let effects = barriers.nodes[network.edgeHead[edge]] else {
            return UInt64(turn)
        }
        let passage = RequestCosts.passage(effects, attribute: attribute)
        return UInt64(turn) + (passage == SearchCost.closed ? 0 : UInt64(passage))
    }

    /// Returns the cost of a path.
    ///
    /// - Complexity: O(*n*) in the path's elements.
    func sum(along path: NetworkPath) -> UInt64 {
        var total: UInt64 = 0
        var before: UInt32?
        for element in path.elements {
            let edge = element.edge.row
            if let before { total += turn(from: before, onto: edge) }
            total += part(of: edge, from: element.from, to: element.to)
            before = edge
        }
        return total
    }
}
