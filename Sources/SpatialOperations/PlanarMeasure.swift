// Lengths and areas on a flat map (`Shape_Length`, `Shape_Area`).

package import Geo

/// Measures shapes in the plane of their coordinates.
package enum PlanarMeasure {
    /// Returns the total length of lines or ring borders, in the coordinates' units.
    package static func length(of geometry: Geometry) -> Double {
        switch geometry {
        case .polyline(let paths, _): paths.reduce(0) { $0 + length(of: $1) }
        case .polygon(let rings):
            rings.reduce(0) { sum, ring in
                sum + length(of: ring.last == ring.first ? ring : ring + ring.prefix(1))
            }
        case .point, .multipoint, .empty: 0
        }
    }

    /// Returns the area the rings enclose by the even-odd rule, in square units.
    ///
    /// - Throws: ``BarrierGeometryError`` if the polygon is beyond `limits` or cannot be made
    ///   valid.
    package static func area(
        of geometry: Geometry, limits: BarrierGeometry.Limits = .standard
    ) throws(BarrierGeometryError) -> Double {
        guard case .polygon(let rings) = geometry else { return 0 }
        try limits.check(rings)
        return try PolygonAssembly(rings: rings, limits: limits).area?.area() ?? 0
    }

    private static func length(of line: [Coordinate]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, step in
            let (dx, dy) = (step.1.x - step.0.x, step.1.y - step.0.y)
            return sum + (dx * dx + dy * dy).squareRoot()
        }
    }
}
