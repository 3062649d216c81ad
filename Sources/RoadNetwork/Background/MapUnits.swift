// Places on the map's background, in whole units of the Web Mercator square.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A place in map units: x eastward and y southward from the square's northwest corner.
///
/// A unit is the unit of a vector tile at zoom 14, 0.6 m on the equator and less elsewhere, so
/// tiles need no projection: they shift and subtract.
package typealias MapPoint = SIMD2<Int32>

/// The square that holds all map units.
package enum MapUnits {
    /// The zoom whose tiles have the same units.
    package static let deepestZoom = 14
    /// The units along a tile's side, whatever its zoom.
    package static let tileExtent: Int32 = 4_096
    /// The units along the square's side.
    package static let side: Int32 = tileExtent << Int32(deepestZoom)
    /// The length of a unit on the equator, in meters.
    package static let metersPerUnit = 40_075_016.685_578_49 / Double(side)

    /// Returns the place nearest to a position in 1e-7 degrees. Positions beyond 85° lie on the
    /// square's border.
    ///
    /// Method: EPSG Guidance Note 7-2, *Popular Visualisation Pseudo Mercator*.
    package static func point(_ position: FixedCoordinate) -> MapPoint {
        let latitude = max(-89.9, min(89.9, Double(position.latitudeE7) / 1e7))
        let x = (Double(position.longitudeE7) / 1e7 + 180) / 360
        let y = (1 - asinh(tan(latitude * .pi / 180)) / .pi) / 2
        return [whole(x), whole(y)]
    }

    private static func whole(_ share: Double) -> Int32 {
        Int32((max(0, min(1, share)) * Double(side)).rounded())
    }
}
