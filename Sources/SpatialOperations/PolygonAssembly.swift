// Assembles loose rings into a valid area.

import Geo

/// Rings assembled into an area that GEOS considers valid, by the even-odd rule.
///
/// Esri distinguishes shells from holes by direction, GeoJSON by order, and clients keep to
/// neither. If a position counts as inside when an odd number of rings surrounds it, neither
/// matters.
struct PolygonAssembly {
    /// The area, or `nil` if no ring encloses any.
    let area: EngineGeometry?
    /// Rings without area, as lines.
    let collapsed: [[Coordinate]]
    /// What was wrong with the rings and has been repaired, or `nil`.
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
        let borders = SegmentIndex(lines: closed)
        guard !borders.overlaps(moreThan: limits.overlaps),
            let polygons = RingNesting.polygons(of: closed, borders, limit: limits.overlaps)
        else { throw .tooDense }
        let built = try GeometryEngine().makePolygons(polygons)
        guard let reason = try built.invalidity() else {
            (area, self.collapsed, self.repair) = (built, collapsed, repair)
            return
        }
        let repaired = try Self.repaired(built, borders, limits)
        area = repaired
        self.collapsed = repaired == nil ? collapsed + closed : collapsed
        self.repair = reason
    }

    /// Returns the valid area of rings that cross or overlap, or `nil` if they enclose none.
    ///
    /// Method: GEOS nodes the borders and finds the faces between them; a face counts if an odd
    /// number of rings surrounds it. Rejected: `GEOSMakeValid`, which counts a border shared by two
    /// rings only once and so fills a hole that touches its shell along a stretch; its structural
    /// variant needs to know which ring is a hole.
    private static func repaired(
        _ built: EngineGeometry, _ borders: SegmentIndex, _ limits: BarrierGeometry.Limits
    ) throws(BarrierGeometryError) -> EngineGeometry? {
        // Finding a flaw is quick. Noding takes time and memory with the number of crossings, and
        // GEOS cannot be interrupted.
        if borders.crosses(moreThan: limits.crossings) {
            throw .tooManyCrossings(allowed: limits.crossings)
        }
        let area = try built.faces { borders.encloses($0) }
        return try area.isEmpty() ? nil : area
    }

    /// Returns the ring without repeated positions, ending where it begins.
    private static func closed(_ ring: [Coordinate]) -> [Coordinate] {
        var result: [Coordinate] = []
        result.reserveCapacity(ring.count + 1)
        for position in ring where position != result.last { result.append(position) }
        if result.count > 1, result.first != result.last { result.append(result[0]) }
        return result
    }
}

/// Finds which rings lie within which.
enum RingNesting {
    /// Makes each ring at an even depth a shell, and each ring at an odd depth a hole in the ring
    /// around it.
    ///
    /// Crossing rings have no true depth. They get some depth, GEOS finds the result invalid, and
    /// the even-odd repair then ignores depth.
    ///
    /// - Parameters:
    ///   - rings: Closed rings with at least three different positions.
    ///   - borders: The segments of `rings`.
    ///   - limit: How many segments may lie east of the rings in total.
    /// - Returns: `nil` beyond the limit.
    /// - Complexity: O(*n* log *n*) in the vertices for rings side by side, plus the sum of the
    ///   depths.
    static func polygons(
        of rings: [[Coordinate]], _ borders: SegmentIndex, limit: Int
    ) -> [(shell: [Coordinate], holes: [[Coordinate]])]? {
        if rings.count == 1 { return [(rings[0], [])] }
        let sizes = rings.map { abs(signedArea(of: $0)) }
        var crossings = 0
        var isOutside = [Bool](repeating: true, count: rings.count)
        var shells: [Int] = []
        var holes: [Int: [[Coordinate]]] = [:]
        for ring in rings.indices {
            let around = enclosing(ring, rings[ring], borders, &isOutside, &crossings)
            guard crossings <= limit else { return nil }
            let parent = around.min { (sizes[$0], $0) < (sizes[$1], $1) }
            if let parent, around.count % 2 == 1 {
                holes[parent, default: []].append(rings[ring])
            } else {
                shells.append(ring)
            }
        }
        // A hole whose parent is also a hole belongs to crossing rings; as a shell it still takes
        // part in the repair.
        let strays = Set(holes.keys).subtracting(shells).sorted().flatMap { holes[$0] ?? [] }
        return shells.map { (rings[$0], holes[$0] ?? []) } + strays.map { ($0, []) }
    }

    /// Returns the other rings around a ring, judged at a position clear of them.
    ///
    /// - Parameter isOutside: Whether each ring has been crossed an even number of times. All true,
    ///   before and after.
    private static func enclosing(
        _ ring: Int, _ positions: [Coordinate], _ borders: SegmentIndex,
        _ isOutside: inout [Bool], _ crossings: inout Int
    ) -> [Int] {
        // Middles of segments: valid rings may meet at corners, but not along segments.
        let middles = zip(positions, positions.dropFirst()).lazy.map { from, to in
            Coordinate(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        }
        let clear = middles.first { borders.distance(to: $0, isAtMost: 0, except: ring) == false }
        guard let clear else { return [] }
        var crossed: [Int] = []
        borders.forEachCrossing(eastOf: clear) { segment in
            let other = borders.lines[segment]
            isOutside[other].toggle()
            crossed.append(other)
        }
        crossings += crossed.count
        var result: [Int] = []
        for other in crossed where !isOutside[other] {
            if other != ring { result.append(other) }
            isOutside[other] = true
        }
        return result
    }

    /// Returns the shoelace sum: positive if the ring runs counter-clockwise.
    static func signedArea(of ring: [Coordinate]) -> Double {
        guard let first = ring.first else { return 0 }
        var twice = 0.0
        var last = ring[ring.count - 1]
        for position in ring {
            // Relative to the first vertex, because large eastings would cost digits.
            twice +=
                (last.x - first.x) * (position.y - first.y)
                - (position.x - first.x) * (last.y - first.y)
            last = position
        }
        return twice / 2
    }
}
