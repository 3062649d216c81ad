// Brings customized weights up to date where some turns have changed.

import RoadNetwork

/// Works through the vertices whose arcs may have changed, lowest first.
///
/// A vertex's arcs follow from its own turns and from the arcs of lower vertices. So those of the
/// changed turns are worked out anew; where something comes out differently, so are those of the
/// neighbors above.
///
/// Method: partial customization, J. Dibbelt, B. Strasser, D. Wagner, JEA 2016, 7.4, by vertex
/// rather than by arc: costs that fall and costs that rise are the same to it.
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
        sweep = TriangleSweep(hierarchy.columns, arcs)
        pending = RankSet(hierarchy.columns.rankCount)
    }

    /// Updates everything that the barriers of a request reach.
    mutating func run(from costs: RequestCosts) {
        for touched in costs.touchedEdges where touched.weight != touched.base {
            markTurns(onto: touched.edge)
        }
        for node in costs.nodeCosts.keys {
            for place in hierarchy.network.edges(leaving: NodeID(row: node)) {
                markTurns(onto: hierarchy.network.outEdges[place])
            }
        }
        while let rank = pending.popLowest() { update(rank) }
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
        before.removeAll(keepingCapacity: true)
        for arc in ups { before.append(arcs.up[arc]) }
        for arc in downs { before.append(arcs.down[arc]) }
        turns.rewriteRow(rank, of: arcs)
        sweep.takeIn(rank)
        let changedUps = changes(ups, arcs.up, before[...], columns.upHead)
        let changedDowns = changes(downs, arcs.down, before[ups.count...], columns.downTail)
        markWays(over: changedUps, and: downs, columns.downTail)
        markWays(over: changedDowns, and: ups, columns.upHead)
    }

    /// The higher ends of the arcs that have changed, ascending.
    private func changes(
        _ own: Range<Int>, _ weights: UnsafeMutablePointer<UInt32>, _ before: ArraySlice<UInt32>,
        _ ends: MappedColumn<UInt32>
    ) -> [Int] {
        own.filter { weights[$0] != before[before.startIndex + $0 - own.lowerBound] }
            .map { Int(ends[$0]) }
    }

    /// Marks the lower ends of arcs that stand for a changed arc and one of the other kind.
    private mutating func markWays(
        over changed: [Int], and others: Range<Int>, _ otherEnds: MappedColumn<UInt32>
    ) {
        guard let highest = changed.last, let highestOther = others.last else { return }
        for end in changed where end < otherEnds[highestOther] { pending.insert(end) }
        for other in others where otherEnds[other] < highest {
            pending.insert(Int(otherEnds[other]))
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
