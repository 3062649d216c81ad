// Compares many shapes with one, by GEOS.

import CGEOS
package import Geo

/// The reason why shapes cannot be compared.
package enum ShapeRelationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The shape has no coordinates.
    case empty
    /// The matrix is missing, or is not nine allowed letters.
    case badMatrix(String?)
    /// The shape has too many vertices.
    case tooManyVertices(found: Int, allowed: Int)
    /// The shape itself cannot be used, or GEOS failed.
    case shape(BarrierGeometryError)

    package var description: String {
        switch self {
        case .empty: "The shape has no coordinates."
        case .badMatrix(nil):
            "The relation \(SpatialRelation.relation.rawValue) needs a matrix of nine letters "
                + "T, F, 0, 1, 2 or *, such as FFFTTT***."
        case .badMatrix(let matrix?):
            "\"\(matrix.excerpt(20))\" is not a matrix of nine letters T, F, 0, 1, 2 or *, "
                + "such as FFFTTT***."
        case .tooManyVertices(let found, let allowed):
            "The shape has \(found) vertices; \(allowed) are allowed. Generalize it first."
        case .shape(let error): error.description
        }
    }
}

/// A shape, prepared for comparison with many others.
///
/// ```swift
/// let town = try ShapeRelation(polygon, .contains)
/// let isInside = try town.holds(for: .point(stop))
/// ```
///
/// Spatial queries on stored layers use it: the store prepares the query's shape once, finds rows
/// by ``envelope`` in a spatial index, and tests each row's shape. Both shapes must be in the same
/// coordinate system and are compared in its plane. A position counts as inside an area if an odd
/// number of rings surrounds it. GEOS cannot be interrupted, so the prepared shape is limited to
/// ``maximumVertices``. Use a value on one thread at a time.
///
/// Source: OGC 06-103r4, 6.1.15, as GEOS implements it with prepared geometries.
package final class ShapeRelation {
    /// The greatest number of vertices in the prepared shape, because GEOS cannot be interrupted.
    package static let maximumVertices = 50_000

    /// The prepared shape's box.
    package let envelope: Envelope
    /// Whether only shapes whose boxes share a point with ``envelope`` can have the relation.
    package let needsContact: Bool

    private let relation: SpatialRelation
    private let matrix: String
    private let engine = GeometryEngine()
    private let shape: EngineGeometry
    private let prepared: OpaquePointer

    /// Prepares a shape.
    ///
    /// - Parameter matrix: Nine letters for ``SpatialRelation/relation``; ignored for other
    ///   relations.
    /// - Throws: ``ShapeRelationError`` if the shape is empty or beyond the limits, or the matrix
    ///   is wrong.
    /// - Complexity: O(*n* log *n*) in the vertices.
    package init(
        _ geometry: Geometry, _ relation: SpatialRelation, matrix: String? = nil
    ) throws(ShapeRelationError) {
        self.relation = relation
        let letters = relation == .relation ? try Self.checked(matrix) : ""
        self.matrix = letters
        // The matrix's first two rows and columns are interiors and borders.
        let cells = Array(letters.utf8)
        let contact = [0, 1, 3, 4].contains { $0 < cells.count && !"F*".utf8.contains(cells[$0]) }
        needsContact = relation != .relation || contact
        let count = geometry.coordinates.count
        guard count <= Self.maximumVertices else {
            throw .tooManyVertices(found: count, allowed: Self.maximumVertices)
        }
        envelope = geometry.envelope
        guard !envelope.isEmpty else { throw .empty }
        let (made, prepared) = try Self.prepared(geometry, in: engine)
        (shape, self.prepared) = (made, prepared)
    }

    private static func prepared(
        _ geometry: Geometry, in engine: GeometryEngine
    ) throws(ShapeRelationError) -> (EngineGeometry, OpaquePointer) {
        do throws(BarrierGeometryError) {
            guard let made = try engine.make(geometry, limits: .standard) else { throw .empty }
            guard let prepared = GEOSPrepare_r(engine.handle, made.handle) else {
                throw engine.failure()
            }
            return (made, prepared)
        } catch {
            throw .shape(error)
        }
    }

    deinit { GEOSPreparedGeom_destroy_r(engine.handle, prepared) }

    /// Returns whether the prepared shape has the relation to another; false if the other is empty.
    ///
    /// - Throws: ``ShapeRelationError/shape(_:)`` if the other shape cannot be compared.
    /// - Complexity: O(log *n*) for points in areas; for other shapes up to O(*n* · *m*) in the
    ///   vertices.
    package func holds(for other: Geometry) throws(ShapeRelationError) -> Bool {
        let box = other.envelope
        guard !box.isEmpty, !needsContact || box.intersects(envelope) else { return false }
        if relation == .envelopeIntersects || relation == .indexIntersects { return true }
        do throws(BarrierGeometryError) {
            guard let made = try engine.make(other, limits: .standard) else { return false }
            return try holds(made)
        } catch {
            throw .shape(error)
        }
    }

    private func holds(_ other: EngineGeometry) throws(BarrierGeometryError) -> Bool {
        let (context, prepared, other) = (engine.handle, prepared, other.handle)
        let answer =
            switch relation {
            case .intersects: GEOSPreparedIntersects_r(context, prepared, other)
            case .contains: GEOSPreparedContains_r(context, prepared, other)
            case .within: GEOSPreparedWithin_r(context, prepared, other)
            case .crosses: GEOSPreparedCrosses_r(context, prepared, other)
            case .overlaps: GEOSPreparedOverlaps_r(context, prepared, other)
            case .touches: GEOSPreparedTouches_r(context, prepared, other)
            case .relation: GEOSRelatePattern_r(context, shape.handle, other, matrix)
            case .envelopeIntersects, .indexIntersects: CChar(1)
            }
        switch answer {
        case 0: return false
        case 1: return true
        default: throw engine.failure()
        }
    }

    private static func checked(_ matrix: String?) throws(ShapeRelationError) -> String {
        guard let letters = matrix?.uppercased(), letters.utf8.count == 9,
            letters.utf8.allSatisfy({ "TF012*".utf8.contains($0) })
        else { throw .badMatrix(matrix) }
        return letters
    }
}
