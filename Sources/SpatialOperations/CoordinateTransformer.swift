// Transforms coordinates from one system to another.

package import Geo

/// Transforms coordinates from one spatial reference to another, by PROJ.
///
/// ```swift
/// let transformer = try CoordinateTransformer(from: .wgs84, to: .webMercator)
/// let place = try transformer.transform(Coordinate(x: 180, y: 0))
/// // place.x: 20,037,508.34 meters
/// ```
///
/// Longitude or easting always comes first, whatever order a system's definition prescribes. A
/// position that is not finite, lies beyond the poles or has no place in the target system is an
/// error; PROJ itself would let latitudes such as 5,000,000 pass. WGS 84 and Web Mercator are
/// converted by closed formulas without PROJ, nine times as fast.
///
/// You may copy a transformer and share it between threads. PROJ's own objects may not be shared,
/// so each call borrows a prepared transformation from a ``TransformationPool``. Requests project
/// their inputs and answers with it, and stores project rows.
package struct CoordinateTransformer: Sendable {
    /// The system to transform from.
    package let source: SpatialReference
    /// The system to transform to.
    package let target: SpatialReference
    /// The source system's axes and units.
    package let sourceSystem: CoordinateSystem
    /// The target system's axes and units.
    package let targetSystem: CoordinateSystem

    enum Route: Hashable {
        case identity, webMercatorFromDegrees, degreesFromWebMercator, projected
    }

    let route: Route
    let pool: TransformationPool

    /// Prepares to transform coordinates.
    ///
    /// - Throws: ``SpatialReferenceError`` if a system is unknown, or no transformation between
    ///   them is known.
    /// - Complexity: The first use of a pair of systems takes milliseconds, later uses almost
    ///   nothing.
    package init(
        from source: SpatialReference, to target: SpatialReference,
        pool: TransformationPool = .shared
    ) throws(SpatialReferenceError) {
        self.source = source
        self.target = target
        self.pool = pool
        sourceSystem = try CoordinateSystem(source, pool: pool)
        targetSystem = try CoordinateSystem(target, pool: pool)
        if source.isSame(as: target) {
            route = .identity
        } else {
            route =
                switch (source.effectiveWKID, target.effectiveWKID) {
                case (4326, 3857): .webMercatorFromDegrees
                case (3857, 4326): .degreesFromWebMercator
                default: .projected
                }
        }
        if route == .projected {
            try pool.withTransformation(from: source, to: target) { _ in }
        }
    }

    /// Whether coordinates stay as they are.
    package var isIdentity: Bool { route == .identity }

    /// Transforms a coordinate.
    ///
    /// - Throws: ``SpatialReferenceError`` if it is not finite, its latitude lies beyond the poles,
    ///   or it has no place in the target system.
    package func transform(_ coordinate: Coordinate) throws(SpatialReferenceError) -> Coordinate {
        try transform([coordinate])[0]
    }

    /// Transforms coordinates, in order.
    ///
    /// - Throws: ``SpatialReferenceError`` for the first coordinate that is not finite, lies beyond
    ///   the poles, or has no place in the target system.
    package func transform(
        _ coordinates: [Coordinate]
    ) throws(SpatialReferenceError) -> [Coordinate] {
        var result = try transformUnwrapped(coordinates)
        if route == .degreesFromWebMercator || route == .webMercatorFromDegrees {
            wrap(&result)
        }
        return result
    }

    /// Transforms coordinates but leaves longitudes beyond `-180...180` as they are; the closed
    /// formulas can continue there.
    func transformUnwrapped(
        _ coordinates: [Coordinate]
    ) throws(SpatialReferenceError) -> [Coordinate] {
        var result = coordinates
        switch route {
        case .identity: break
        case .webMercatorFromDegrees: result = coordinates.map(WebMercator.project)
        case .degreesFromWebMercator: result = coordinates.map(WebMercator.unproject)
        case .projected:
            try pool.withTransformation(from: source, to: target) { transformation in
                transformation.apply(to: &result)
            }
        }
        for index in coordinates.indices
        where !isPosition(coordinates[index], in: sourceSystem)
            || !isPosition(result[index], in: targetSystem)
        {
            throw .cannotTransform(
                coordinates[index], from: source.label, to: target.label,
                isGeographic: sourceSystem.isGeographic)
        }
        return result
    }

    /// Returns whether a coordinate is a position. PROJ passes latitudes such as 5,000,000 through
    /// between geographic systems, and meters sent as degrees are the most frequent mistake.
    private func isPosition(_ coordinate: Coordinate, in system: CoordinateSystem) -> Bool {
        guard coordinate.isFinite else { return false }
        guard system.isGeographic else { return true }
        let slack = 1 + 1e-9
        return abs(coordinate.y) * system.degreesPerUnit <= 90 * slack
            && abs(coordinate.x) * system.degreesPerUnit <= 720 * slack
    }

    private func wrap(_ coordinates: inout [Coordinate]) {
        for index in coordinates.indices {
            if route == .degreesFromWebMercator {
                coordinates[index].x = Coordinate.wrapped(longitude: coordinates[index].x)
            } else {
                let degreesPerMeter = 180 / (Double.pi * WebMercator.radius)
                let longitude = coordinates[index].x * degreesPerMeter
                let wrapped = Coordinate.wrapped(longitude: longitude)
                if wrapped != longitude { coordinates[index].x = wrapped / degreesPerMeter }
            }
        }
    }
}
