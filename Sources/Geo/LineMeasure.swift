// Positions along a drawn line, as shares of its length.

import DataStructures

/// A line in longitude and latitude that knows the share of its length at each vertex.
///
/// Stops, barriers and directions all name positions on an edge by share, and all measure with this
/// type, so the same share is the same position everywhere. A share is 0 at the start and 1 at the
/// end, based on the ellipsoidal lengths of the straight segments and linear within each. Snapping
/// measures every candidate street near every stop this way.
public struct LineMeasure: Hashable, Sendable {
    /// The vertices of the line.
    public let line: [Coordinate]
    /// The share of the length at each vertex, from 0 to 1, never decreasing.
    public let shares: [Double]
    /// The line's length.
    public let lengthMeters: Double

    /// Measures a line.
    ///
    /// Method: radii of curvature at each segment's middle latitude, within a millimeter of the
    /// geodesic for segments under 10 km.
    ///
    /// - Precondition: The line has at least one vertex.
    public init(_ line: [Coordinate]) {
        precondition(!line.isEmpty, "a line without vertices cannot be measured")
        var cumulated = [0.0]
        cumulated.reserveCapacity(line.count)
        var total = 0.0
        for (from, to) in zip(line, line.dropFirst()) {
            let scale = Geodesic.metersPerDegree(atLatitude: (from.y + to.y) / 2)
            let dx = (to.x - from.x) * scale.x
            let dy = (to.y - from.y) * scale.y
            total += (dx * dx + dy * dy).squareRoot()
            cumulated.append(total)
        }
        self.line = line
        lengthMeters = total
        shares = total > 0 ? cumulated.map { min(1, $0 / total) } : cumulated.map { _ in 0 }
    }

    /// Returns the share at a position within a segment.
    public func share(step: Int, within: Double) -> Double {
        shares[step] + (shares[step + 1] - shares[step]) * within
    }

    /// Returns the coordinate at a share, clamped to the line.
    public func coordinate(at share: Double) -> Coordinate {
        guard let last = line.last, share > 0, line.count > 1 else { return line[0] }
        guard share < 1 else { return last }
        let step = self.step(at: share)
        let span = shares[step + 1] - shares[step]
        let within = span > 0 ? (share - shares[step]) / span : 0
        let (from, to) = (line[step], line[step + 1])
        return Coordinate(
            x: from.x + (to.x - from.x) * within, y: from.y + (to.y - from.y) * within)
    }

    /// Returns the segment that contains a share.
    public func step(at share: Double) -> Int {
        (1..<max(1, shares.count - 1)).partitioningIndex { shares[$0] > share } - 1
    }

    /// Returns the part between two shares, with at least two coordinates.
    public func part(from: Double, to: Double) -> [Coordinate] {
        if from <= 0, to >= 1 { return line.count > 1 ? line : [line[0], line[0]] }
        var result = [coordinate(at: from)]
        for (index, share) in shares.enumerated() where share > from && share < to {
            result.append(line[index])
        }
        result.append(coordinate(at: to))
        return result
    }

    /// Finds the position on the line nearest to a coordinate, within a range of shares.
    ///
    /// - Parameter scale: Meters per degree near the coordinate.
    /// - Returns: The position's share, its coordinate on the line's side of the 180th meridian,
    ///   and its distance in meters.
    public func nearest(
        to place: Coordinate, within range: ClosedRange<Double> = 0...1,
        scale: (x: Double, y: Double)
    ) -> (share: Double, coordinate: Coordinate, meters: Double) {
        let place = line.isEmpty ? place : place.facing(line[0])
        var best = consider(range.lowerBound, place, scale)
        func keep(_ candidate: (share: Double, coordinate: Coordinate, meters: Double)) {
            if candidate.meters < best.meters { best = candidate }
        }
        keep(consider(range.upperBound, place, scale))
        for step in 0..<max(0, line.count - 1)
        where shares[step + 1] >= range.lowerBound && shares[step] <= range.upperBound {
            let (from, to) = (line[step], line[step + 1])
            let (dx, dy) = ((to.x - from.x) * scale.x, (to.y - from.y) * scale.y)
            let (px, py) = ((place.x - from.x) * scale.x, (place.y - from.y) * scale.y)
            let squared = dx * dx + dy * dy
            let within = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
            let share = share(step: step, within: within)
            guard range.contains(share) else { continue }
            let found = Coordinate(
                x: from.x + (to.x - from.x) * within, y: from.y + (to.y - from.y) * within)
            keep((share, found, Self.meters(found, place, scale)))
        }
        return best
    }

    /// Returns a line's least distance from a coordinate, in meters, without measuring the line.
    ///
    /// - Parameter scale: Meters per degree near the coordinate.
    /// - Complexity: O(*n*) in the vertices.
    public static func leastMeters(
        from place: Coordinate, to line: [Coordinate], scale: (x: Double, y: Double)
    ) -> Double {
        guard let first = line.first else { return .infinity }
        let scale = SIMD2(scale.x, scale.y)
        let facing = place.facing(first)
        let place = SIMD2(facing.x, facing.y)
        var from = (SIMD2(first.x, first.y) - place) * scale
        var least = (from * from).sum()
        for vertex in line.dropFirst() {
            let to = (SIMD2(vertex.x, vertex.y) - place) * scale
            let step = to - from
            let squared = (step * step).sum()
            let within = squared > 0 ? max(0, min(1, -(from * step).sum() / squared)) : 0
            let nearest = from + step * within
            least = min(least, (nearest * nearest).sum())
            from = to
        }
        return least.squareRoot()
    }

    private func consider(
        _ share: Double, _ place: Coordinate, _ scale: (x: Double, y: Double)
    ) -> (share: Double, coordinate: Coordinate, meters: Double) {
        let found = coordinate(at: share)
        return (share, found, Self.meters(found, place, scale))
    }

    private static func meters(
        _ a: Coordinate, _ b: Coordinate, _ scale: (x: Double, y: Double)
    ) -> Double {
        let (dx, dy) = ((a.x - b.x) * scale.x, (a.y - b.y) * scale.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
