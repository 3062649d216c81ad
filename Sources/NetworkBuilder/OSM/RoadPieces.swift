// Cuts roads into pieces between junctions.

import Geo
import RoadNetwork

/// A stretch of a way between two junctions: indices into the collection's node list, both
/// inclusive.
struct RoadPiece {
    var way: UInt32
    var first: Int
    var last: Int
}

/// The pieces of all ways, and the junctions at which they end.
struct RoadPieces {
    private(set) var pieces: [RoadPiece] = []
    /// Whether pieces end at each node of the table.
    private(set) var isJunction: [Bool]
    /// Junctions with signals on a node just before them.
    private(set) var signalJunctions: Set<Int> = []
    /// Ways with missing nodes: ways kept in part, and ways left out.
    private(set) var waysCut: [UInt32] = []
    private(set) var waysWithoutNodes: [UInt32] = []
    /// The number of ways with a single node.
    private(set) var waysWithoutLength = 0
    /// Several nodes of the input that are one junction.
    private(set) var joined = JoinedNodes()
    /// Pieces no longer than the rounding of coordinates. Inside a joined junction, such a piece
    /// becomes no segment.
    private(set) var tiny: [TinyPiece] = []

    /// The table row of each node in the collection's node list.
    private let nodeRows: [UInt32]

