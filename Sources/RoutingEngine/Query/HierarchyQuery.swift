// The cheapest path between two sets of vertices of a customized hierarchy.

import RoadNetwork

/// An elimination tree query: both sides climb the tree until they meet.
///
/// Every cheapest path in a hierarchy goes up from its start to some highest vertex and down to its
/// end. So it is enough to label the vertices above the start with the cost of reaching them
/// upwards, and the vertices above the end with the cost of coming down from them. The best path
/// runs over the vertex with the least sum. The vertices above another are its ancestors in the
/// elimination tree. They are few, and visited in ascending order without a queue.
///
/// ``climb(from:)`` labels one side and ``meet(to:below:)`` the other, so one climb serves many
/// destinations. ``path(through:)`` unpacks the result. ``HierarchySearch`` uses it for legs.
///
/// Method: J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, ACM JEA 21
/// (2016), section 5.2, [doi:10.1145/2886843](https://doi.org/10.1145/2886843), with several
/// vertices on each side.
struct HierarchyQuery {
    /// A vertex where a side begins, and its initial cost.
    struct Start: Hashable {
        var rank: UInt32
        var cost: UInt32
    }

    /// Where the two sides of the best path meet.
    struct Meeting {
        var rank: UInt32
        var cost: UInt32
    }

    let metric: CustomizedMetric
    let space: HierarchySpace

    init(_ metric: CustomizedMetric, space: HierarchySpace) {
        precondition(
            space.rankCount == metric.hierarchy.rankCount, "a query space of another network")
        self.metric = metric
        self.space = space
    }

    /// Labels every vertex above the starts with the cost of reaching it upwards.
    ///
    /// - Complexity: O(*n*) in the up arcs of the starts' ancestors.
    func climb(from starts: [Start]) {
        let columns = metric.hierarchy.columns
        Self.climb(
            space.forward, starts, parent: columns.parent.base, first: columns.upFirst.base,
            ends: columns.upHead.base, weights: metric.arcs.up)
    }

    /// Returns the best meeting of the climbed side with a side that ends at some vertices.
    /// Afterwards both sides hold the path's labels.
    ///
    /// - Returns: `nil` if there is no path below `bound`.
    /// - Complexity: O(*n*) in the down arcs of the ends' ancestors.
    func meet(to ends: [Start], below bound: UInt32 = Hierarchy.infinite) -> Meeting? {
        let columns = metric.hierarchy.columns
        let (forward, backward) = (space.forward, space.backward)
        backward.reset()
        for end in ends { backward.start(at: end.rank, cost: end.cost) }
        backward.listAncestors(of: ends, parent: columns.parent.base)
        let (first, tails) = (columns.downFirst.base, columns.downTail.base)
        let weights = metric.arcs.down
        var best = Meeting(rank: Hierarchy.none, cost: bound)
        for rank in backward.order {
            let cost = backward.cost[Int(rank)]
            guard cost < best.cost else { continue }
            let met = forward.cost[Int(rank)] &+ cost
            if met < best.cost { best = Meeting(rank: rank, cost: met) }
            for arc in Int(first[Int(rank)])..<Int(first[Int(rank) + 1]) {
                let end = Int(tails[arc])
                let sum = cost &+ ArcWeight.cost(weights[arc])
                if sum < backward.cost[end] {
                    backward.cost[end] = sum
                    backward.from[end] = rank
                }
            }
        }
        return best.rank == Hierarchy.none ? nil : best
    }

    /// Labels every vertex above some ends with the cost of reaching an end downwards.
    func descend(to ends: [Start]) {
        let columns = metric.hierarchy.columns
        Self.climb(
            space.backward, ends, parent: columns.parent.base, first: columns.downFirst.base,
            ends: columns.downTail.base, weights: metric.arcs.down)
    }

