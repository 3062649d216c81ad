// Determines the side of the road traffic keeps to, road by road.

import Geo
import RoadNetwork

/// The driving side of every piece of road.
///
/// A road's own `driving_side` tag decides; without one the nearest votes, then the network
/// definition, then roads that divide into two carriageways, then right. One network may have both
/// sides: think of islands, borders, or several extracts.
struct DrivingSides {
    /// Votes farther away than this do not count; they may lie in another country.
    private static let reachMeters = 300_000.0
    /// The nearest votes decide once together they weigh as much as this many roundabouts.
    private static let enoughWeight = 4.0

    /// Whether traffic keeps left, by piece.
    private(set) var keepsLeft: [Bool] = []
    /// What the sides were derived from, in words.
    private(set) var evidence: String
    /// Roads whose evidence contradicts the side found there.
    private(set) var contradictions: [DrivingSideContradiction] = []
    /// The number of pieces without evidence nearby.
    private(set) var undetermined = 0

    private var votes: VotedMap<DrivingSide>

    /// Finds the sides.
    ///
    /// - Parameter declared: The side to use if the data does not show it; `nil` if none is
    ///   declared.
    /// - Complexity: O(*n*) in pieces and roads, with one tree look-up per cell.
    init(
        _ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32],
        oneWay: UInt64, declared: DrivingSide?
    ) {
        var found = DrivingSideEvidence(roads, nodes, nodeRows: nodeRows, oneWay: oneWay)
        var votes = Self.map(found.votes(cell: VotedMap<DrivingSide>.cell))
        func middle(_ piece: RoadPiece) -> FixedCoordinate {
            nodes.place(Int(nodeRows[(piece.first + piece.last) / 2]))
        }
        var sides = pieces.pieces.map { piece in
            roads.rulings[Int(roads.wayRuling[Int(piece.way)])].drivingSide
                ?? votes.value(near: middle(piece))
        }
        if declared == nil, sides.contains(nil) {
            found.findDividedRoads(roads, nodes, nodeRows: nodeRows, oneWay: oneWay)
            var divided = Self.map(found.dividedVotes)
            for (index, piece) in pieces.pieces.enumerated() where sides[index] == nil {
                sides[index] = divided.value(near: middle(piece))
            }
        }
        self.votes = votes
        evidence = found.text
        undetermined = sides.count { $0 == nil }
        keepsLeft = sides.map { ($0 ?? declared ?? .right) == .left }
        if undetermined > 0, let declared {
            evidence =
                undetermined == keepsLeft.count
                ? "the network definition"
                : evidence + "; where none is near, \(declared.rawValue) by the network definition"
        }
        note(found, roads)
    }

    private static func map(_ votes: [DrivingSideVote]) -> VotedMap<DrivingSide> {
        VotedMap(votes, reachMeters: reachMeters, enoughWeight: enoughWeight)
    }

    /// The side of most pieces.
    var main: DrivingSide {
        2 * keepsLeft.count(where: \.self) > keepsLeft.count ? .left : .right
    }

    /// Lists roads that show one side where the votes around them show the other.
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
