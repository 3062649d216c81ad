// Customizes a whole hierarchy on several threads, for one metric or two at a time.

import RoadNetwork
import Synchronization
import SystemResources

/// The customization of a hierarchy for one metric, or for two that share the reading of the
/// topology.
///
/// It runs in three steps. First all arcs become infinite. Then each open turn gets its cost.
/// Finally the triangles are relaxed, lower vertices before higher ones: an arc between two
/// vertices becomes as cheap as the path over any lower vertex that has arcs with both. After that
/// every arc has the cost of the best path between its ends over lower vertices.
///
/// Threads share the work by ``CustomizationPlan``: stretches of ranks in one tier do not depend on
/// each other. The result does not depend on the number of threads. ``CustomizedMetric`` is the
/// type to use.
struct Customization: Sendable {
    /// The arcs of one metric, and the turns that they start from.
    struct Weights: Sendable {
        let arcs: ArcWeights
        let turns: TurnWeights

        init(_ hierarchy: Hierarchy, _ turns: TurnWeights) {
            precondition(
                hierarchy.serves(turns.key), "hierarchy does not serve the metric's key")
            arcs = ArcWeights(hierarchy.columns)
            self.turns = turns
        }
    }

    let first: Weights
    let second: Weights?
    private let columns: HierarchyColumns
    /// One sweep for each thread.
    private let sweeps: [TriangleSweep]

    /// The first metric's arcs.
    var arcs: ArcWeights { first.arcs }

    init(
        _ hierarchy: Hierarchy, _ turns: TurnWeights, and second: TurnWeights? = nil, threads: Int
    ) {
        let columns = hierarchy.columns
        let weights = Weights(hierarchy, turns)
        let others = second.map { Weights(hierarchy, $0) }
        let (up, down) = (ArcCursors(columns.upFirst), ArcCursors(columns.downFirst))
        sweeps = (0..<max(threads, 1)).map { _ in
            TriangleSweep(columns, weights.arcs, and: others?.arcs, nextUp: up, nextDown: down)
        }
        self.columns = columns
        first = weights
        self.second = others
    }

    /// How many ranks a thread processes between two checks of the monitor: some 0.1 ms.
    private static let ranksBetweenStopChecks = 1_024

    /// Customizes the arcs, turns first.
    ///
    /// - Returns: Whether the work was completed. If not, the monitor stopped it.
    func run(by plan: CustomizationPlan, _ monitor: some SearchMonitor) -> Bool {
        let all = [first, second].compactMap(\.self)
        let isCleared = distribute(plan.chunks, monitor) { _, ranks in
            for weights in all { weights.arcs.clear(ranks, columns) }
        }
        guard isCleared else { return false }
        let hasTurns = distribute(plan.chunks, monitor) { _, ranks in
            for weights in all { weights.turns.write(ranks, into: weights.arcs) }
        }
        guard hasTurns else { return false }
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

    /// Distributes independent stretches of ranks over the threads. Each stretch is processed in
    /// ascending order.
    ///
    /// - Returns: Whether all are done. If not, the monitor stopped the work.
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
