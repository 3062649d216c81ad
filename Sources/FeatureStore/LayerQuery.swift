// Selects rows in a layer and what to return.

import Foundation
package import Geo

/// A query on a layer. Rows must meet all its conditions.
///
/// A query selects by a condition, a shape and a list of ids, in any combination, and both kinds of
/// store answer it with the same rows. The order is always total, because ties are sorted by object
/// id, so pages with ``offset`` and ``limit`` neither overlap nor leave gaps while the layer does
/// not change. Names of layers and fields ignore case. A name that does not exist is an error with
/// the nearest known name, not an empty answer.
package struct LayerQuery: Hashable, Sendable {
    /// The layer's name, ignoring case.
    package var layer: String
    /// A ``WhereClause`` condition, or `nil` for all rows. A text compared with a field of
    /// numbers or dates is read as one.
    package var `where`: String?
    /// The time that `CURRENT_TIMESTAMP` stands for in the condition, in milliseconds since 1970;
    /// `nil` for the time at which the query runs.
    package var now: Int64?
    /// A shape, and how rows must relate to it.
    package var geometry: QueryGeometry?
    /// The only ids to return, or `nil` for any.
    package var objectIDs: [Int64]?
    /// The sort order. Ties, and queries without terms, are sorted by object id.
    package var orderBy: [OrderTerm]
    /// The fields to return, ignoring case, or `nil` for all.
    package var outFields: [String]?
    /// Whether to return shapes.
    package var returnsGeometry: Bool
    /// The system in which to return shapes, or `nil` for the layer's own.
    package var outSR: SpatialReference?
    /// How far lines and borders may move when vertices are left out, in the units of the shapes
    /// returned; `nil` to return all vertices.
    package var maxAllowableOffset: Double?
    /// The greatest number of rows, at least 0.
    package var limit: Int
    /// The number of rows to skip at the beginning.
    package var offset: Int

    /// Makes a query; by default for all rows.
    package init(
        layer: String, where condition: String? = nil, geometry: QueryGeometry? = nil,
        objectIDs: [Int64]? = nil, orderBy: [OrderTerm] = [], outFields: [String]? = nil,
        returnsGeometry: Bool = true, outSR: SpatialReference? = nil, limit: Int, offset: Int = 0
    ) {
        self.layer = layer
        self.where = condition
        self.geometry = geometry
        self.objectIDs = objectIDs
        self.orderBy = orderBy
        self.outFields = outFields
        self.returnsGeometry = returnsGeometry
        self.outSR = outSR
        self.limit = limit
        self.offset = offset
    }
}

/// A shape to compare rows with.
package struct QueryGeometry: Hashable, Sendable {
    /// The shape; a box is a polygon of four corners.
    package var geometry: Geometry
    /// The shape's system, or `nil` if it is the layer's.
    package var spatialReference: SpatialReference?
    /// How a row's shape must relate to this one.
    package var relation: SpatialRelation
    /// The matrix for ``SpatialRelation/relation``: nine letters `T`, `F`, `0`, `1`, `2` or `*`.
    package var matrix: String?
    /// How close rows must lie to the shape, in meters on the ellipsoid; `nil` to use the relation
    /// alone.
    package var distanceMeters: Double?

    package init(
        _ geometry: Geometry, spatialReference: SpatialReference? = nil,
        relation: SpatialRelation = .intersects, matrix: String? = nil,
        distanceMeters: Double? = nil
    ) {
        self.geometry = geometry
        self.spatialReference = spatialReference
        self.relation = relation
        self.matrix = matrix
        self.distanceMeters = distanceMeters
    }
}

/// A field to sort rows by.
package struct OrderTerm: Hashable, Sendable {
    /// The field's name, ignoring case.
    package var field: String
    /// Whether the smallest value comes first; null counts as smaller than any value.
    package var isAscending: Bool

    package init(_ field: String, isAscending: Bool = true) {
        self.field = field
        self.isAscending = isAscending
    }
}

extension LayerQuery {
    /// The time that the query's condition refers to.
    package var time: Int64 { now ?? Self.systemTime() }

    /// Returns the present, in milliseconds since 1970.
    package static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }
}
