// Removes vertices that hardly bend a line.

package import Geo

/// Generalizes lines by the Douglas–Peucker rule.
package enum LineGeneralization {
    /// How far a line may move.
    package enum Tolerance: Hashable, Sendable {
        /// A distance in the coordinates' units, in their plane.
        case planar(Double)
        /// Meters, for longitudes and latitudes with this many degrees per unit (1 for degrees).
        case geographic(meters: Double, degreesPerUnit: Double)

        /// Converts a tolerance in meters for a coordinate system.
        package init(meters: Double, in system: CoordinateSystem) {
            self =
                system.isGeographic
                ? .geographic(meters: meters, degreesPerUnit: system.degreesPerUnit)
                : .planar(meters / system.metersPerUnit)
        }

        fileprivate var distance: Double {
            switch self {
            case .planar(let distance): distance
            case .geographic(let meters, _): meters
            }
        }

        /// Returns the factors that make differences in x and y between two positions comparable
        /// with the distance.
        fileprivate func scale(between a: Coordinate, _ b: Coordinate) -> (x: Double, y: Double) {
            switch self {
            case .planar: return (1, 1)
            case .geographic(_, let degreesPerUnit):
                let perDegree = Geodesic.metersPerDegree(
                    atLatitude: (a.y + b.y) / 2 * degreesPerUnit)
                return (perDegree.x * degreesPerUnit, perDegree.y * degreesPerUnit)
            }
        }
    }

    /// Returns the vertices to keep so that no other vertex is farther than the tolerance from the
    /// kept line.
    ///
    /// Measures and attributes belong to vertices and stay with the kept ones.
    ///
    /// Method: D. Douglas and T. Peucker, *Algorithms for the reduction of the number of points
    /// required to represent a digitized line or its caricature*, Cartographica 10 (1973),
    /// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727), with a stack
    /// of open stretches instead of recursion. Distances are measured to the stretch, not to the
    /// endless line through it, so that dead ends keep their tips.
    ///
    /// - Parameters:
    ///   - line: The vertices.
    ///   - tolerance: How far the line may move; 0 or less keeps every vertex.
    ///   - fixed: Vertices to keep in any case (turns, stops). The ends are always kept.
    /// - Returns: The kept vertices' positions, ascending.
    /// - Complexity: O(*n* log *n*) for ordinary lines, O(*n*²) at worst.
    package static func keptVertices(
        of line: [Coordinate], tolerance: Tolerance, keeping fixed: [Int] = []
    ) -> [Int] {
        keptVertices(of: line[...], tolerance: tolerance, keeping: fixed)
    }

    /// Does the same for a piece of a line; positions count from its start.
    package static func keptVertices(
        of line: ArraySlice<Coordinate>, tolerance: Tolerance, keeping fixed: [Int] = []
    ) -> [Int] {
        guard line.count > 2, tolerance.distance > 0 else { return Array(0..<line.count) }
        return line.withUnsafeBufferPointer { kept(of: $0, tolerance, fixed) }
    }

    private static func kept(
        of line: UnsafeBufferPointer<Coordinate>, _ tolerance: Tolerance, _ fixed: [Int]
    ) -> [Int] {
        var isKept = [Bool](repeating: false, count: line.count)
        isKept[0] = true
        isKept[line.count - 1] = true
        for vertex in fixed { isKept[vertex] = true }
        var open: [(first: Int, last: Int)] = []
        var first = 0
        for vertex in 1..<line.count where isKept[vertex] {
            open.append((first, vertex))
            first = vertex
        }
        while let (first, last) = open.popLast() {
            guard let farthest = farthestVertex(of: line, first, last, tolerance) else { continue }
            isKept[farthest] = true
            open.append((first, farthest))
            open.append((farthest, last))
        }
        return line.indices.filter { isKept[$0] }
    }

    /// Returns the vertex between two others that is farthest from the straight line joining them,
    /// or `nil` if none is beyond the tolerance.
    private static func farthestVertex(
        of line: UnsafeBufferPointer<Coordinate>, _ first: Int, _ last: Int,
        _ tolerance: Tolerance
    ) -> Int? {
        guard last - first > 1 else { return nil }
        let start = line[first]
        let scale = tolerance.scale(between: start, line[last])
        let dx = (line[last].x - start.x) * scale.x
        let dy = (line[last].y - start.y) * scale.y
        let squared = dx * dx + dy * dy
        var farthest: Int?
        var greatest = tolerance.distance * tolerance.distance
        for vertex in first + 1..<last {
            let px = (line[vertex].x - start.x) * scale.x
            let py = (line[vertex].y - start.y) * scale.y
            let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
            let (x, y) = (px - share * dx, py - share * dy)
            let distance = x * x + y * y
            if distance > greatest {
                greatest = distance
                farthest = vertex
            }
        }
        return farthest
    }
}
