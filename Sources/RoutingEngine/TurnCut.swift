// The turn restrictions that separate the two ends of a path.

package import RoadNetwork

/// Finds the forbidden turns that close every path between two places, starting from a path that
/// takes some of them.
///
/// It searches everything that the start reaches without a forbidden turn, and everything that
/// reaches the end. If either part is small, every path takes a forbidden turn out of it, or into
/// it. PathFinding uses it to explain why there is no route.
package struct TurnCut {
    /// A forbidden turn: the last edge before it and the first after it.
    package struct Turn: Hashable, Comparable, Sendable {
        package var from: EdgeID
        package var to: EdgeID

        package static func < (one: Turn, other: Turn) -> Bool {
            (one.to.row, one.from.row) < (other.to.row, other.from.row)
        }
    }

    /// The most states of a search. A few turns cut off no larger part of a network.
    static let mostStates = 50_000

    private let network: NetworkDataset
    private let metric: Metric
    private let turns: TurnExpansion

    /// - Parameter metric: The rules with the turn restrictions in force.
    package init(network: NetworkDataset, metric: Metric) {
        self.network = network
        self.metric = metric
        turns = TurnExpansion(metric, network: network)
    }

    /// Returns the forbidden turns that close every path between the ends of a given path: turns
    /// out of the start's part, or into the end's part, whichever are fewer. If both parts are
    /// large, returns the forbidden turns along the path itself.
    ///
    /// - Complexity: O(``mostStates``), and O(*n*) for *n* edges of the path.
    package func turns(closing path: NetworkPath) -> [Turn] {
        let own = forbidden(along: path)
        guard !own.isEmpty, let first = path.elements.first?.edge.row,
            let last = path.elements.last?.edge.row
        else { return [] }
        let (origins, targets) = (open(first), open(last))
        let cuts = [leaving(origins, towards: targets), entering(targets, from: origins)]
        let fewest = cuts.compactMap(\.self).filter { !$0.isEmpty }.min { $0.count < $1.count }
        return (fewest ?? own).sorted()
    }

    /// Returns a path's forbidden turns, in travel order.
    package func forbidden(along path: NetworkPath) -> [Turn] {
        guard var state = path.elements.first?.edge.row else { return [] }
        var found: [Turn] = []
        for element in path.elements.dropFirst() {
            let next = element.edge.row
            guard let rule = turns.rule(from: state, onto: next) else {
                state = next
                continue
            }
            if metric.forbids(turnRule: Int(rule), of: network) {
                found.append(Turn(from: EdgeID(row: turns.edge(of: state)), to: element.edge))
            }
            state = network.turnRuleTarget[Int(rule)]
        }
        return found
    }

    /// Returns the open directions of a street.
    private func open(_ edge: UInt32) -> Set<UInt32> { Set([edge, edge ^ 1].filter(isOpen)) }

    private func isOpen(_ edge: UInt32) -> Bool {
        metric.weights[Int(edge)] != SearchCost.closed
    }

    /// Whether a turn is forbidden by a turn restriction, and by nothing else.
    private func isForbidden(from state: UInt32, onto next: UInt32) -> Bool {
        let edge = turns.edge(of: state)
        let node = network.edgeHead[edge]
        guard isOpen(next), let rule = turns.rule(from: state, onto: next),
            metric.forbids(turnRule: Int(rule), of: network)
        else { return false }
        guard next == edge ^ 1 else { return !metric.bars(node: node) }
        return metric.key.uTurns.allows(
            valence: network.nodeValence[metric.key.family][node])
    }

    /// Returns the forbidden turns out of everything that the origins reach; `nil` if that is too
    /// much, or includes a target.
    private func leaving(_ origins: Set<UInt32>, towards targets: Set<UInt32>) -> [Turn]? {
        var seen = origins
        var open = origins.sorted()
        var edges = origins
        guard edges.isDisjoint(with: targets) else { return nil }
        while let state = open.popLast() {
            var next: [(edge: UInt32, state: UInt32)] = []
            turns.forEachTurn(from: state) { _, edge, target, _ in
                if isOpen(edge) { next.append((edge, target)) }
            }
            for turn in next where seen.insert(turn.state).inserted {
                guard !targets.contains(turn.edge), seen.count < Self.mostStates else { return nil }
                edges.insert(turn.edge)
                open.append(turn.state)
            }
        }
        var cut: Set<Turn> = []
        for state in seen {
            let edge = turns.edge(of: state)
            for next in leavingEdges(of: network.edgeHead[edge])
            where !edges.contains(next) && isForbidden(from: state, onto: next) {
                cut.insert(Turn(from: EdgeID(row: edge), to: EdgeID(row: next)))
            }
        }
        return Array(cut)
    }

    /// Returns the forbidden turns into everything that reaches the targets; `nil` if that is too
    /// much, or includes an origin. Does not see restrictions over several streets.
    private func entering(_ targets: Set<UInt32>, from origins: Set<UInt32>) -> [Turn]? {
        var seen = targets
        var open = targets.sorted()
        guard seen.isDisjoint(with: origins) else { return nil }
        while let edge = open.popLast() {
            for before in edges(before: edge)
            where isOpen(before) && turns.cost(from: before, onto: edge) != nil
                && seen.insert(before).inserted
            {
                guard !origins.contains(before), seen.count < Self.mostStates else { return nil }
                open.append(before)
            }
        }
        var cut: Set<Turn> = []
        for edge in seen {
            for before in edges(before: edge)
            where !seen.contains(before) && isOpen(before)
                && isForbidden(from: before, onto: edge)
            {
                cut.insert(Turn(from: EdgeID(row: before), to: EdgeID(row: edge)))
            }
        }
        return Array(cut)
    }

    private func leavingEdges(of node: UInt32) -> [UInt32] {
        network.edges(leaving: NodeID(row: node)).map { network.outEdges[$0] }
    }

    private func edges(before edge: UInt32) -> [UInt32] {
        leavingEdges(of: network.edgeHead[edge ^ 1]).map { $0 ^ 1 }
    }
}
