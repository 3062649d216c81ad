// A line or polygon barrier's shape, prepared for tests against many edges.

package import Geo

/// A line or area in WGS 84 degrees that streets are tested against.
///
/// The shape is closed: its border, and anything within ``toleranceDegrees`` of it, counts as
/// touched. Values are immutable, so many threads may share one. Route requests make one for each
/// line or polygon barrier and compute which fractions of each street it covers.
///
/// GEOS checks and repairs the shape once. The coverage of edges is computed here, because it needs
/// positions *along* an edge: GEOS's intersection returns loose pieces whose computed corners lie
/// on neither input, and finding them again on an edge that visits a place twice is guesswork. Here
/// each border segment cuts a range out of each straight step. The gaps between ranges keep clear
/// of the border, so testing the middle of a gap decides it, and no rounding error can flip the
/// result. A property test compares it with GEOS.
package struct BarrierGeometry: Sendable {
    /// Limits for shapes, because GEOS cannot be interrupted.
    package struct Limits: Hashable, Sendable {
        /// The greatest number of vertices.
        package var vertices: Int
        /// The greatest number of border crossings that are repaired.
        package var crossings: Int
        /// The greatest number of pairs of border segments with overlapping boxes, and of rings
        /// around rings, together: the work grows with it in the worst case.
        package var overlaps: Int

        /// Limits under which a barrier takes less than a second.
        package static let standard = Limits(vertices: 50_000)

        /// Sets limits.
        package init(vertices: Int, crossings: Int = 10_000, overlaps: Int = 5_000_000) {
            self.vertices = vertices
            self.crossings = crossings
            self.overlaps = overlaps
        }

        func check(_ parts: [[Coordinate]]) throws(BarrierGeometryError) {
            let found = parts.reduce(0) { $0 + $1.count }
            guard found > 0 else { throw .empty }
            guard found <= vertices else {
                throw .tooManyVertices(found: found, allowed: vertices)
            }
            for part in parts {
                for position in part where !position.isFinite { throw .notFinite(position) }
            }
        }
    }

    /// How near counts as touching: 1e-8 degrees, a millimeter. This is ArcGIS's default tolerance
    /// and a tenth of the step in which the network stores positions.
    package static let toleranceDegrees = 1e-8

    /// Whether the barrier has an inside, unlike a line.
    package let isArea: Bool
    /// What was wrong with the shape and has been repaired, and where; `nil` if nothing.
    package let repair: String?
    /// Boxes that contain every street touching the barrier, in the network's longitudes.
    ///
    /// There is one, or two if the shape crosses the antimeridian.
    package let searchEnvelopes: [Envelope]

    /// Every segment that can be touched.
    let border: SegmentIndex
    /// The segments in ``border`` that enclose the area; pieces that collapsed to lines do not.
    let enclosing: SegmentIndex
    /// The offsets to add to an edge's longitudes to bring it to the shape's side of the
    /// antimeridian, one for each of ``searchEnvelopes``.
    package let shifts: [Double]

    /// Prepares a shape.
    ///
    /// Rings may come in any order and direction, closed or not; a position is inside if an odd
    /// number of rings surrounds it.
    ///
    /// - Parameters:
    ///   - geometry: Lines or rings in degrees, longitude first.
    ///   - limits: Limits that are checked before GEOS sees the shape.
    /// - Throws: ``BarrierGeometryError`` if the shape is empty, of another kind, not finite, not
    ///   in degrees, or beyond the limits.
    /// - Complexity: O(*n* log *n*) in the vertices, plus the crossings to repair.
    package init(
        _ geometry: Geometry, limits: Limits = .standard
    ) throws(BarrierGeometryError) {
        var rings: [[Coordinate]] = []
        var lines: [[Coordinate]] = []
        switch geometry {
        case .polyline(let paths, _):
            try Self.check(paths, limits)
            lines = paths
            repair = nil
        case .polygon(let parts):
            try Self.check(parts, limits)
            let assembly = try PolygonAssembly(rings: parts, limits: limits)
            if let area = assembly.area { (rings, lines) = try area.linework() }
            lines += assembly.collapsed
            repair = assembly.repair
        case .empty: throw .empty
        case .point, .multipoint: throw .notLineOrPolygon
        }
        border = SegmentIndex(lines: rings + lines)
        enclosing = lines.isEmpty ? border : SegmentIndex(lines: rings)
        guard border.count > 0 else { throw .empty }
        isArea = enclosing.count > 0
        shifts = Self.shifts(for: border.envelope)
        let box = border.envelope.grown(by: Self.toleranceDegrees)
        searchEnvelopes = shifts.map { shift in
            Envelope(
                minX: max(box.minX - shift, -180), minY: box.minY,
                maxX: min(box.maxX - shift, 180), maxY: box.maxY)
        }
    }

    /// Returns whether a position lies inside the barrier or touches it.
    package func touches(_ position: Coordinate) -> Bool {
        shifts.contains { shift in
            let shifted = Coordinate(x: position.x + shift, y: position.y)
            return border.distance(to: shifted, isAtMost: Self.toleranceDegrees)
                || enclosing.encloses(shifted)
        }
    }

    private static func check(
        _ parts: [[Coordinate]], _ limits: Limits
    ) throws(BarrierGeometryError) {
        try limits.check(parts)
        for part in parts {
            for position in part where abs(position.y) > 90 || abs(position.x) > 720 {
                throw .notDegrees(position)
            }
        }
    }

    /// Returns the offsets for a box: the network lies in `-180...180`, but a shape drawn across
    /// the antimeridian continues beyond.
    private static func shifts(for box: Envelope) -> [Double] {
        [-720, -360, 0, 360, 720].filter { box.maxX - $0 >= -180 && box.minX - $0 <= 180 }
    }
}
