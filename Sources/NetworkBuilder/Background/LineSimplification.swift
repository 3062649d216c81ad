// Leaves out points that a zoom does not show.

import Geo
import RoadNetwork

/// Makes lines and rings as fine as a zoom needs.
enum LineSimplification {
    /// The most points of a ring to check for crossings. Longer rings, some hundred on the planet,
    /// are not checked.
    private static let mostChecked = 20_000

    /// Returns a line that strays by `tolerance` map units at most, without repeated points.
    ///
    /// - Complexity: As `LineReduction`.
    static func line(_ line: [MapPoint], tolerance: Int32) -> [MapPoint] {
        guard line.count > 2, tolerance > 0 else { return withoutRepeats(line) }
        let limit = Double(tolerance) * Double(tolerance)
        let isKept = LineReduction.keptPoints(of: line.count) { first, last in
            LineReduction.farthest(between: first, last, beyond: limit) {
                squaredDistance(line[$0], line[first], line[last])
            }
        }
        return withoutRepeats(line.indices.filter { isKept[$0] }.map { line[$0] })
    }

    /// Returns a ring that strays by at most `tolerance` map units; nothing if no area is left. If
    /// the result crosses itself, smaller tolerances are tried, down to 0.
    ///
    /// - Parameter ring: Points without the first one again at the end.
    static func ring(_ ring: [MapPoint], tolerance: Int32) -> [MapPoint] {
        var allowed = tolerance
        while true {
            let simple = closed(ring, tolerance: allowed)
            guard allowed > 0, simple.count <= mostChecked,
                RingCrossings.exist(in: simple)
            else { return simple }
            allowed /= 4
        }
    }

    /// Splits the ring at its first point and the one farthest from it, and simplifies both halves.
    private static func closed(_ ring: [MapPoint], tolerance: Int32) -> [MapPoint] {
        let ring = MapPart.tidied(ring)
        guard tolerance > 0, ring.count > 2, let start = ring.first else { return ring }
        var (worst, turn): (Int64, Int) = (0, 0)
        for place in ring.indices {
            let (x, y) = (
                Int64(ring[place].x) - Int64(start.x), Int64(ring[place].y) - Int64(start.y)
            )
            if x * x + y * y > worst { (worst, turn) = (x * x + y * y, place) }
        }
        let there = line(Array(ring[...turn]), tolerance: tolerance)
        let back = line(Array(ring[turn...]) + [start], tolerance: tolerance)
        return MapPart.tidied(there.dropLast() + back.dropLast())
    }

    private static func withoutRepeats(_ line: [MapPoint]) -> [MapPoint] {
        var kept: [MapPoint] = []
        kept.reserveCapacity(line.count)
        for point in line where kept.last != point { kept.append(point) }
        return kept
    }

    private static func squaredDistance(
        _ point: MapPoint, _ from: MapPoint, _ to: MapPoint
    ) -> Double {
        let (dx, dy) = (Double(to.x) - Double(from.x), Double(to.y) - Double(from.y))
        let (px, py) = (Double(point.x) - Double(from.x), Double(point.y) - Double(from.y))
        let length = dx * dx + dy * dy
        let share = length > 0 ? max(0, min(1, (px * dx + py * dy) / length)) : 0
        let (ax, ay) = (px - dx * share, py - dy * share)
        return ax * ax + ay * ay
    }
}
