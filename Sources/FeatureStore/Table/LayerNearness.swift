// Finds rows within a distance of a shape, in any coordinate system.

import Geo
import SpatialOperations

/// A query's shape and distance, tested against rows in a layer's system.
struct LayerNearness {
    /// The box, in the layer's system, that rows must meet; `nil` if none is known.
    let envelope: Envelope?
    private let nearness: ShapeNearness
    /// Converts from the layer's system to degrees; `nil` if it already uses degrees.
    private let transformer: CoordinateTransformer?

    /// How many points on each side of a box are projected.
    private static let pointsOfSide = 16
    /// The share by which a projected box is widened, because its sides are curves.
    private static let margin = 0.02

    /// Prepares the shape.
    ///
    /// - Throws: ``FeatureStoreError/badGeometry(_:)``.
    init(
        _ query: QueryGeometry, meters: Double, in system: SpatialReference
    ) throws(FeatureStoreError) {
        guard (0...ShapeNearness.mostMeters).contains(meters) else {
            throw .badGeometry(
                "distance is \(meters) m; 0 to \(Int(ShapeNearness.mostMeters)) m are accepted")
        }
        guard
            query.relation == .intersects || query.relation == .envelopeIntersects
                || query.relation == .indexIntersects
        else {
            throw .badGeometry(
                "distance needs spatialRel \(SpatialRelation.intersects.rawValue), and "
                    + "\(query.relation.rawValue) was found")
        }
        var named = query
        named.spatialReference = query.spatialReference ?? system
        let shape = try named.geometry(in: .wgs84)
        do throws(ShapeRelationError) {
            nearness = try ShapeNearness(shape, meters: meters)
        } catch {
            throw .badGeometry(error.description)
        }
        if system.isSame(as: .wgs84) {
            transformer = nil
            envelope = nearness.envelope
            return
        }
        do throws(SpatialReferenceError) {
            transformer = try CoordinateTransformer(from: system, to: .wgs84)
            envelope = nearness.envelope.flatMap { Self.projected($0, to: system) }
        } catch {
            throw .badGeometry(error.description)
        }
    }

    /// Returns whether a row's shape lies within the distance; false if it has no place on Earth.
    func holds(for shape: Geometry) throws(ShapeRelationError) -> Bool {
        guard let transformer else { return try nearness.holds(for: shape) }
        let place: Geometry
        do throws(SpatialReferenceError) {
            place = try transformer.project(shape)
        } catch {
            return false
        }
        return try nearness.holds(for: place)
    }

    /// Projects the box around a box in degrees; `nil` if part of it has no place in the system.
    private static func projected(_ box: Envelope, to system: SpatialReference) -> Envelope? {
        var border: [Coordinate] = []
        for step in 0...pointsOfSide {
            let part = Double(step) / Double(pointsOfSide)
            let x = box.minX + part * (box.maxX - box.minX)
            let y = box.minY + part * (box.maxY - box.minY)
            border += [
                Coordinate(x: x, y: box.minY), Coordinate(x: x, y: box.maxY),
                Coordinate(x: box.minX, y: y), Coordinate(x: box.maxX, y: y),
            ]
        }
        guard let transformer = try? CoordinateTransformer(from: .wgs84, to: system),
            let places = try? transformer.transform(border)
        else { return nil }
        let found = Geometry.multipoint(places).envelope
        let (width, height) = (found.maxX - found.minX, found.maxY - found.minY)
        return Envelope(
            minX: found.minX - margin * width, minY: found.minY - margin * height,
            maxX: found.maxX + margin * width, maxY: found.maxY + margin * height)
    }
}
