// A problem's costs as searches read them, and its nodes' neighbor lists.

/// A problem's costs with two fixed ends, and a list of each node's nearest neighbors.
///
/// A fixed first or last stop is an end itself. A free end is a dummy node that costs nothing to
/// leave or to reach, so the search need not distinguish the cases.
///
/// Made once for each problem and read by every search on it.
final class TourMatrix {
    /// The length of the neighbor lists.
    private static let neighborCount = 7

    let stopCount: Int
    /// The number of nodes: the stops and two dummies.
    let side: Int
    let head: Int
    let tail: Int
    /// The nodes of a tour: the stops, and any dummies that serve as ends.
    let nodes: [Int]
    /// The cost from node `i` to node `j`, at `i * side + j`.
    let costs: UnsafeMutablePointer<Int64>
    /// For each node, the nearest nodes that may follow it.
    let after: NearNodes
    /// For each node, the nearest nodes that may precede it.
    let before: NearNodes

    /// Reads a problem.
    ///
    /// - Parameter keepingWindows: Whether to treat legs that no tour can drive in time as missing.
    init(_ problem: TourProblem, keepingWindows: Bool = false) {
        let count = problem.stopCount
        let side = count + 2
        let head = problem.firstStop ?? count
        let tail = problem.lastStop ?? count + 1
        // A missing leg outweighs all real ones together.
        let missing = Int64(count + 2) << 32
        let costs = UnsafeMutablePointer<Int64>.allocate(capacity: side * side)
        costs.initialize(repeating: 0, count: side * side)
        for from in 0..<count {
            for to in 0..<count where from != to {
                let cost = problem.cost(from: from, to: to)
                let exists =
                    cost != TourProblem.unreachable
                    && !(keepingWindows && problem.isTooLate(from: from, to: to))
                costs[from * side + to] = exists ? Int64(cost) : missing
            }
        }
        let nodes = Array(0..<count) + [head, tail].filter { $0 >= count }
        func rows(except ends: (of: Int, to: Int), _ cost: (Int, Int) -> Int64) -> NearNodes {
            NearNodes(
                (0..<side).map { node in
                    guard node != ends.of, node < count || nodes.contains(node) else { return [] }
                    let others = nodes.filter { $0 != node && $0 != ends.to }
                        .map { (cost: cost(node, $0), node: $0) }.sorted { $0 < $1 }
                    // All nodes are equally near to a dummy.
                    return Array(others.prefix(node < count ? Self.neighborCount : others.count))
                })
        }
        after = rows(except: (tail, head)) { costs[$0 * side + $1] }
        before = rows(except: (head, tail)) { costs[$1 * side + $0] }
        (stopCount, self.side, self.head, self.tail) = (count, side, head, tail)
        (self.nodes, self.costs) = (nodes, costs)
    }

    deinit { costs.deallocate() }
}

/// For each node some others, nearest first, with the cost of being joined to them.
final class NearNodes {
    /// Where each node's row begins, and where the last one ends.
    private let first: UnsafeMutablePointer<Int>
    let nodes: UnsafeMutablePointer<Int32>
    let costs: UnsafeMutablePointer<Int64>

    init(_ rows: [[(cost: Int64, node: Int)]]) {
        let all = rows.flatMap(\.self)
        first = .allocate(capacity: rows.count + 1)
        nodes = .allocate(capacity: max(all.count, 1))
        costs = .allocate(capacity: max(all.count, 1))
        first.initialize(to: 0)
        for (node, row) in rows.enumerated() {
            (first + node + 1).initialize(to: first[node] + row.count)
        }
        for (place, near) in all.enumerated() {
            (nodes + place).initialize(to: Int32(near.node))
            (costs + place).initialize(to: near.cost)
        }
    }

    deinit {
        first.deallocate()
        nodes.deallocate()
        costs.deallocate()
    }

    @inline(__always)
    func row(of node: Int) -> Range<Int> {
        Range(uncheckedBounds: (first[node], first[node + 1]))
    }
}
