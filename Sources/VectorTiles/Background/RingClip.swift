// Cuts rings where a tile's buffer ends.

import RoadNetwork

/// A box in map units, used to cut rings.
///
/// If a ring leaves the box and comes back, its parts inside stay one ring, joined along the box's
/// border. The border lies outside what a map shows of the tile.
///
/// Method: I. E. Sutherland and G. W. Hodgman, *Reentrant Polygon Clipping*, CACM 17 (1974),
/// [doi:10.1145/360767.360802](https://doi.org/10.1145/360767.360802).
struct RingClip: Sendable {
    /// West, north, east and south.
    let box: SIMD4<Int32>

    /// Returns the part of a ring inside the box, border included; nothing if all lies outside.
    ///
    /// - Complexity: O(*n*) for *n* points.
    func clipped(_ ring: [MapPoint]) -> [MapPoint] {
        var ring = ring
        for side in 0..<4 where !ring.isEmpty {
            let (axis, limit) = (side & 1, box[side])
            let isLeast = side < 2
            func contains(_ point: MapPoint) -> Bool {
                isLeast ? point[axis] >= limit : point[axis] <= limit
            }
            guard !ring.allSatisfy(contains) else { continue }
            var kept: [MapPoint] = []
            kept.reserveCapacity(ring.count + 4)
            var last = ring[ring.count - 1]
            var wasInside = contains(last)
            for point in ring {
                let isInside = contains(point)
                if isInside != wasInside { kept.append(Self.crossing(last, point, axis, limit)) }
                if isInside { kept.append(point) }
                (last, wasInside) = (point, isInside)
            }
            ring = kept
        }
        return ring
    }

    /// Whether a box lies inside, border included.
    func contains(_ other: SIMD4<Int32>) -> Bool {
        other.x >= box.x && other.y >= box.y && other.z <= box.z && other.w <= box.w
    }

    /// Returns the place where a step crosses a side; the same for both directions of the step.
    private static func crossing(
        _ from: MapPoint, _ to: MapPoint, _ axis: Int, _ limit: Int32
    ) -> MapPoint {
        let (low, high) = from[axis] < to[axis] ? (from, to) : (to, from)
        let share =
            (Double(limit) - Double(low[axis])) / (Double(high[axis]) - Double(low[axis]))
        let other = 1 - axis
        let place = Double(low[other]) + (Double(high[other]) - Double(low[other])) * share
        var point = low
        point[axis] = limit
        point[other] = Int32(place.rounded())
        return point
    }
}
