// The shape of a query, compared with the shapes of rows.

import Geo
import SpatialOperations

/// A shape in a layer's coordinate system that rows must be related to.
struct SpatialFilter {
    private let relation: ShapeRelation
    private let onlyBoxes: Bool
    private let form: ShapeForm

    /// Projects and prepares the shape of a query.
    ///
    /// - Throws: ``FeatureStoreError/badGeometry(_:)``.
    init(_ query: QueryGeometry, of layer: LayerTable) throws(FeatureStoreError) {
        guard let shapes = layer.shapes else {
            throw .badGeometry(
                "the layer \"\(layer.schema.name)\" is a table without shapes; leave the geometry "
                    + "of the query out")
        }
        let source = query.spatialReference ?? layer.schema.spatialReference
        var shape = query.geometry
        if !source.isSame(as: layer.schema.spatialReference) {
            do throws(SpatialReferenceError) {
                shape = try CoordinateTransformer(from: source, to: layer.schema.spatialReference)
                    .project(shape)
            } catch {
                throw .badGeometry("geometry: \(error.description)")
            }
        }
        do throws(ShapeRelationError) {
            relation = try ShapeRelation(shape, query.relation, matrix: query.matrix)
        } catch {
            throw .badGeometry("geometry: \(error.description)")
        }
        form = shapes.form
        onlyBoxes = query.relation == .envelopeIntersects || query.relation == .indexIntersects
    }

    /// The box that rows must meet, or `nil` where the relation asks for no contact.
    var envelope: Envelope? { relation.needsContact ? relation.envelope : nil }

    /// Whether the shape in a row's bytes has the relation.
    ///
    /// - Throws: ``FeatureReadError`` for bytes that are not a shape, or a shape that cannot be
    ///   compared.
    func accepts(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Bool {
        if bytes.isEmpty { return false }
        if let envelope {
            guard let box = try form.envelope(bytes), box.intersects(envelope) else {
                return false
            }
            // The header's box may be wider than the shape in files of others.
            if onlyBoxes {
                return try form.geometry(bytes).envelope.intersects(envelope)
            }
        }
        let shape = try form.geometry(bytes)
        do throws(ShapeRelationError) {
            return try relation.holds(for: shape)
        } catch {
            throw FeatureReadError(error.description)
        }
    }
}
