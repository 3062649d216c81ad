// Describes a coordinate system: angles or lengths, and their unit.

package import Geo

/// The facts about a coordinate system that code outside PROJ needs.
package struct CoordinateSystem: Hashable, Sendable {
    /// Whether ordinates are longitude and latitude rather than easting and northing.
    package let isGeographic: Bool
    /// Degrees per unit in a geographic system; 1 in a projected system.
    package let degreesPerUnit: Double
    /// Meters per unit.
    ///
    /// For a geographic system, this is the length of that angle on a sphere of 6,371 km. Use it
    /// for sizes only; to measure distances, use ``Geodesic``.
    package let metersPerUnit: Double
    /// The system's official name, for messages.
    package let name: String

    /// WGS 84 longitude and latitude in degrees.
    package static let wgs84 = CoordinateSystem(name: "WGS 84", radiansPerUnit: .pi / 180)

    /// Web Mercator in meters.
    package static let webMercator = CoordinateSystem(
        name: "WGS 84 / Pseudo-Mercator", metersPerUnit: 1)

    /// Looks up the facts; later calls find them in memory.
    ///
    /// - Throws: ``SpatialReferenceError`` if the system does not exist or has no horizontal
    ///   position.
    package init(
        _ reference: SpatialReference, pool: TransformationPool = .shared
    ) throws(SpatialReferenceError) {
        self = try pool.system(named: reference)
    }

    init(name: String, radiansPerUnit: Double) {
        self.name = name
        isGeographic = true
        degreesPerUnit = radiansPerUnit * 180 / .pi
        metersPerUnit = radiansPerUnit * 6_371_000
    }

    init(name: String, metersPerUnit: Double) {
        self.name = name
        isGeographic = false
        degreesPerUnit = 1
        self.metersPerUnit = metersPerUnit
    }
}
