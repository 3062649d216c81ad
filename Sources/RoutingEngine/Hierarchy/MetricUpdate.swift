// Updates customized weights after some turns have changed.

import RoadNetwork

/// Processes the vertices whose arcs may have changed, lowest first.
///
/// A vertex's arcs depend on its own turns and on the arcs of lower vertices. So the arcs of
/// vertices with changed turns are recomputed; where a weight changes, so are those of the higher
/// neighbors.
///
/// Method: partial customization, J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction
/// Hierarchies*, ACM JEA 21 (2016), section 7.4,
/// [doi:10.1145/2886843](https://doi.org/10.1145/2886843), by vertex rather than by arc: falling
/// and rising costs are handled alike.
struct MetricUpdate {
    private let hierarchy: Hierarchy
    private let columns: HierarchyColumns
    private let arcs: ArcWeights
    private let turns: TurnWeights
    private let sweep: TriangleSweep
    private var pending: RankSet
    private var before: [UInt32] = []

    init(_ hierarchy: Hierarchy, arcs: ArcWeights, turns: TurnWeights) {
        self.hierarchy = hierarchy
        columns = hierarchy.columns
        self.arcs = arcs
        self.turns = turns
        sweep = TriangleSweep(
            columns, arcs, nextUp: ArcCursors(columns.upFirst),
            nextDown: ArcCursors(columns.downFirst))
        pending = RankSet(hierarchy.columns.rankCount)
    }

    /// Updates every arc that the barriers of a request affect.
    ///
    /// - Returns: Whether the update was completed; otherwise the monitor stopped it.
    mutating func run(from costs: RequestCosts, monitor: some SearchMonitor) -> Bool {
        for touched in costs.touchedEdges where touched.weight != touched.base {
            markTurns(onto: touched.edge)
        }
        for node in costs.nodeCosts.keys {
            for place in hierarchy.network.edges(leaving: NodeID(row: node)) {
                markTurns(onto: hierarchy.network.outEdges[place])
            }
        }
        var steps = 0
        while let rank = pending.popLowest() {
            steps += 1
            if steps & 0x3FF == 0, monitor.shouldStop { return false }
            update(rank)
        }
        return true
    }

    /// Marks the lower end of every turn onto an edge.
    private mutating func markTurns(onto edge: UInt32) {
        var lower: [Int] = []
        hierarchy.states.forEachState(of: edge) { state in
            let rank = columns.rankOfState[state]
            turns.forEachRank(before: state) { lower.append(Int(min($0, rank))) }
        }
        for rank in lower { pending.insert(rank) }
    }

    private mutating func update(_ rank: Int) {
        let ups = Int(columns.upFirst[rank])..<Int(columns.upFirst[rank + 1])
        let downs = Int(columns.downFirst[rank])..<Int(columns.downFirst[rank + 1])
        if before.count < ups.count + downs.count {
            before = [UInt32](repeating: 0, count: 2 * (ups.count + downs.count))
        }
        let (upWeights, downWeights) = (arcs.up + ups.lowerBound, arcs.down + downs.lowerBound)
        let (heads, tails) = (
            columns.upHead.base + ups.lowerBound, columns.downTail.base + downs.lowerBound
        )
        let (sweep, turns, arcs) = (sweep, turns, arcs)
        before.withUnsafeMutableBufferPointer { before in
            guard let oldUps = before.baseAddress else { return }
            let oldDowns = oldUps + ups.count
            oldUps.update(from: upWeights, count: ups.count)
            oldDowns.update(from: downWeights, count: downs.count)
            turns.rewriteRow(rank, of: arcs)
            sweep.relaxLowerTriangles(of: rank)
            // A composite over this vertex joins a down arc to an up arc: one of the two has
            // changed.
            Self.markUpperArcs(
                from: heads, ups.count, oldUps, upWeights, with: tails, downs.count, &pending)
            Self.markUpperArcs(
                from: tails, downs.count, oldDowns, downWeights, with: heads, ups.count, &pending)
        }
    }

    /// Marks the lower ends of the upper arcs of all triangles with a changed arc as a lower side.
    ///
    /// - Parameters:
    ///   - ends: The higher ends of a vertex's arcs of one kind, ascending, with their weights
    ///     before and after.
    ///   - others: The higher ends of its arcs of the other kind, ascending.
    private static func markUpperArcs(
        from ends: UnsafePointer<UInt32>, _ count: Int, _ old: UnsafePointer<UInt32>,
        _ new: UnsafePointer<UInt32>, with others: UnsafePointer<UInt32>, _ otherCount: Int,
        _ pending: inout RankSet
    ) {
        guard otherCount > 0 else { return }
        let highestOther = others[otherCount - 1]
        var highest: UInt32 = 0
        var hasChanged = false
        for place in 0..<count where old[place] != new[place] {
            hasChanged = true
            highest = ends[place]
            if highest < highestOther { pending.insert(Int(highest)) }
        }
        guard hasChanged else { return }
        for place in 0..<otherCount {
            guard others[place] < highest else { break }
            pending.insert(Int(others[place]))
        }
    }
}

/// A set of ranks that is emptied from below.
private struct RankSet {
    private var words: [UInt64]
    private var lowestWord: Int

    init(_ rankCount: Int) {
        words = [UInt64](repeating: 0, count: rankCount / 64 + 1)
        lowestWord = words.count
    }

    mutating func insert(_ rank: Int) {
        words[rank / 64] |= 1 << UInt64(rank % 64)
        lowestWord = min(lowestWord, rank / 64)
    }

    mutating func popLowest() -> Int? {
        while lowestWord < words.count {
            let word = words[lowestWord]
            if word != 0 {
                words[lowestWord] = word & (word - 1)
                return lowestWord * 64 + word.trailingZeroBitCount
            }
            lowestWord += 1
        }
        return nil
    }
}
