// Costs from many places to many others over a customized hierarchy.

import RoadNetwork

/// A table of least costs: every target leaves its labels on the vertices above it, and every
/// source picks them up from the vertices above itself.
///
/// Method: S. Knopp, P. Sanders, D. Schultes, F. Schulz, D. Wagner, *Computing Many-to-Many
/// Shortest Paths Using Highway Hierarchies*, ALENEX 2007, on elimination tree ancestors.
package struct HierarchyTable {
    private let costs: RequestCosts
    private let metric: CustomizedMetric
    private let space: HierarchySpace
    private let search: HierarchySearch

    /// - Parameter metric: The weights of the same request: of its metric, barriers included.
    package init(_ costs: RequestCosts, _ metric: CustomizedMetric, space: HierarchySpace) {
        self.costs = costs
        self.metric = metric
        self.space = space
        search = HierarchySearch(costs, metric, space: space)
    }

    /// A target's label on a vertex.
    private struct Label {
        var rank: UInt32
        var target: UInt32
        var cost: UInt32
    }

    /// The least cost from each source to each target, each a few candidates; `.max` where there
    /// is no way below ``SearchCost/limit``.
    ///
    /// - Returns: `nil` when told to stop.
    /// - Complexity: A climb for each source and target, and for each source the labels of all
    ///   targets on the vertices above it.
    package func costs(
        from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        monitor: some SearchMonitor
    ) -> [[UInt32]]? {
        guard let labels = labels(of: targets, monitor) else { return nil }
        var rows: [[UInt32]] = []
        rows.reserveCapacity(sources.count)
        let query = HierarchyQuery(metric, space: space)
        for source in sources {
            if monitor.shouldStop { return nil }
            var row = targets.map { target in
                target.compactMap { search.onOwnEdge(source, $0)?.cost }.min()
                    ?? Hierarchy.infinite
            }
            query.climb(from: search.starts(of: source))
            row.withUnsafeMutableBufferPointer { row in
                for rank in space.forward.order {
                    let cost = space.forward.cost[Int(rank)]
                    guard cost < Hierarchy.infinite else { continue }
                    for label in labels.buckets(of: rank) {
                        let sum = cost &+ label.cost
                        if sum < row[Int(label.target)] { row[Int(label.target)] = sum }
                    }
                }
            }
            rows.append(row.map { $0 < Hierarchy.infinite ? $0 : .max })
        }
        return rows
    }

    /// The labels of all targets, by vertex.
    private struct Buckets {
        private var first: [UInt32]
        private var labels: [(target: UInt32, cost: UInt32)]

        init(_ found: [Label], rankCount: Int) {
            first = [UInt32](repeating: 0, count: rankCount + 1)
            for label in found { first[Int(label.rank) + 1] += 1 }
            for rank in 0..<rankCount { first[rank + 1] += first[rank] }
            var next = first
            labels = [(target: UInt32, cost: UInt32)](repeating: (0, 0), count: found.count)
            for label in found {
                labels[Int(next[Int(label.rank)])] = (label.target, label.cost)
                next[Int(label.rank)] += 1
            }
        }

        @inline(__always)
        func buckets(of rank: UInt32) -> ArraySlice<(target: UInt32, cost: UInt32)> {
            labels[Int(first[Int(rank)])..<Int(first[Int(rank) + 1])]
        }
    }

    private func labels(
        of targets: [[SearchDestination]], _ monitor: some SearchMonitor
    ) -> Buckets? {
        let query = HierarchyQuery(metric, space: space)
        var found: [Label] = []
        for (index, target) in targets.enumerated() {
            if monitor.shouldStop { return nil }
            query.descend(to: target.flatMap { search.seeds(of: $0).starts })
            for rank in space.backward.order {
                let cost = space.backward.cost[Int(rank)]
                guard cost < Hierarchy.infinite else { continue }
                found.append(Label(rank: rank, target: UInt32(index), cost: cost))
            }
        }
        return Buckets(found, rankCount: space.rankCount)
    }
}
