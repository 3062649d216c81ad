// Finds where a straight step comes near a straight segment.

import Geo

/// Where a step comes within a tolerance of a segment, and where the two meet.
///
/// Both ranges are distances along the step, in the coordinates' unit.
struct SegmentApproach {
    /// Everything within the tolerance. Along a line, the distance to a segment is a convex
    /// function, so this is a single range.
    var near: ClosedRange<Double>
    /// Where the two count as meeting: the stretch where they run side by side within the
    /// tolerance, otherwise the position where they cross or come closest. Part of ``near``.
    var contact: ClosedRange<Double>

    init(near: ClosedRange<Double>, contact: ClosedRange<Double>) {
        self.near = near
        self.contact = contact
    }

    /// Measures a step against the segment from `start` to `end`.
    ///
    /// - Returns: `nil` if the two stay farther apart than `tolerance`.
    init?(of step: Step, to start: Coordinate, _ end: Coordinate, tolerance: Double) {
        let c = step.local(start)
        let d = step.local(end)
        guard let near = Self.near(c, d, length: step.length, tolerance: tolerance) else {
            return nil
        }
        self.near = near
        contact = Self.contact(c, d, length: step.length, tolerance: tolerance, within: near)
    }

    /// A straight step as an axis: positions become (distance along it, distance to its left).
    struct Step {
        let start: Coordinate
        let length: Double
        private let direction: Coordinate

        /// - Precondition: The two positions differ.
        init(from start: Coordinate, to end: Coordinate) {
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            self.start = start
            length = (dx * dx + dy * dy).squareRoot()
            precondition(length > 0, "a step has a direction only if its ends differ")
            direction = Coordinate(x: dx / length, y: dy / length)
        }

        func local(_ position: Coordinate) -> Coordinate {
            let (dx, dy) = (position.x - start.x, position.y - start.y)
            return Coordinate(
                x: dx * direction.x + dy * direction.y, y: dy * direction.x - dx * direction.y)
        }

        func position(at distance: Double) -> Coordinate {
            Coordinate(
                x: start.x + direction.x * distance, y: start.y + direction.y * distance)
        }
    }

    /// Returns the axis's range within the tolerance of a segment, cut out by discs around the
    /// segment's ends and a strip along it.
    private static func near(
        _ c: Coordinate, _ d: Coordinate, length: Double, tolerance: Double
    ) -> ClosedRange<Double>? {
        var low = Double.infinity
        var high = -Double.infinity
        for end in [c, d] where abs(end.y) <= tolerance {
            let half = (tolerance * tolerance - end.y * end.y).squareRoot()
            low = min(low, end.x - half)
            high = max(high, end.x + half)
        }
        if let strip = strip(c, d, tolerance: tolerance) {
            low = min(low, strip.lowerBound)
            high = max(high, strip.upperBound)
        }
        (low, high) = (max(0, low), min(length, high))
        return low <= high ? low...high : nil
    }

    /// Returns the axis's range within the tolerance whose perpendiculars meet the segment itself.
    private static func strip(
        _ c: Coordinate, _ d: Coordinate, tolerance: Double
    ) -> ClosedRange<Double>? {
        let (ex, ey) = (d.x - c.x, d.y - c.y)
        let squared = ex * ex + ey * ey
        guard squared > 0 else { return nil }
        let width = tolerance * squared.squareRoot()
        guard
            // Offset from the segment's line: |(s − c.x)·ey + c.y·ex| ≤ width.
            let offset = range(slope: ey, constant: c.y * ex - c.x * ey, -width, width),
            // Foot of the perpendicular: 0 ≤ (s − c.x)·ex − c.y·ey ≤ squared.
            let foot = range(slope: ex, constant: -c.y * ey - c.x * ex, 0, squared)
        else { return nil }
        let low = max(offset.lowerBound, foot.lowerBound)
        let high = min(offset.upperBound, foot.upperBound)
        return low <= high ? low...high : nil
    }

    /// Returns the range where `low ≤ slope·s + constant ≤ high`.
    private static func range(
        slope: Double, constant: Double, _ low: Double, _ high: Double
    ) -> ClosedRange<Double>? {
        guard slope != 0 else {
            return low <= constant && constant <= high ? -.infinity ... .infinity : nil
        }
        let (a, b) = ((low - constant) / slope, (high - constant) / slope)
        return min(a, b)...max(a, b)
    }

    private static func contact(
        _ c: Coordinate, _ d: Coordinate, length: Double, tolerance: Double,
        within near: ClosedRange<Double>
    ) -> ClosedRange<Double> {
        let (ex, ey) = (d.x - c.x, d.y - c.y)
        let low = max(0, min(c.x, d.x))
        let high = min(length, max(c.x, d.x))
        if low <= high, abs(ex) > abs(ey) {
            let offsetLow = c.y + (low - c.x) * (ey / ex)
            let offsetHigh = c.y + (high - c.x) * (ey / ex)
            if abs(offsetLow) <= tolerance, abs(offsetHigh) <= tolerance {
                return (low...high).clamped(to: near)
            }
        }
        let closest =
            if (c.y < 0) != (d.y < 0) {
                c.x - c.y * (ex / ey)
            } else {
                abs(c.y) <= abs(d.y) ? c.x : d.x
            }
        let place = min(max(closest, near.lowerBound), near.upperBound)
        return place...place
    }
}
