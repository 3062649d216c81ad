// The rival of the bake-off, second half: one search over the cells, whichever weights barriers
// change.

import RoadNetwork
import RoutingEngine

/// A multilevel Dijkstra: it searches cells with barriers, the origin or the destination at a lower
/// level, and crosses all others by their cliques.
///
/// Method: D. Delling, A. Goldberg, T. Pajor, R. Werneck, *Customizable Route Planning in Road
/// Networks*, Transportation Science 2017, with vertex separators instead of cut arcs. It ignores
/// barriers on nodes, since the bake-off has none.
final class CellSearch {
    private let overlay: CellOverlay
    private let rankCount: Int
    /// The weight of each vertex's edge; during a search, the request's weight.
    private let weights: UnsafeMutablePointer<UInt32>
    private let distances: UnsafeMutablePointer<UInt32>
    private let goalCosts: UnsafeMutablePointer<UInt32>
    /// Whether a cell must be searched at a lower level.
    private let isOpen: UnsafeMutablePointer<Bool>
    private var reached: [UInt32] = []
    private var opened: [UInt32] = []
    private var queue = CellQueue()
    /// For each edge with copies, the vertices that represent it.
    private var copies: [UInt32: [UInt32]] = [:]
    private(set) var settledCount = 0

    init(_ overlay: CellOverlay, _ metric: Metric) {
        self.overlay = overlay
        let hierarchy = overlay.hierarchy
        rankCount = hierarchy.rankCount
        weights = .allocate(capacity: rankCount)
        distances = .allocate(capacity: rankCount)
        goalCosts = .allocate(capacity: rankCount)
        isOpen = .allocate(capacity: overlay.cliques.count)
        distances.initialize(repeating: .max, count: rankCount)
        goalCosts.initialize(repeating: .max, count: rankCount)
        isOpen.initialize(repeating: false, count: overlay.cliques.count)
        for rank in 0..<UInt32(rankCount) {
            let edge = hierarchy.edge(of: rank)
            weights[Int(rank)] = metric.weights[Int(edge)]
            if hierarchy.rank(ofEdge: edge) != rank { copies[edge, default: []].append(rank) }
        }
    }

    deinit {
        weights.deallocate()
        distances.deallocate()
        goalCosts.deallocate()
        isOpen.deallocate()
    }

    typealias Ends = (
        starts: [(rank: UInt32, cost: UInt32)], goals: [(rank: UInt32, cost: UInt32)],
        direct: UInt32?
    )

    /// The least cost of a path, `nil` if there is none below ``SearchCost/limit``.
    func cost(_ ends: Ends, under costs: RequestCosts) -> UInt32? {
        precondition(costs.nodeCosts.isEmpty, "barriers lie on streets")
        for touched in costs.touchedEdges { change(touched.edge, to: touched.weight) }
        for goal in ends.goals {
            goalCosts[Int(goal.rank)] = goal.cost
            open(around: goal.rank)
        }
        for start in ends.starts {
            open(around: start.rank)
            improve(start.rank, to: start.cost)
        }
        let best = run(below: ends.direct ?? SearchCost.limit)
        for touched in costs.touchedEdges { restore(touched.edge, to: touched.base) }
        for goal in ends.goals { goalCosts[Int(goal.rank)] = .max }
        for rank in reached { distances[Int(rank)] = .max }
        for cell in opened { isOpen[Int(cell)] = false }
        reached.removeAll(keepingCapacity: true)
        opened.removeAll(keepingCapacity: true)
        queue.removeAll()
        return best < SearchCost.limit ? best : nil
    }

    private func forEachRank(of edge: UInt32, _ visit: (UInt32) -> Void) {
        if let rank = overlay.hierarchy.rank(ofEdge: edge) { visit(rank) }
        for rank in copies[edge] ?? [] { visit(rank) }
    }

    /// Applies a barrier's weight, and opens every cell with the lower end of a turn onto the edge.
    private func change(_ edge: UInt32, to weight: UInt32) {
        forEachRank(of: edge) { rank in
            guard weights[Int(rank)] != weight else { return }
            weights[Int(rank)] = weight
            for turn in overlay.firstInto[Int(rank)]..<overlay.firstInto[Int(rank) + 1] {
                open(around: min(rank, overlay.turnTails[Int(turn)]))
            }
        }
    }

    private func restore(_ edge: UInt32, to weight: UInt32) {
        forEachRank(of: edge) { weights[Int($0)] = weight }
    }

