// The rows of turns.csv: turn rules and copies as a plain turn-expanded graph.

import RoadNetwork

struct TurnRow: Equatable {
    /// The edge or copy before the turn.
    var from: UInt32
    /// The edge or copy after the turn.
    var to: UInt32
    /// Whether the turn goes back along the same segment.
    var isUTurn: Bool
    /// The restrictions under which the turn is prohibited.
    var mask: UInt64
    /// The original edges of both ends, for looking up costs.
    var fromEdge: UInt32
    var toEdge: UInt32
}

/// Converts a network's turn rules to rows that need no rule of precedence.
///
/// In the engine, turning from a state onto an edge leads to the single state the rule names: a
/// copy if it still matters what was driven before. A reader of the table knows only edges and
/// allowed turns, so the table must not leave a path around a copy. If a rule leads to a copy, the
/// table also lists the plain turn onto the original, prohibited under every restriction that the
/// copy, or a copy after it, could enforce. Under other restrictions the copy behaves like its
/// original, and both paths cost the same.
struct TurnTable {
    private let network: NetworkDataset
    private let edgeCount: UInt32
    /// For each copy, every restriction that a path from it could meet.
    private let reachable: [UInt64]
    /// Every restriction that prohibits some turn.
    let usedMask: UInt64
    /// Restrictions that bar a node by their bit alone; limits bar by the node's value instead.
    private let barring: UInt64

    init(_ network: NetworkDataset) {
        self.network = network
        edgeCount = UInt32(network.edgeCount)
        var used: UInt64 = 0
        for row in 0..<network.turnRuleMask.count { used |= network.turnRuleMask[row] }
        let limits = network.description.restrictions.reduce(UInt64(0)) { mask, restriction in
            if case .limit = restriction.rule { mask | restriction.mask } else { mask }
        }
        barring = ~limits
        for row in 0..<network.barredMasks.count { used |= network.barredMasks[row] & ~limits }
        usedMask = used
        reachable = Self.reachableMasks(network)
    }

    /// The number of edges and copies.
    var stateCount: Int { network.edgeCount + network.copyCount }

    /// Spreads masks backward along rules between copies until nothing changes.
    private static func reachableMasks(_ network: NetworkDataset) -> [UInt64] {
        let edgeCount = UInt32(network.edgeCount)
        var masks = [UInt64](repeating: 0, count: network.copyCount)
        let firstRow = network.turnRuleFrom.lowerBound(edgeCount)
        var changed = true
        // Sequences are short, so a few passes suffice; each one adds at least one bit.
        while changed {
            changed = false
            for row in (firstRow..<network.turnRuleFrom.count).reversed() {
                let copy = Int(network.turnRuleFrom[row] - edgeCount)
                var mask = masks[copy] | network.turnRuleMask[row]
                let target = network.turnRuleTarget[row]
                if target >= edgeCount { mask |= masks[Int(target - edgeCount)] }
                if mask != masks[copy] {
                    masks[copy] = mask
                    changed = true
                }
            }
        }
        return masks
    }

    /// Calls `visit` for each row that leaves a state. Lists all turns of a copy. Of an edge's
    /// turns, lists only turns that are prohibited under some restriction, lead to a copy, or are
    /// not free.
    func forEachRow(from state: UInt32, _ visit: (TurnRow) throws -> Void) rethrows {
        let isCopy = state >= edgeCount
        let edge = isCopy ? network.copyOf[state - edgeCount] : state
        let node = network.edgeHead[edge]
        let barred = network.barredMask(of: node) & barring
        let hasRules =
            isCopy || network.flags(of: EdgeID(row: edge)).contains(.hasTurnRules)
        for slot in network.edges(leaving: NodeID(row: node)) {
            let next = network.outEdges[slot]
            let isUTurn = next == edge ^ 1
            var row = TurnRow(
                from: state, to: next, isUTurn: isUTurn, mask: isUTurn ? 0 : barred,
                fromEdge: edge, toEdge: next)
            var target = next
            if hasRules, let rule = network.turnRule(from: state, to: next) {
                row.mask |= network.turnRuleMask[rule]
                target = network.turnRuleTarget[rule]
            }
            if target != next, !isCopy {
                var plain = row
                plain.mask |= reachable[Int(target - edgeCount)]
                try visit(plain)
            }
            row.to = target
            if isCopy || target != next || row.mask != 0 || !isFree(row) { try visit(row) }
        }
    }

    /// Returns what a row's turn costs, in a stored column's quanta.
    func cost(of row: TurnRow, column: Int) -> UInt32 {
        network.turnCost(
            column: column, from: EdgeID(row: row.fromEdge), to: EdgeID(row: row.toEdge))
    }

    private func isFree(_ row: TurnRow) -> Bool {
        network.costs.indices.allSatisfy { cost(of: row, column: $0) == 0 }
    }
}
