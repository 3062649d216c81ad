// Lines and rings of the map's background, and their bytes.

/// A line, or one ring of a polygon.
package struct MapPart: Hashable, Sendable {
    /// A line's places; a ring's without the first one at the end.
    package var points: [MapPoint]
    /// Whether a ring is a hole in the last ring that is none.
    package var isInner: Bool

    package init(points: [MapPoint], isInner: Bool = false) {
        self.points = points
        self.isInner = isInner
    }

    /// Returns twice the area within a ring, positive if it runs clockwise on a map.
    ///
    /// Method: the sum of cross products, which the places' whole units keep exact.
    package static func doubledArea(_ ring: [MapPoint]) -> Int64 {
        guard let first = ring.first else { return 0 }
        var sum: Int64 = 0
        var (lastX, lastY): (Int64, Int64) = (0, 0)
        for point in ring {
            let (x, y) = (Int64(point.x) - Int64(first.x), Int64(point.y) - Int64(first.y))
            sum &+= lastX &* y &- x &* lastY
            (lastX, lastY) = (x, y)
        }
        return sum
    }

    /// Returns a ring without repeated points, without points on the straight line between their
    /// neighbors, and without steps that go there and back again; nothing if no area is left.
    ///
    /// - Complexity: O(*n*).
    package static func tidied(_ ring: [MapPoint]) -> [MapPoint] {
        var kept: [MapPoint] = []
        kept.reserveCapacity(ring.count)
        for point in ring {
            while let last = kept.last {
                guard
                    last == point || kept.count > 1 && isStraight(kept[kept.count - 2], last, point)
                else { break }
                kept.removeLast()
            }
            kept.append(point)
        }
        // The ring goes on from its last point to its first.
        var start = 0
        while kept.count - start >= 3 {
            let last = kept[kept.count - 1]
            if last == kept[start] || isStraight(kept[kept.count - 2], last, kept[start]) {
                kept.removeLast()
            } else if isStraight(last, kept[start], kept[start + 1]) {
                start += 1
            } else {
                break
            }
        }
        return kept.count - start >= 3 ? Array(kept[start...]) : []
    }

    /// Returns whether three points lie on one line, in any order.
    private static func isStraight(_ a: MapPoint, _ b: MapPoint, _ c: MapPoint) -> Bool {
        let left = (Int64(b.x) - Int64(a.x)) * (Int64(c.y) - Int64(b.y))
        return left == (Int64(b.y) - Int64(a.y)) * (Int64(c.x) - Int64(b.x))
    }

    /// Returns the box around some parts: west, north, east and south.
    package static func box(of parts: [MapPart]) -> SIMD4<Int32> {
        var box: SIMD4<Int32> = [.max, .max, .min, .min]
        for part in parts {
            for point in part.points {
                box = BoxIndex.union(box, [point.x, point.y, point.x, point.y])
            }
        }
        return box
    }
}

/// Writes and reads the parts of a feature.
///
/// Each part begins with twice its number of points, and one more for a hole. Then each ordinate is
/// the difference from the one before, also from part to part; the first is one from the feature's
/// box. All are zig-zag varints, as in ``ShapeCoding``.
package enum MapPartCoding {
    /// Appends parts.
    ///
    /// - Parameter origin: The northwest corner of the feature's box.
    package static func append(
        _ parts: [MapPart], from origin: MapPoint, to bytes: inout [UInt8]
    ) {
        var last = origin
        for part in parts {
            let head = part.points.count << 1 | (part.isInner ? 1 : 0)
            ShapeCoding.appendVarint(Int64(head), to: &bytes)
            for point in part.points {
                ShapeCoding.appendVarint(Int64(point.x) - Int64(last.x), to: &bytes)
                ShapeCoding.appendVarint(Int64(point.y) - Int64(last.y), to: &bytes)
                last = point
            }
        }
    }

    /// Reads the parts between two byte offsets. Broken bytes give fewer parts, never a crash.
    ///
    /// - Parameter body: Receives the points of each part, in memory that the next one uses again,
    ///   and whether the part is a hole.
    package static func forEachPart(
        _ bytes: MappedColumn<UInt8>, _ range: Range<Int>, from origin: MapPoint,
        _ body: (_ points: inout [MapPoint], _ isInner: Bool) -> Void
    ) {
        var place = range.lowerBound
        let square: ClosedRange<Int64> = 0...Int64(MapUnits.side)
        var (x, y) = (Int64(origin.x), Int64(origin.y))
        var points: [MapPoint] = []
        while let head = ShapeCoding.readVarint(bytes.base, &place, range.upperBound) {
            // A point takes two bytes or more, so no count makes this reserve more than it reads.
            let count = head >> 1
            guard count >= 0, count <= Int64(range.upperBound - place) / 2 else { return }
            points.removeAll(keepingCapacity: true)
            points.reserveCapacity(Int(count))
            for _ in 0..<count {
                guard let dx = ShapeCoding.readVarint(bytes.base, &place, range.upperBound),
                    let dy = ShapeCoding.readVarint(bytes.base, &place, range.upperBound)
                else { return }
                (x, y) = (x &+ dx, y &+ dy)
                guard square.contains(x), square.contains(y) else { return }
                points.append([Int32(x), Int32(y)])
            }
            body(&points, head & 1 == 1)
        }
    }
}
