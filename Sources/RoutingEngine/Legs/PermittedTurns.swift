// The streets that a vehicle may enter at the end of another, under a request's costs.

package import RoadNetwork

/// The turns that a request's costs permit.
///
/// ```swift
/// let turns = PermittedTurns(costs)
/// for exit in turns.exits(from: turns.state(on: edge)) {
///     // exit.edge may be entered at the end of edge
/// }
/// ```
package struct PermittedTurns {
    /// A street that may be entered.
    package struct Exit: Hashable, Sendable {
        /// The directed edge.
        package var edge: EdgeID
        /// The state on it, from which the exits at its end follow.
        package var state: UInt32
    }

    private let costs: RequestCosts
    private let turns: TurnExpansion

    /// Reads the turns of some costs.
    package init(_ costs: RequestCosts) {
        self.costs = costs
        turns = TurnExpansion(costs.metric, network: costs.network)
    }

    /// Returns the state of a path that begins on an edge.
    package func state(on edge: EdgeID) -> UInt32 { edge.row }

    /// Returns the streets that may be entered at the end of a state, in the order of the node's
    /// slots: neither prohibited turns, nor streets that are closed, nor any street behind a closed
    /// node.
    ///
    /// - Complexity: O(*n*) in the streets at the node.
    package func exits(from state: UInt32) -> [Exit] {
        let node = costs.network.edgeHead[turns.edge(of: state)]
        guard costs.nodeCosts[node] != SearchCost.closed else { return [] }
        var exits: [Exit] = []
        turns.forEachTurn(from: state) { _, edge, next, _ in
            guard costs.weight(edge) < SearchCost.closed else { return }
            exits.append(Exit(edge: EdgeID(row: edge), state: next))
        }
        return exits
    }

    /// Returns the state after a turn, whether or not the turn is permitted.
    package func state(after state: UInt32, onto edge: EdgeID) -> UInt32 {
        var entered = edge.row
        turns.forEachTurn(from: state) { _, next, target, _ in
            if next == edge.row { entered = target }
        }
        return entered
    }
}
