// Courses in degrees as directions, and back.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension SIMD2<Double> {
    /// Returns the unit vector east and north of a course in degrees, clockwise from north.
    package static func heading(degrees: Double) -> SIMD2<Double> {
        let angle = degrees * .pi / 180
        return SIMD2(sin(angle), cos(angle))
    }

    /// The course of a vector east and north, in degrees from -180 to 180; 0 for no direction.
    var courseDegrees: Double { atan2(x, y) * 180 / .pi }

    /// The cross product: above 0 if the other vector points to the left of this one.
    func cross(_ other: SIMD2<Double>) -> Double { x * other.y - y * other.x }
}

/// Returns the angle between two courses, in degrees from 0 to 180.
func angleBetween(_ a: Double, _ b: Double) -> Double { abs(turn(from: a, to: b)) }

/// Returns the turn from one course to another, in degrees from -180 to 180; clockwise is positive.
func turn(from origin: Double, to course: Double) -> Double {
    (course - origin).remainder(dividingBy: 360)
}

/// Returns the smaller of two angles, whatever their signs.
func nearerToZero(_ a: Double, _ b: Double) -> Double { abs(b) < abs(a) ? b : a }
