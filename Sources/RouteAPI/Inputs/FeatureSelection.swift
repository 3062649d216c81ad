// Which rows of a layer a request selects. Form/SelectionReader reads it.

public import Geo

/// Which rows of a layer a request selects. A row must meet all conditions.
///
///     var selection = FeatureSelection()
///     selection.condition = "driver = 'Ada' AND day = DATE '2026-03-02'"
///     selection.order = [FeatureOrder(field: "arrival")]
public struct FeatureSelection: Hashable, Sendable {
    /// A condition in the language of `WhereClause`; `nil` selects all rows.
    public var condition: String?
    /// The shape to compare rows with.
    public var geometry: Geometry?
    /// The shape's spatial reference; `nil` means the layer's.
    public var spatialReference: SpatialReference?
    /// How a row's shape must relate to ``geometry``.
    public var relation = SpatialRelation.intersects
    /// The matrix for ``SpatialRelation/relation``, nine characters.
    public var matrix: String?
    /// How far rows may be from the shape, in meters; `nil` if rows must meet the shape itself.
    public var distanceMeters: Double?
    /// The only rows wanted, by id; `nil` does not restrict them.
    public var objectIDs: [Int64]?
    /// The order of the rows. Ties, or an empty list, leave them in the order of their ids.
    public var order: [FeatureOrder] = []

    /// Creates a selection of all rows.
    public init() {}
}

/// A field to sort rows by.
public struct FeatureOrder: Hashable, Sendable {
    /// The field's name, in any case.
    public var field: String
    /// Whether the lowest value comes first.
    public var isAscending: Bool

    /// Creates an order by one field.
    public init(field: String, isAscending: Bool = true) {
        self.field = field
        self.isAscending = isAscending
    }
}

/// An input defined by a stored layer's rows: `{"type":"layer","layerName":…,"where":…}`.
public struct LayerDefinition: Hashable, Sendable {
    /// The layer's name or number.
    public var layerName: String
    /// Which rows of the layer to take.
    public var selection: FeatureSelection
    /// Which columns hold the input's fields, besides the columns that the service declares.
    public var mapping: FieldMapping

    /// Creates a definition, by default for all rows.
    public init(
        layerName: String, selection: FeatureSelection = FeatureSelection(),
        mapping: FieldMapping = FieldMapping()
    ) {
        self.layerName = layerName
        self.selection = selection
        self.mapping = mapping
    }
}
