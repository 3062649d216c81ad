// The turns of a network's columns under one access restriction, before there is a dataset.

import RoadNetwork

/// Enumerates the turns that somebody can make who turns round wherever that is not forbidden.
///
/// A state is an edge or a copy of one, as in the dataset. Conditions are taken not to hold.
struct TurnWalk {
    let stateCount: Int
    private let contents: NetworkContents
    private let edgeCount: Int
    private let family: UInt8
    /// Restrictions that close edges and turns.
    private let closing: UInt64
    private let barred: [UInt32: UInt64]

    /// - Parameters:
    ///   - family: The bit of the mode family.
    ///   - closing: Bits of the restrictions that close edges, turns and nodes.
    init(_ contents: NetworkContents, family: UInt8, closing: UInt64) {
        self.contents = contents
        self.family = family
        self.closing = closing
        edgeCount = contents.edgeHead.count
        stateCount = edgeCount + contents.copyOf.count
        var barred: [UInt32: UInt64] = [:]
        for (node, mask) in zip(contents.barredNodes, contents.barredMasks)
        where mask & closing != 0 {
            barred[node] = mask
        }
        self.barred = barred
    }

    /// The edge that a state stands for.
    func edge(of state: Int) -> Int {
        state < edgeCount ? state : Int(contents.copyOf[state - edgeCount])
    }

    /// Whether an edge is open in its direction.
    func mayUse(_ edge: Int) -> Bool {
        contents.edgeFamilies[edge] & family != 0 && contents.edgeRestrictions[edge] & closing == 0
    }

    /// The number of edges that leave the end of a state.
    func slotCount(of state: Int) -> Int {
        let node = Int(contents.edgeHead[edge(of: state)])
        return Int(contents.nodeFirstOut[node + 1] - contents.nodeFirstOut[node])
    }

    /// The state that the turn into a slot enters, or `nil` where there is no such turn.
    func target(from state: Int, slot: Int) -> Int? {
        let edge = edge(of: state)
        let node = contents.edgeHead[edge]
        let next = Int(contents.outEdges[Int(contents.nodeFirstOut[Int(node)]) + slot])
        guard mayUse(next), next == edge ^ 1 || barred.isEmpty || barred[node] == nil else {
            return nil
        }
        let hasRules =
            state >= edgeCount
            || contents.edgeFlags[edge] & EdgeFlags.hasTurnRules.rawValue != 0
        guard hasRules, let rule = rule(from: UInt32(state), to: UInt32(next)) else { return next }
        guard contents.turnRuleMask[rule] & closing == 0 else { return nil }
        return Int(contents.turnRuleTarget[rule])
    }

    /// The copies that some path enters which begins on an edge, ascending.
    ///
    /// - Complexity: Linear in edges and turns.
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
        let (from, to) = (contents.turnRuleFrom, contents.turnRuleTo)
        var (low, high) = (0, from.count)
        while low < high {
            let middle = (low + high) / 2
            if (from[middle], to[middle]) < (state, edge) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < from.count && from[low] == state && to[low] == edge ? low : nil
    }
}

/// Strongly connected components of the turns between some states.
///
/// Method: R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1 (1972),
/// without recursion.
struct TurnComponents {
    static let none = UInt32.max

    /// For each state its component, ``none`` for those left out. A turn leads into its own
    /// component or into one with a lower number.
    private(set) var component: [UInt32]
    private(set) var count: UInt32 = 0

    private var order: [UInt32]
    private var low: [UInt32]
    private var counter: UInt32 = 0
    private var open: [UInt32] = []
    private var trail: [(state: UInt32, slot: Int32, slots: Int32)] = []

    /// - Parameter takes: Whether a state with an edge belongs to the graph.
    /// - Complexity: Linear in states and turns.
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
