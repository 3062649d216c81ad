// Builds the topology of a family's hierarchy, which the dataset stores.

import DataStructures
package import RoadNetwork

/// Builds a mode family's hierarchy: order, arcs and elimination tree.
///
/// First ``DissectionOrder`` ranks the edges and copies. Then vertices are contracted from the
/// lowest rank up: if a path enters a lower vertex and continues from it to a higher one, the two
/// ends get an arc. NetworkBuilder calls ``build(_:family:progress:)`` once per family and stores
/// the result.
///
/// The builder makes exactly the arcs that a metric may need. It contracts the *directed*
/// turn-expanded graph with base access, the direction rule, all turns and every U-turn. So arcs
/// that would be infinite under every metric are never made, and every stricter request can still
/// be represented.
///
/// Method: J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, ACM JEA 21
/// (2016), [doi:10.1145/2886843](https://doi.org/10.1145/2886843), on a directed graph
/// (Documentation/Measurements.md says what that saves).
package struct HierarchyBuilder {
    private static let none = UInt32.max

    /// The most arcs a hierarchy may have: ten times what real road networks need, which is 6 to 10
    /// per vertex, and no more than 32 bits can number.
    static func arcLimit(_ ranks: Int) -> Int {
        min(1_000_000 + 80 * ranks, Int(UInt32.max) - 2 * ranks)
    }

    private let states: TurnExpandedStates
    private let turns: TurnExpansion
    private var contents = HierarchyContents()
    private var rankCount: Int { contents.stateOfRank.count }

    /// Builds a family's hierarchy.
    ///
    /// The result depends only on the network, not on the number of cores.
    ///
    /// - Parameter progress: Called with the share of the work done, from 0 to 1.
    /// - Returns: `nil` if the hierarchy would need more than ``arcLimit`` arcs, because the
    ///   network has no small cuts (every road network has), or if it has more turns than 32 bits
    ///   can number.
    /// - Complexity: As the dissection, plus O(*t*) in the hierarchy's triangles.
    package static func build(
        _ network: NetworkDataset, family: Int,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) -> HierarchyContents? {
        var builder = HierarchyBuilder(network, family: family)
        guard builder.slotCount < Int(UInt32.max) else { return nil }
        builder.rank(progress: { progress(0.7 * $0) })
        let direct = builder.directArcs()
        builder.linkTree(direct)
        guard builder.contract(direct) else { return nil }
        progress(0.9)
        builder.transpose()
        builder.placeTurns()
        return builder.contents
    }

    private init(_ network: NetworkDataset, family: Int) {
        states = TurnExpandedStates(network, family: family)
        turns = TurnExpansion(
            network, family: family, column: 0, prohibitingMask: states.directionMask,
            uTurns: .everywhere)
    }

    /// The number of turns out of all states, open or not.
    private var slotCount: Int {
        (0..<UInt32(states.network.edgeCount + states.network.copyCount))
            .reduce(0) { $0 + turns.slotCount(of: $1) }
    }

    private mutating func rank(progress: @escaping @Sendable (Double) -> Void) {
        contents.stateOfRank = DissectionOrder.ranked(states, progress: progress)
        let network = states.network
        contents.rankOfState = [UInt32](
            repeating: Self.none, count: network.edgeCount + network.copyCount)
        for (rank, state) in contents.stateOfRank.enumerated() {
            contents.rankOfState[Int(state)] = UInt32(rank)
        }
    }

    /// The turns as arcs by their lower ends.
    private struct DirectArcs {
        var up = RowTable()
        var down = RowTable()
    }

    private func directArcs() -> DirectArcs {
        var up: [(row: UInt32, value: UInt32)] = []
        var down: [(row: UInt32, value: UInt32)] = []
        for rank in 0..<UInt32(rankCount) {
            turns.forEachTurn(from: contents.stateOfRank[Int(rank)]) { _, _, target, _ in
                let other = contents.rankOfState[Int(target)]
                guard other != Self.none else { return }
                if other > rank { up.append((rank, other)) }
                if other < rank { down.append((other, rank)) }
            }
        }
        return DirectArcs(
            up: RowTable(up, rowCount: rankCount), down: RowTable(down, rowCount: rankCount))
    }

    /// Builds the elimination tree: a vertex's parent is its lowest higher neighbor once all lower
    /// vertices are contracted.
    ///
    /// Method: J. Liu, *The role of elimination trees in sparse factorization*, SIAM Journal on
    /// Matrix Analysis and Applications 11 (1990),
    /// [doi:10.1137/0611010](https://doi.org/10.1137/0611010), with path compression.
    private mutating func linkTree(_ direct: DirectArcs) {
        var parent = [UInt32](repeating: Self.none, count: rankCount)
        var root = parent
        let lower = RowTable.transposed(direct.up, direct.down, rowCount: rankCount)
        for vertex in 0..<UInt32(rankCount) {
            for start in lower[Int(vertex)] {
                var child = start
                while child != vertex {
                    let next = root[Int(child)]
                    root[Int(child)] = vertex
                    if next == Self.none {
                        parent[Int(child)] = vertex
                        break
                    }
                    child = next
                }
            }
        }
        contents.parent = parent
    }

    /// Contracts the vertices in order. A path that enters a lower vertex can continue from it.
    ///
    /// - Returns: Whether the arcs stayed few enough.
    private mutating func contract(_ direct: DirectArcs) -> Bool {
        var up = RowChains(rowCount: rankCount)
        var down = RowChains(rowCount: rankCount)
        var marked = [UInt32](repeating: Self.none, count: rankCount)
        var row: [UInt32] = []
        /// Fills a vertex's row of one kind: turns, and composites over lower vertices.
        func fill(
            _ vertex: UInt32, _ direct: RowTable, over lower: RowChains, from rows: RowChains
        ) {
            row.removeAll(keepingCapacity: true)
            marked[Int(vertex)] = vertex
            for end in direct[Int(vertex)] where marked[Int(end)] != vertex {
                marked[Int(end)] = vertex
                row.append(end)
            }
            lower.forEach(into: vertex) { middle in
                for end in rows.row(middle).reversed() {
                    guard end > vertex else { break }
                    guard marked[Int(end)] != vertex else { continue }
                    marked[Int(end)] = vertex
                    row.append(end)
                }
            }
            row.sort()
        }
        for vertex in 0..<UInt32(rankCount) {
            fill(vertex, direct.up, over: down, from: up)
            let heads = row
            marked[Int(vertex)] = Self.none
            for end in heads { marked[Int(end)] = Self.none }
            fill(vertex, direct.down, over: up, from: down)
            for end in row { marked[Int(end)] = Self.none }
            up.append(heads)
            down.append(row)
            guard up.values.count + down.values.count < Self.arcLimit(rankCount) else {
                return false
            }
        }
        contents.upFirst = up.first
        contents.upHead = up.values
        contents.downFirst = down.first
        contents.downTail = down.values
        return true
    }

    /// Lists the arcs by their higher ends.
    private mutating func transpose() {
        let up = Self.transposed(contents.upFirst, contents.upHead)
        contents.upIntoFirst = up.first
        contents.upIntoTail = up.lower
        let down = Self.transposed(contents.downFirst, contents.downTail)
        contents.downFromFirst = down.first
        contents.downFromHead = down.lower
    }

    private static func transposed(
        _ first: [UInt32], _ higher: [UInt32]
    ) -> (first: [UInt32], lower: [UInt32]) {
        let count = first.count - 1
        var offsets = [UInt32](repeating: 0, count: count + 1)
        for end in higher { offsets[Int(end) + 1] += 1 }
        for row in 0..<count { offsets[row + 1] += offsets[row] }
        var next = offsets
        var lower = [UInt32](repeating: 0, count: higher.count)
        for row in 0..<count {
            for arc in first[row]..<first[row + 1] {
                let end = Int(higher[Int(arc)])
                lower[Int(next[end])] = UInt32(row)
                next[end] += 1
            }
        }
        return (offsets, lower)
    }

    /// Notes which arc each turn is.
    private mutating func placeTurns() {
        var first: [UInt32] = [0]
        var arcs: [UInt32] = []
        first.reserveCapacity(rankCount + 1)
        for rank in 0..<UInt32(rankCount) {
            let state = contents.stateOfRank[Int(rank)]
            let start = arcs.count
            arcs += [UInt32](repeating: Self.none, count: turns.slotCount(of: state))
            turns.forEachTurn(from: state) { slot, _, target, _ in
                let other = contents.rankOfState[Int(target)]
                guard other != Self.none, other != rank else { return }
                arcs[start + slot] =
                    other > rank
                    ? Self.arc(other, in: contents.upFirst, contents.upHead, row: rank)
                    : UInt32(contents.upHead.count)
                        + Self.arc(rank, in: contents.downFirst, contents.downTail, row: other)
            }
            first.append(UInt32(arcs.count))
        }
        contents.turnFirst = first
        contents.turnArc = arcs
    }

    /// Returns the position of an existing arc, given its ends.
    private static func arc(
        _ higher: UInt32, in first: [UInt32], _ ends: [UInt32], row: UInt32
    ) -> UInt32 {
        let arcs = Int(first[Int(row)])..<Int(first[Int(row) + 1])
        return UInt32(arcs.partitioningIndex { ends[$0] >= higher })
    }
}
