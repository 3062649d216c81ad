// Whether a ring crosses itself.

import RoadNetwork

/// Looks for steps of a ring that cross or touch others.
enum RingCrossings {
    /// Returns whether two steps that do not follow each other share a place.
    ///
    /// Method: a sweep from west to east, which compares each step with the earlier ones that reach
    /// as far east.
    ///
    /// - Complexity: O(*n* log *n* + *n k*) if up to *k* steps lie above each other.
    static func exist(in ring: [MapPoint]) -> Bool {
        let count = ring.count
        guard count > 3 else { return false }
        func end(_ step: Int) -> MapPoint { ring[step + 1 == count ? 0 : step + 1] }
        let order = ring.indices.sorted {
            (min(ring[$0].x, end($0).x), $0) < (min(ring[$1].x, end($1).x), $1)
        }
        var open: [Int] = []
        for step in order {
            let (from, to) = (ring[step], end(step))
            let west = min(from.x, to.x)
            open.removeAll { max(ring[$0].x, end($0).x) < west }
            let (north, south) = (min(from.y, to.y), max(from.y, to.y))
            for other in open {
                let distance = abs(step - other)
                guard distance > 1, distance < count - 1 else { continue }
                let (a, b) = (ring[other], end(other))
                guard max(a.y, b.y) >= north, min(a.y, b.y) <= south else { continue }
                if share(from, to, a, b) { return true }
            }
            open.append(step)
        }
        return false
    }

    /// Returns whether two steps whose boxes meet share a place.
    private static func share(_ a: MapPoint, _ b: MapPoint, _ c: MapPoint, _ d: MapPoint) -> Bool {
        let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
        // On one line, boxes that meet are enough.
        return sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0
    }

    /// Returns 1, 0 or -1: on which side of a line through two places a third one lies.
    private static func side(_ from: MapPoint, _ to: MapPoint, _ point: MapPoint) -> Int {
        let left = (Int64(to.x) - Int64(from.x)) * (Int64(point.y) - Int64(from.y))
        let right = (Int64(to.y) - Int64(from.y)) * (Int64(point.x) - Int64(from.x))
        return (left > right ? 1 : 0) - (left < right ? 1 : 0)
    }
}
