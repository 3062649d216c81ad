// Simplifies a whole route's line.

import Geo

/// Leaves out points you would not see on a map of the whole line.
///
/// Method: `LineReduction`, on stretches of bounded length.
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
        let ends = Swift.stride(from: 0, to: line.count, by: stretch)
        let isKept = LineReduction.keptPoints(of: line.count, fixed: ends) { first, last in
            LineReduction.farthest(between: first, last, beyond: tolerance) {
                offset(of: flat[$0], flat[first], flat[last])
            }
        }
        return zip(line, isKept).filter(\.1).map(\.0)
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
