// Decides which pieces without length lie inside one junction.

import RoadNetwork

/// A piece of road no longer than the rounding of coordinates.
struct TinyPiece {
    var way: UInt32
    /// The rows of its ends in the node table.
    var row: Int
    var otherRow: Int
    /// Whether its ends are one junction, so the piece is no segment.
    var isJoined: Bool
}

/// Decides which junctions in one place may become one.
///
/// They may be joined only if that lets no more traffic through: both ends must have the same
/// barriers and limits, and the piece between them must belong to a longer road or be as open as
/// the roads it connects. An elevator between two levels stays a segment.
struct TinyJoining {
    private let roads: RoadCollection
    private let nodes: NodeTable
    private let nodeRows: [UInt32]
    /// Ways that extend beyond the place of their tiny pieces.
    private let longWays: Set<UInt32>
    /// The ways at the ends of the other tiny ways, by row.
    private let waysAt: [UInt32: Set<UInt32>]

    init(
        _ tiny: [RoadPiece], _ runs: [RoadPiece], _ roads: RoadCollection, _ nodes: NodeTable,
        nodeRows: [UInt32]
    ) {
        self.roads = roads
        self.nodes = nodes
        self.nodeRows = nodeRows
        longWays = Set(
            tiny.filter { piece in
                let start = nodes.place(Int(nodeRows[piece.first]))
                return roads.nodeRange(ofWay: Int(piece.way)).contains { position in
                    let row = Int(nodeRows[position])
                    return nodes.isPresent(row)
                        && !JoinedNodes.areOnePlace(start, nodes.place(row))
                }
            }.map(\.way))
        var waysAt: [UInt32: Set<UInt32>] = [:]
        for piece in tiny where !longWays.contains(piece.way) {
            waysAt[nodeRows[piece.first]] = []
            waysAt[nodeRows[piece.last]] = []
        }
        if !waysAt.isEmpty {
            for run in runs {
                for position in run.first...run.last where waysAt[nodeRows[position]] != nil {
                    waysAt[nodeRows[position]]?.insert(run.way)
                }
            }
        }
        self.waysAt = waysAt
    }

    /// Whether the ends of a tiny piece may be one junction.
    func mayJoin(_ piece: RoadPiece, _ joined: JoinedNodes) -> Bool {
        let ends = (Int(nodeRows[piece.first]), Int(nodeRows[piece.last]))
        let leaders = (joined.canonical(ends.0), joined.canonical(ends.1))
        guard JoinedNodes.areOnePlace(nodes.place(leaders.0), nodes.place(leaders.1)) else {
            return false
        }
        let rulings = (nodes.rulings[ends.0] ?? NodeRuling(), nodes.rulings[ends.1] ?? NodeRuling())
        guard rulings.0.barred == rulings.1.barred, rulings.0.touching == rulings.1.touching,
            rulings.0.limits == rulings.1.limits, rulings.0.gated == rulings.1.gated,
            rulings.0.timedBars == rulings.1.timedBars,
            rulings.0.timedGates == rulings.1.timedGates
        else { return false }
        if longWays.contains(piece.way) { return true }
        let way = Int(piece.way)
        guard roads.conditionals[roads.wayIDs[way]] == nil else { return false }
        let closed = closedRestrictions(ofWay: way)
        let known = [piece.first, piece.last].map { position in
            (waysAt[nodeRows[position]] ?? []).filter { $0 != piece.way }
                .map { closedRestrictions(ofWay: Int($0)) }
        }
        // What comes from one end and can continue from the other.
        let passing = known.reduce(~UInt64(0)) { passing, masks in
            passing & ~masks.reduce(~UInt64(0)) { $0 & $1 }
        }
        return closed & passing == 0
    }

    /// Returns the restrictions that apply in both directions.
    private func closedRestrictions(ofWay way: Int) -> UInt64 {
        let ruling = roads.rulings[Int(roads.wayRuling[way])]
        return ruling.forward.restrictions & ruling.backward.restrictions
    }
}
