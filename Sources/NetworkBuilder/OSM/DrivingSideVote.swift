// Finds out on which side of the road people drive.

import Geo
import RoadNetwork

/// Decides the driving side from the data.
struct DrivingSideVote {
    private(set) var left = 0
    private(set) var right = 0
    /// How the winner was found, for the report.
    private(set) var evidence = "nothing in the data"

    /// Counts `driving_side` tags; without any, the ways that roundabouts turn.
    init(_ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], oneWay: UInt64) {
        (left, right) = (roads.drivesLeft, roads.drivesRight)
        if left + right > 0 {
            evidence = "driving_side tags, \(left) left and \(right) right"
            return
        }
        for way in 0..<roads.wayCount {
            let ruling = roads.rulings[Int(roads.wayRuling[way])]
            guard ruling.forward.flags.contains(.roundabout), oneWay != 0 else { continue }
            let isReversed = ruling.forward.restrictions & oneWay != 0
            guard isReversed != (ruling.backward.restrictions & oneWay != 0) else { continue }
            let line = roads.nodeRange(ofWay: way).map { Int(nodeRows[$0]) }
                .filter { nodes.isPresent($0) }.map { nodes.place($0) }
            let turned = Self.doubledArea(line) * (isReversed ? -1 : 1)
            // Traffic that keeps right goes round counterclockwise.
            if turned > 0 { right += 1 } else if turned < 0 { left += 1 }
        }
        if left + right > 0 {
            evidence = "roundabouts, \(left) clockwise and \(right) counterclockwise"
        }
    }

    /// The side, or `nil` when nothing tells.
    var side: DrivingSide? {
        if left == right { return nil }
        return left > right ? .left : .right
    }

    /// Twice the signed area of a ring or of an arc closed by its chord; positive counterclockwise.
    private static func doubledArea(_ line: [FixedCoordinate]) -> Double {
        guard let first = line.first, line.count >= 3 else { return 0 }
        func offset(_ place: FixedCoordinate) -> (x: Double, y: Double) {
            (
                Double(place.longitudeE7) - Double(first.longitudeE7),
                Double(place.latitudeE7) - Double(first.latitudeE7)
            )
        }
        return zip(line, line.dropFirst() + [first]).reduce(0) { sum, step in
            let (a, b) = (offset(step.0), offset(step.1))
            return sum + a.x * b.y - b.x * a.y
        }
    }
}