    private func open(around rank: UInt32) {
        let place = Int(rank) * overlay.levelCount
        for level in 0..<overlay.levelCount {
            let cell = overlay.cells[place + level]
            guard cell != CellOverlay.none, !isOpen[Int(cell)] else { continue }
            isOpen[Int(cell)] = true
            opened.append(cell)
        }
    }

    @inline(__always)
    private func improve(_ rank: UInt32, to cost: UInt32) {
        let old = distances[Int(rank)]
        guard cost < old else { return }
        if old == .max { reached.append(rank) }
        distances[Int(rank)] = cost
        queue.push(cost: cost, label: rank)
    }

    /// Searches, and returns the least cost below the bound, or the bound.
    private func run(below bound: UInt32) -> UInt32 {
        var best = bound
        settledCount = 0
        overlay.firstTurn.withUnsafeBufferPointer { firstTurn in
            overlay.turnHeads.withUnsafeBufferPointer { heads in
                overlay.turnCosts.withUnsafeBufferPointer { turnCosts in
                    while let (cost, rank) = queue.pop(), cost < best {
                        guard cost == distances[Int(rank)] else { continue }
                        settledCount += 1
                        let goal = goalCosts[Int(rank)]
                        if goal != .max { best = min(best, cost + goal) }
                        var crossed = CellOverlay.none
                        for turn in Int(firstTurn[Int(rank)])..<Int(firstTurn[Int(rank) + 1]) {
                            let head = heads[turn]
                            let cell = closedCell(of: head)
                            if cell != CellOverlay.none {
                                if cell != crossed { cross(cell, from: rank, cost, below: best) }
                                crossed = cell
                                continue
                            }
                            let weight = weights[Int(head)]
                            guard weight != SearchCost.closed else { continue }
                            let total = UInt64(cost) + UInt64(turnCosts[turn]) + UInt64(weight)
                            if total < UInt64(best) { improve(head, to: UInt32(total)) }
                        }
                    }
                }
            }
        }
        return best
    }

    /// The largest cell around a vertex that the search may cross as a whole.
    @inline(__always)
    private func closedCell(of rank: UInt32) -> UInt32 {
        let place = Int(rank) * overlay.levelCount
        for level in (0..<overlay.levelCount).reversed() {
            let cell = overlay.cells[place + level]
            if cell != CellOverlay.none, !isOpen[Int(cell)] { return cell }
        }
        return CellOverlay.none
    }

    @inline(__always)
    private func cross(_ cell: UInt32, from rank: UInt32, _ cost: UInt32, below best: UInt32) {
        overlay.cliques.withUnsafeBufferPointer { cliques in
            let clique = cliques[Int(cell)]
            let row = CellOverlay.position(of: rank, in: clique.entries) * clique.exits.count
            clique.costs.withUnsafeBufferPointer { costs in
                clique.exits.withUnsafeBufferPointer { exits in
                    for column in exits.indices {
                        // Both are at most 2^30.
                        let total = cost + costs[row + column]
                        if total < best { improve(exits[column], to: total) }
                    }
                }
            }
        }
    }
}

/// The open labels of a search, least first; outdated labels stay until they surface.
private struct CellQueue {
    private var heap: [UInt64] = []

    mutating func removeAll() { heap.removeAll(keepingCapacity: true) }

    @inline(__always)
    mutating func push(cost: UInt32, label: UInt32) {
        let key = UInt64(cost) << 32 | UInt64(label)
        var hole = heap.count
        heap.append(key)
        heap.withUnsafeMutableBufferPointer { heap in
            while hole > 0, heap[(hole - 1) / 4] > key {
                heap[hole] = heap[(hole - 1) / 4]
                hole = (hole - 1) / 4
            }
            heap[hole] = key
        }
    }

    @inline(__always)
    mutating func pop() -> (cost: UInt32, label: UInt32)? {
        guard let least = heap.first, let last = heap.popLast() else { return nil }
        heap.withUnsafeMutableBufferPointer { heap in
            guard !heap.isEmpty else { return }
            var hole = 0
            while 4 * hole + 1 < heap.count {
                let children = 4 * hole + 1..<min(4 * hole + 5, heap.count)
                var child = children.lowerBound
                for other in children where heap[other] < heap[child] { child = other }
                guard heap[child] < last else { break }
                heap[hole] = heap[child]
                hole = child
            }
            heap[hole] = last
        }
        return (UInt32(least >> 32), UInt32(truncatingIfNeeded: least))
    }
}
