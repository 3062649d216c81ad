// The positions that a coordinate system has.

package import Geo

/// The positions of a coordinate system: those that have a place on Earth and that their place
/// leads back to.
///
/// ```swift
/// try SystemArea(of: .webMercator).check(.point(Coordinate(x: 1e308, y: 0)))    // throws
/// ```
package struct SystemArea: Sendable {
    private let toDegrees: CoordinateTransformer
    private let fromDegrees: CoordinateTransformer

    /// Prepares to check positions.
    ///
    /// - Throws: For a system that is unknown or has no transformation to longitude and latitude.
    package init(of reference: SpatialReference) throws(SpatialReferenceError) {
        toDegrees = try CoordinateTransformer(from: reference, to: .wgs84)
        fromDegrees = try CoordinateTransformer(from: .wgs84, to: reference)
    }

    /// Checks the vertices of a shape.
    ///
    /// - Throws: ``SpatialReferenceError/cannotTransform(_:from:to:isGeographic:)`` for the first
    ///   vertex outside the area.
    package func check(_ geometry: Geometry) throws(SpatialReferenceError) {
        let positions = geometry.coordinates
        let places = try toDegrees.transformUnwrapped(positions)
        // Degrees are what they are; formulas of projections also give places to other positions.
        if toDegrees.sourceSystem.isGeographic { return }
        let again = try fromDegrees.transformUnwrapped(places)
        for (position, found) in zip(positions, again) {
            let slack = max(1, 1e-6 * max(abs(position.x), abs(position.y)))
            guard abs(position.x - found.x) <= slack, abs(position.y - found.y) <= slack else {
                throw .cannotTransform(
                    position, from: toDegrees.source.label, to: toDegrees.target.label,
                    isGeographic: false)
            }
        }
    }
}
