// Nodes that are one junction on the ground, though the source has several.

import Geo
import RoadNetwork

/// Which nodes of the table are one junction.
///
/// Mappers double nodes by mistake, and cut roads at the 180th meridian into ways that end at +180
/// and begin at -180 degrees. Each node keeps its own place, so that lines stay on their side of
/// the meridian.
struct JoinedNodes {
    /// Joined rows with the row that stands for them.
    private var leaders: [Int: Int] = [:]

    static let meridianE7: Int32 = 1_800_000_000

    var isEmpty: Bool { leaders.isEmpty }

    /// The row that stands for a row's junction.
    func canonical(_ row: Int) -> Int {
        guard !leaders.isEmpty else { return row }
        var row = row
        while let leader = leaders[row] { row = leader }
        return row
    }

    /// Makes two rows one junction.
    mutating func join(_ a: Int, _ b: Int) {
        let (one, other) = (canonical(a), canonical(b))
        if one != other { leaders[max(one, other)] = min(one, other) }
    }

    /// The rows of each junction that has several, ascending.
    var groups: [[Int]] {
        var groups: [Int: [Int]] = [:]
        for row in leaders.keys { groups[canonical(row), default: []].append(row) }
        return groups.map { [$0.key] + $0.value.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// Joins what lies at +180 and at -180 degrees in one latitude.
    ///
    /// - Parameter mark: Called with each joined row.
    mutating func joinAcrossMeridian(_ nodes: NodeTable, mark: (Int) -> Void) {
        var rows: [Int32: (east: [Int], west: [Int])] = [:]
        for (row, longitude) in nodes.longitudeE7.enumerated()
        where abs(longitude) == Self.meridianE7 && nodes.isPresent(row) {
            if longitude > 0 {
                rows[nodes.latitudeE7[row], default: ([], [])].east.append(row)
            } else {
                rows[nodes.latitudeE7[row], default: ([], [])].west.append(row)
            }
        }
        for (east, west) in rows.values where !east.isEmpty && !west.isEmpty {
            for row in east + west {
                join(east[0], row)
                mark(row)
            }
        }
    }

    /// Whether two places differ by no more than the rounding of coordinates.
    static func areOnePlace(_ a: FixedCoordinate, _ b: FixedCoordinate) -> Bool {
        abs(Int64(a.longitudeE7) - Int64(b.longitudeE7)) <= 1
            && abs(Int64(a.latitudeE7) - Int64(b.latitudeE7)) <= 1
    }
}

/// A piece of a road that is no longer than the rounding of coordinates.
struct TinyPiece {
    var way: UInt32
    /// Rows of its ends in the node table.
    var row: Int
    var otherRow: Int
    /// Whether its ends are one junction, so that it is no segment.
    var isJoined: Bool
}

/// Decides which junctions in one place may be one.
///
/// They may where no traffic gets through that did not before: neither end has a barrier or a limit
/// that the other has not, and the piece between them is part of a longer road or as open as the
/// roads that it connects. An elevator between two levels stays one.
struct TinyJoining {
    private let roads: RoadCollection
    private let nodes: NodeTable
    private let nodeRows: [UInt32]
    /// Ways with another place than that of their tiny pieces.
    private let longWays: Set<UInt32>
    /// The ways at the ends of other tiny ways, by row.
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
            rulings.0.limits == rulings.1.limits, rulings.0.gated == rulings.1.gated
        else { return false }
        if longWays.contains(piece.way) { return true }
        let way = Int(piece.way)
        guard roads.conditionals[roads.wayIDs[way]] == nil else { return false }
        let closed = closedRestrictions(ofWay: way)
        let known = [piece.first, piece.last].map { position in
            (waysAt[nodeRows[position]] ?? []).filter { $0 != piece.way }
                .map { closedRestrictions(ofWay: Int($0)) }
        }
        // What comes from one end and can go on from the other.
        let passing = known.reduce(~UInt64(0)) { passing, masks in
            passing & ~masks.reduce(~UInt64(0)) { $0 & $1 }
        }
        return closed & passing == 0
    }

    /// The restrictions that apply in both directions.
    private func closedRestrictions(ofWay way: Int) -> UInt64 {
        let ruling = roads.rulings[Int(roads.wayRuling[way])]
        return ruling.forward.restrictions & ruling.backward.restrictions
    }
}
