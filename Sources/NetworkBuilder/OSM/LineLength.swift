// Lengths of short steps on the ellipsoid.

import Geo
import RoadNetwork

/// Measures drawn lines on the WGS 84 ellipsoid.
enum LineLength {
    /// Steps below this many 1e-7 degrees are measured in the plane at their middle latitude.
    ///
    /// The plane is off by less than a millimeter there, which is below the centimeter in which
    /// lengths are stored, and it needs no iteration.
    private static let planeLimitE7: Int32 = 200_000
    private static let polarLimitE7: Int32 = 800_000_000

    /// Returns the length of one step in meters.
    static func meters(_ from: FixedCoordinate, _ to: FixedCoordinate) -> Double {
        let dx = Int64(to.longitudeE7) - Int64(from.longitudeE7)
        let dy = Int64(to.latitudeE7) - Int64(from.latitudeE7)
        let limit = Int64(planeLimitE7)
        guard abs(dx) < limit, abs(dy) < limit, abs(from.latitudeE7) < polarLimitE7 else {
            return Geodesic.distanceMeters(from: from.coordinate, to: to.coordinate)
        }
        let middle = (Double(from.latitudeE7) + Double(dy) / 2) / 1e7
        let scale = Geodesic.metersPerDegree(atLatitude: middle)
        let (x, y) = (Double(dx) / 1e7 * scale.x, Double(dy) / 1e7 * scale.y)
        return (x * x + y * y).squareRoot()
    }

    /// Returns the length of a line in meters.
    static func meters(_ line: [FixedCoordinate]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + meters($1.0, $1.1) }
    }
}
