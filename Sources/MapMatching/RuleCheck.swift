// Names the rules that a path breaks, edge by edge.

import RoadNetwork
import RoutingEngine

/// Follows a path and finds the rules of the request that it breaks.
struct RuleCheck {
    private let costs: RequestCosts
    private let network: NetworkDataset
    private let directionMask: UInt64
    private let families: MappedColumn<UInt8>
    private var last: UInt32?
    private var state: UInt32 = 0
    /// The rule that the edge before breaks by itself.
    private var lastBroken: BrokenRule?
    /// Whether the path has been outside areas closed to through traffic, and where it entered one
    /// since.
    private var hasBeenOutside = false
    private var areaEntry: (element: Int, edge: UInt32)?

    init(_ costs: RequestCosts) {
        self.costs = costs
        network = costs.network
        families = network.edgeFamilies
        let description = network.description
        directionMask =
            description.families[costs.metric.key.family].directionRestriction
            .flatMap { description.restriction(named: $0) }?.mask ?? 0
    }

    /// The rules that the next element breaks.
    ///
    /// - Parameter turnsRound: Whether the vehicle turned round before the end of the edge before.
    mutating func next(
        _ element: NetworkPath.Element, _ index: Int, turnsRound: Bool
    ) -> [BrokenRule] {
        let edge = element.edge.row
        var broken: [BrokenRule] = []
        if let last, !turnsRound {
            if let rule = turn(from: last, onto: edge, index) { broken.append(rule) }
        } else {
            state = edge
        }
        last = edge
        if let own = own(element, index) {
            if own.kind != lastBroken?.kind || own.restrictions != lastBroken?.restrictions {
                broken.append(own)
            }
            lastBroken = own
        } else {
            lastBroken = nil
        }
        if let area = area(edge, index) { broken.append(area) }
        return broken
    }

    /// What closes the edge itself.
    private func own(_ element: NetworkPath.Element, _ index: Int) -> BrokenRule? {
        let edge = element.edge.row
        guard costs.cost(of: edge, from: element.from, to: element.to) == nil else { return nil }
        guard !costs.isUsable(edge) else {
            return BrokenRule(kind: .barrier, element: index, edge: edge, restrictions: [])
        }
        let closing = costs.metric.closingRestrictions(of: edge, in: network)
        let against = closing.contains { $0.mask & directionMask != 0 }
        let isOpenBack = costs.isUsable(edge ^ 1)
        return BrokenRule(
            kind: against && isOpenBack ? .oneWay : .restriction, element: index, edge: edge,
            restrictions: names(closing.reduce(0) { $0 | $1.mask }))
    }

    private mutating func turn(
        from last: UInt32, onto edge: UInt32, _ index: Int
    ) -> BrokenRule? {
        let node = network.edgeHead[last]
        let rule = network.turnRule(from: state, to: edge)
        state = edge
        func broken(_ kind: BrokenRule.Kind, _ mask: UInt64) -> BrokenRule {
            BrokenRule(kind: kind, element: index, edge: edge, restrictions: names(mask))
        }
        if let rule {
            if costs.metric.forbids(turnRule: rule, of: network) {
                return broken(
                    .turn, network.turnRuleMask[rule] & costs.metric.prohibitingMask)
            }
            state = network.turnRuleTarget[rule]
        }
        if edge == last ^ 1 {
            let key = costs.metric.key
            let isAllowed = key.uTurns.allows(valence: network.nodeValence[key.family][node])
            return isAllowed ? nil : broken(.uTurn, 0)
        }
        if costs.metric.bars(node: node) {
            return broken(.junction, network.barredMask(of: node) & costs.metric.prohibitingMask)
        }
        return costs.nodeCosts[node] == SearchCost.closed ? broken(.junction, 0) : nil
    }

    /// The passage through an area closed to through traffic that ends before an edge.
    private mutating func area(_ edge: UInt32, _ index: Int) -> BrokenRule? {
        let mask = costs.metric.throughTrafficMask
        guard mask != 0 else { return nil }
        guard !costs.isThroughBarred(edge) else {
            if hasBeenOutside, areaEntry == nil { areaEntry = (index, edge) }
            return nil
        }
        hasBeenOutside = true
        guard let entry = areaEntry else { return nil }
        areaEntry = nil
        return BrokenRule(
            kind: .throughTraffic, element: entry.element, edge: entry.edge,
            restrictions: names(network.edgeRestrictions[entry.edge] & mask))
    }

    /// The names of restrictions.
    private func names(_ mask: UInt64) -> [String] {
        network.description.restrictions.filter { $0.mask & mask != 0 }.map(\.name)
    }
}
