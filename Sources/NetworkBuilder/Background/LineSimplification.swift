// Leaves out points that a zoom does not show.

import RoadNetwork

/// Makes lines and rings as fine as a zoom needs.
enum LineSimplification {
    /// The most points of a ring to check for crossings. Longer rings, some hundred on the planet,
    /// are not checked.
    private static let mostChecked = 20_000

    /// Returns a line that strays by `tolerance` map units at most, without repeated points.
    ///
    /// Method: D. H. Douglas and T. K. Peucker, *Algorithms for the reduction of the number of
    /// points required to represent a digitized line*, Cartographica 10 (1973),
    /// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727).
    ///
    /// - Complexity: O(*n* log *n*) for usual lines; O(*n*²) at worst.
    static func line(_ line: [MapPoint], tolerance: Int32) -> [MapPoint] {
        guard line.count > 2 else { return withoutRepeats(line) }
        guard tolerance > 0 else { return withoutRepeats(line) }
        var isKept = [Bool](repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        let limit = Double(tolerance) * Double(tolerance)
        var open = [(first: 0, last: line.count - 1)]
        while let (first, last) = open.popLast() {
            guard last - first > 1 else { continue }
            var (worst, place) = (limit, -1)
            for middle in (first + 1)..<last {
                let distance = squaredDistance(line[middle], line[first], line[last])
                if distance > worst { (worst, place) = (distance, middle) }
            }
            guard place >= 0 else { continue }
            isKept[place] = true
            open.append((first, place))
            open.append((place, last))
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
