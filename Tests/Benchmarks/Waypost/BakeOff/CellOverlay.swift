// The rival of the bake-off, first half: cells of the dissection on several levels, with the costs
// of crossing each cell.

import DataStructures
import RoadNetwork
import RoutingEngine

/// Cells of a hierarchy's elimination tree on several levels, with each cell's boundary clique
/// under one metric.
///
/// A cell is a vertex with everything below it in the tree: the largest such subtree below a
/// level's limit. Its entries and exits are the higher vertices with an arc into it or out of it.
/// Crossing it from an entry to an exit costs the least over the path's highest vertex, whose two
/// arcs the hierarchy already has. Only turns whose lower end lies in the cell affect that cost.
final class CellOverlay {
    static let none = UInt32.max
    /// The most vertices in a cell, by level.
    static let limits = [64, 512, 4_096, 32_768]

    let hierarchy: Hierarchy
    let levelCount = CellOverlay.limits.count
    /// Each vertex's cell on every level, ``none`` above the cells; cells are numbered across
    /// levels.
    let cells: UnsafeMutablePointer<UInt32>
    private(set) var cliques: [Clique] = []

    /// The turns by their tails: first row, vertex entered, and cost without its edge.
    private(set) var firstTurn: [UInt32] = [0]
    private(set) var turnHeads: [UInt32] = []
    private(set) var turnCosts: [UInt32] = []
    /// The turns by their heads: first row, and vertex left.
    private(set) var firstInto: [UInt32] = []
    private(set) var turnTails: [UInt32] = []

    /// The costs of crossing a cell.
    struct Clique {
        /// Ascending.
        var entries: [UInt32] = []
        var exits: [UInt32] = []
        /// A row for each entry.
        var costs: [UInt32] = []
    }

    init(_ metric: CustomizedMetric) {
        hierarchy = metric.hierarchy
        cells = .allocate(capacity: metric.hierarchy.rankCount * levelCount)
        cells.initialize(repeating: Self.none, count: metric.hierarchy.rankCount * levelCount)
        takeTurns(of: metric)
        var cellCount: UInt32 = 0
        let sizes = subtreeSizes()
        for level in 0..<levelCount { cellCount = divide(level, sizes, from: cellCount) }
        cliques = [Clique](repeating: Clique(), count: Int(cellCount))
        fillCliques(metric)
    }

    deinit { cells.deallocate() }

    /// The cliques' size in bytes.
    var byteCount: Int {
        cliques.reduce(0) { $0 + 4 * ($1.entries.count + $1.exits.count + $1.costs.count) }
    }

    private func takeTurns(of metric: CustomizedMetric) {
        let rankCount = hierarchy.rankCount
        firstInto = [UInt32](repeating: 0, count: rankCount + 1)
        for rank in 0..<UInt32(rankCount) {
            metric.forEachTurn(from: rank) { head, cost in
                turnHeads.append(head)
                turnCosts.append(cost)
                firstInto[Int(head) + 1] += 1
            }
            firstTurn.append(UInt32(turnHeads.count))
        }
        for rank in 0..<rankCount { firstInto[rank + 1] += firstInto[rank] }
        var next = firstInto
        turnTails = [UInt32](repeating: 0, count: turnHeads.count)
        for rank in 0..<rankCount {
            for turn in Int(firstTurn[rank])..<Int(firstTurn[rank + 1]) {
                let head = Int(turnHeads[turn])
                turnTails[Int(next[head])] = UInt32(rank)
                next[head] += 1
            }
        }
    }

    private func subtreeSizes() -> [Int] {
        var sizes = [Int](repeating: 1, count: hierarchy.rankCount)
        for rank in 0..<hierarchy.rankCount {
            if let parent = hierarchy.parent(of: UInt32(rank)) { sizes[Int(parent)] += sizes[rank] }
        }
        return sizes
    }

    private func divide(_ level: Int, _ sizes: [Int], from first: UInt32) -> UInt32 {
        var next = first
        for rank in (0..<hierarchy.rankCount).reversed() where sizes[rank] <= Self.limits[level] {
            let above = hierarchy.parent(of: UInt32(rank))
                .map { cells[Int($0) * levelCount + level] }
            if let above, above != Self.none {
                cells[rank * levelCount + level] = above
            } else {
                cells[rank * levelCount + level] = next
                next += 1
            }
        }
        return next
    }

    /// Adds every vertex, with its arcs, to the cliques of the cells around it.
    private func fillCliques(_ metric: CustomizedMetric) {
        var ends = [(entries: Set<UInt32>, exits: Set<UInt32>)](
            repeating: ([], []), count: cliques.count)
        forEachCrossing(metric) { cell, entries, exits in
            ends[cell].entries.formUnion(entries.map(\.end))
            ends[cell].exits.formUnion(exits.map(\.end))
        }
        for cell in cliques.indices {
            let (entries, exits) = (ends[cell].entries.sorted(), ends[cell].exits.sorted())
            cliques[cell] = Clique(
                entries: entries, exits: exits,
                costs: [UInt32](repeating: SearchCost.limit, count: entries.count * exits.count))
        }
        forEachCrossing(metric) { cell, entries, exits in
            let columns = exits.map { exit in Self.position(of: exit.end, in: cliques[cell].exits) }
            let width = cliques[cell].exits.count
            for entry in entries {
                let row = Self.position(of: entry.end, in: cliques[cell].entries) * width
                for (exit, column) in zip(exits, columns) {
                    let cost = entry.weight + exit.weight
                    if cost < cliques[cell].costs[row + column] {
                        cliques[cell].costs[row + column] = cost
                    }
                }
            }
        }
    }

    private typealias Ends = [(end: UInt32, weight: UInt32)]

    /// Calls `visit` with each vertex's arcs to and from the outside of a cell, for each cell that
    /// contains the vertex.
    private func forEachCrossing(
        _ metric: CustomizedMetric, _ visit: (_ cell: Int, _ entries: Ends, _ exits: Ends) -> Void
    ) {
        for rank in 0..<UInt32(hierarchy.rankCount) {
            let arcs = metric.arcs(of: rank)
            for level in 0..<levelCount {
                let cell = cells[Int(rank) * levelCount + level]
                guard cell != Self.none else { continue }
                let isOutside = { (end: UInt32) in
                    self.cells[Int(end) * self.levelCount + level] != cell
                }
                visit(
                    Int(cell), arcs.down.filter { isOutside($0.end) },
                    arcs.up.filter { isOutside($0.end) })
            }
        }
    }

    /// The position of a value in an ascending list that contains it.
    static func position(of value: UInt32, in list: [UInt32]) -> Int {
        list.indices.partitioningIndex { list[$0] >= value }
    }
}
