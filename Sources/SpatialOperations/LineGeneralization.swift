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
    /// Method: `LineReduction`.
    ///
    /// - Parameters:
    ///   - line: The vertices.
    ///   - tolerance: How far the line may move; 0 or less keeps every vertex.
    ///   - fixed: Vertices to keep in any case (turns, stops). The ends are always kept.
    /// - Returns: The kept vertices' positions, ascending.
    /// - Complexity: As `LineReduction`.
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
        let isKept = LineReduction.keptPoints(of: line.count, fixed: fixed) { first, last in
            farthestVertex(of: line, first, last, tolerance)
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
        let limit = tolerance.distance * tolerance.distance
        return LineReduction.farthest(between: first, last, beyond: limit) { vertex in
            let px = (line[vertex].x - start.x) * scale.x
            let py = (line[vertex].y - start.y) * scale.y
            let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
            let (x, y) = (px - share * dx, py - share * dy)
            return x * x + y * y
        }
    }
}
