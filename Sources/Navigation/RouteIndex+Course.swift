// The direction of a route.

import Geo

extension RouteIndex {
    /// Returns the route's direction at a measure in meters, in degrees clockwise from north, from
    /// 0 to below 360.
    ///
    /// - Complexity: O(log *n*).
    public func courseDegrees(atMeters meters: Double) -> Double {
        let course = course(atMeters: meters)
        return course < 0 ? course + 360 : course
    }

    /// Returns the route's direction at a measure in meters, from above -180 to 180 degrees.
    func course(atMeters meters: Double) -> Double {
        step(on: position(atMeters: meters).segment).courseDegrees
    }

    /// Returns the least angle by which a course lies clockwise of the route's courses in a
    /// stretch; negative if it lies counterclockwise.
    func courseError(_ course: Double, fromMeters: Double, toMeters: Double) -> Double {
        var least = 180.0
        let from = position(atMeters: fromMeters).segment
        let to = position(atMeters: toMeters).segment
        for segment in from...to {
            let step = step(on: segment)
            guard step != .zero else { continue }
            least = nearerToZero(least, turn(from: step.courseDegrees, to: course))
        }
        return least
    }

    /// Returns the meters east and north from a segment's start to its end.
    private func step(on segment: Int) -> SIMD2<Double> {
        let (from, to) = (vertices[segment], vertices[segment + 1])
        let scale = Geodesic.metersPerDegree(atLatitude: Double(from.y) / Self.unitsPerDegree)
        return SIMD2(
            (Double(to.x) - Double(from.x)) * scale.x, (Double(to.y) - Double(from.y)) * scale.y)
    }
}
