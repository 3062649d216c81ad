// The weights of a hierarchy's arcs under one metric.

import RoadNetwork

/// A hierarchy with the weights of one metric, ready for queries.
///
/// The ``Hierarchy`` says which arcs exist, the ``Metric`` what edges and turns cost. Customization
/// computes from both the weight of every arc: the cost of the best path between its ends over
/// lower ranks, including its turns and its last edge. A query then only climbs from both ends to
/// higher ranks (``HierarchyQuery``).
///
/// A whole customization takes tens of milliseconds for a city, so it is done once per travel mode
/// and settings and kept in ``MetricCache``. Two cheaper methods start from existing weights and
/// recompute only what may have changed: ``derived(for:monitor:)`` adds a request's barriers,
/// ``updated(for:changed:monitor:)`` adds traffic on a few edges. Both give exactly the weights of
/// a whole customization.
///
/// It is immutable once made, so requests share it.
package final class CustomizedMetric: Sendable {
    package let hierarchy: Hierarchy
    package let metric: Metric
    let arcs: ArcWeights
    let turns: TurnWeights
    /// For derived weights, the vertices whose arcs may differ from the arcs without barriers,
    /// ascending.
    let recomputed: [UInt32]
    /// The arcs' costs in other attributes, as far as tables have needed them.
    let sums = ArcSumCache()

    /// Bytes held.
    package var byteCount: Int {
        hierarchy.arcCount * 4 * (1 + sums.count) + 4 * recomputed.count + ownWeightBytes
    }
    /// Bytes of the edge weights made for a request with barriers, which only this object holds.
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
    /// - Complexity: O(*t*) in the hierarchy's directed triangles.
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

    /// Returns the hierarchy customized for a request with barriers on the same metric. Arcs that
    /// the barriers affect are recomputed from below, the others are copied.
    ///
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*m* + *t*) for *m* arcs in the hierarchy and *t* triangles of vertices whose
    ///   arcs may change.
    func derived(for costs: RequestCosts, monitor: some SearchMonitor) -> CustomizedMetric? {
        let turns = TurnWeights(
            hierarchy, costs.metric, edgeWeights: costs.allWeights(), nodeCosts: costs.nodeCosts)
        let arcs = ArcWeights(copying: self.arcs, hierarchy)
        var update = MetricUpdate(hierarchy, arcs: arcs, turns: turns)
        guard update.run(from: costs, monitor: monitor) else { return nil }
        return CustomizedMetric(
            hierarchy, costs.metric, turns, arcs, recomputed: update.recomputed,
            ownWeightBytes: costs.metric.byteCount)
    }

    /// Returns the hierarchy customized for a metric with the same turns whose weights differ on
    /// some edges. Affected arcs are recomputed from below, the others are copied. If no edge
    /// differs, the arcs are shared.
    ///
    /// - Parameter changed: The edges whose weights differ.
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*m* + *t*) for *m* arcs in the hierarchy and *t* triangles of vertices whose
    ///   arcs may change.
    package func updated(
        for other: Metric, changed: [UInt32], monitor: some SearchMonitor
    ) -> CustomizedMetric? {
        guard !changed.isEmpty else { return CustomizedMetric(hierarchy, other, arcs) }
        let turns = TurnWeights(hierarchy, other, edgeWeights: other.weights, nodeCosts: [:])
        let arcs = ArcWeights(copying: self.arcs, hierarchy)
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
        let work = Customization(hierarchy, turns, threads: threads)
        guard work.run(by: plan ?? hierarchy.customizationPlan, monitor) else { return nil }
        self.init(hierarchy, metric, turns, work.arcs, ownWeightBytes: 0)
    }

    convenience init(
        _ hierarchy: Hierarchy, _ metric: Metric, _ turns: TurnWeights, threads: Int,
        plan: CustomizationPlan? = nil
    ) {
        let work = Customization(hierarchy, turns, threads: threads)
        guard work.run(by: plan ?? hierarchy.customizationPlan, NeverStops()) else {
            preconditionFailure("customization stopped without a monitor")
        }
        self.init(hierarchy, metric, turns, work.arcs, ownWeightBytes: 0)
    }
}

extension CustomizedMetric {
    /// Customizes a hierarchy for several metrics, two at a time. This takes about two thirds of
    /// the time of customizing them one by one.
    ///
    /// The weights equal those from ``init(_:_:threads:)``.
    ///
    /// - Parameter receive: Called with each metric's position and weights, in order.
    /// - Precondition: The hierarchy serves the keys of all metrics.
    /// - Complexity: As for each metric alone.
    package static func inPairs(
        _ hierarchy: Hierarchy, _ metrics: [Metric], threads: Int,
        _ receive: (_ place: Int, CustomizedMetric) -> Void
    ) {
        for place in stride(from: 0, to: metrics.count, by: 2) {
            let first = metrics[place]
            guard place + 1 < metrics.count else {
                return receive(place, CustomizedMetric(hierarchy, first, threads: threads))
            }
            let second = metrics[place + 1]
            let turns = [first, second].map {
                TurnWeights(hierarchy, $0, edgeWeights: $0.weights, nodeCosts: [:])
            }
            let work = Customization(hierarchy, turns[0], and: turns[1], threads: threads)
            guard work.run(by: hierarchy.customizationPlan, NeverStops()), let other = work.second
            else { preconditionFailure("customization stopped without a monitor") }
            receive(
                place,
                CustomizedMetric(hierarchy, first, turns[0], work.arcs, ownWeightBytes: 0))
            receive(
                place + 1,
                CustomizedMetric(hierarchy, second, turns[1], other.arcs, ownWeightBytes: 0))
        }
    }
}
