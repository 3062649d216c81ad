// Compares a query's shape with the shapes in rows.

import Geo
import SpatialOperations

/// A shape, in a layer's coordinate system, and the relation rows must have to it.
struct SpatialFilter {
    private let test: Test
    private let form: ShapeForm

    private enum Test {
        case relation(ShapeRelation, onlyBoxes: Bool)
        case distance(LayerNearness)
    }

    /// Projects and prepares a query's shape.
    ///
    /// - Throws: ``FeatureStoreError/badGeometry(_:)``.
    init(_ query: QueryGeometry, of layer: LayerTable) throws(FeatureStoreError) {
        guard let shapes = layer.shapes else {
            throw .badGeometry(
                "the layer \"\(layer.schema.name)\" is a table without shapes; leave the geometry "
                    + "of the query out")
        }
        form = shapes.form
        if let meters = query.distanceMeters {
            test = .distance(
                try LayerNearness(query, meters: meters, in: layer.schema.spatialReference))
            return
        }
        let shape = try query.geometry(in: layer.schema.spatialReference)
        do throws(ShapeRelationError) {
            let relation = try ShapeRelation(shape, query.relation, matrix: query.matrix)
            test = .relation(
                relation,
                onlyBoxes: query.relation == .envelopeIntersects
                    || query.relation == .indexIntersects)
        } catch {
            throw .badGeometry(error.description)
        }
    }

    /// The box rows must meet, or `nil` if the relation does not require contact.
    var envelope: Envelope? {
        switch test {
        case .relation(let relation, _): relation.needsContact ? relation.envelope : nil
        case .distance(let nearness): nearness.envelope
        }
    }

    /// Returns whether a row's shape has the relation.
    ///
    /// - Throws: ``FeatureReadError`` if the bytes are not a shape or it cannot be compared.
    func accepts(_ bytes: UnsafeRawBufferPointer) throws(FeatureReadError) -> Bool {
        if bytes.isEmpty { return false }
        if let envelope {
            guard let box = try form.envelope(bytes), box.intersects(envelope) else {
                return false
            }
            // In files from other programs, the header's box may be wider than the shape.
            if case .relation(_, onlyBoxes: true) = test {
                return try form.geometry(bytes).envelope.intersects(envelope)
            }
        }
        let shape = try form.geometry(bytes)
        do throws(ShapeRelationError) {
            return switch test {
            case .relation(let relation, _): try relation.holds(for: shape)
            case .distance(let nearness): try nearness.holds(for: shape)
            }
        } catch {
            throw FeatureReadError(error.description)
        }
    }
}

extension QueryGeometry {
    /// Returns the shape in another system.
    func geometry(in target: SpatialReference) throws(FeatureStoreError) -> Geometry {
        guard let source = spatialReference, !source.isSame(as: target) else { return geometry }
        do throws(SpatialReferenceError) {
            return try CoordinateTransformer(from: source, to: target).project(geometry)
        } catch {
            throw .badGeometry("in its spatialReference or inSR: \(error.description)")
        }
    }
}
