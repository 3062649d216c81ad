// The turns of a network's columns under one access restriction, before there is a dataset.

import DataStructures
import RoadNetwork

/// Enumerates the turns open to a family's traffic. U-turns are allowed wherever no rule forbids
/// them.
///
/// A state is an edge or a copy, as in the dataset. Conditions are assumed not to hold.
///
/// A class, so its many columns are not copied.
final class TurnWalk {
    let stateCount: Int
    private let edgeCount: Int
    /// Whether each edge is open in its direction.
    private let isOpen: [Bool]
    private let copyOf: [UInt32]
    private let edgeHead: [UInt32]
    private let edgeFlags: [UInt16]
    private let nodeFirstOut: [UInt32]
    private let outEdges: [UInt32]
    private let isBarred: [Bool]
    private let ruleFrom: [UInt32]
    private let ruleTo: [UInt32]
    private let ruleTarget: [UInt32]
    /// Whether each turn rule prohibits its turn.
    private let isForbidden: [Bool]
    /// The gates the walk does not pass.
    private let gates: GatePassages?

    /// - Parameters:
    ///   - family: The mode family's bit.
    ///   - closing: The bits of the restrictions closing edges, turns and nodes.
    ///   - gates: Gates the walk does not pass; `nil` for none.
    init(
        _ contents: NetworkContents, family: UInt8, closing: UInt64, gates: GatePassages? = nil
    ) {
        self.gates = gates.flatMap { $0.isEmpty ? nil : $0 }
        edgeCount = contents.edgeHead.count
        stateCount = edgeCount + contents.copyOf.count
        isOpen = zip(contents.edgeFamilies, contents.edgeRestrictions).map { families, bits in
            families & family != 0 && bits & closing == 0
        }
        copyOf = contents.copyOf
        edgeHead = contents.edgeHead
        edgeFlags = contents.edgeFlags
        nodeFirstOut = contents.nodeFirstOut
        outEdges = contents.outEdges
        var isBarred = [Bool](repeating: false, count: contents.nodeLongitudeE7.count)
        for (node, mask) in zip(contents.barredNodes, contents.barredMasks)
        where mask & closing != 0 {
            isBarred[Int(node)] = true
        }
        self.isBarred = isBarred
        ruleFrom = contents.turnRuleFrom
        ruleTo = contents.turnRuleTo
        ruleTarget = contents.turnRuleTarget
        isForbidden = contents.turnRuleMask.map { $0 & closing != 0 }
    }

    func edge(of state: Int) -> Int {
        state < edgeCount ? state : Int(copyOf[state - edgeCount])
    }

    /// Whether an edge is open in its direction.
    func mayUse(_ edge: Int) -> Bool { isOpen[edge] }

    /// Whether a barrier at a node lets no traffic pass.
    func bars(node: Int) -> Bool { isBarred[node] }

    /// Returns how many edges leave a state's end.
    func slotCount(of state: Int) -> Int {
        let node = Int(edgeHead[edge(of: state)])
        return Int(nodeFirstOut[node + 1] - nodeFirstOut[node])
    }

    /// Returns the state that the turn into a slot enters; `nil` if the turn is closed.
    func target(from state: Int, slot: Int) -> Int? {
        let edge = edge(of: state)
        let node = Int(edgeHead[edge])
        let next = Int(outEdges[Int(nodeFirstOut[node]) + slot])
        guard isOpen[next], next == edge ^ 1 || !isBarred[node] else { return nil }
        if let gates, gates.closes(node: node, from: edge, to: next) { return nil }
        let hasRules =
            state >= edgeCount || edgeFlags[edge] & EdgeFlags.hasTurnRules.rawValue != 0
        guard hasRules, let rule = rule(from: UInt32(state), to: UInt32(next)) else { return next }
        return isForbidden[rule] ? nil : Int(ruleTarget[rule])
    }

    /// Returns the copies reached by paths that begin on an edge, ascending.
    ///
    /// - Complexity: O(*n*) in edges and turns.
    func copiesInUse() -> [Int] {
        var isInUse = [Bool](repeating: false, count: stateCount - edgeCount)
        var open = (0..<edgeCount).filter { mayUse($0) }
        while let state = open.popLast() {
            for slot in 0..<slotCount(of: state) {
                guard let next = target(from: state, slot: slot), next >= edgeCount,
                    !isInUse[next - edgeCount]
                else { continue }
                isInUse[next - edgeCount] = true
                open.append(next)
            }
        }
        return isInUse.indices.filter { isInUse[$0] }.map { $0 + edgeCount }
    }

    private func rule(from state: UInt32, to edge: UInt32) -> Int? {
        let row = ruleFrom.indices.partitioningIndex {
            (ruleFrom[$0], ruleTo[$0]) >= (state, edge)
        }
        return row < ruleFrom.count && ruleFrom[row] == state && ruleTo[row] == edge ? row : nil
    }
}

/// The strongly connected components of some states under a walk's turns.
///
/// Method: R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972),
/// [doi:10.1137/0201010](https://doi.org/10.1137/0201010), without recursion.
struct TurnComponents {
    static let none = UInt32.max

    /// Each state's component; ``none`` for states left out. A turn leads into the same component
    /// or one with a lower number.
    private(set) var component: [UInt32]
    private(set) var count: UInt32 = 0

    private var order: [UInt32]
    private var low: [UInt32]
    private var counter: UInt32 = 0
    private var open: [UInt32] = []
    private var trail: [(state: UInt32, slot: Int32, slots: Int32)] = []

    /// - Parameter takes: Whether a state with this edge belongs to the graph.
    /// - Complexity: O(*n*) in states and turns.
    init(_ walk: TurnWalk, where takes: (_ edge: Int) -> Bool) {
        component = [UInt32](repeating: Self.none, count: walk.stateCount)
        order = [UInt32](repeating: 0, count: walk.stateCount)
        low = order
        for state in 0..<walk.stateCount where order[state] == 0 && takes(walk.edge(of: state)) {
            visit(state, walk, takes)
        }
        order = []
        low = []
    }

    private mutating func enter(_ state: Int, _ walk: TurnWalk) {
        counter += 1
        order[state] = counter
        low[state] = counter
        open.append(UInt32(state))
        trail.append((UInt32(state), 0, Int32(walk.slotCount(of: state))))
    }

    private mutating func visit(_ root: Int, _ walk: TurnWalk, _ takes: (Int) -> Bool) {
        enter(root, walk)
        while let (state, slot, slots) = trail.last {
            guard slot < slots else {
                close(Int(state))
                continue
            }
            trail[trail.count - 1].slot += 1
            guard let next = walk.target(from: Int(state), slot: Int(slot)),
                takes(walk.edge(of: next))
            else { continue }
            if order[next] == 0 {
                enter(next, walk)
            } else if component[next] == Self.none {
                low[Int(state)] = min(low[Int(state)], order[next])
            }
        }
    }

    private mutating func close(_ state: Int) {
        trail.removeLast()
        if let parent = trail.last?.state {
            low[Int(parent)] = min(low[Int(parent)], low[state])
        }
        guard low[state] == order[state] else { return }
        while let member = open.popLast() {
            component[Int(member)] = count
            if member == state { break }
        }
        count += 1
    }
}
