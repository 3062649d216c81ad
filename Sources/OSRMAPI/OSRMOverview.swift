// Simplifies a whole route's line.

import Geo

/// Leaves out points you would not see on a map of the whole line.
///
/// Method: Douglas and Peucker, *Algorithms for the reduction of the number of points required to
/// represent a digitized line*, 1973, [doi:10.3138/FM57-6770-U75U-7727](
/// https://doi.org/10.3138/FM57-6770-U75U-7727), on stretches of bounded length.
enum OSRMOverview {
    /// The share of the extent by which a point may be off: one pixel on a map with 1,000.
    private static let share = 0.001
    /// The most points in a stretch. Both ends are kept. This limit bounds the time.
    private static let stretch = 1_024

    /// Returns the points to keep, always with both ends.
    ///
    /// - Complexity: O(*n*) for *n* points, times at most the length of a stretch.
    static func simplified(_ line: [Coordinate]) -> [Coordinate] {
        guard line.count > 2 else { return line }
        let envelope = Envelope(line)
        let squeeze = Geodesic.metersPerDegree(atLatitude: (envelope.minY + envelope.maxY) / 2)
        let width = (envelope.maxX - envelope.minX) * squeeze.x
        let height = (envelope.maxY - envelope.minY) * squeeze.y
        let tolerance = max(width, height) * share
        let flat = line.map { Coordinate(x: $0.x * squeeze.x, y: $0.y * squeeze.y) }
        var keeps = [Bool](repeating: false, count: line.count)
        var open: [(first: Int, last: Int)] = []
        for first in Swift.stride(from: 0, to: line.count - 1, by: stretch) {
            open.append((first, min(first + stretch, line.count - 1)))
        }
        keeps[0] = true
        while let (first, last) = open.popLast() {
            keeps[first] = true
            keeps[last] = true
            var (farthest, distance) = (first, tolerance)
            for point in (first + 1)..<max(first + 1, last) {
                let off = offset(of: flat[point], flat[first], flat[last])
                if off > distance { (farthest, distance) = (point, off) }
            }
            guard farthest > first else { continue }
            open.append((first, farthest))
            open.append((farthest, last))
        }
        return zip(line, keeps).filter(\.1).map(\.0)
    }

    /// Returns the distance from a point to a segment, in the coordinates' unit.
    private static func offset(of p: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0
        let t = min(1, max(0, along))
        let (ex, ey) = (a.x + t * dx - p.x, a.y + t * dy - p.y)
        return (ex * ex + ey * ey).squareRoot()
    }
}
