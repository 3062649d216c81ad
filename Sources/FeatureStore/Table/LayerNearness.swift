// Rows within a distance of a shape, whatever the system of the layer.

import Geo
import SpatialOperations

/// The shape of a query and a distance, for rows in the system of a layer.
struct LayerNearness {
    /// The box in the layer's system that rows must meet; `nil` where none is known.
    let envelope: Envelope?
    private let nearness: ShapeNearness
    /// From the layer's system to degrees; `nil` for one of degrees.
    private let transformer: CoordinateTransformer?

    /// The points of a side of a box that is projected.
    private static let pointsOfSide = 16
    /// The share by which a projected box is widened: its sides are curves.
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
                "distance is accepted with spatialRel \(SpatialRelation.intersects.rawValue); "
                    + "found \(query.relation.rawValue)")
        }
        var named = query
        named.spatialReference = query.spatialReference ?? system
        let shape = try named.geometry(in: .wgs84)
        do throws(ShapeRelationError) {
            nearness = try ShapeNearness(shape, meters: meters)
        } catch {
            throw .badGeometry("geometry: \(error.description)")
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
            throw .badGeometry("geometry: \(error.description)")
        }
    }

    /// Whether the shape of a row lies within the distance; not one that has no place on Earth.
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

    /// The box round a box of degrees in another system; `nil` where a part of it has no place.
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
