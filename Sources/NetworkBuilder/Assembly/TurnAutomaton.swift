// Turns prohibited sequences of edges into turn rules over edges and their copies.

import RoadNetwork

/// Builds turn rules from prohibited sequences of edges.
///
/// A turn rule looks at two edges only, the one before and the one after. If a sequence of three or
/// more edges is prohibited, what may follow an edge depends on how it was reached. The automaton
/// then makes a copy of the edge for paths that arrive over the beginning of the sequence, so that
/// searches need no memory.
///
/// A state is an edge, or a copy for a proper prefix (two edges or more) of some prohibited
/// sequence; the copy stands for the prefix's last edge. Turning onto an edge enters the state of
/// the longest suffix driven so far that is such a prefix. The turn is prohibited under every
/// sequence it completes. Sequences under a condition add rows to the network's conditions.
///
/// Invariants: a state's fallback (its longest proper suffix) is shorter than the state, so states
/// are numbered level by level; every rule's edges meet at a node. The rules are sorted by state,
/// because states are visited in ascending order and edges leave nodes in ascending order.
///
/// Method: A. Aho and M. Corasick, *Efficient string matching*, CACM 18 (1975),
/// [doi:10.1145/360825.360855](https://doi.org/10.1145/360825.360855), with edges as letters.
struct TurnAutomaton {
    private struct Key: Hashable {
        var state: UInt32
        var edge: UInt32
    }

    /// A condition and the restrictions that apply while it holds.
    private struct Conditional {
        var condition: UInt32
        var mask: UInt64
    }

    private let contents: NetworkContents
    private let edgeCount: UInt32
    private var children: [Key: UInt32] = [:]
    private var completed: [Key: UInt64] = [:]
    /// Sequences prohibited only at some times.
    private var conditionals: [Key: [Conditional]] = [:]
    private var conditionRows: [String: UInt32] = [:]
    /// Each copy's edge, and the state of its longest proper suffix.
    private var copies: [(edge: UInt32, fallback: UInt32)] = []

    static func build(
        from prohibitions: [TurnProhibition], into contents: inout NetworkContents
    ) {
        var automaton = TurnAutomaton(contents)
        automaton.add(prohibitions)
        automaton.writeRules(into: &contents)
    }

    private init(_ contents: NetworkContents) {
        self.contents = contents
        edgeCount = UInt32(contents.edgeHead.count)
        for (row, text) in contents.conditions.texts.enumerated() {
            conditionRows[contents.name(row: text)] = UInt32(row)
        }
    }

    private mutating func add(_ prohibitions: [TurnProhibition]) {
        let sorted = prohibitions.sorted {
            $0.edges == $1.edges
                ? ($0.condition ?? "") < ($1.condition ?? "")
                : $0.edges.lexicographicallyPrecedes($1.edges)
        }
        // Number states level by level: a fallback is shorter, so it exists already.
        var ends: [UInt32] = sorted.map { prohibition in
            precondition(prohibition.edges.count >= 2, "a prohibition has two edges at least")
            return prohibition.edges[0]
        }
        let longest = sorted.map(\.edges.count).max() ?? 0
        for depth in 1..<max(longest, 1) {
            for (index, prohibition) in sorted.enumerated() where depth < prohibition.edges.count {
                let key = Key(state: ends[index], edge: prohibition.edges[depth])
                assertMeeting(prohibition.edges[depth - 1], key.edge)
                if depth == prohibition.edges.count - 1 {
                    complete(key, prohibition)
                } else if let known = children[key] {
                    ends[index] = known
                } else {
                    let fallback =
                        key.state < edgeCount
                        ? key.edge : target(from: copy(key.state).fallback, onto: key.edge)
                    let fresh = edgeCount + UInt32(copies.count)
                    copies.append((key.edge, fallback))
                    children[key] = fresh
                    ends[index] = fresh
                }
            }
        }
    }

    private mutating func complete(_ key: Key, _ prohibition: TurnProhibition) {
        guard let text = prohibition.condition else {
            completed[key, default: 0] |= prohibition.mask
            return
        }
        guard let row = conditionRows[text] else {
            preconditionFailure("the condition \(text) is not in the draft")
        }
        conditionals[key, default: []].append(Conditional(condition: row, mask: prohibition.mask))
    }

    private func copy(_ state: UInt32) -> (edge: UInt32, fallback: UInt32) {
        copies[Int(state - edgeCount)]
    }

    private func assertMeeting(_ from: UInt32, _ to: UInt32) {
        precondition(
            contents.edgeHead[Int(from)] == contents.edgeHead[Int(to ^ 1)],
            "edges \(from) and \(to) of a prohibition do not meet")
    }

    private func target(from state: UInt32, onto edge: UInt32) -> UInt32 {
        if let child = children[Key(state: state, edge: edge)] { return child }
        return state < edgeCount ? edge : target(from: copy(state).fallback, onto: edge)
    }

    private func mask(from state: UInt32, onto edge: UInt32) -> UInt64 {
        let own = completed[Key(state: state, edge: edge)] ?? 0
        return state < edgeCount ? own : own | mask(from: copy(state).fallback, onto: edge)
    }

    private func conditionals(from state: UInt32, onto edge: UInt32) -> [Conditional] {
        let own = conditionals[Key(state: state, edge: edge)] ?? []
        return state < edgeCount
            ? own : own + conditionals(from: copy(state).fallback, onto: edge)
    }

    private func writeRules(into contents: inout NetworkContents) {
        let starts = children.keys.map(\.state) + completed.keys.map(\.state)
        let originals = Set(starts + conditionals.keys.map(\.state))
            .filter { $0 < edgeCount }.sorted()
        contents.copyOf = copies.map(\.edge)
        for state in originals + (0..<UInt32(copies.count)).map({ edgeCount + $0 }) {
            let edge = state < edgeCount ? state : copy(state).edge
            if state < edgeCount {
                contents.edgeFlags[Int(edge)] |= EdgeFlags.hasTurnRules.rawValue
            }
            let node = Int(contents.edgeHead[Int(edge)])
            let out = Int(contents.nodeFirstOut[node])..<Int(contents.nodeFirstOut[node + 1])
            for next in contents.outEdges[out] {
                let (mask, target) = (
                    mask(from: state, onto: next), target(from: state, onto: next)
                )
                let timed = conditionals(from: state, onto: next)
                guard mask != 0 || target != next || !timed.isEmpty else { continue }
                for conditional in timed {
                    contents.conditions.add(
                        turnRule: UInt32(contents.turnRuleFrom.count),
                        condition: conditional.condition, mask: conditional.mask)
                }
                contents.turnRuleFrom.append(state)
                contents.turnRuleTo.append(next)
                contents.turnRuleMask.append(mask)
                contents.turnRuleTarget.append(target)
            }
        }
    }
}
