// The order in which a turn-expanded graph's vertices are contracted.

import Dispatch
import RoadNetwork

/// A contraction order of a family's edges and copies, by nested dissection of its streets.
///
/// The order decides how many arcs a hierarchy needs: contraction must add an arc between any two
/// neighbors of a vertex, so vertices that separate large parts should come last. Streets are easy
/// to separate: a small cut of the street graph is a small separator of the turn-expanded graph,
/// consisting of the cut edges themselves.
///
/// ``InertialFlow`` cuts a cell in two. The cut edges get the cell's highest ranks, all edges of
/// one crossing direction before all edges of the other; then both sides are ordered in the same
/// manner. So a cell's states have consecutive ranks, which also lets ``CustomizationPlan`` find
/// stretches that can run in parallel.
///
/// Method: V. Buchhold, D. Wagner, T. Zeitz and M. Zündorf, *Customizable Contraction Hierarchies
/// with Turn Costs*, ATMOS 2020,
/// [doi:10.4230/OASIcs.ATMOS.2020.9](https://doi.org/10.4230/OASIcs.ATMOS.2020.9). Grouping by
/// direction was measured to save 15–27 % of the triangles (Documentation/Measurements.md).
enum DissectionOrder {
    /// Returns the edge or copy at each rank, from first to last contracted.
    ///
    /// The order depends only on the network, not on the number of cores.
    ///
    /// - Parameter progress: Called with the share of states that have their rank.
    /// - Complexity: About O(*n* *k* log *n*) for road networks of *n* streets and cuts of *k*: one
    ///   flow for each cell, over O(log *n*) levels of cells.
    static func ranked(
        _ states: TurnExpandedStates, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) -> [UInt32] {
        let graph = DissectionGraph(states)
        let total = graph.stateCounts.reduce(0) { $0 + Int($1) }
        var nodes = (0..<UInt32(graph.nodeCount)).map(\.self)
        var streets = (0..<UInt32(graph.ends.count)).map(\.self)
        var locals = [UInt32](repeating: 0, count: graph.nodeCount)
        return [UInt32](unsafeUninitializedCapacity: total) { ranked, count in
            nodes.withUnsafeMutableBufferPointer { nodes in
                streets.withUnsafeMutableBufferPointer { streets in
                    locals.withUnsafeMutableBufferPointer { locals in
                        guard let localOf = locals.baseAddress else { return }
                        Dissection(
                            graph: graph, states: states, localOf: localOf,
                            count: total, progress: progress
                        ).order(DissectionCell(nodes: nodes, streets: streets), into: ranked[...])
                    }
                }
            }
            count = total
        }
    }
}

/// A part of the graph: some nodes and the streets between them. Each is a stretch of one array,
/// which is split in place.
private struct DissectionCell {
    let nodes: UnsafeMutableBufferPointer<UInt32>
    let streets: UnsafeMutableBufferPointer<UInt32>
}

/// The recursion of a dissection.
private struct Dissection: @unchecked Sendable {
    // Sendable: cells ordered in parallel share no node, and so no entry of `localOf`.
    let graph: DissectionGraph
    let states: TurnExpandedStates
    let localOf: UnsafeMutablePointer<UInt32>
    let count: Int
    let progress: @Sendable (Double) -> Void

    /// The two sides of a cell with more streets than this are ordered in parallel.
    static let parallelStreets = 2_000

    typealias Ranks = Slice<UnsafeMutableBufferPointer<UInt32>>

    /// A cell cut in two.
    private struct Halves {
        var first: DissectionCell
        var second: DissectionCell
        /// The streets that cross, and whether each is drawn out of the first side.
        var crossing: [(street: UInt32, leavesFirst: Bool)]
    }

    /// Ranks a cell's states, lowest first.
    func order(_ cell: DissectionCell, into ranks: Ranks) {
        guard !cell.streets.isEmpty else { return }
        guard cell.nodes.count > 1 else {
            // Streets that begin and end at the only node.
            place(cell.streets.map { ($0, true) }, at: ranks.startIndex, in: ranks)
            return
        }
        let halves = split(cell)
        let firstCount = halves.first.streets.reduce(0) { $0 + Int(graph.stateCounts[Int($1)]) }
        let secondCount = halves.second.streets.reduce(0) { $0 + Int(graph.stateCounts[Int($1)]) }
        let middle = ranks.startIndex + firstCount
        let top = middle + secondCount
        place(halves.crossing, at: top, in: ranks)
        let parts = Parts(
            cells: [halves.first, halves.second],
            ranks: [ranks[ranks.startIndex..<middle], ranks[middle..<top]])
        if cell.streets.count > Self.parallelStreets {
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                order(parts.cells[side], into: parts.ranks[side])
            }
            progress(Double(ranks.endIndex) / Double(max(count, 1)))
        } else {
            order(parts.cells[0], into: parts.ranks[0])
            order(parts.cells[1], into: parts.ranks[1])
        }
    }

    /// The two sides of a cut; they do not overlap.
    private struct Parts: @unchecked Sendable {
        // Sendable: each side is written by one thread.
        let cells: [DissectionCell]
        let ranks: [Ranks]
    }

    /// Ranks the crossing states, first out of the first side, then into it.
    private func place(
        _ crossing: [(street: UInt32, leavesFirst: Bool)], at start: Int, in ranks: Ranks
    ) {
        var ranks = ranks
        var next = start
        for there in [true, false] {
            for (street, leavesFirst) in crossing {
                let edge = graph.segments[Int(street)] * 2 + (leavesFirst == there ? 0 : 1)
                for state in states.states(of: edge) {
                    ranks[next] = state
                    next += 1
                }
            }
        }
    }

    private func split(_ cell: DissectionCell) -> Halves {
        let cut = InertialFlow(
            graph, nodes: UnsafeBufferPointer(cell.nodes),
            streets: UnsafeBufferPointer(cell.streets), localOf: localOf
        ).bestCut()
        func isFirst(_ node: UInt32) -> Bool { cut.isFirst[Int(localOf[Int(node)])] }
        var crossing: [(street: UInt32, leavesFirst: Bool)] = []
        var sides: ([UInt32], [UInt32]) = ([], [])
        for street in cell.streets {
            let (a, b) = graph.ends[Int(street)]
            switch (isFirst(a), isFirst(b)) {
            case (true, true): sides.0.append(street)
            case (false, false): sides.1.append(street)
            case (let leavesFirst, _): crossing.append((street, leavesFirst))
            }
        }
        let streets = write(sides, into: cell.streets)
        var nodes: ([UInt32], [UInt32]) = ([], [])
        for node in cell.nodes {
            if isFirst(node) { nodes.0.append(node) } else { nodes.1.append(node) }
        }
        let halves = write(nodes, into: cell.nodes)
        return Halves(
            first: DissectionCell(nodes: halves.0, streets: streets.0),
            second: DissectionCell(nodes: halves.1, streets: streets.1), crossing: crossing)
    }

    /// Writes two lists one after the other into a stretch that holds both.
    private func write(
        _ lists: ([UInt32], [UInt32]), into room: UnsafeMutableBufferPointer<UInt32>
    ) -> (UnsafeMutableBufferPointer<UInt32>, UnsafeMutableBufferPointer<UInt32>) {
        var next = 0
        for value in lists.0 {
            room[next] = value
            next += 1
        }
        let middle = next
        for value in lists.1 {
            room[next] = value
            next += 1
        }
        return (
            UnsafeMutableBufferPointer(rebasing: room[..<middle]),
            UnsafeMutableBufferPointer(rebasing: room[middle..<next])
        )
    }
}
