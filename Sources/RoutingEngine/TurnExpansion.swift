// The turns that one set of rules allows: the arcs of the turn-expanded graph, computed on the fly.

import DataStructures
import RoadNetwork

/// Enumerates the turns out of an edge or a copy under a metric's rules.
///
/// In the turn-expanded graph, edges are the vertices and turns the arcs. So a turn can have a
/// cost, or be prohibited, without special cases in the searches; all of them, and customization,
/// get their turns from here. A rule that spans several edges (a via-way restriction) leads to a
/// *copy* of an edge. The copy has the same cost but its own turns, so searches need no history.
///
/// At a node the rules apply in this order: U-turns, allowed by the node's valence in the mode
/// family; barred nodes; turn rules, which may lead to a copy of the edge; turn class costs.
/// Callers handle barriers on nodes and areas closed to through traffic.
struct TurnExpansion {
    let edgeCount: UInt32
    let copyOf: MappedColumn<UInt32>
    let edgeHead: MappedColumn<UInt32>
    private let network: NetworkDataset
    private let firstOut: MappedColumn<UInt32>
    private let outEdges: MappedColumn<UInt32>
    private let edgeSlot: MappedColumn<UInt8>
    private let edgeFlags: MappedColumn<UInt16>
    private let turnClasses: MappedColumn<UInt32>
    private let pool: MappedColumn<UInt16>
    private let classCosts: MappedColumn<UInt32>
    private let valence: MappedColumn<UInt8>
    private let barredNodes: BarredNodes
    private let prohibitingMask: UInt64
    private let uTurns: UTurnRule
    /// Turn rules that conditions in force activate, ascending.
    private let closedRules: [UInt32]

    /// Makes a family's turns under some prohibitions.
    init(
        _ network: NetworkDataset, family: Int, column: Int, prohibitingMask: UInt64,
        barredNodes: BarredNodes? = nil, uTurns: UTurnRule, closedRules: [UInt32] = []
    ) {
        self.closedRules = closedRules
        self.network = network
        edgeCount = UInt32(network.edgeCount)
        copyOf = network.copyOf
        edgeHead = network.edgeHead
        firstOut = network.nodeFirstOut
        outEdges = network.outEdges
        edgeSlot = network.edgeSlot
        edgeFlags = network.edgeFlags
        turnClasses = network.nodeTurnClasses
        pool = network.turnClassPool
        classCosts = network.turnClassCosts[column]
        valence = network.nodeValence[family]
        self.barredNodes = barredNodes ?? BarredNodes(network, mask: prohibitingMask)
        self.prohibitingMask = prohibitingMask
        self.uTurns = uTurns
    }

    init(_ metric: Metric, network: NetworkDataset) {
        self.init(
            network, family: metric.key.family, column: metric.key.column,
            prohibitingMask: metric.prohibitingMask, barredNodes: metric.barredNodes,
            uTurns: metric.key.uTurns, closedRules: metric.closedTurnRules)
    }

    @inline(__always)
    func edge(of state: UInt32) -> UInt32 {
        state < edgeCount ? state : copyOf[unchecked: state - edgeCount]
    }

    /// Returns how many edges leave the end of a state: its slots.
    @inline(__always)
    func slotCount(of state: UInt32) -> Int {
        let node = edgeHead[unchecked: edge(of: state)]
        return Int(firstOut[unchecked: node + 1] - firstOut[unchecked: node])
    }

    /// Calls `visit` with every edge that ends where a state begins.
    @inline(__always)
    func forEachEdge(before state: UInt32, _ visit: (UInt32) -> Void) {
        let node = edgeHead[unchecked: edge(of: state) ^ 1]
        for place in Int(firstOut[unchecked: node])..<Int(firstOut[unchecked: node + 1]) {
            visit(outEdges[unchecked: place] ^ 1)
        }
    }