    private static func climb(
        _ side: SideLabels, _ starts: [Start], parent: UnsafePointer<UInt32>,
        first: UnsafePointer<UInt32>, ends: UnsafePointer<UInt32>,
        weights: UnsafeMutablePointer<UInt32>
    ) {
        side.reset()
        for start in starts { side.start(at: start.rank, cost: start.cost) }
        side.listAncestors(of: starts, parent: parent)
        for rank in side.order {
            let cost = side.cost[Int(rank)]
            guard cost < Hierarchy.infinite else { continue }
            for arc in Int(first[Int(rank)])..<Int(first[Int(rank) + 1]) {
                let end = Int(ends[arc])
                let sum = cost &+ ArcWeight.cost(weights[arc])
                if sum < side.cost[end] {
                    side.cost[end] = sum
                    side.from[end] = rank
                }
            }
        }
    }

    /// Labels vertices below the climbed and descended sides, if a path over them costs little.
    /// Their labels are exact on both sides; so are the labels of ancestors among them.
    ///
    /// If a path over a vertex costs at most `limit`, so does one over the higher vertex from which
    /// it is reached. So it is enough to go down from such vertices, the highest first.
    ///
    /// - Parameters:
    ///   - limit: The greatest cost of a path over a vertex.
    ///   - most: The most vertices to visit.
    /// - Returns: The vertices, highest first, and the costs of the paths over them.
    /// - Complexity: O(*n* (*a* + log *n*)) for *n* vertices visited with *a* arcs each.
    func spread(within limit: UInt32, most: Int) -> [Meeting] {
        let columns = metric.hierarchy.columns
        let (ups, downs) = (ArcRows(up: columns, metric.arcs), ArcRows(down: columns, metric.arcs))
        let (forward, backward, queued) = (space.forward, space.backward, space.probe.forward)
        let highest = UInt32(space.rankCount)
        var queue = LabelQueue()
        func enqueue(_ rank: UInt32) {
            if queued.list(rank) { queue.push(cost: highest - rank, label: rank) }
        }
        queued.reset()
        defer { queued.reset() }
        for rank in forward.order
        where forward.cost[Int(rank)] &+ backward.cost[Int(rank)] <= limit {
            enqueue(rank)
        }
        var found: [Meeting] = []
        var visited = 0
        while visited < most, let (_, rank) = queue.pop() {
            visited += 1
            Self.label(rank, on: forward, from: downs)
            Self.label(rank, on: backward, from: ups)
            let cost = forward.cost[Int(rank)] &+ backward.cost[Int(rank)]
            guard cost <= limit else { continue }
            found.append(Meeting(rank: rank, cost: cost))
            for place in downs.placesBelow(Int(rank)) { enqueue(downs.lower[place]) }
        }
        return found
    }

    /// Lowers a vertex's label to the cost by way of a higher vertex, if that is less.
    private static func label(_ rank: UInt32, on side: SideLabels, from rows: ArcRows) {
        _ = side.list(rank)
        for arc in rows.arcs(of: Int(rank)) {
            let higher = rows.ends[arc]
            let sum = side.cost[Int(higher)] &+ ArcWeight.cost(rows.weights[arc])
            if sum < side.cost[Int(rank)] {
                side.cost[Int(rank)] = sum
                side.from[Int(rank)] = higher
            }
        }
    }

    /// Returns the vertex where a climbed label began.
    func start(of rank: UInt32) -> UInt32 {
        var rank = rank
        while space.forward.from[Int(rank)] != rank { rank = space.forward.from[Int(rank)] }
        return rank
    }

    /// Returns the vertices of the path through a meeting, from first to last.
    ///
    /// - Complexity: O(*n* *a*) for a path of *n* vertices with *a* arcs each.
    func path(through meeting: UInt32) -> [UInt32] {
        let (forward, backward) = (space.forward, space.backward)
        var climb = [meeting]
        var first = meeting
        while forward.from[Int(first)] != first {
            first = forward.from[Int(first)]
            climb.append(first)
        }
        var unpacking = PathUnpacking(metric, from: first)
        for step in stride(from: climb.count - 1, to: 0, by: -1) {
            unpacking.append(from: climb[step], to: climb[step - 1])
        }
        var rank = meeting
        while backward.from[Int(rank)] != rank {
            let next = backward.from[Int(rank)]
            unpacking.append(from: rank, to: next)
            rank = next
        }
        return unpacking.vertices
    }
}
