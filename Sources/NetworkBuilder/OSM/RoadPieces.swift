// Cuts roads into pieces between junctions.

import Geo
import RoadNetwork

/// A stretch of a way between two junctions: positions in the collection's node list, both
/// included.
struct RoadPiece {
    var way: UInt32
    var first: Int
    var last: Int
}

/// Pieces of all ways and the junctions they end at.
struct RoadPieces {
    /// A signal this close to a junction, along the way, belongs to the junction.
    static let signalReachMeters = 30.0

    private(set) var pieces: [RoadPiece] = []
    /// For each node of the table whether pieces end there.
    private(set) var isJunction: [Bool]
    /// Junctions that take over signals from a node before them.
    private(set) var signalJunctions: Set<Int> = []
    /// Ways with missing nodes of which some part is kept, and of which nothing is.
    private(set) var waysCut = 0
    private(set) var waysWithoutNodes = 0
    /// Steps across the 180th meridian, where ways are cut.
    private(set) var meridianSteps = 0

    /// For each position in the collection's node list the node's row in the table.
    private let nodeRows: [UInt32]

    /// Cuts the roads.
    ///
    /// - Parameter viaNodes: Rows where turn restrictions act.
    init(_ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], viaNodes: [Int]) {
        self.nodeRows = nodeRows
        isJunction = [Bool](repeating: false, count: nodes.ids.count)
        for row in viaNodes { isJunction[row] = true }
        for (row, ruling) in nodes.rulings where ruling.endsSegments { isJunction[row] = true }
        let runs = wholeRuns(roads, nodes)
        markCrossings(runs)
        placeSignals(runs, nodes)
        for run in runs { cut(run) }
    }

    /// The stretches of ways whose nodes are all there, without repeated nodes at their ends.
    private mutating func wholeRuns(_ roads: RoadCollection, _ nodes: NodeTable) -> [RoadPiece] {
        var runs: [RoadPiece] = []
        for way in 0..<roads.wayCount {
            let before = runs.count
            let range = roads.nodeRange(ofWay: way)
            var isCut = false
            var start = range.lowerBound
            for position in range {
                let isPresent = nodes.isPresent(Int(nodeRows[position]))
                var ends = !isPresent
                if isPresent, position > start, crossesMeridian(nodes, position) {
                    meridianSteps += 1
                    ends = true
                }
                guard ends else { continue }
                appendRun(way, start, position - 1, to: &runs)
                start = isPresent ? position : position + 1
                isCut = true
            }
            appendRun(way, start, range.upperBound - 1, to: &runs)
            if runs.count == before {
                waysWithoutNodes += 1
            } else if isCut {
                waysCut += 1
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

    /// Marks ends of ways and nodes that occur more than once.
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

    /// Gives signals on the way just before a junction to the junction, and cuts the way at others.
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

    /// The next junction along the way within reach of a signal.
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
            if meters > Self.signalReachMeters { return nil }
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

    /// Appends a piece; a loop becomes two, so that no segment starts and ends at one junction.
    private mutating func append(_ piece: RoadPiece) {
        let (start, end) = (nodeRows[piece.first], nodeRows[piece.last])
        guard start == end else {
            pieces.append(piece)
            return
        }
        let inner = (piece.first...piece.last).filter { nodeRows[$0] != start }
        guard !inner.isEmpty else { return }
        let middle = inner[inner.count / 2]
        isJunction[Int(nodeRows[middle])] = true
        pieces.append(RoadPiece(way: piece.way, first: piece.first, last: middle))
        pieces.append(RoadPiece(way: piece.way, first: middle, last: piece.last))
    }
}
