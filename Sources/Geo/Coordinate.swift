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

    /// The farthest longitude that is read: maps that repeat the world have places up to two turns
    /// off.
    package static let farthestLongitude = 720.0

    /// The same place with a longitude in `-180...180`; `nil` for what is no longitude and
    /// latitude.
    package var onEarth: Coordinate? {
        guard isFinite, abs(y) <= 90, abs(x) <= Self.farthestLongitude else { return nil }
        return abs(x) <= 180 ? self : Coordinate(x: Self.wrapped(longitude: x), y: y)
    }

    /// The same longitude in `-180...180`.
    package static func wrapped(longitude: Double) -> Double {
        guard abs(longitude) > 180, longitude.isFinite else { return longitude }
        // The rounding of one full turn in and out of meters must not throw 180 to -180.
        if abs(longitude) < 180 + 1e-12 { return longitude < 0 ? -180 : 180 }
        return longitude.remainder(dividingBy: 360)
    }

    /// The same place in longitude and latitude, at the side of the 180th meridian at which
    /// another lies: their longitudes are at most 180 degrees apart.
    func facing(_ other: Coordinate) -> Coordinate {
        let turns = ((other.x - x) / 360).rounded()
        return turns == 0 ? self : Coordinate(x: x + 360 * turns, y: y)
    }
}
