// A point by which to find an area.

import RoadNetwork

/// Finds a point for a line or an area.
enum NamePoint {
    /// Returns a point on a line, or within an area, which is a line that ends where it begins.
    ///
    /// An area's point is its centroid. If that lies outside, it is the middle of the widest part
    /// of the area on the centroid's latitude.
    ///
    /// Method: the shoelace formula, relative to the first corner.
    ///
    /// - Complexity: O(*n* log *n*) in the corners.
    static func point(of line: [FixedCoordinate]) -> FixedCoordinate? {
        guard let first = line.first, let last = line.last else { return nil }
        guard first == last, line.count >= 4 else { return line[line.count / 2] }
        let corners = line.map {
            SIMD2(
                Double($0.longitudeE7) - Double(first.longitudeE7),
                Double($0.latitudeE7) - Double(first.latitudeE7))
        }
        var (doubled, sum) = (0.0, SIMD2<Double>.zero)
        for (from, to) in zip(corners, corners.dropFirst()) {
            let cross = from.x * to.y - to.x * from.y
            doubled += cross
            sum += (from + to) * cross
        }
        guard doubled != 0 else { return line[line.count / 2] }
        var center = sum / (3 * doubled)
        let crossings = crossings(of: corners, atY: center.y)
        let isInside = crossings.count { $0 < center.x } % 2 == 1
        if !isInside, let middle = middleOfWidest(crossings) { center.x = middle }
        // A centroid may leave the box of a ring that crosses itself.
        let (x, y) = (
            clamped(center.x, among: corners.map(\.x)), clamped(center.y, among: corners.map(\.y))
        )
        return FixedCoordinate(
            longitudeE7: Int32(x.rounded() + Double(first.longitudeE7)),
            latitudeE7: Int32(y.rounded() + Double(first.latitudeE7)))
    }

    /// Returns where a ring crosses a latitude, from west to east.
    private static func crossings(of ring: [SIMD2<Double>], atY y: Double) -> [Double] {
        zip(ring, ring.dropFirst()).compactMap { from, to in
            guard (from.y > y) != (to.y > y) else { return nil }
            return from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
        }.sorted()
    }

    private static func middleOfWidest(_ crossings: [Double]) -> Double? {
        let parts = stride(from: 0, to: crossings.count - 1, by: 2).map {
            (width: crossings[$0 + 1] - crossings[$0], from: crossings[$0])
        }
        return parts.max { ($0.width, $1.from) < ($1.width, $0.from) }
            .map { $0.from + $0.width / 2 }
    }

    private static func clamped(_ value: Double, among values: [Double]) -> Double {
        min(max(value, values.min() ?? value), values.max() ?? value)
    }
}
