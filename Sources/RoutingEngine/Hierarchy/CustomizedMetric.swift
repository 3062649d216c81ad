// The weights of a hierarchy's arcs under one metric.

import Dispatch
import RoadNetwork
import Synchronization

/// What every arc of a hierarchy weighs under one metric: the cost of the best way between its ends
/// over lower ranks, its turns and its last edge included.
///
/// Immutable and shared between requests once made.
package final class CustomizedMetric: Sendable {
    package let hierarchy: Hierarchy
    package let metric: Metric
    let arcs: ArcWeights
    let turns: TurnWeights
    /// What the arcs cost in other attributes, as far as that has been asked for.
    let sums = ArcSumCache()

    /// Bytes held.
    package var byteCount: Int { hierarchy.arcCount * 4 * (1 + sums.count) + ownWeightBytes }
    /// Bytes of edge weights that are not the metric's.
    private let ownWeightBytes: Int

    /// Customizes a hierarchy for a metric.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// Method: J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, JEA
    /// 2016.
    ///
    /// - Parameter threads: How many threads share the work.
    /// - Precondition: The hierarchy serves the metric's key.
    /// - Complexity: Linear in the directed triangles of the hierarchy.
    package convenience init(_ hierarchy: Hierarchy, _ metric: Metric, threads: Int) {
        let turns = TurnWeights(
            hierarchy, metric, edgeWeights: metric.weights, nodeCosts: [:])
        self.init(hierarchy, metric, turns, threads: threads)
    }

    /// Customizes the hierarchy for a request with barriers on the same metric: what they reach is
    /// worked out anew from below, the rest is taken over.
    ///
    /// - Complexity: A copy of the weights, and the triangles above the arcs that change.
    func derived(for costs: RequestCosts) -> CustomizedMetric {
        let turns = TurnWeights(
            hierarchy, costs.metric, edgeWeights: costs.allWeights(), nodeCosts: costs.nodeCosts)
        let arcs = ArcWeights(copying: self.arcs, hierarchy.columns)
        var update = MetricUpdate(hierarchy, arcs: arcs, turns: turns)
        update.run(from: costs)
        return CustomizedMetric(hierarchy, costs.metric, turns, arcs)
    }

    private init(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, _ arcs: ArcWeights
    ) {
        ownWeightBytes = metric.byteCount
        self.hierarchy = hierarchy
        self.metric = metric
        self.turns = turns
        self.arcs = arcs
    }

    init(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, threads: Int
    ) {
        precondition(hierarchy.serves(metric.key), "a metric the hierarchy was not made for")
        ownWeightBytes = 0
        self.hierarchy = hierarchy
        self.metric = metric
        let arcs = ArcWeights(hierarchy.columns)
        self.arcs = arcs
        self.turns = turns
        let plan = hierarchy.customizationPlan
        let crew = Crew(threads: threads, columns: hierarchy.columns, arcs: arcs)
        crew.share(plan.chunks) { _, ranks in turns.write(ranks, into: arcs) }
        for (tier, stretches) in plan.tiers.enumerated() {
            crew.share(stretches) { sweep, ranks in
                for rank in ranks where plan.tierOfRank[rank] == tier { sweep.takeIn(rank) }
            }
        }
    }
}

/// Threads that customize, each with a sweep of its own.
private struct Crew: Sendable {
    let sweeps: [TriangleSweep]

    init(threads: Int, columns: HierarchyColumns, arcs: ArcWeights) {
        sweeps = (0..<max(threads, 1)).map { _ in TriangleSweep(columns, arcs) }
    }

    /// Works through stretches of ranks that do not depend on each other.
    func share(
        _ stretches: [Range<Int>], _ work: @Sendable (TriangleSweep, Range<Int>) -> Void
    ) {
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(sweeps.count, stretches.count)) { thread in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < stretches.count else { return }
                work(sweeps[thread], stretches[index])
            }
        }
    }
}

/// Takes lower triangles into the arcs of a vertex.
final class TriangleSweep: @unchecked Sendable {
    // Sendable: one thread uses it.
    private let columns: HierarchyColumns
    private let arcs: ArcWeights
    /// For each rank its place in the row at work; what other rows left there is never read.
    private let slots: UnsafeMutablePointer<UInt32>

    init(_ columns: HierarchyColumns, _ arcs: ArcWeights) {
        self.columns = columns
        self.arcs = arcs
        slots = .allocate(capacity: max(columns.rankCount, 1))
        slots.initialize(repeating: 0, count: max(columns.rankCount, 1))
    }

    deinit { slots.deallocate() }

    /// Finishes the arcs between a vertex and higher ones: all lower vertices are finished.
    @inline(__always)
    func takeIn(_ vertex: Int) {
        Self.takeIn(
            vertex, first: columns.upFirst.base, ends: columns.upHead.base, weights: arcs.up,
            overFirst: columns.downFromFirst.base, over: columns.downFromHead.base,
            overArc: columns.downFromArc.base, overWeights: arcs.down, slots)
        Self.takeIn(
            vertex, first: columns.downFirst.base, ends: columns.downTail.base, weights: arcs.down,
            overFirst: columns.upIntoFirst.base, over: columns.upIntoTail.base,
            overArc: columns.upIntoArc.base, overWeights: arcs.up, slots)
    }

    /// Lowers the arcs of one kind between a vertex and higher ones by ways over lower vertices.
    ///
    /// Both ends of a triangle's upper side have finite arcs with the vertex below, so the side is
    /// an arc of the topology.
    @inline(__always)
    private static func takeIn(
        _ vertex: Int, first: UnsafePointer<UInt32>, ends: UnsafePointer<UInt32>,
        weights: UnsafeMutablePointer<UInt32>, overFirst: UnsafePointer<UInt32>,
        over: UnsafePointer<UInt32>, overArc: UnsafePointer<UInt32>,
        overWeights: UnsafeMutablePointer<UInt32>, _ slots: UnsafeMutablePointer<UInt32>
    ) {
        let (start, end) = (Int(first[vertex]), Int(first[vertex + 1]))
        guard start < end else { return }
        for arc in start..<end { slots[Int(ends[arc])] = UInt32(truncatingIfNeeded: arc) }
        for place in Int(overFirst[vertex])..<Int(overFirst[vertex + 1]) {
            let weight = overWeights[Int(overArc[place])]
            guard weight < ArcWeight.infinite else { continue }
            let below = Int(over[place])
            let lowest = Int(first[below])
            var arc = Int(first[below + 1]) - 1
            while arc >= lowest, ends[arc] > vertex {
                let slot = Int(slots[Int(ends[arc])])
                weights[slot] = min(weights[slot], ArcWeight.way(weight, weights[arc]))
                arc -= 1
            }
        }
    }
}
