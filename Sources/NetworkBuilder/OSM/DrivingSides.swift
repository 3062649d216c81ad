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
    /// The most votes that count for one place.
    private static let mostVotes = 48
    /// Places of one cell of so many degrees, some kilometer, share a verdict.
    private static let cellE7: Int32 = 100_000
    private static let earthRadiusMeters = 6_371_000.0

    /// For each piece whether traffic keeps left.
    private(set) var keepsLeft: [Bool] = []
    /// What the sides were derived from, in words.
    private(set) var evidence: String
    /// Roads with evidence for another side than traffic keeps to there.
    private(set) var contradictions: [DrivingSideContradiction] = []
    /// Pieces without any evidence near them.
    private(set) var undetermined = 0

    private let votes: NearestVotes
    private var cells: [UInt64: DrivingSide?] = [:]

    /// Finds the sides.
    ///
    /// - Parameter declared: The side where the data does not show it; `nil` when none is declared.
    /// - Complexity: O(*n*) in pieces and roads; one look-up in a tree for each cell.
    init(
        _ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32],
        oneWay: UInt64, declared: DrivingSide?
    ) {
        let found = DrivingSideEvidence(roads, nodes, nodeRows: nodeRows, oneWay: oneWay)
        votes = NearestVotes(found.votes(cell: Self.cell))
        evidence = found.text
        keepsLeft.reserveCapacity(pieces.pieces.count)
        for piece in pieces.pieces {
            let ruling = roads.rulings[Int(roads.wayRuling[Int(piece.way)])]
            let middle = nodes.place(Int(nodeRows[(piece.first + piece.last) / 2]))
            let near = ruling.drivingSide ?? side(near: middle)
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

    /// The side of the votes near a place, or `nil` without any.
    private mutating func side(near place: FixedCoordinate) -> DrivingSide? {
        let cell = Self.cell(place)
        if let known = cells[cell] { return known }
        // The whole cell has the verdict of its middle, whichever of its roads comes first.
        let side = verdict(at: Self.middle(ofCellWith: place))
        cells[cell] = .some(side)
        return side
    }

    /// The majority of the nearest votes, as many as weigh enough and do not balance.
    private func verdict(at place: FixedCoordinate) -> DrivingSide? {
        let nearest = votes.nearest(
            to: DrivingSideVote.place(place), count: Self.mostVotes,
            reach: Self.reachMeters / Self.earthRadiusMeters)
        var (right, left) = (0.0, 0.0)
        for (vote, _) in nearest {
            if vote.side == .right { right += vote.weight } else { left += vote.weight }
            if right + left >= Self.enoughWeight, right != left { break }
        }
        // If they balance to the end, the nearest decides.
        if right == left { return nearest.first?.vote.side }
        return right > left ? .right : .left
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
                .filter { self.side(near: $0.place) != side }.map { roads.wayIDs[$0.way] }
            guard !ways.isEmpty else { continue }
            contradictions.append(
                DrivingSideContradiction(
                    what: what, count: ways.count,
                    ways: Array(ways.sorted().prefix(DrivingSideContradiction.mostWays))))
        }
    }

    private static func cell(_ place: FixedCoordinate) -> UInt64 {
        let (column, row) = columnAndRow(place)
        return UInt64(UInt32(bitPattern: column)) << 32 | UInt64(UInt32(bitPattern: row))
    }

    private static func columnAndRow(_ place: FixedCoordinate) -> (Int32, Int32) {
        func floor(_ value: Int32) -> Int32 {
            value >= 0 ? value / cellE7 : (value + 1) / cellE7 - 1
        }
        return (floor(place.longitudeE7), floor(place.latitudeE7))
    }

    private static func middle(ofCellWith place: FixedCoordinate) -> FixedCoordinate {
        let (column, row) = columnAndRow(place)
        func middle(_ cell: Int32) -> Int32 { cell * cellE7 + cellE7 / 2 }
        return FixedCoordinate(longitudeE7: middle(column), latitudeE7: middle(row))
    }
}
