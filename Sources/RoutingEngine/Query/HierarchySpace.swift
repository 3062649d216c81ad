// The working memory of one query over a hierarchy.

/// Labels of a query, by rank; reused from query to query.
///
/// Between queries all costs are infinite: a query forgets what it touched, and no more.
package final class HierarchySpace {
    let rankCount: Int
    let forward: SideLabels
    let backward: SideLabels
    let potentials: PotentialMemo

    package init(_ hierarchy: Hierarchy) {
        rankCount = hierarchy.rankCount
        forward = SideLabels(rankCount)
        backward = SideLabels(rankCount)
        potentials = PotentialMemo(rankCount)
    }
}

/// The labels of one side of a query.
final class SideLabels {
    /// Least cost so far.
    let cost: UnsafeMutablePointer<UInt32>
    /// The lower vertex a label came from, or the vertex itself where a side begins.
    let from: UnsafeMutablePointer<UInt32>
    /// Ancestors of where the side begins, each after those below it.
    private(set) var order: [UInt32] = []
    private let isListed: UnsafeMutablePointer<Bool>
    private let rankCount: Int

    init(_ rankCount: Int) {
        self.rankCount = rankCount
        let capacity = max(rankCount, 1)
        cost = .allocate(capacity: capacity)
        cost.initialize(repeating: Hierarchy.infinite, count: capacity)
        from = .allocate(capacity: capacity)
        from.initialize(repeating: 0, count: capacity)
        isListed = .allocate(capacity: capacity)
        isListed.initialize(repeating: false, count: capacity)
    }

    deinit {
        cost.deallocate()
        from.deallocate()
        isListed.deallocate()
    }

    /// Forgets everything.
    func reset() {
        for rank in order {
            cost[Int(rank)] = Hierarchy.infinite
            isListed[Int(rank)] = false
        }
        order.removeAll(keepingCapacity: true)
    }

    /// Begins at a vertex, unless it has a better label there already.
    func start(at rank: UInt32, cost value: UInt32) {
        guard value < cost[Int(rank)] else { return }
        cost[Int(rank)] = value
        from[Int(rank)] = rank
    }

    /// Lists the ancestors of the starts: chains to the root that merge, so that a chain which ends
    /// at another's vertex comes before that other.
    func listAncestors(of starts: [UInt32], parent: UnsafePointer<UInt32>) {
        for start in starts {
            let first = order.count
            var rank = start
            while rank != Hierarchy.none, !isListed[Int(rank)] {
                isListed[Int(rank)] = true
                order.append(rank)
                rank = parent[Int(rank)]
            }
            // Reversed as a whole below: within a chain the highest is to come first now.
            order[first...].reverse()
        }
        order.reverse()
    }

    /// Whether a vertex is an ancestor of where the side begins.
    @inline(__always)
    func reaches(_ rank: UInt32) -> Bool { isListed[Int(rank)] }
}
