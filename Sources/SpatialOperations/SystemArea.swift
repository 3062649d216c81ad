// Checks that positions exist in a coordinate system.

package import Geo

/// The area where a coordinate system is valid: each position has a place on Earth, and projecting
/// that place returns the same position.
///
/// ```swift
/// try SystemArea(of: .webMercator).check(.point(Coordinate(x: 1e308, y: 0)))    // throws
/// ```
package struct SystemArea: Sendable {
    private let toDegrees: CoordinateTransformer
    private let fromDegrees: CoordinateTransformer

    /// Prepares to check positions.
    ///
    /// - Throws: ``SpatialReferenceError`` if the system is unknown or has no transformation to
    ///   longitude and latitude.
    package init(of reference: SpatialReference) throws(SpatialReferenceError) {
        toDegrees = try CoordinateTransformer(from: reference, to: .wgs84)
        fromDegrees = try CoordinateTransformer(from: .wgs84, to: reference)
    }

    /// Checks a shape's vertices.
    ///
    /// - Throws: ``SpatialReferenceError/cannotTransform(_:from:to:isGeographic:)`` for the first
    ///   vertex outside the area.
    package func check(_ geometry: Geometry) throws(SpatialReferenceError) {
        let positions = geometry.coordinates
        let places = try toDegrees.transformUnwrapped(positions)
        // Degrees need no check; projection formulas also give places to positions outside their
        // area.
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
