// The working memory of tables over a hierarchy.

import RoadNetwork

/// A table's scratch memory, by rank. Nothing is kept from one table to the next.
final class TableSpace {
    /// The row of target labels on a vertex, or ``Hierarchy/none``.
    let row: UnsafeMutablePointer<UInt32>
    /// The arc that a label came over. Set only for labels that began at another vertex.
    let arc: UnsafeMutablePointer<UInt32>
    /// A sum along a label's path.
    let sum: UnsafeMutablePointer<UInt64>
    /// The candidate where a label began.
    let end: UnsafeMutablePointer<UInt16>

    init(_ rankCount: Int) {
        let capacity = max(rankCount, 1)
        row = .allocate(capacity: capacity)
        row.initialize(repeating: Hierarchy.none, count: capacity)
        arc = .allocate(capacity: capacity)
        sum = .allocate(capacity: capacity)
        end = .allocate(capacity: capacity)
    }

    deinit {
        row.deallocate()
        arc.deallocate()
        sum.deallocate()
        end.deallocate()
    }
}

/// One side of a table: climbs that remember the arcs they came over.
struct TableClimb {
    let side: SideLabels
    private let space: TableSpace
    private let parent: UnsafePointer<UInt32>
    private let first: UnsafePointer<UInt32>
    private let ends: UnsafePointer<UInt32>
    private let weights: UnsafeMutablePointer<UInt32>

    init(up metric: CustomizedMetric, _ space: HierarchySpace) {
        let columns = metric.hierarchy.columns
        side = space.forward
        self.space = space.table
        parent = columns.parent.base
        first = columns.upFirst.base
        ends = columns.upHead.base
        weights = metric.arcs.up
    }

    init(down metric: CustomizedMetric, _ space: HierarchySpace) {
        let columns = metric.hierarchy.columns
        side = space.backward
        self.space = space.table
        parent = columns.parent.base
        first = columns.downFirst.base
        ends = columns.downTail.base
        weights = metric.arcs.down
    }

    /// Labels every vertex above some vertices.
    func run(from starts: [HierarchyQuery.Start]) {
        side.reset()
        for start in starts { side.start(at: start.rank, cost: start.cost) }
        side.listAncestors(of: starts, parent: parent)
        let (costs, froms, arcs) = (side.cost, side.from, space.arc)
        for rank in side.order {
            let cost = costs[Int(rank)]
            guard cost < Hierarchy.infinite else { continue }
            for arc in Int(first[Int(rank)])..<Int(first[Int(rank) + 1]) {
                let end = Int(ends[arc])
                let sum = cost &+ ArcWeight.cost(weights[arc])
                if sum < costs[end] {
                    costs[end] = sum
                    froms[end] = rank
                    arcs[end] = UInt32(truncatingIfNeeded: arc)
                }
            }
        }
    }

    /// Records in ``TableSpace/end`` which candidate every label began at.
    ///
    /// - Parameter candidate: Returns the candidate of a vertex where labels begin.
    func noteEnds(_ candidate: (UInt32) -> Int) {
        for rank in side.order where side.cost[Int(rank)] < Hierarchy.infinite {
            let from = side.from[Int(rank)]
            space.end[Int(rank)] =
                from == rank
                ? UInt16(truncatingIfNeeded: candidate(rank)) : space.end[Int(from)]
        }
    }

    /// Accumulates sums of arcs along the paths of all labels, into ``TableSpace/sum``; `.max` if a
    /// sum is unknown.
    ///
    /// - Parameter startSum: Returns the sum that a path begins with.
    func addUp(_ sums: UnsafeMutablePointer<UInt32>?, _ startSum: (UInt32) -> UInt64) {
        for rank in side.order where side.cost[Int(rank)] < Hierarchy.infinite {
            let from = side.from[Int(rank)]
            if from == rank {
                space.sum[Int(rank)] = startSum(rank)
                continue
            }
            let arc = sums?[Int(space.arc[Int(rank)])] ?? .max
            let before = space.sum[Int(from)]
            space.sum[Int(rank)] =
                arc >= ArcSums.excessive || before == .max ? .max : before + UInt64(arc)
        }
    }
}
