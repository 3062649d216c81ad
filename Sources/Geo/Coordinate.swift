// A position in some coordinate system, which the geometry's owner states.

/// A planar or geographic position: longitude before latitude, easting before northing.
///
/// Geographic values are in degrees. A coordinate does not know its spatial reference; the
/// ``FeatureSet`` or ``Feature`` that holds it states that.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
    /// Longitude in degrees, or easting in the spatial reference's unit.
    public var x: Double
    /// Latitude in degrees, or northing in the spatial reference's unit.
    public var y: Double

    /// Makes a coordinate from longitude (or easting) and latitude (or northing).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Whether both ordinates are finite numbers.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The farthest longitude accepted: maps that repeat the world may be up to two turns off.
    package static let farthestLongitude = 720.0

    /// The same place with its longitude in `-180...180`; `nil` if this is not a longitude and
    /// latitude.
    package var onEarth: Coordinate? {
        guard isFinite, abs(y) <= 90, abs(x) <= Self.farthestLongitude else { return nil }
        return abs(x) <= 180 ? self : Coordinate(x: Self.wrapped(longitude: x), y: y)
    }

    /// Returns the same longitude in `-180...180`.
    package static func wrapped(longitude: Double) -> Double {
        guard abs(longitude) > 180, longitude.isFinite else { return longitude }
        // Rounding while a full turn is converted to meters and back must not turn 180 into -180.
        if abs(longitude) < 180 + 1e-12 { return longitude < 0 ? -180 : 180 }
        return longitude.remainder(dividingBy: 360)
    }

    /// Returns the same place with a longitude at most 180 degrees from another's, so that both lie
    /// on the same side of the 180th meridian.
    func facing(_ other: Coordinate) -> Coordinate {
        let turns = ((other.x - x) / 360).rounded()
        return turns == 0 ? self : Coordinate(x: x + 360 * turns, y: y)
    }
}
