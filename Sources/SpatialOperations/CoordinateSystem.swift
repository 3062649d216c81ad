// What the system of some coordinates is like: angles or lengths, and in which unit.

package import Geo

/// The facts about a coordinate system that code outside PROJ needs.
package struct CoordinateSystem: Hashable, Sendable {
    /// Whether ordinates are longitude and latitude rather than easting and northing.
    package let isGeographic: Bool
    /// Degrees in one unit of a geographic system's ordinates; 1 for a projected system.
    package let degreesPerUnit: Double
    /// Meters in one unit of the ordinates.
    ///
    /// For geographic systems the length of that angle on a sphere of 6,371 km: good for sizes, not
    /// for distances, which ``Geodesic`` measures.
    package let metersPerUnit: Double
    /// The system's official name, for messages.
    package let name: String

    /// WGS 84 longitude and latitude in degrees.
    package static let wgs84 = CoordinateSystem(name: "WGS 84", radiansPerUnit: .pi / 180)

    /// Web Mercator in meters.
    package static let webMercator = CoordinateSystem(
        name: "WGS 84 / Pseudo-Mercator", metersPerUnit: 1)

    /// Looks the facts up; later calls read them from memory.
    ///
    /// - Throws: When no such system exists or it has no horizontal position.
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
