// Collects evidence for the side of the road traffic keeps to.

import Geo
import RoadNetwork

typealias DrivingSideVote = PlacedVote<DrivingSide>

/// The roads that show which side traffic keeps to.
///
/// Mappers tag `driving_side` where traffic keeps to an unusual side. A tag therefore says much
/// about its own road but little about its neighbors: all tags of a side within a cell of about a
/// kilometer weigh at most as much as one roundabout, and a single tag a quarter of it.
struct DrivingSideEvidence {
    /// The side that a road shows, and where it lies.
    struct Witness {
        var side: DrivingSide
        var way: Int
        var place: FixedCoordinate
        /// The share of a full circle that the way turns, so a roundabout of many ways weighs as
        /// much as one drawn as a single way; 0 for a tag.
        var circle = 0.0
    }

    /// The weight of one tag or divided road; a whole roundabout has 1.
    static let tagWeight = 0.25
    /// Fewer divided roads say nothing; a drawing may be wrong.
    private static let fewestDividedRoads = 3
    /// A way that turns less than this share of a circle is straight.
    private static let leastCircle = 0.005

    private(set) var roundabouts: [Witness] = []
    private(set) var tags: [Witness] = []
    /// Found by ``findDividedRoads(_:_:nodeRows:oneWay:)`` only, where the others do not decide.
    private(set) var dividedRoads: [Witness] = []

    /// Collects the evidence.
    ///
    /// - Parameter oneWay: The bits of the restrictions closing a direction.
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

    /// Adds the ways of roundabouts; each counts its own turn and the turn into the next way.
    ///
    /// - Parameter arcs: Ways with their nodes in driving order.
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
            // Traffic that keeps right goes around counterclockwise.
            roundabouts.append(
                Witness(
                    side: circle > 0 ? .right : .left, way: arc.way, place: line[line.count / 2],
                    circle: min(1, abs(circle))))
        }
    }

    /// Returns the votes that follow from the evidence, in a fixed order.
    ///
    /// - Parameter cell: Returns the cell of a place.
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

    /// Adds the roads that divide into two carriageways.
    mutating func findDividedRoads(
        _ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], oneWay: UInt64
    ) {
        let found = DividedRoads(roads, nodes, nodeRows: nodeRows, oneWay: oneWay).witnesses()
        if found.count >= Self.fewestDividedRoads { dividedRoads = found }
    }

    /// The votes of divided roads.
    var dividedVotes: [DrivingSideVote] {
        dividedRoads.map {
            DrivingSideVote(
                value: $0.side, place: DrivingSideVote.place($0.place), weight: Self.tagWeight)
        }
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
        for side in [DrivingSide.right, .left] {
            let count = dividedRoads.count { $0.side == side }
            guard count > 0 else { continue }
            parts.append(
                "\(count) divided road\(count == 1 ? "" : "s") with traffic on the "
                    + side.rawValue)
        }
        return parts.isEmpty ? "nothing in the data" : parts.joined(separator: ", ")
    }

    private static func bearings(_ line: [FixedCoordinate]) -> [Double] {
        zip(line, line.dropFirst()).filter { $0.0 != $0.1 }.map {
            Geodesic.bearingDegrees(from: $0.0.coordinate, to: $0.1.coordinate)
        }
    }

    /// Returns how many full circles a line of bearings turns, counterclockwise positive; a ring
    /// gives one.
    private static func circles(_ bearings: [Double]) -> Double {
        zip(bearings, bearings.dropFirst()).reduce(0) { sum, step in
            let turned = (step.0 - step.1 + 540).truncatingRemainder(dividingBy: 360) - 180
            return sum + turned / 360
        }
    }
}
