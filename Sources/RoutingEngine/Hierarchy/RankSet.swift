// The vertices of a hierarchy whose arcs may have changed, lowest first.

import RoadNetwork

/// A set of ranks that is emptied from below.
struct RankSet {
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

extension RankSet {
    /// Inserts the lower end of every turn onto an edge.
    mutating func insertTurns(onto edge: UInt32, of hierarchy: Hierarchy, _ turns: TurnWeights) {
        var lower: [Int] = []
        hierarchy.states.forEachState(of: edge) { state in
            let rank = hierarchy.columns.rankOfState[state]
            turns.forEachRank(before: state) { lower.append(Int(min($0, rank))) }
        }
        for rank in lower { insert(rank) }
    }

    /// Inserts the lower end of every turn at some nodes, given their rows.
    mutating func insertTurns(
        atNodes nodes: some Sequence<UInt32>, of hierarchy: Hierarchy, _ turns: TurnWeights
    ) {
        for node in nodes {
            for place in hierarchy.network.edges(leaving: NodeID(row: node)) {
                insertTurns(onto: hierarchy.network.outEdges[place], of: hierarchy, turns)
            }
        }
    }
}

/// Recomputes the values of a vertex's arcs, and finds the vertices whose arcs depend on the
/// changed ones.
struct RowChanges {
    private let columns: HierarchyColumns
    private var before: [UInt32] = []

    init(_ columns: HierarchyColumns) { self.columns = columns }

    /// Recomputes a vertex's arcs and inserts the vertices that depend on the changed ones.
    ///
    /// - Parameters:
    ///   - up: The values of all arcs to higher vertices.
    ///   - down: The values of all arcs from higher vertices.
    ///   - recompute: Rewrites the values of the vertex's arcs.
    mutating func note(
        at rank: Int, up: UnsafeMutablePointer<UInt32>, down: UnsafeMutablePointer<UInt32>,
        in pending: inout RankSet, _ recompute: () -> Void
    ) {
        let ups = Int(columns.upFirst[rank])..<Int(columns.upFirst[rank + 1])
        let downs = Int(columns.downFirst[rank])..<Int(columns.downFirst[rank + 1])
        if before.count < ups.count + downs.count {
            before = [UInt32](repeating: 0, count: 2 * (ups.count + downs.count))
        }
        let (upValues, downValues) = (up + ups.lowerBound, down + downs.lowerBound)
        let (heads, tails) = (
            columns.upHead.base + ups.lowerBound, columns.downTail.base + downs.lowerBound
        )
        before.withUnsafeMutableBufferPointer { before in
            guard let oldUps = before.baseAddress else { return }
            let oldDowns = oldUps + ups.count
            oldUps.update(from: upValues, count: ups.count)
            oldDowns.update(from: downValues, count: downs.count)
            recompute()
            // A composite over this vertex joins a down arc to an up arc, and at least one has
            // changed.
            Self.insertUpperArcs(
                from: heads, ups.count, oldUps, upValues, with: tails, downs.count, &pending)
            Self.insertUpperArcs(
                from: tails, downs.count, oldDowns, downValues, with: heads, ups.count, &pending)
        }
    }

    /// Inserts the lower ends of the arcs above a changed one: the third sides of its triangles.
    ///
    /// - Parameters:
    ///   - ends: The higher ends of a vertex's arcs of one kind, ascending, with their values
    ///     before and after.
    ///   - others: The higher ends of its arcs of the other kind, ascending.
    private static func insertUpperArcs(
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
