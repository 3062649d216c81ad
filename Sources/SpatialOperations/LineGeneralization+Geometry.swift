// Generalizes whole shapes.

package import Geo

extension Geometry {
    /// Returns the shape with fewer vertices, none of which moves.
    ///
    /// Lines keep their ends and rings at least a triangle, so that no shape is lost. Points stay.
    ///
    /// - Parameter tolerance: How far a line may move; 0 or less keeps every vertex.
    /// - Complexity: As ``LineGeneralization/keptVertices(of:tolerance:keeping:)``.
    package func generalized(_ tolerance: LineGeneralization.Tolerance) -> Geometry {
        switch self {
        case .point, .multipoint, .empty: return self
        case .polyline(let paths, let measures):
            let kept = paths.map { LineGeneralization.keptVertices(of: $0, tolerance: tolerance) }
            return .polyline(
                paths: zip(paths, kept).map { path, rows in rows.map { path[$0] } },
                measures: measures.map { measures in
                    zip(measures, kept).map { values, rows in rows.map { values[$0] } }
                })
        case .polygon(let rings):
            return .polygon(
                rings: rings.map { ring in
                    LineGeneralization.keptVertices(ofRing: ring, tolerance: tolerance).map {
                        ring[$0]
                    }
                })
        }
    }
}

extension LineGeneralization {
    /// Returns the vertices to keep of a ring, whose last vertex is its first again.
    ///
    /// A ring has no ends: the vertex farthest from the first one is kept, too, and if a line would
    /// be left, the farthest from it.
    fileprivate static func keptVertices(
        ofRing ring: [Coordinate], tolerance: Tolerance
    ) -> [Int] {
        guard ring.count > 4, let first = ring.first else { return Array(ring.indices) }
        let far = farthest(of: ring) {
            ($0.x - first.x) * ($0.x - first.x) + ($0.y - first.y) * ($0.y - first.y)
        }
        var kept = keptVertices(of: ring, tolerance: tolerance, keeping: [far])
        if kept.count < 4 {
            let end = ring[far]
            let wide = farthest(of: ring) {
                abs(
                    (end.x - first.x) * ($0.y - first.y) - (end.y - first.y) * ($0.x - first.x))
            }
            kept = keptVertices(of: ring, tolerance: tolerance, keeping: [far, wide])
        }
        return kept
    }

    /// Returns the vertex between a ring's ends with the greatest measure.
    private static func farthest(of ring: [Coordinate], by measure: (Coordinate) -> Double) -> Int {
        (1..<ring.count - 1).max { measure(ring[$0]) < measure(ring[$1]) } ?? 1
    }
}
