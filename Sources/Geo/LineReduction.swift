// Leaves out points of a line that hardly bend it.

/// Chooses the points that a line needs, by the Douglas–Peucker rule.
///
/// ```swift
/// let isKept = LineReduction.keptPoints(of: line.count) { first, last in
///     LineReduction.farthest(between: first, last, beyond: tolerance) { point in
///         distance(line[point], line[first], line[last])
///     }
/// }
/// ```
///
/// Measure distances to the stretch between the two points, not to the endless line through them:
/// then dead ends keep their tips.
///
/// Method: D. H. Douglas and T. K. Peucker, *Algorithms for the reduction of the number of points
/// required to represent a digitized line or its caricature*, Cartographica 10 (1973),
/// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727), with a stack of
/// open stretches instead of recursion.
@usableFromInline
package enum LineReduction {
    /// Returns for each point of a line whether to keep it.
    ///
    /// - Parameters:
    ///   - count: The number of points, at least 1.
    ///   - fixed: Points to keep in any case. The ends are always kept.
    ///   - farthest: Returns the point between two others to keep as well; `nil` if the straight
    ///     line between them is near enough to all.
    /// - Complexity: O(*n* log *n*) for usual lines, O(*n*²) at worst.
    @inlinable @inline(__always)
    package static func keptPoints(
        of count: Int, fixed: some Sequence<Int> = EmptyCollection(),
        _ farthest: (_ first: Int, _ last: Int) -> Int?
    ) -> [Bool] {
        var isKept = [Bool](repeating: false, count: count)
        (isKept[0], isKept[count - 1]) = (true, true)
        for point in fixed { isKept[point] = true }
        var open: [(first: Int, last: Int)] = []
        var before = 0
        for point in 1..<max(count, 1) where isKept[point] {
            open.append((before, point))
            before = point
        }
        while let (first, last) = open.popLast() {
            guard let point = farthest(first, last) else { continue }
            isKept[point] = true
            open.append((first, point))
            open.append((point, last))
        }
        return isKept
    }

    /// Returns the point between two others with the greatest distance above a limit, or `nil` if
    /// no distance is above it.
    @inlinable @inline(__always)
    package static func farthest(
        between first: Int, _ last: Int, beyond limit: Double, _ distance: (Int) -> Double
    ) -> Int? {
        guard last - first > 1 else { return nil }
        var (greatest, farthest) = (limit, first)
        for point in first + 1..<last {
            let distance = distance(point)
            if distance > greatest { (greatest, farthest) = (distance, point) }
        }
        return farthest == first ? nil : farthest
    }
}
