// The working memory of one query over a hierarchy.

/// A query's labels, by rank; reused from query to query.
///
/// Between queries all costs are infinite. A reset takes O(*n*) in the labels that the query set.
package final class HierarchySpace {
    let rankCount: Int
    let forward: SideLabels
    let backward: SideLabels
    /// Allocated by the first guided search.
    private(set) lazy var potentials = PotentialMemo(rankCount)
    /// Allocated by the first table.
    private(set) lazy var table = TableSpace(rankCount)

    /// For queries while the labels of this space are still needed; allocated by the first such
    /// query.
    private(set) lazy var probe = HierarchySpace(rankCount)

    package convenience init(_ hierarchy: Hierarchy) { self.init(hierarchy.rankCount) }

    private init(_ rankCount: Int) {
        self.rankCount = rankCount
        forward = SideLabels(rankCount)
        backward = SideLabels(rankCount)
    }
}

/// The labels of one side of a query.
final class SideLabels {
    /// The least cost so far.
    let cost: UnsafeMutablePointer<UInt32>
    /// The vertex that a label came from, or the vertex itself if the side begins there. It is
    /// lower, unless ``HierarchyQuery/spread(within:most:)`` has found a cheaper way from above.
    let from: UnsafeMutablePointer<UInt32>
    /// The ancestors of all starts, ascending.
    private(set) var order: [UInt32] = []
    /// Other vertices with labels.
    private var others: [UInt32] = []
    private let isListed: UnsafeMutablePointer<Bool>
    private let rankCount: Int

    init(_ rankCount: Int) {
        self.rankCount = rankCount
        let capacity = max(rankCount, 1)
        cost = .allocate(capacity: capacity)
        cost.initialize(repeating: Hierarchy.infinite, count: capacity)
        from = .allocate(capacity: capacity)
        isListed = .allocate(capacity: capacity)
        isListed.initialize(repeating: false, count: capacity)
    }

    deinit {
        cost.deallocate()
        from.deallocate()
        isListed.deallocate()
    }

    func reset() {
        for rank in order { clear(rank) }
        for rank in others { clear(rank) }
        order.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
    }

    private func clear(_ rank: UInt32) {
        cost[Int(rank)] = Hierarchy.infinite
        isListed[Int(rank)] = false
    }

    /// Begins at a vertex, unless it already has a better label.
    func start(at rank: UInt32, cost value: UInt32) {
        guard value < cost[Int(rank)] else { return }
        cost[Int(rank)] = value
        from[Int(rank)] = rank
    }

    /// Lists the ancestors of the starts in ascending order, so that the choice between equally
    /// cheap paths depends only on their two ends.
    func listAncestors(of starts: [HierarchyQuery.Start], parent: UnsafePointer<UInt32>) {
        for start in starts {
            let listed = order.count
            var rank = start.rank
            while rank != Hierarchy.none, !isListed[Int(rank)] {
                isListed[Int(rank)] = true
                order.append(rank)
                rank = parent[Int(rank)]
            }
            if listed > 0, order.count > listed { mergeTail(from: listed) }
        }
    }

    /// Merges two ascending runs of ``order``, the second of which is short.
    private func mergeTail(from middle: Int) {
        let tail = Array(order[middle...])
        var (run, taken, place) = (middle - 1, tail.count - 1, order.count - 1)
        while taken >= 0 {
            if run >= 0, order[run] > tail[taken] {
                order[place] = order[run]
                run -= 1
            } else {
                order[place] = tail[taken]
                taken -= 1
            }
            place -= 1
        }
    }

    /// Lists a vertex that may get a label though it is no ancestor of a start. Returns whether it
    /// is new.
    func list(_ rank: UInt32) -> Bool {
        guard !isListed[Int(rank)] else { return false }
        isListed[Int(rank)] = true
        others.append(rank)
        return true
    }
}