    /// Calls `visit` with each turn's slot, next edge, state entered and cost.
    @inline(__always)
    func forEachTurn(
        from state: UInt32, _ visit: (_ slot: Int, _ edge: UInt32, _ state: UInt32, UInt32) -> Void
    ) {
        let approach = approach(of: state)
        for slot in 0..<approach.degree {
            guard let turn = turn(into: slot, of: approach) else { continue }
            visit(slot, turn.edge, turn.state, turn.cost)
        }
    }

    /// The data that all turns out of a state share.
    private struct Approach {
        var state: UInt32
        var edge: UInt32
        var node: UInt32
        /// The place of the node's first leaving edge, and how many there are.
        var first: Int
        var degree: Int
        var isBarred: Bool
        var hasRules: Bool
        /// The place of the turn class into the first slot.
        var classes: Int
    }

    @inline(__always)
    private func approach(of state: UInt32) -> Approach {
        let edge = edge(of: state)
        let node = edgeHead[unchecked: edge]
        let first = Int(firstOut[unchecked: node])
        let degree = Int(firstOut[unchecked: node + 1]) - first
        return Approach(
            state: state, edge: edge, node: node, first: first, degree: degree,
            isBarred: barredNodes.contains(node),
            hasRules: state >= edgeCount
                || edgeFlags[unchecked: edge] & EdgeFlags.hasTurnRules.rawValue != 0,
            classes: Int(turnClasses[unchecked: node]) + Int(edgeSlot[unchecked: edge ^ 1]) * degree
        )
    }

    /// Returns the turn into a slot at a state's end, or `nil` if it is not allowed.
    @inline(__always)
    private func turn(
        into slot: Int, of approach: Approach
    ) -> (edge: UInt32, state: UInt32, cost: UInt32)? {
        let next = outEdges[unchecked: approach.first + slot]
        if next == approach.edge ^ 1 {
            guard uTurns.allows(valence: valence[unchecked: approach.node]) else { return nil }
        } else if approach.isBarred {
            return nil
        }
        var target = next
        if approach.hasRules, let rule = network.turnRule(from: approach.state, to: next) {
            guard network.turnRuleMask[rule] & prohibitingMask == 0,
                closedRules.isEmpty || !isClosed(rule: UInt32(rule))
            else { return nil }
            target = network.turnRuleTarget[rule]
        }
        return (next, target, classCosts[unchecked: Int(pool[unchecked: approach.classes + slot])])
    }

    private func isClosed(rule: UInt32) -> Bool {
        let row = (0..<closedRules.count).partitioningIndex { closedRules[$0] >= rule }
        return row < closedRules.count && closedRules[row] == rule
    }

    /// Returns the rule that a turn from a state onto an edge falls under, if any.
    func rule(from state: UInt32, onto edge: UInt32) -> UInt32? {
        guard
            state >= edgeCount || edgeFlags[unchecked: state] & EdgeFlags.hasTurnRules.rawValue != 0
        else { return nil }
        return network.turnRule(from: state, to: edge).map { UInt32($0) }
    }

    /// Returns the cost of the turn from one state into another, or `nil` if there is none.
    func cost(from state: UInt32, into other: UInt32) -> UInt32? {
        guard let turn = turn(from: state, onto: edge(of: other)), turn.state == other else {
            return nil
        }
        return turn.cost
    }

    /// Returns the cost of the turn from a state onto an edge, whichever state it enters; `nil` if
    /// there is none.
    func cost(from state: UInt32, onto edge: UInt32) -> UInt32? {
        turn(from: state, onto: edge)?.cost
    }

    @inline(__always)
    private func turn(
        from state: UInt32, onto next: UInt32
    ) -> (edge: UInt32, state: UInt32, cost: UInt32)? {
        guard edgeHead[unchecked: edge(of: state)] == edgeHead[unchecked: next ^ 1] else {
            return nil
        }
        return turn(into: Int(edgeSlot[unchecked: next]), of: approach(of: state))
    }
}
