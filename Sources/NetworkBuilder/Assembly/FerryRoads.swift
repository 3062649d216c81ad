// Roads and gates of a harbor that are for those who take its ferry.

import DataStructures
import RoadNetwork

/// Opens the ways to ferries to through traffic.
///
/// The lanes and gates of a harbor are for customers, or need a permit: the ticket. Who takes the
/// ferry is such a customer, though the stop lies beyond the water. If a ferry that is open to some
/// traffic begins or ends among streets closed to its through traffic, or behind gates, a way
/// between the ferry and the largest free part of the network near it is opened, in the direction
/// of travel: the one with the least length of closed streets. What else is limited there stays so,
/// as does everything where the ferry lands in that part.
struct FerryRoads {
    /// A free part with so many segments is the network around the harbor: none is looked for
    /// beyond it.
    private static let networkSize = 1_000
    /// The edges after which the search around a landing ends.
    private static let mostEdges = 2_000

    private let contents: NetworkContents
    private let restriction: UInt64
    private let walk: TurnWalk
    private let gates: GatePassages
    private let lengths: [UInt32]
    /// The number of segments of the free part that a segment belongs to, as far as counted.
    private var sizes: [Int: Int] = [:]

    private init(
        _ contents: NetworkContents, _ restriction: UInt64, _ walk: TurnWalk, _ gates: GatePassages
    ) {
        self.contents = contents
        self.restriction = restriction
        self.walk = walk
        self.gates = gates
        lengths =
            contents.edgeLengths ?? [UInt32](repeating: 1, count: contents.edgeHead.count)
    }

    /// Clears a restriction on through traffic from the ways to ferries, and from their gates.
    ///
    /// - Parameter walk: All turns of the restricted traffic.
    /// - Complexity: O(*n*) in the edges, and a bounded search for each end of a ferry.
    static func open(
        in contents: inout NetworkContents, to restriction: UInt64, _ walk: TurnWalk,
        _ gates: GatePassages
    ) {
        var roads = FerryRoads(contents, restriction, walk, gates)
        let found = roads.found()
        for edge in found.edges {
            contents.edgeRestrictions[edge] &= ~restriction
            contents.conditions.free(edge: UInt32(edge), from: restriction)
        }
        guard !found.gates.isEmpty else { return }
        for row in contents.gates.indices
        where contents.gates[row].condition == nil && found.gates.contains(contents.gates[row].node)
        {
            contents.gates[row].mask &= ~restriction
        }
    }

    /// The edges and the gates' nodes to open.
    private mutating func found() -> (edges: Set<Int>, gates: Set<UInt32>) {
        var found: (edges: Set<Int>, gates: Set<UInt32>) = ([], [])
        for ferry in contents.edgeFlags.indices where isFerry(ferry) && isFree(ferry) {
            for isArriving in [true, false] {
                let path = path(from: isArriving ? ferry : ferry ^ 1, isArriving)
                for (before, edge) in zip(path, path.dropFirst()) {
                    let driven = isArriving ? edge : edge ^ 1
                    if !isFree(driven) { found.edges.insert(driven) }
                    let node = contents.edgeHead[before]
                    if gates.closes(node: Int(node), from: before, to: edge) {
                        found.gates.insert(node)
                    }
                }
            }
        }
        return found
    }

    /// An edge that the search around a landing may take next.
    private struct Step {
        /// The centimeters of closed streets from the landing to the edge's end, and one more for
        /// each gate.
        var opened: UInt64 = 0
        /// The centimeters from the landing to the edge's end.
        var length: UInt64 = 0
        var edge: Int
        var before: Int
    }

    /// Returns the edges from a ferry outward to the largest free part near its end, the ferry
    /// first; if traffic leaves by the ferry, it drives them the other way. Empty if there is none.
    private mutating func path(from ferry: Int, _ isArriving: Bool) -> [Int] {
        var before: [Int: Int] = [:]
        // The last step opens the shortest closed stretch; among equal ones it is the nearest.
        var open = [Step(edge: ferry, before: ferry)]
        var best: (edge: Int, size: Int)?
        while before.count < Self.mostEdges, let step = open.popLast() {
            guard before[step.edge] == nil else { continue }
            before[step.edge] = step.before
            if step.edge != ferry, isFree(isArriving ? step.edge : step.edge ^ 1) {
                let size = size(ofPart: step.edge / 2)
                if size > best?.size ?? 0 { best = (step.edge, size) }
                if size >= Self.networkSize { break }
            }
            let node = contents.edgeHead[step.edge]
            guard !walk.bars(node: Int(node)) else { continue }
            for following in contents.edges(leaving: node).map({ Int($0) })
            where following != step.edge ^ 1 && before[following] == nil && !isFerry(following)
                && walk.mayUse(isArriving ? following : following ^ 1)
            {
                var next = Step(
                    opened: step.opened, length: step.length + UInt64(lengths[following]),
                    edge: following, before: step.edge)
                if !isFree(isArriving ? following : following ^ 1) {
                    next.opened += UInt64(lengths[following])
                }
                if gates.closes(node: Int(node), from: step.edge, to: following) {
                    next.opened += 1
                }
                let (opened, length) = (next.opened, next.length)
                let row = open.indices.partitioningIndex {
                    (open[$0].opened, open[$0].length) <= (opened, length)
                }
                open.insert(next, at: row)
            }
        }
        guard let best else { return [] }
        var path = [best.edge]
        while let edge = path.last, edge != ferry, let previous = before[edge] {
            path.append(previous)
        }
        return path.reversed()
    }

    /// Returns the number of free segments that hang together with a free one without a ferry or a
    /// gate between them; at most about ``networkSize``.
    private mutating func size(ofPart segment: Int) -> Int {
        if let known = sizes[segment] { return known }
        var seen: Set<Int> = [segment]
        var queue = [segment]
        var next = 0
        while next < queue.count, queue.count < Self.networkSize {
            let segment = queue[next]
            next += 1
            for edge in [2 * segment, 2 * segment + 1] {
                let node = contents.edgeHead[edge]
                guard !walk.bars(node: Int(node)) else { continue }
                for following in contents.edges(leaving: node).map({ Int($0) })
                where !isFerry(following) && (isFree(following) || isFree(following ^ 1))
                    && !gates.closes(node: Int(node), from: edge, to: following)
                    && seen.insert(following / 2).inserted
                {
                    queue.append(following / 2)
                }
            }
        }
        for member in queue { sizes[member] = queue.count }
        return queue.count
    }

    private func isFerry(_ edge: Int) -> Bool {
        contents.edgeFlags[edge] & EdgeFlags.ferry.rawValue != 0
    }

    /// Whether through traffic may use an edge.
    private func isFree(_ edge: Int) -> Bool {
        walk.mayUse(edge) && contents.edgeRestrictions[edge] & restriction == 0
    }
}
