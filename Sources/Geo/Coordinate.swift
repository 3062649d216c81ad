// A position in some spatial reference. The reference travels with the geometry's owner.

/// A planar or geographic position: longitude before latitude, easting before northing.
///
/// Geographic values are degrees. The spatial reference is stated by what holds the coordinate.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
    /// Longitude in degrees, or easting in the unit of the spatial reference.
    public var x: Double
    /// Latitude in degrees, or northing in the unit of the spatial reference.
    public var y: Double

    /// Makes a coordinate from longitude (or easting) and latitude (or northing).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Whether both ordinates are finite numbers.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The same place in longitude and latitude, at the side of the 180th meridian at which
    /// another lies: their longitudes are at most 180 degrees apart.
    func facing(_ other: Coordinate) -> Coordinate {
        let turns = ((other.x - x) / 360).rounded()
        return turns == 0 ? self : Coordinate(x: x + 360 * turns, y: y)
    }
}
