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

    /// The length before and behind a roundabout that shows its direction.
    private static let acrossMeters = 60.0

    /// Returns the change of direction over a roundabout, from 60 m before to 60 m behind it; `nil`
    /// if the path is too short. The curves of its entries and exits do not count.
    ///
    /// - Parameters:
    ///   - ring: The moving steps on the roundabout, as indices of `moving`; empty if painted.
    ///   - end: The step before which the road behind it ends.
    func angle(
        across ring: Range<Int>, until end: Int, on network: NetworkDataset
    ) -> TurnAngle? {
        guard ring.lowerBound > 0, ring.upperBound < moving.count else { return nil }
        let entry = steps[moving[ring.lowerBound - 1]].edge
        let exit = steps[moving[ring.upperBound]].edge
        let (before, behind) = (
            moving[..<ring.lowerBound].reversed(), moving[ring.upperBound...].prefix { $0 < end }
        )
        guard let from = place(along: before, backward: true, network),
            let to = place(along: behind, backward: false, network)
        else { return nil }
        let arrival = Geodesic.bearingDegrees(
            from: from, to: network.coordinate(of: network.head(of: entry)))
        let departure = Geodesic.bearingDegrees(
            from: network.coordinate(of: network.tail(of: exit)), to: to)
        return TurnAngle(degrees: departure - arrival)
    }

    /// Returns the place 60 m along some steps, or at their end or the first turn if at least half
    /// as far; otherwise `nil`.
    private func place(
        along indices: some Sequence<Int>, backward: Bool, _ network: NetworkDataset
    ) -> Coordinate? {
        var left = Self.acrossMeters
        var place: Coordinate?
        var last: EdgeID?
        for index in indices where left > 0 {
            let step = steps[index]
            if let last {
                let (from, to) = backward ? (step.edge, last) : (last, step.edge)
                guard TurnAngle(from: from, to: to, on: network).isOnward else { break }
            }
            let measure = LineMeasure(network.shape(of: step.edge))
            guard measure.lengthMeters > 0 else { continue }
            let share = min(step.to - step.from, left / measure.lengthMeters)
            place = measure.coordinate(at: backward ? step.to - share : step.from + share)
            left -= share * measure.lengthMeters
            last = step.edge
        }
        return left <= Self.acrossMeters / 2 ? place : nil
    }
}
