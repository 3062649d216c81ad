// Sorts a polygon's rings into outer rings and their holes.

/// A polygon's rings, sorted into outer rings with their holes.
///
/// A ring within an odd number of others is a hole in the smallest outer ring among them; all other
/// rings are outer rings. If rings cross, none is lost.
public struct PolygonParts: Hashable, Sendable {
    /// The parts: each has its outer ring, counter-clockwise, then its holes, clockwise.
    public let polygons: [[[Coordinate]]]

    /// Sorts rings, which may come in any order and direction.
    ///
    /// - Complexity: O(*n*²) in the rings whose boxes overlap.
    public init(rings: [[Coordinate]]) {
        let closed = rings.filter { $0.count > 3 }
        let boxes = closed.map { Envelope($0) }
        let areas = closed.map { Self.signedArea($0) }
        var polygons: [[[Coordinate]]] = []
        var partOfRing: [Int: Int] = [:]
        var holes: [(ring: Int, around: [Int])] = []
        for (ring, line) in closed.enumerated() {
            let around = closed.indices.filter { other in
                other != ring && abs(areas[other]) > abs(areas[ring])
                    && boxes[other].intersects(boxes[ring])
                    && Self.contains(closed[other], line)
            }
            if around.count.isMultiple(of: 2) {
                partOfRing[ring] = polygons.count
                polygons.append([areas[ring] < 0 ? line.reversed() : line])
            } else {
                holes.append((ring, around))
            }
        }
        for (ring, around) in holes {
            let outer = around.filter { partOfRing[$0] != nil }
                .min { abs(areas[$0]) < abs(areas[$1]) }
            guard let part = outer.flatMap({ partOfRing[$0] }) else {
                // Only crossing rings can leave a ring that lies within holes alone.
                polygons.append([areas[ring] < 0 ? closed[ring].reversed() : closed[ring]])
                continue
            }
            polygons[part].append(areas[ring] > 0 ? closed[ring].reversed() : closed[ring])
        }
        self.polygons = polygons
    }

    /// Returns twice the enclosed area, positive if the ring goes counter-clockwise.
    private static func signedArea(_ ring: [Coordinate]) -> Double {
        guard let origin = ring.first else { return 0 }
        var sum = 0.0
        for (a, b) in zip(ring, ring.dropFirst()) {
            sum += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
        }
        return sum
    }

    /// Returns whether `inner` lies in `outer`, judged by its first corner that is not also a
    /// corner of `outer`, because rings may touch at corners.
    private static func contains(_ outer: [Coordinate], _ inner: [Coordinate]) -> Bool {
        let corners = Set(outer)
        guard let probe = inner.first(where: { !corners.contains($0) }) else { return true }
        var isInside = false
        for (a, b) in zip(outer, outer.dropFirst()) where (a.y > probe.y) != (b.y > probe.y) {
            if probe.x < a.x + (probe.y - a.y) / (b.y - a.y) * (b.x - a.x) { isInside.toggle() }
        }
        return isInside
    }
}
