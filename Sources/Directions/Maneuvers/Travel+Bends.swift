// Changes of direction over several edges.

import Geo
import RoadNetwork

extension Travel {
    /// The change of direction from the end of one step to the start of another.
    struct Bend {
        /// Total degrees turned to the right: 200 on a loop of 200°, not -160.
        var degrees = 0.0
        /// Degrees turned to the other side in between.
        var against = 0.0
    }

    /// Shorter parts of a line have no reliable direction.
    private static let leastMeters = 1.0

    /// Returns the bend from the end of the moving step before some others to the start of the step
    /// after them.
    ///
    /// - Complexity: O(*n*) in the number of vertices between.
    func bend(over positions: Range<Int>, on network: NetworkDataset) -> Bend {
        let (before, after) = (
            steps[moving[positions.lowerBound - 1]].edge, steps[moving[positions.upperBound]].edge
        )
        var bearing = Double(network.edgeArriveBearing[before.row]) / 100
        var (right, left) = (0.0, 0.0)
        func turn(to next: Double) {
            let degrees = TurnAngle(degrees: next - bearing).degrees
            if degrees > 0 { right += degrees } else { left -= degrees }
            bearing = next
        }
        for position in positions {
            let line = network.shape(of: steps[moving[position]].edge)
            guard var from = line.first else { continue }
            let scale = Geodesic.metersPerDegree(atLatitude: from.y)
            for to in line.dropFirst() {
                let (dx, dy) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
                if dx * dx + dy * dy < Self.leastMeters * Self.leastMeters { continue }
                turn(to: Geodesic.bearingDegrees(from: from, to: to))
                from = to
            }
        }
        turn(to: Double(network.edgeDepartBearing[after.row]) / 100)
        return Bend(degrees: right - left, against: min(right, left))
    }
}
