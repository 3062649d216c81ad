// A position in the integers of OpenStreetMap.

package import Geo

/// A position in 1e-7 degrees, as OpenStreetMap stores it.
package struct FixedCoordinate: Hashable, Sendable {
    package var longitudeE7: Int32
    package var latitudeE7: Int32

    package init(longitudeE7: Int32, latitudeE7: Int32) {
        self.longitudeE7 = longitudeE7
        self.latitudeE7 = latitudeE7
    }

    /// Rounds degrees to the nearest 1e-7.
    package init(_ coordinate: Coordinate) {
        longitudeE7 = Int32((coordinate.x * 1e7).rounded())
        latitudeE7 = Int32((coordinate.y * 1e7).rounded())
    }

    package var coordinate: Coordinate {
        Coordinate(x: Double(longitudeE7) / 1e7, y: Double(latitudeE7) / 1e7)
    }
}
