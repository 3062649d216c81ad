// Leaves out points a map does not show.

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
    /// Method: D. H. Douglas and T. K. Peucker, *Algorithms for the reduction of the number of
    /// points required to represent a digitized line*, Cartographica 10 (1973),
    /// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727).
    ///
    /// - Complexity: O(*n* log *n*) for usual lines; O(*n*²) at worst.
    static func thinned(_ line: [TilePoint], tolerance: Double) -> [TilePoint] {
        guard line.count > 2 else { return line }
        var isKept = [Bool](repeating: false, count: line.count)
        (isKept[0], isKept[line.count - 1]) = (true, true)
        let limit = tolerance * tolerance
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
