// The weights of a hierarchy's arcs under one metric.

import DataStructures
import RoadNetwork
import Synchronization

/// The weight of every arc of a hierarchy under one metric: the cost of the best path between its
/// ends over lower ranks, its turns and its last edge included.
///
/// Immutable and shared between requests once made.
package final class CustomizedMetric: Sendable {
    package let hierarchy: Hierarchy
    package let metric: Metric
    let arcs: ArcWeights
    let turns: TurnWeights
    /// For weights that were derived, the vertices whose arcs may differ from those without
    /// barriers, ascending.
    let recomputed: [UInt32]
    /// The costs of the arcs in other attributes, as far as a table has needed them.
    let sums = ArcSumCache()

    /// Bytes held.
    package var byteCount: Int {
        hierarchy.arcCount * 4 * (1 + sums.count) + 4 * recomputed.count + ownWeightBytes
    }
    /// Bytes of edge weights that are not the metric's.
    private let ownWeightBytes: Int

    /// Customizes a hierarchy for a metric.
    ///
    /// The result does not depend on the number of threads.
    ///
    /// Method: J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, ACM JEA
    /// 21 (2016), [doi:10.1145/2886843](https://doi.org/10.1145/2886843).
    ///
    /// - Parameter threads: How many threads share the work.
    /// - Returns: `nil` when the monitor stopped it.
    /// - Precondition: The hierarchy serves the metric's key.
    /// - Complexity: O(*t*) in the number of directed triangles of the hierarchy.
    package convenience init?(
        _ hierarchy: Hierarchy, _ metric: Metric, threads: Int, monitor: some SearchMonitor
    ) {
        let turns = TurnWeights(hierarchy, metric, edgeWeights: metric.weights, nodeCosts: [:])
        self.init(hierarchy, metric, turns, threads: threads, monitor: monitor)
    }

    /// Customizes a hierarchy for a metric; nothing stops it.
    package convenience init(_ hierarchy: Hierarchy, _ metric: Metric, threads: Int) {
        let turns = TurnWeights(hierarchy, metric, edgeWeights: metric.weights, nodeCosts: [:])
        self.init(hierarchy, metric, turns, threads: threads)
    }

    /// Customizes the hierarchy for a request with barriers on the same metric: arcs that the
    /// barriers affect are recomputed from below, the others are copied.
    ///
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*m* + *t*), *m* the arcs of the hierarchy and *t* the triangles of the
    ///   vertices whose arcs may change.
    func derived(for costs: RequestCosts, monitor: some SearchMonitor) -> CustomizedMetric? {
        let turns = TurnWeights(
            hierarchy, costs.metric, edgeWeights: costs.allWeights(), nodeCosts: costs.nodeCosts)
        let arcs = ArcWeights(copying: self.arcs, hierarchy.columns)
        var update = MetricUpdate(hierarchy, arcs: arcs, turns: turns)
        guard update.run(from: costs, monitor: monitor) else { return nil }
        return CustomizedMetric(
            hierarchy, costs.metric, turns, arcs, recomputed: update.recomputed,
            ownWeightBytes: costs.metric.byteCount)
    }

    /// Customizes the hierarchy for a metric with the same turns, whose weights differ on some
    /// edges: arcs that these affect are recomputed from below, the others are copied, or shared
    /// where no edge differs.
    ///
    /// - Parameter changed: The edges whose weights differ.
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*m* + *t*), *m* the arcs of the hierarchy and *t* the triangles of the
    ///   vertices whose arcs may change.
    package func updated(
        for other: Metric, changed: [UInt32], monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        guard !changed.isEmpty else { return CustomizedMetric(hierarchy, other, arcs) }
        let turns = TurnWeights(hierarchy, other, edgeWeights: other.weights, nodeCosts: [:])
        let arcs = ArcWeights(copying: self.arcs, hierarchy.columns)
        var update = MetricUpdate(hierarchy, arcs: arcs, turns: turns)
        guard update.run(onto: changed, monitor: monitor) else { return nil }
        return CustomizedMetric(hierarchy, other, turns, arcs, ownWeightBytes: 0)
    }

    /// Wraps weights that were customized for a metric before.
    convenience init(_ hierarchy: Hierarchy, _ metric: Metric, _ arcs: ArcWeights) {
        let turns = TurnWeights(hierarchy, metric, edgeWeights: metric.weights, nodeCosts: [:])
        self.init(hierarchy, metric, turns, arcs, ownWeightBytes: 0)
    }

    private init(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, _ arcs: ArcWeights,
        recomputed: [UInt32] = [], ownWeightBytes: Int
    ) {
        self.recomputed = recomputed
        self.ownWeightBytes = ownWeightBytes
        self.hierarchy = hierarchy
        self.metric = metric
        self.turns = turns
        self.arcs = arcs
    }

    convenience init?(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, threads: Int,
        plan: CustomizationPlan? = nil, monitor: some SearchMonitor
    ) {
        let plan = plan ?? hierarchy.customizationPlan
        let arcs = Self.arcs(hierarchy, metric, turns, threads, plan, monitor)
        guard let arcs else { return nil }
        self.init(hierarchy, metric, turns, arcs, ownWeightBytes: 0)
    }

    convenience init(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, threads: Int,
        plan: CustomizationPlan? = nil
    ) {
        let plan = plan ?? hierarchy.customizationPlan
        let arcs = Self.arcs(hierarchy, metric, turns, threads, plan, NeverStops())
        guard let arcs else { preconditionFailure("customization stopped without a monitor") }
        self.init(hierarchy, metric, turns, arcs, ownWeightBytes: 0)
    }

    /// The customized arcs; `nil` when the monitor stopped the work.
    private static func arcs(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, _ threads: Int,
        _ plan: CustomizationPlan, _ monitor: some SearchMonitor
    ) -> ArcWeights? {
        precondition(hierarchy.serves(metric.key), "hierarchy does not serve the metric's key")
        let arcs = ArcWeights(hierarchy.columns)
        let workers = WorkerPool(threads: threads, columns: hierarchy.columns, arcs: arcs)
        return workers.customize(arcs, turns, plan, monitor) ? arcs : nil
    }
}

