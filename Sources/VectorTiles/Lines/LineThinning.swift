// Leaves out points a map does not show.

import Geo

/// Thins lines and rounds them to a tile's whole units.
enum LineThinning {
    /// Returns a line in whole units, without repeated places.
    ///
    /// - Parameter tolerance: How far the line may stray, in units; 0 keeps every point.
    /// - Returns: Fewer than two points if the line shrinks to a place.
    static func rounded(_ line: [TilePoint], tolerance: Double) -> [SIMD2<Int32>] {
        let kept = tolerance > 0 ? thinned(line, tolerance: tolerance) : line
        var result: [SIMD2<Int32>] = []
        result.reserveCapacity(kept.count)
        var last: SIMD2<Int32> = [.max, .max]
        for point in kept {
            let whole = SIMD2<Int32>(Int32(point.x.rounded()), Int32(point.y.rounded()))
            guard whole.x != last.x || whole.y != last.y else { continue }
            result.append(whole)
            last = whole
        }
        return result
    }

    /// Returns the line with only the points it needs to stay within a tolerance.
    ///
    /// - Complexity: As `LineReduction`.
    static func thinned(_ line: [TilePoint], tolerance: Double) -> [TilePoint] {
        guard line.count > 2 else { return line }
        let limit = tolerance * tolerance
        let isKept = LineReduction.keptPoints(of: line.count) { first, last in
            LineReduction.farthest(between: first, last, beyond: limit) {
                squaredDistance(line[$0], line[first], line[last])
            }
        }
        return line.indices.filter { isKept[$0] }.map { line[$0] }
    }

    /// Returns a point's squared distance from the step between two others.
    private static func squaredDistance(
        _ point: TilePoint, _ from: TilePoint, _ to: TilePoint
    ) -> Double {
        let step = to - from
        let length = (step * step).sum()
        let share = length > 0 ? max(0, min(1, ((point - from) * step).sum() / length)) : 0
        let away = point - (from + step * share)
        return (away * away).sum()
    }
}
