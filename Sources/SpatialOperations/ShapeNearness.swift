// Finds which shapes lie within a distance of another.

import CGEOS
package import Geo

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A shape, prepared for testing which others lie within a distance of it.
///
/// ```swift
/// let near = try ShapeNearness(.point(depot), meters: 500)
/// let isNear = try near.holds(for: .point(stop))
/// ```
///
/// Use it on one thread at a time. Shapes must be WGS 84 longitudes and latitudes.
///
/// Method: the azimuthal equidistant projection about the shape's middle, by geodesics on the
/// ellipsoid. Distances from a point are exact; others have a relative error up to (*r*/*R*)² / 6,
/// where *r* is how far the shapes lie from the middle: 0.4 % at 1,000 km.
package final class ShapeNearness {
    /// The greatest distance accepted, in meters.
    package static let mostMeters = 1_000_000.0

    /// A box in degrees that all shapes within the distance meet; `nil` if it would include a pole.
    package let envelope: Envelope?

    private let center: Coordinate
    private let meters: Double
    private let engine = GeometryEngine()
    private let shape: EngineGeometry
    private let prepared: OpaquePointer

    /// Prepares a shape.
    ///
    /// - Throws: ``ShapeRelationError`` if the shape is empty or beyond the limits.
    package init(_ geometry: Geometry, meters: Double) throws(ShapeRelationError) {
        precondition((0...Self.mostMeters).contains(meters), "callers check the distance")
        let count = geometry.coordinates.count
        guard count <= ShapeRelation.maximumVertices else {
            throw .tooManyVertices(found: count, allowed: ShapeRelation.maximumVertices)
        }
        let box = geometry.envelope
        guard !box.isEmpty else { throw .empty }
        self.meters = meters
        center = Coordinate(x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2)
        envelope = Self.widened(box, by: meters)
        do throws(BarrierGeometryError) {
            let plane = Self.plane(of: geometry, about: center)
            guard let made = try engine.make(plane, limits: .standard) else {
                throw .empty
            }
            guard let prepared = GEOSPrepare_r(engine.handle, made.handle) else {
                throw engine.failure()
            }
            (shape, self.prepared) = (made, prepared)
        } catch {
            throw .shape(error)
        }
    }

    deinit { GEOSPreparedGeom_destroy_r(engine.handle, prepared) }

    /// Returns whether another shape lies within the distance; false if it is empty.
    ///
    /// - Throws: ``ShapeRelationError/shape(_:)`` if it cannot be compared.
    package func holds(for other: Geometry) throws(ShapeRelationError) -> Bool {
        do throws(BarrierGeometryError) {
            let plane = Self.plane(of: other, about: center)
            guard let made = try engine.make(plane, limits: .standard) else { return false }
            switch GEOSPreparedDistanceWithin_r(engine.handle, prepared, made.handle, meters) {
            case 0: return false
            case 1: return true
            default: throw engine.failure()
            }
        } catch {
            throw .shape(error)
        }
    }

    private static func plane(of geometry: Geometry, about center: Coordinate) -> Geometry {
        func place(_ position: Coordinate) -> Coordinate {
            let meters = Geodesic.distanceMeters(from: center, to: position)
            let bearing = Geodesic.bearingDegrees(from: center, to: position) * .pi / 180
            return Coordinate(x: meters * sin(bearing), y: meters * cos(bearing))
        }
        switch geometry {
        case .point(let position): return .point(place(position))
        case .multipoint(let positions): return .multipoint(positions.map(place))
        case .polyline(let paths, _):
            return .polyline(paths: paths.map { $0.map(place) }, measures: nil)
        case .polygon(let rings): return .polygon(rings: rings.map { $0.map(place) })
        case .empty: return .empty
        }
    }

    private static func widened(_ box: Envelope, by meters: Double) -> Envelope? {
        let farthest = max(abs(box.minY), abs(box.maxY))
        let perDegree = Geodesic.metersPerDegree(atLatitude: 0).y
        // Two percent more than needed, because meridians differ in length.
        let north = meters / perDegree * 1.02 + 1e-9
        guard farthest + north < 89 else { return nil }
        let east =
            meters / Geodesic.metersPerDegree(atLatitude: farthest + north).x * 1.02 + 1e-9
        var wide = Envelope(
            minX: box.minX - east, minY: box.minY - north, maxX: box.maxX + east,
            maxY: box.maxY + north)
        // Shapes on the other side of the antimeridian have other longitudes.
        if wide.minX < -180 || wide.maxX > 180 { (wide.minX, wide.maxX) = (-720, 720) }
        return wide
    }
}
