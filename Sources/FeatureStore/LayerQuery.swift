// Which rows of a layer are wanted, and what of them.

public import Geo

/// A query of a layer. All conditions hold together.
public struct LayerQuery: Hashable, Sendable {
    /// The layer's name, in any case of letters.
    public var layer: String
    /// A condition in the language of ``WhereClause``, or `nil` for all rows. A text that is a date
    /// counts as one where it is compared with a date field.
    public var `where`: String?
    /// A shape and how rows must relate to it.
    public var geometry: QueryGeometry?
    /// The only ids wanted.
    public var objectIDs: [Int64]?
    /// What rows are sorted by; ties, and rows without terms, by object id.
    public var orderBy: [OrderTerm]
    /// The fields wanted, in any case of letters, or `nil` for all.
    public var outFields: [String]?
    /// Whether rows come with their shapes.
    public var returnsGeometry: Bool
    /// The system that shapes are wanted in, or `nil` for the layer's own.
    public var outSR: SpatialReference?
    /// The greatest number of rows, at least 0.
    public var limit: Int
    /// The number of rows left out at the beginning.
    public var offset: Int

    /// Makes a query of all rows.
    public init(
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

/// A shape that rows are compared with.
public struct QueryGeometry: Hashable, Sendable {
    /// The shape; a box is a polygon of four corners.
    public var geometry: Geometry
    /// The shape's system, or `nil` for the layer's.
    public var spatialReference: SpatialReference?
    /// How the shape and a row's must relate.
    public var relation: SpatialRelation
    /// The nine letters `T`, `F`, `0`, `1`, `2` or `*` of ``SpatialRelation/relation``.
    public var matrix: String?
    /// Meters on the ellipsoid within which rows must lie of the shape; `nil` for rows that have
    /// the relation to the shape itself.
    public var distanceMeters: Double?

    /// Makes a condition.
    public init(
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

/// A field that rows are sorted by.
public struct OrderTerm: Hashable, Sendable {
    /// The field's name, in any case of letters.
    public var field: String
    /// Whether the least value comes first; null counts as less than all values.
    public var isAscending: Bool

    /// Makes a term.
    public init(_ field: String, isAscending: Bool = true) {
        self.field = field
        self.isAscending = isAscending
    }
}
