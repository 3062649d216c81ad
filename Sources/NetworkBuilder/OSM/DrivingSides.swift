// Determines the side of the road that traffic keeps to, road by road.

import Geo
import RoadNetwork

/// The driving side of every piece of road.
///
/// A road's own `driving_side` tag decides, else the votes nearest to it, else the network
/// definition, else right. A network may have both sides: islands, borders, several extracts.
struct DrivingSides {
    /// Votes are looked for up to here: beyond lies another country.
    private static let reachMeters = 300_000.0
    /// The nearest votes that together weigh as much as so many roundabouts decide.
    private static let enoughWeight = 4.0

    /// For each piece whether traffic keeps left.
    private(set) var keepsLeft: [Bool] = []
    /// What the sides were derived from, in words.
    private(set) var evidence: String
    /// Roads with evidence for another side than traffic keeps to there.
    private(set) var contradictions: [DrivingSideContradiction] = []
    /// Pieces without any evidence near them.
    private(set) var undetermined = 0

    private var votes: VotedMap<DrivingSide>

    /// Finds the sides.
    ///
    /// - Parameter declared: The side where the data does not show it; `nil` when none is declared.
    /// - Complexity: O(*n*) in pieces and roads; one look-up in a tree for each cell.
    init(
        _ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32],
        oneWay: UInt64, declared: DrivingSide?
    ) {
        let found = DrivingSideEvidence(roads, nodes, nodeRows: nodeRows, oneWay: oneWay)
        votes = VotedMap(
            found.votes(cell: VotedMap<DrivingSide>.cell), reachMeters: Self.reachMeters,
            enoughWeight: Self.enoughWeight)
        evidence = found.text
        keepsLeft.reserveCapacity(pieces.pieces.count)
        for piece in pieces.pieces {
            let ruling = roads.rulings[Int(roads.wayRuling[Int(piece.way)])]
            let middle = nodes.place(Int(nodeRows[(piece.first + piece.last) / 2]))
            let near = ruling.drivingSide ?? votes.value(near: middle)
            if near == nil { undetermined += 1 }
            keepsLeft.append((near ?? declared ?? .right) == .left)
        }
        if undetermined > 0, let declared {
            evidence =
                undetermined == keepsLeft.count
                ? "the network definition"
                : evidence + "; where none is near, \(declared.rawValue) by the network definition"
        }
        note(found, roads)
    }

    /// The side that most pieces have.
    var main: DrivingSide {
        2 * keepsLeft.count(where: \.self) > keepsLeft.count ? .left : .right
    }

    /// Lists roads that say one side where the votes near them say the other.
    private mutating func note(_ found: DrivingSideEvidence, _ roads: RoadCollection) {
        let kinds = [
            ("parts of roundabouts turning clockwise", found.roundabouts, DrivingSide.left),
            ("parts of roundabouts turning counterclockwise", found.roundabouts, .right),
            ("roads tagged driving_side=left", found.tags, .left),
            ("roads tagged driving_side=right", found.tags, .right),
        ]
        for (what, witnesses, side) in kinds {
            let ways = witnesses.filter { $0.side == side }
                .filter { votes.value(near: $0.place) != side }.map { roads.wayIDs[$0.way] }
            guard !ways.isEmpty else { continue }
            contradictions.append(
                DrivingSideContradiction(
                    what: what, count: ways.count,
                    ways: Array(ways.sorted().prefix(DrivingSideContradiction.mostWays))))
        }
    }
}
