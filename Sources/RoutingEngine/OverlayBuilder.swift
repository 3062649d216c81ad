// Converts effects on segments to weights of edges.

import RoadNetwork

/// Computes the whole-edge weights of touched edges.
struct OverlayBuilder {
    let network: NetworkDataset
    let metric: Metric
    let attribute: Int
    /// The scaling restrictions. Prohibiting ones already show in the metric's weight.
    private let scaling: [(restriction: ActiveRestriction, factor: CostFactor)]
    private let scalingMask: UInt64

    init(network: NetworkDataset, metric: Metric, attribute: Int) {
        self.network = network
        self.metric = metric
        self.attribute = attribute
        scaling = metric.key.restrictions.compactMap { restriction in
            guard case .scales(let factor) = restriction.effect else { return nil }
            return (restriction, factor)
        }
        scalingMask = scaling.reduce(0) { $0 | $1.restriction.mask }
    }

    func overlay(of barriers: BarrierSet, _ monitor: (any SearchMonitor)?) -> CostOverlay {
        CostOverlay(
            barriers.segments.isEmpty ? [] : touchedEdges(barriers.segments, monitor),
            nodeCosts: barriers.nodes.mapValues {
                RequestCosts.passage($0, attribute: attribute)
            })
    }

    private func touchedEdges(
        _ segments: SegmentEffects, _ monitor: (any SearchMonitor)?
    ) -> [TouchedEdge] {
        var touched: [TouchedEdge] = []
        touched.reserveCapacity(2 * segments.rows.count)
        // Each effect's factor for this attribute.
        let scales = segments.effects.map { effect -> CostFactor? in
            if case .scaled(let factors) = effect { return factors[attribute] }
            return nil
        }
        metric.weights.withUnsafeBufferPointer { weights in
            segments.rows.withUnsafeBufferPointer { rows in
                var first = 0
                var groups = 0
                while first < rows.count {
                    groups += 1
                    if groups & 0xFF == 0, monitor?.shouldStop ?? false { break }
                    let segment = rows[first].segment
                    var end = first + 1
                    while end < rows.count, rows[end].segment == segment { end += 1 }
                    for edge in 2 * segment...2 * segment + 1 {
                        let base = weights[Int(edge)]
                        guard base != SearchCost.closed else { continue }
                        let weight = weight(
                            of: edge, rows[first..<end], scales, in: segments)
                        touched.append(TouchedEdge(edge: edge, base: base, weight: weight))
                    }
                    first = end
                }
            }
        }
        return touched
    }

    /// Returns an edge's weight under the rows of its segment.
    ///
    /// Nearly all edges are barred somewhere, or scaled by one piece. Only the others need a
    /// profile.
    private func weight(
        of edge: UInt32, _ rows: Slice<UnsafeBufferPointer<SegmentEffects.Row>>,
        _ scales: [CostFactor?], in segments: SegmentEffects
    ) -> UInt32 {
        let isForward = edge & 1 == 0
        if rows.contains(where: { Self.bars($0, isForward: isForward) }) {
            return SearchCost.closed
        }
        let cost = metric.cost(of: edge, column: metric.key.column)
        let usage = usage(of: edge)
        if rows.count == 1, let row = rows.first, !row.isPoint, row.from < row.to,
            let scale = scales[row.effect]
        {
            return Self.weight(
                cost: cost, usage: usage, scale: usage * scale,
                from: isForward ? row.from : 1 - row.to, to: isForward ? row.to : 1 - row.from)
        }
        let range = rows.startIndex..<rows.endIndex
        return CostProfile(
            cost: cost, usage: usage, barriers: segments.barriers(in: range),
            attribute: attribute, isForward: isForward
        ).whole
    }

    /// Whether a row closes a direction of its segment: it bars a stretch, or a place within.
    private static func bars(_ row: SegmentEffects.Row, isForward: Bool) -> Bool {
        guard row.effect == 0 else { return false }
        if row.isPoint, !(isForward ? row.affectsForward : row.affectsBackward) { return false }
        let from = isForward ? row.from : 1 - row.to
        let to = isForward ? row.to : 1 - row.from
        return from < to || (from > 0 && from < 1)
    }

    /// Returns the same as ``CostProfile/whole`` for one scaled piece.
    private static func weight(
        cost: UInt32, usage: CostFactor, scale: CostFactor, from: Double, to: Double
    ) -> UInt32 {
        guard cost != SearchCost.closed else { return SearchCost.closed }
        var total = UInt64(CostProfile.cost(cost, from: from, to: to, factor: scale))
        if from > 0 { total += UInt64(CostProfile.cost(cost, from: 0, to: from, factor: usage)) }
        if to < 1 { total += UInt64(CostProfile.cost(cost, from: to, to: 1, factor: usage)) }
        return max(1, UInt32(min(total, UInt64(SearchCost.limit))))
    }

    /// Returns the product of the usage factors on an edge that the metric leaves open.
    private func usage(of edge: UInt32) -> CostFactor {
        let bits = metric.restrictions(of: edge)
        guard bits & scalingMask != 0 else { return .one }
        return scaling.reduce(.one) { product, entry in
            entry.restriction.applies(to: edge, bits: bits, of: network)
                ? product * entry.factor : product
        }
    }
}