    /// Cuts the roads.
    ///
    /// - Parameter viaNodes: Rows of nodes on which turn restrictions act.
    init(_ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], viaNodes: [Int]) {
        self.nodeRows = nodeRows
        isJunction = [Bool](repeating: false, count: nodes.ids.count)
        for row in viaNodes { isJunction[row] = true }
        for (row, ruling) in nodes.rulings where ruling.endsSegments { isJunction[row] = true }
        let runs = wholeRuns(roads, nodes)
        markCrossings(runs)
        joined.joinAcrossMeridian(nodes) { isJunction[$0] = true }
        placeSignals(runs, nodes)
        for run in runs { cut(run) }
        joinTiny(runs, roads, nodes)
    }

    /// Joins junctions in one place and cuts the roads again.
    private mutating func joinTiny(
        _ runs: [RoadPiece], _ roads: RoadCollection, _ nodes: NodeTable
    ) {
        let found = pieces.filter { isTiny($0, nodes) }
        guard !found.isEmpty else { return }
        let joining = TinyJoining(found, runs, roads, nodes, nodeRows: nodeRows)
        for piece in found where joining.mayJoin(piece, joined) {
            joined.join(Int(nodeRows[piece.first]), Int(nodeRows[piece.last]))
        }
        tiny = found.map { piece in
            let isJoined =
                joined.canonical(Int(nodeRows[piece.first]))
                == joined.canonical(Int(nodeRows[piece.last]))
            return TinyPiece(
                way: piece.way, row: Int(nodeRows[piece.first]),
                otherRow: Int(nodeRows[piece.last]), isJoined: isJoined)
        }
        guard tiny.contains(where: \.isJoined) else { return }
        pieces = []
        for run in runs { cut(run) }
    }

    /// Whether a piece lies entirely within one step of the coordinates' grid, 1.1 cm.
    private func isTiny(_ piece: RoadPiece, _ nodes: NodeTable) -> Bool {
        let start = nodes.place(Int(nodeRows[piece.first]))
        return (piece.first...piece.last).allSatisfy {
            JoinedNodes.areOnePlace(start, nodes.place(Int(nodeRows[$0])))
        }
    }

    /// Returns the stretches of ways whose nodes are all present. Drops stretches that stay at one
    /// node.
    private mutating func wholeRuns(_ roads: RoadCollection, _ nodes: NodeTable) -> [RoadPiece] {
        var runs: [RoadPiece] = []
        for way in 0..<roads.wayCount {
            let before = runs.count
            let range = roads.nodeRange(ofWay: way)
            var isCut = false
            var start = range.lowerBound
            for position in range {
                let isPresent = nodes.isPresent(Int(nodeRows[position]))
                // A road that crosses the 180th meridian continues there on the other side.
                let crosses =
                    isPresent && position > start && crossesMeridian(nodes, position)
                guard !isPresent || crosses else { continue }
                appendRun(way, start, position - 1, to: &runs)
                start = isPresent ? position : position + 1
                isCut = isCut || !isPresent
            }
            appendRun(way, start, range.upperBound - 1, to: &runs)
            if runs.count == before {
                if isCut || range.isEmpty {
                    waysWithoutNodes.append(UInt32(way))
                } else {
                    waysWithoutLength += 1
                }
            } else if isCut {
                waysCut.append(UInt32(way))
            }
        }
        return runs
    }

    private func appendRun(_ way: Int, _ first: Int, _ last: Int, to runs: inout [RoadPiece]) {
        guard first < last else { return }
        let start = nodeRows[first]
        guard (first...last).contains(where: { nodeRows[$0] != start }) else { return }
        runs.append(RoadPiece(way: UInt32(way), first: first, last: last))
    }

    private func crossesMeridian(_ nodes: NodeTable, _ position: Int) -> Bool {
        let a = Int64(nodes.longitudeE7[Int(nodeRows[position - 1])])
        let b = Int64(nodes.longitudeE7[Int(nodeRows[position])])
        return abs(a - b) > 1_800_000_000
    }

    /// Marks the ends of ways, and nodes that occur more than once.
    private mutating func markCrossings(_ runs: [RoadPiece]) {
        var isUsed = [Bool](repeating: false, count: isJunction.count)
        for run in runs {
            var last: UInt32?
            for position in run.first...run.last where nodeRows[position] != last {
                let row = Int(nodeRows[position])
                if isUsed[row] { isJunction[row] = true }
                isUsed[row] = true
                last = nodeRows[position]
            }
            isJunction[Int(nodeRows[run.first])] = true
            isJunction[Int(nodeRows[run.last])] = true
        }
    }

    /// Assigns signals just before a junction to that junction, and cuts ways at other signals.
    private mutating func placeSignals(_ runs: [RoadPiece], _ nodes: NodeTable) {
        let signals = Set(nodes.rulings.filter { $0.value.flags.contains(.signals) }.keys)
        guard !signals.isEmpty else { return }
        var cuts: [Int] = []
        for run in runs {
            for position in run.first...run.last {
                let row = Int(nodeRows[position])
                guard signals.contains(row), !isJunction[row] else { continue }
                let behind = junction(from: position, step: -1, nodes)
                let ahead = junction(from: position, step: 1, nodes)
                let nearest = [ahead, behind].compactMap { $0 }.min { $0.meters < $1.meters }
                if let nearest {
                    signalJunctions.insert(nearest.row)
                } else {
                    cuts.append(row)
                }
            }
        }
        for row in cuts { isJunction[row] = true }
    }

    /// Returns the next junction along the way within reach of a signal.
    private func junction(
        from start: Int, step: Int, _ nodes: NodeTable
    ) -> (row: Int, meters: Double)? {
        var meters = 0.0
        var position = start
        while true {
            let from = nodes.place(Int(nodeRows[position]))
            position += step
            let row = Int(nodeRows[position])
            meters += LineLength.meters(from, nodes.place(row))
            if meters > SignalApproaches.reachMeters { return nil }
            if isJunction[row] { return (row, meters) }
        }
    }

    private mutating func cut(_ run: RoadPiece) {
        var first = run.first
        for position in (run.first + 1)...run.last where isJunction[Int(nodeRows[position])] {
            append(RoadPiece(way: run.way, first: first, last: position))
            first = position
        }
    }

    /// Appends a piece. Splits a loop in two, so no segment starts and ends at one junction.
    private mutating func append(_ piece: RoadPiece) {
        func junction(_ position: Int) -> Int { joined.canonical(Int(nodeRows[position])) }
        let start = junction(piece.first)
        guard start == junction(piece.last) else {
            pieces.append(piece)
            return
        }
        let inner = (piece.first...piece.last).filter { junction($0) != start }
        guard !inner.isEmpty else { return }
        let middle = inner[inner.count / 2]
        isJunction[Int(nodeRows[middle])] = true
        pieces.append(RoadPiece(way: piece.way, first: piece.first, last: middle))
        pieces.append(RoadPiece(way: piece.way, first: middle, last: piece.last))
    }
}
