// Finds all streets near a place, for traces and feeds: the spatial index without allocation.

package import Geo

/// A segment's nearest place to a coordinate.
package struct StreetHit: Sendable {
    package var segment: UInt32
    /// Position along the drawn line, from 0 to 1.
    package var share: Double
    /// The distance to the place in meters.
    package var meters: Double
    package var place: Coordinate
    /// The vector from the place to the coordinate, in meters east and north.
    package var residual: SIMD2<Double>
    /// The drawn line's direction at the place, of length 1; zero for a line without length.
    package var direction: SIMD2<Double>

    /// Meters by which the coordinate lies to the right of the drawn line; negative to the left.
    package var metersRight: Double {
        let right = direction.y * residual.x - direction.x * residual.y
        return right < 0 ? -meters : meters
    }
}

/// Finds the segments of mode families near coordinates.
///
/// A finder owns working memory: use it on one thread at a time.
package final class StreetFinder {
    /// From this length on, the Earth's curvature matters for shares.
    private static let longMeters = 3_000.0

    private let network: NetworkDataset
    private let familyBits: UInt8
    private var stack: [UInt64] = []
    private var found: [UInt32] = []
    /// The segments that the last search found, nearest first; equal distances by segment.
    package private(set) var hits: [StreetHit] = []

    /// Makes a finder for segments that any of several families may use in at least one direction.
    package init(_ network: NetworkDataset, families: some Sequence<Int>) {
        self.network = network
        familyBits = families.reduce(0) { $0 | 1 << UInt8($1) }
    }

    /// Makes a finder for segments that a family may use in at least one direction.
    package convenience init(_ network: NetworkDataset, family: Int) {
        self.init(network, families: CollectionOfOne(family))
    }

    /// Fills ``hits`` with the nearest place on every segment within a distance.
    ///
    /// - Parameter scale: Meters per degree near the coordinate.
    /// - Complexity: O(log *n* + *k* log *k*) for *n* pieces of shapes, *k* of them near the place.
    package func find(
        around place: Coordinate, within meters: Double, scale: (x: Double, y: Double)
    ) {
        hits.removeAll(keepingCapacity: true)
        let (east, north) = (meters / scale.x, meters / scale.y)
        collect(
            in: FixedBox(
                Envelope(
                    minX: place.x - east, minY: place.y - north, maxX: place.x + east,
                    maxY: place.y + north)))
        for segment in found {
            let hit = nearest(on: segment, to: place, scale: scale)
            if hit.meters <= meters { hits.append(hit) }
        }
        hits.sort { ($0.meters, $0.segment) < ($1.meters, $1.segment) }
    }

    /// Collects the family's segments with a piece whose box meets another box, each once.
    private func collect(in query: FixedBox) {
        found.removeAll(keepingCapacity: true)
        stack.removeAll(keepingCapacity: true)
        let index = network.index
        let families = network.edgeFamilies
        for (level, entry) in index.rootEntries() {
            stack.append(UInt64(level) << 32 | UInt64(entry))
        }
        while let top = stack.popLast() {
            let (level, entry) = (Int(top >> 32), Int(top & 0xFFFF_FFFF))
            guard query.intersects(index.boxes.base + entry * 4) else { continue }
            guard level == 0 else {
                for child in index.children(of: entry, level: level)
                where query.intersects(index.boxes.base + child * 4) {
                    stack.append(UInt64(level - 1) << 32 | UInt64(child))
                }
                continue
            }
            let segment = index.segments[entry]
            guard (families[2 * segment] | families[2 * segment + 1]) & familyBits != 0 else {
                continue
            }
            found.append(segment)
        }
        removeRepeated()
    }

    /// Keeps each found segment once. A segment has a piece for every few vertices.
    private func removeRepeated() {
        guard found.count > 1 else { return }
        found.sort()
        var kept = 1
        for place in 1..<found.count where found[place] != found[kept - 1] {
            found[kept] = found[place]
            kept += 1
        }
        found.removeLast(found.count - kept)
    }

    /// Returns a segment's nearest place to a coordinate.
    ///
    /// - Complexity: O(*n*) for *n* vertices.
    package func nearest(
        on segment: UInt32, to place: Coordinate, scale: (x: Double, y: Double)
    ) -> StreetHit {
        let unit = SIMD2(scale.x * 1e-7, scale.y * 1e-7)
        let center = SIMD2(place.x * 1e7, place.y * 1e7)
        var (before, total, isFirst) = (SIMD2<Double>.zero, 0.0, true)
        var (best, bestAt) = (Double.infinity, 0.0)
        var (bestStep, bestPlace) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
        ShapeCoding.forEachFixedPoint(
            network.shapeBytes.base, network.shapeRange(ofSegment: Int(segment))
        ) { x, y in
            let vertex = (SIMD2(Double(x), Double(y)) - center) * unit
            defer { before = vertex }
            if isFirst {
                isFirst = false
                bestPlace = vertex
                return
            }
            let step = vertex - before
            let squared = step.x * step.x + step.y * step.y
            guard squared > 0 else { return }
            let along = -(before.x * step.x + before.y * step.y) / squared
            let within = max(0, min(1, along))
            let nearest = before + step * within
            let distance = nearest.x * nearest.x + nearest.y * nearest.y
            let length = squared.squareRoot()
            if distance < best {
                best = distance
                bestAt = total + length * within
                bestStep = step / length
                bestPlace = nearest
            }
            total += length
        }
        let meters = (bestPlace.x * bestPlace.x + bestPlace.y * bestPlace.y).squareRoot()
        var hit = StreetHit(
            segment: segment, share: total > 0 ? min(1, bestAt / total) : 0, meters: meters,
            place: Coordinate(
                x: place.x + bestPlace.x / scale.x, y: place.y + bestPlace.y / scale.y),
            residual: -bestPlace, direction: bestStep)
        if total > Self.longMeters {
            let measure = LineMeasure(network.shape(ofSegment: Int(segment)))
            hit.share = measure.nearest(to: place, scale: scale).share
        }
        return hit
    }

    /// Returns the nearest place to a coordinate on a part of a segment.
    ///
    /// - Parameter range: Shares along the drawn line.
    package func nearest(
        on segment: UInt32, within range: ClosedRange<Double>, to place: Coordinate,
        scale: (x: Double, y: Double)
    ) -> StreetHit {
        var hit = nearest(on: segment, to: place, scale: scale)
        guard !range.contains(hit.share) else { return hit }
        let measure = LineMeasure(network.shape(ofSegment: Int(segment)))
        let found = measure.nearest(to: place, within: range, scale: scale)
        let step = measure.step(at: found.share)
        let (from, to) = (
            measure.line[step], measure.line[min(step + 1, measure.line.count - 1)]
        )
        let direction = SIMD2((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
        let length = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        hit.share = found.share
        hit.meters = found.meters
        hit.place = found.coordinate
        hit.residual = SIMD2(
            (place.x - found.coordinate.x) * scale.x, (place.y - found.coordinate.y) * scale.y)
        hit.direction = length > 0 ? direction / length : .zero
        return hit
    }
}
