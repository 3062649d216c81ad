// From loose rings to a valid area.

import Geo

/// Rings put together to an area by even and odd, valid in the sense of GEOS.
///
/// Esri tells shells from holes by direction, GeoJSON by order, and clients keep to neither. A place
/// is inside when an odd number of rings goes round it; with that rule neither matters.
struct PolygonAssembly {
    /// The area, or `nil` when no ring encloses any.
    let area: EngineGeometry?
    /// Rings without area, as lines.
    let collapsed: [[Coordinate]]
    /// What was wrong with the rings and has been mended, or `nil`.
    let repair: String?

    init(
        rings: [[Coordinate]], limits: BarrierGeometry.Limits
    ) throws(BarrierGeometryError) {
        var closed: [[Coordinate]] = []
        var known: Set<[Coordinate]> = []
        var collapsed: [[Coordinate]] = []
        var repair: String?
        for ring in rings where !ring.isEmpty {
            let tidy = Self.closed(ring)
            if tidy.count < 4 {
                collapsed.append(tidy)
                repair = "a ring has fewer than three different positions"
            } else if known.insert(tidy).inserted {
                closed.append(tidy)
            } else {
                repair = "a ring occurs twice"
            }
        }
        guard !closed.isEmpty else {
            (area, self.collapsed, self.repair) = (nil, collapsed, repair)
            return
        }
        let built = try GeometryEngine().makePolygons(RingNesting.polygons(of: closed))
        guard let reason = try built.invalidity() else {
            (area, self.collapsed, self.repair) = (built, collapsed, repair)
            return
        }
        let mended = try Self.mended(built, rings: closed, limits: limits)
        area = mended
        self.collapsed = mended == nil ? collapsed + closed : collapsed
        self.repair = reason
    }

    /// The valid area of rings that cross or overlap, or `nil` when they enclose none.
    ///
    /// Method: GEOS nodes the borders and finds the faces between them; a face counts when an odd
    /// number of rings goes round it. Rejected: `GEOSMakeValid`, which lets a border that two rings
    /// share count once and so fills a hole that touches its shell along a stretch, and whose
    /// structural variant needs to be told which ring is a hole.
    private static func mended(
        _ built: EngineGeometry, rings: [[Coordinate]], limits: BarrierGeometry.Limits
    ) throws(BarrierGeometryError) -> EngineGeometry? {
        let borders = SegmentIndex(lines: rings)
        // Finding one flaw is quick; noding takes time and memory with the number of crossings, and
        // GEOS cannot be interrupted.
        if borders.crosses(moreThan: limits.crossings) {
            throw .tooManyCrossings(allowed: limits.crossings)
        }
        let area = try built.faces { borders.encloses($0) }
        return try area.isEmpty() ? nil : area
    }

    /// The ring without repeated positions, ending where it begins.
    private static func closed(_ ring: [Coordinate]) -> [Coordinate] {
        var result: [Coordinate] = []
        result.reserveCapacity(ring.count + 1)
        for position in ring where position != result.last { result.append(position) }
        if result.count > 1, result.first != result.last { result.append(result[0]) }
        return result
    }
}

/// Which rings lie within which.
enum RingNesting {
    /// Makes each ring at an even depth a shell, and each at an odd depth a hole of the ring round it.
    ///
    /// Rings that cross have no depth; they get some, GEOS finds the result invalid and mends it by
    /// even and odd, where the depth no longer counts.
    ///
    /// - Complexity: Quadratic in the number of rings whose boxes lie within each other, else
    ///   O(*n* log *n*) in the number of vertices.
    static func polygons(
        of rings: [[Coordinate]]
    ) -> [(shell: [Coordinate], holes: [[Coordinate]])] {
        if rings.count == 1 { return [(rings[0], [])] }
        let sizes = rings.map { abs(signedArea(of: $0)) }
        let order = rings.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
        let borders = rings.map { SegmentIndex(lines: [$0]) }
        var depths = [Int](repeating: 0, count: rings.count)
        var shells: [Int] = []
        var holes: [Int: [[Coordinate]]] = [:]
        for (rank, ring) in order.enumerated() {
            let parent = order[..<rank].last { isWithin(rings[ring], borders[$0]) }
            depths[ring] = parent.map { depths[$0] + 1 } ?? 0
            if let parent, depths[ring] % 2 == 1 {
                holes[parent, default: []].append(rings[ring])
            } else {
                shells.append(ring)
            }
        }
        return shells.map { (rings[$0], holes[$0] ?? []) }
    }

    /// Judged by the first vertex that is not on the outer ring itself.
    private static func isWithin(_ ring: [Coordinate], _ outer: SegmentIndex) -> Bool {
        let box = outer.envelope
        guard ring.allSatisfy(box.contains) else { return false }
        guard let clear = ring.first(where: { outer.distance(to: $0, isAtMost: 0) == false }) else {
            return false
        }
        return outer.encloses(clear)
    }

    /// The shoelace sum: positive when the ring runs counter-clockwise.
    static func signedArea(of ring: [Coordinate]) -> Double {
        guard let first = ring.first else { return 0 }
        var twice = 0.0
        var last = ring[ring.count - 1]
        for position in ring {
            // Relative to the first vertex, or large eastings eat the digits.
            twice +=
                (last.x - first.x) * (position.y - first.y)
                - (position.x - first.x) * (last.y - first.y)
            last = position
        }
        return twice / 2
    }
}