/// The threads of a customization, each with its own scratch memory.
private struct WorkerPool: Sendable {
    let sweeps: [TriangleSweep]

    init(threads: Int, columns: HierarchyColumns, arcs: ArcWeights) {
        let (up, down) = (ArcCursors(columns.upFirst), ArcCursors(columns.downFirst))
        sweeps = (0..<max(threads, 1)).map { _ in
            TriangleSweep(columns, arcs, nextUp: up, nextDown: down)
        }
    }

    /// Ranks that a thread processes between two checks of the monitor: some 0.1 ms.
    private static let ranksBetweenStopChecks = 1_024

    /// Customizes the arcs, turns first.
    ///
    /// - Returns: Whether the work was completed; otherwise the monitor stopped it.
    func customize(
        _ arcs: ArcWeights, _ turns: TurnWeights, _ plan: CustomizationPlan,
        _ monitor: some SearchMonitor
    ) -> Bool {
        guard distribute(plan.chunks, monitor, { _, ranks in turns.write(ranks, into: arcs) })
        else {
            return false
        }
        for (tier, stretches) in plan.tiers.enumerated() {
            let isDone = distribute(stretches, monitor) { sweep, ranks in
                for rank in ranks where plan.tierOfRank[rank] == tier {
                    sweep.relaxLowerTriangles(ofNext: rank)
                }
            }
            guard isDone else { return false }
        }
        return true
    }

    /// Distributes independent stretches of ranks over the threads; each stretch is processed in
    /// ascending order.
    ///
    /// - Returns: Whether all are done; otherwise the monitor stopped the work.
    private func distribute(
        _ stretches: [Range<Int>], _ monitor: some SearchMonitor,
        _ work: @Sendable (TriangleSweep, Range<Int>) -> Void
    ) -> Bool {
        let next = Atomic(0)
        let isStopped = Atomic(false)
        ParallelWork.perform(iterations: min(sweeps.count, stretches.count)) { thread in
            while true {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < stretches.count else { return }
                let (first, end) = (stretches[index].lowerBound, stretches[index].upperBound)
                for start in stride(from: first, to: end, by: Self.ranksBetweenStopChecks) {
                    guard !isStopped.load(ordering: .relaxed), !monitor.shouldStop else {
                        return isStopped.store(true, ordering: .relaxed)
                    }
                    work(sweeps[thread], start..<min(start + Self.ranksBetweenStopChecks, end))
                }
            }
        }
        return !isStopped.load(ordering: .relaxed)
    }
}

/// Relaxes the lower triangles of vertices, lower vertices before higher ones.
final class TriangleSweep: @unchecked Sendable {
    // Sendable: one thread uses it.
    private let ups: ArcRows
    private let downs: ArcRows
    private let nextUp: ArcCursors
    private let nextDown: ArcCursors
    private let slots: UnsafeMutablePointer<UInt32>

    /// - Parameters:
    ///   - nextUp: For each vertex the first of its up arcs whose higher end is not finished.
    ///   - nextDown: The same for its down arcs.
    init(
        _ columns: HierarchyColumns, _ arcs: ArcWeights, nextUp: ArcCursors, nextDown: ArcCursors
    ) {
        ups = ArcRows(up: columns, arcs)
        downs = ArcRows(down: columns, arcs)
        self.nextUp = nextUp
        self.nextDown = nextDown
        slots = .allocate(capacity: max(columns.rankCount, 1))
        slots.initialize(repeating: 0, count: max(columns.rankCount, 1))
    }

    deinit { slots.deallocate() }

    /// Finishes the arcs between a vertex and higher ones, in a sweep over every vertex.
    @inline(__always)
    func relaxLowerTriangles(ofNext vertex: Int) {
        ups.relaxLowerTriangles(of: vertex, over: downs, slots) { nextDown.take(of: $0) }
        downs.relaxLowerTriangles(of: vertex, over: ups, slots) { nextUp.take(of: $0) }
    }

    /// Finishes the arcs between a vertex and higher ones, in a sweep over some vertices.
    func relaxLowerTriangles(of vertex: Int) {
        ups.relaxLowerTriangles(of: vertex, over: downs, slots) {
            nextDown.take(of: $0, to: vertex, in: downs)
        }
        downs.relaxLowerTriangles(of: vertex, over: ups, slots) {
            nextUp.take(of: $0, to: vertex, in: ups)
        }
    }
}
