// The shape of a line or polygon barrier, ready to be held against many edges.

package import Geo

/// A line or an area in WGS 84 degrees that streets are tested against.
///
/// The shape is closed: what lies on its border, or within ``toleranceDegrees`` of it, is touched.
/// Immutable; many threads may use one value.
///
/// GEOS judges and mends the shape once. The coverage of edges is computed here, because it needs
/// positions *along* an edge: GEOS's intersection gives loose pieces whose computed corners lie on
/// neither input, and finding them again on an edge that visits a place twice is guesswork. Here
/// each border segment takes a range out of each straight step, and what is left between ranges
/// keeps clear of the border, so that one look at its middle decides it; no rounding can flip it. A
/// property test holds the result against GEOS.
package struct BarrierGeometry: Sendable {
    /// The caps a shape must keep, since GEOS cannot be interrupted.
    package struct Limits: Hashable, Sendable {
        /// The greatest number of vertices.
        package var vertices: Int
        /// The greatest number of crossings of borders that are mended.
        package var crossings: Int
        /// The greatest number of pairs of border segments with overlapping boxes, and of rings
        /// round rings, all counted: what the work grows with in the worst case.
        package var overlaps: Int

        /// Caps under which a barrier takes under a second.
        package static let standard = Limits(vertices: 50_000)

        /// Makes caps.
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

    /// How near counts as touching: 1e-8 degrees, a millimeter, which is ArcGIS's default tolerance
    /// and a tenth of the step in which the network stores positions.
    package static let toleranceDegrees = 1e-8

    /// Whether the barrier has an inside, unlike a line.
    package let isArea: Bool
    /// What was wrong with the shape and has been mended, with the place, or `nil`.
    package let repair: String?
    /// The boxes that streets touching the barrier may lie in, in the network's longitudes.
    ///
    /// One, or two when the shape crosses the antimeridian.
    package let searchEnvelopes: [Envelope]

    /// Every segment that can be touched.
    private let border: SegmentIndex
    /// Those of them that enclose the area; pieces that collapsed to lines do not.
    private let enclosing: SegmentIndex
    /// What is added to an edge's longitudes to bring it to the shape's side of the antimeridian.
    private let shifts: [Double]

    /// Prepares a shape.
    ///
    /// Rings may come in any order and direction and without their closing point; a place is inside
    /// when an odd number of rings goes round it.
    ///
    /// - Parameters:
    ///   - geometry: Lines or rings, in degrees, longitude first.
    ///   - limits: Caps, checked before GEOS sees the shape.
    /// - Throws: When the shape is empty, of another kind, not finite, not in degrees, or beyond
    ///   the limits.
    /// - Complexity: O(*n* log *n*) in the number of vertices, plus the crossings to be mended.
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

    /// Whether a position lies inside the barrier or touches it.
    package func touches(_ position: Coordinate) -> Bool {
        shifts.contains { shift in
            let shifted = Coordinate(x: position.x + shift, y: position.y)
            return border.distance(to: shifted, isAtMost: Self.toleranceDegrees)
                || enclosing.encloses(shifted)
        }
    }

    /// The parts of an edge that lie inside the barrier or touch it.
    ///
    /// A line barrier that crosses the edge gives a range without length at the crossing; one that
    /// runs along it gives the shared stretch. So does the border of an area that the edge merely
    /// touches from outside.
    ///
    /// - Parameter edge: The edge's positions in degrees, in its direction.
    /// - Returns: Ascending, disjoint fractions of the edge's length in `0...1`. Length is measured
    ///   on the ellipsoid step by step, and runs evenly along a step.
    /// - Complexity: Logarithmic in the size of the barrier for each step, plus the number of
    ///   border segments near the edge.
    package func intervals(along edge: [Coordinate]) -> [ClosedRange<Double>] {
        guard let first = edge.first else { return [] }
        var coverage = EdgeCoverage(edge)
        if coverage.totalMeters == 0 { return touches(first) ? [0...1] : [] }
        let box = Envelope(edge).grown(by: Self.toleranceDegrees)
        for shift in shifts where box.shifted(by: shift).intersects(border.envelope) {
            cover(edge, shift: shift, &coverage)
        }
        return coverage.fractions()
    }

    private func cover(_ edge: [Coordinate], shift: Double, _ coverage: inout EdgeCoverage) {
        // Whether the edge is inside where the next step begins, while that is clear of the border.
        var side: Bool?
        for index in edge.indices.dropLast() where edge[index] != edge[index + 1] {
            let from = Coordinate(x: edge[index].x + shift, y: edge[index].y)
            let to = Coordinate(x: edge[index + 1].x + shift, y: edge[index + 1].y)
            let step = SegmentApproach.Step(from: from, to: to)
            let approaches = approaches(of: step, from, to)
            if isArea {
                side = coverArea(step, index, approaches, side: side, &coverage)
            } else {
                for approach in approaches {
                    coverage.add(approach.contact, ofStep: index, length: step.length)
                }
            }
        }
    }

    private func approaches(
        of step: SegmentApproach.Step, _ from: Coordinate, _ to: Coordinate
    ) -> [SegmentApproach] {
        var result: [SegmentApproach] = []
        border.forEachSegment(near: from, to, margin: Self.toleranceDegrees) { segment in
            if let approach = SegmentApproach(
                of: step, to: border.starts[segment], border.ends[segment],
                tolerance: Self.toleranceDegrees)
            {
                result.append(approach)
            }
            return true
        }
        return result.sorted { $0.near.lowerBound < $1.near.lowerBound }
    }

    /// Covers what touches the border, and the gaps between that lie inside.
    ///
    /// - Returns: Whether the step ends inside, or `nil` when it ends at the border.
    private func coverArea(
        _ step: SegmentApproach.Step, _ index: Int, _ approaches: [SegmentApproach], side: Bool?,
        _ coverage: inout EdgeCoverage
    ) -> Bool? {
        var side = side
        // The end of what is near the border so far, and the last place that meets it.
        var (nearEnd, contactEnd) = (0.0, 0.0)
        func closeGap(at gapEnd: Double, contact: Double) {
            guard gapEnd > nearEnd else { return }
            let isInside = side ?? enclosing.encloses(step.position(at: (nearEnd + gapEnd) / 2))
            if isInside {
                coverage.add(contactEnd...contact, ofStep: index, length: step.length)
            }
            side = isInside
        }
        var position = 0
        while position < approaches.count {
            var cluster = approaches[position]
            position += 1
            while position < approaches.count,
                approaches[position].near.lowerBound <= cluster.near.upperBound
            {
                cluster = cluster.joined(with: approaches[position])
                position += 1
            }
            closeGap(at: cluster.near.lowerBound, contact: cluster.contact.lowerBound)
            coverage.add(cluster.contact, ofStep: index, length: step.length)
            (nearEnd, contactEnd) = (cluster.near.upperBound, cluster.contact.upperBound)
            side = nil
        }
        closeGap(at: step.length, contact: step.length)
        return side
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

    /// The network lies in `-180...180`; a shape drawn over the antimeridian runs on beyond.
    private static func shifts(for box: Envelope) -> [Double] {
        [-720, -360, 0, 360, 720].filter { box.maxX - $0 >= -180 && box.minX - $0 <= 180 }
    }
}
