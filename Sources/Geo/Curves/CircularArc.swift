// Converts circular arcs to straight segments, which streets can be compared with.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A circular arc through three points.
struct CircularArc {
    var start: Coordinate
    /// A point on the arc between its ends.
    var middle: Coordinate
    var end: Coordinate

    /// Degrees between two vertices: for a radius of 50 m, segments depart from the arc by 8 mm.
    private static let stepDegrees = 2.0

    /// The vertices after the start, including the end. Three collinear points give a straight
    /// line. If start and end coincide, the arc is a circle with the middle point opposite.
    var vertices: [Coordinate] {
        let isCircle = start == end
        let (ax, ay) = (middle.x - start.x, middle.y - start.y)
        let (bx, by) = (end.x - start.x, end.y - start.y)
        let determinant = 2 * (ax * by - ay * bx)
        let (a, b) = (ax * ax + ay * ay, bx * bx + by * by)
        var center = Coordinate(x: (start.x + middle.x) / 2, y: (start.y + middle.y) / 2)
        if !isCircle {
            guard determinant.magnitude > 1e-12 * max(a, b), determinant.isFinite else {
                return [middle, end]
            }
            center = Coordinate(
                x: start.x + (by * a - ay * b) / determinant,
                y: start.y + (ax * b - bx * a) / determinant)
        }
        let radius = hypot(start.x - center.x, start.y - center.y)
        guard radius.isFinite, radius > 0 else { return [middle, end] }
        func angle(_ place: Coordinate) -> Double { atan2(place.y - center.y, place.x - center.x) }
        let first = angle(start)
        let turn = 2 * Double.pi
        func ahead(_ angle: Double) -> Double {
            let difference = (angle - first).truncatingRemainder(dividingBy: turn)
            return difference < 0 ? difference + turn : difference
        }
        var sweep = isCircle ? turn : ahead(angle(end))
        if !isCircle, ahead(angle(middle)) > sweep { sweep -= turn }
        let count = max(2, Int((sweep.magnitude * 180 / .pi / Self.stepDegrees).rounded(.up)))
        var vertices = (1..<count).map { step in
            let angle = first + sweep * Double(step) / Double(count)
            return Coordinate(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
        }
        vertices.append(end)
        return vertices
    }

    /// Returns the line along a chain of arcs, each beginning where the previous one ends.
    ///
    /// - Returns: `nil` if the number of points is even; a single point is a line of one vertex.
    static func line(through points: [Coordinate]) -> [Coordinate]? {
        if points.count < 2 { return points }
        guard points.count % 2 == 1 else { return nil }
        var line = [points[0]]
        for place in stride(from: 0, to: points.count - 2, by: 2) {
            line +=
                CircularArc(
                    start: points[place], middle: points[place + 1], end: points[place + 2]
                ).vertices
        }
        return line
    }
}
