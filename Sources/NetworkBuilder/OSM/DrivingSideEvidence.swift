// The evidence in the data for the side of the road that traffic keeps to.

import Geo
import RoadNetwork

/// One sign of the driving side, at a place.
typealias DrivingSideVote = PlacedVote<DrivingSide>

/// The roads that show the side that traffic keeps to.
///
/// Mappers tag `driving_side` where traffic keeps to another side than usual, so that a tag says
/// much about its own road and little about those near it: all tags of a side within a cell of
/// some kilometer weigh at most as much as one roundabout, a single one a quarter of it.
struct DrivingSideEvidence {
    /// What a road shows, and where.
    struct Witness {
        var side: DrivingSide
        var way: Int
        var place: FixedCoordinate
        /// The share of a circle that a roundabout's way turns, so that a roundabout of many ways
        /// weighs as much as one of a single way; 0 for a tag.
        var circle = 0.0
    }

    /// The weight of one tag, where a whole roundabout has 1.
    static let tagWeight = 0.25
    /// What turns less of a circle is straight.
    private static let leastCircle = 0.005

    private(set) var roundabouts: [Witness] = []
    private(set) var tags: [Witness] = []

    /// Collects the evidence.
    ///
    /// - Parameter oneWay: Bits of the restrictions that close a direction.
    /// - Complexity: O(*n*) in the roads and their nodes.
    init(_ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], oneWay: UInt64) {
        var arcs: [(way: Int, rows: [Int])] = []
        for way in 0..<roads.wayCount {
            let ruling = roads.rulings[Int(roads.wayRuling[way])]
            let isRoundabout = ruling.forward.flags.contains(.roundabout) && oneWay != 0
            guard isRoundabout || ruling.drivingSide != nil else { continue }
            let rows = roads.nodeRange(ofWay: way).map { Int(nodeRows[$0]) }
                .filter { nodes.isPresent($0) }
            guard !rows.isEmpty else { continue }
            if let side = ruling.drivingSide {
                tags.append(Witness(side: side, way: way, place: nodes.place(rows[rows.count / 2])))
            }
            let isReversed = ruling.forward.restrictions & oneWay != 0
            guard isRoundabout, isReversed != (ruling.backward.restrictions & oneWay != 0) else {
                continue
            }
            arcs.append((way, isReversed ? rows.reversed() : rows))
        }
        addRoundabouts(arcs, nodes)
    }

    /// Adds the ways of roundabouts, each with its own turn and that into the way behind it.
    ///
    /// - Parameter arcs: Ways with their nodes in the order in which they are driven.
    private mutating func addRoundabouts(_ arcs: [(way: Int, rows: [Int])], _ nodes: NodeTable) {
        let lines = arcs.map { arc in arc.rows.map { nodes.place($0) } }
        var next: [Int: Double] = [:]
        for (arc, line) in zip(arcs, lines) {
            guard let start = arc.rows.first, let bearing = Self.bearings(line).first else {
                continue
            }
            next[start] = next[start] ?? bearing
        }
        for (arc, line) in zip(arcs, lines) {
            var bearings = Self.bearings(line)
            if let end = arc.rows.last, let ahead = next[end] { bearings.append(ahead) }
            let circle = Self.circles(bearings)
            guard abs(circle) >= Self.leastCircle else { continue }
            // Traffic that keeps right goes round counterclockwise.
            roundabouts.append(
                Witness(
                    side: circle > 0 ? .right : .left, way: arc.way, place: line[line.count / 2],
                    circle: min(1, abs(circle))))
        }
    }

    /// The votes that result from the evidence, in a fixed order.
    ///
    /// - Parameter cell: The cell that a place lies in.
    func votes(cell: (FixedCoordinate) -> UInt64) -> [DrivingSideVote] {
        var votes = roundabouts.map {
            DrivingSideVote(
                value: $0.side, place: DrivingSideVote.place($0.place), weight: $0.circle)
        }
        for side in [DrivingSide.right, .left] {
            let cells = Dictionary(grouping: tags.filter { $0.side == side }) { cell($0.place) }
            for (_, tags) in cells.sorted(by: { $0.key < $1.key }) {
                votes.append(
                    DrivingSideVote(
                        value: side, place: DrivingSideVote.place(tags[tags.count / 2].place),
                        weight: min(1, Double(tags.count) * Self.tagWeight)))
            }
        }
        return votes
    }

    /// The evidence in words, for the report.
    var text: String {
        var parts: [String] = []
        for (side, turn) in [(DrivingSide.right, "counterclockwise"), (.left, "clockwise")] {
            let circles = roundabouts.reduce(0) { $0 + ($1.side == side ? $1.circle : 0) }
            guard circles > 0 else { continue }
            let count = max(1, Int(circles.rounded()))
            parts.append("\(count) roundabout\(count == 1 ? "" : "s") turning \(turn)")
        }
        for side in [DrivingSide.right, .left] {
            let count = tags.count { $0.side == side }
            guard count > 0 else { continue }
            parts.append(
                "\(count) road\(count == 1 ? "" : "s") tagged driving_side=\(side.rawValue)")
        }
        return parts.isEmpty ? "nothing in the data" : parts.joined(separator: ", ")
    }

    private static func bearings(_ line: [FixedCoordinate]) -> [Double] {
        zip(line, line.dropFirst()).filter { $0.0 != $0.1 }.map {
            Geodesic.bearingDegrees(from: $0.0.coordinate, to: $0.1.coordinate)
        }
    }

    /// How many circles travel by some bearings turns, counterclockwise positive; a ring one.
    private static func circles(_ bearings: [Double]) -> Double {
        zip(bearings, bearings.dropFirst()).reduce(0) { sum, step in
            let turned = (step.0 - step.1 + 540).truncatingRemainder(dividingBy: 360) - 180
            return sum + turned / 360
        }
    }
}
