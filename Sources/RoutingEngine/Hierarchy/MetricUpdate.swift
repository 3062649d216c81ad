// Updates customized weights after some turns have changed.

import RoadNetwork

/// Recomputes the vertices whose arcs may have changed, lowest first.
///
/// A vertex's arcs depend on its own turns and on the arcs of lower vertices. So the arcs of
/// vertices with changed turns are recomputed. If a weight changes, the higher neighbors follow; if
/// not, the change ends here. Changes in one corner of a network thus touch few vertices besides
/// the highest.
///
/// ``CustomizedMetric`` uses it to derive weights for a request's barriers and for traffic on a few
/// edges.
///
/// Method: partial customization, J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction
/// Hierarchies*, ACM JEA 21 (2016), section 7.4,
/// [doi:10.1145/2886843](https://doi.org/10.1145/2886843), by vertex rather than by arc: falling
/// and rising costs are handled alike.
struct MetricUpdate {
    private let hierarchy: Hierarchy
    private let arcs: ArcWeights
    private let turns: TurnWeights
    private let sweep: TriangleSweep
    private var pending: RankSet
    private var changes: RowChanges
    /// The vertices whose arcs were recomputed, ascending.
    private(set) var recomputed: [UInt32] = []

    init(_ hierarchy: Hierarchy, arcs: ArcWeights, turns: TurnWeights) {
        self.hierarchy = hierarchy
        let columns = hierarchy.columns
        self.arcs = arcs
        self.turns = turns
        sweep = TriangleSweep(
            columns, arcs, nextUp: ArcCursors(columns.upFirst),
            nextDown: ArcCursors(columns.downFirst))
        pending = RankSet(columns.rankCount)
        changes = RowChanges(columns)
    }

    /// Updates every arc that a request's barriers affect.
    ///
    /// - Returns: Whether the update was completed. If not, the monitor stopped it.
    mutating func run(from costs: RequestCosts, monitor: some SearchMonitor) -> Bool {
        for touched in costs.touchedEdges where touched.weight != touched.base {
            pending.insertTurns(onto: touched.edge, of: hierarchy, turns)
        }
        pending.insertTurns(atNodes: costs.nodeCosts.keys, of: hierarchy, turns)
        return finish(monitor)
    }

    /// Updates every arc that changed weights of some edges affect.
    ///
    /// - Returns: Whether the update was completed. If not, the monitor stopped it.
    mutating func run(onto edges: [UInt32], monitor: some SearchMonitor) -> Bool {
        for edge in edges { pending.insertTurns(onto: edge, of: hierarchy, turns) }
        return finish(monitor)
    }

    private mutating func finish(_ monitor: some SearchMonitor) -> Bool {
        var steps = 0
        while let rank = pending.popLowest() {
            steps += 1
            if steps & 0x3FF == 0, monitor.shouldStop { return false }
            update(rank)
            recomputed.append(UInt32(rank))
        }
        return true
    }

    private mutating func update(_ rank: Int) {
        let (sweep, turns, arcs) = (sweep, turns, arcs)
        changes.note(at: rank, up: arcs.up, down: arcs.down, in: &pending) {
            turns.rewriteRow(rank, of: arcs)
            sweep.relaxLowerTriangles(of: rank)
        }
    }
}
