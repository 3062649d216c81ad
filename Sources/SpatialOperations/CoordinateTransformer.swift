// Coordinates from one system to another.

package import Geo

/// Transforms coordinates from one spatial reference to another.
///
/// ```swift
/// let transformer = try CoordinateTransformer(from: .wgs84, to: .webMercator)
/// let place = try transformer.transform(Coordinate(x: 180, y: 0))
/// // place.x: 20,037,508.34 meters
/// ```
///
/// Longitude or easting always comes first, whatever order a system's definition prescribes. The
/// value is free to copy and share between threads; it borrows what it needs from a pool.
package struct CoordinateTransformer: Sendable {
    /// The system that coordinates come in.
    package let source: SpatialReference
    /// The system that coordinates leave in.
    package let target: SpatialReference
    /// What the source system is like.
    package let sourceSystem: CoordinateSystem
    /// What the target system is like.
    package let targetSystem: CoordinateSystem

    enum Route: Hashable {
        case identity, webMercatorFromDegrees, degreesFromWebMercator, projected
    }

    let route: Route
    let pool: TransformationPool

    /// Prepares to transform coordinates from one system to another.
    ///
    /// - Throws: When either system is unknown, or no transformation between them is.
    /// - Complexity: The first use of a pair of systems takes milliseconds, later ones nothing.
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

    /// Transforms one coordinate.
    ///
    /// - Throws: When it is not finite, has a latitude beyond the poles, or has no place in the
    ///   target system.
    package func transform(_ coordinate: Coordinate) throws(SpatialReferenceError) -> Coordinate {
        try transform([coordinate])[0]
    }

    /// Transforms coordinates, in order.
    ///
    /// - Throws: The first that is not finite, has a latitude beyond the poles, or has no place in
    ///   the target system.
    package func transform(
        _ coordinates: [Coordinate]
    ) throws(SpatialReferenceError) -> [Coordinate] {
        var result = try transformUnwrapped(coordinates)
        if route == .degreesFromWebMercator || route == .webMercatorFromDegrees {
            wrap(&result)
        }
        return result
    }

    /// Transforms coordinates without bringing longitudes back into `-180...180`, for closed
    /// formulas, which work beyond.
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

    /// PROJ passes latitudes such as 5,000,000 through between geographic systems; meters sent as
    /// degrees are the most frequent mistake and must be refused.
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
