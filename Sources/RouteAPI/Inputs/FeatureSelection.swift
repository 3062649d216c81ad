// The rows of a layer that a request selects. Form/SelectionReader reads them.

public import Geo

/// The rows of a layer that a request selects. All conditions hold together.
///
///     var selection = FeatureSelection()
///     selection.condition = "driver = 'Ada' AND day = DATE '2026-03-02'"
///     selection.order = [FeatureOrder(field: "arrival")]
public struct FeatureSelection: Hashable, Sendable {
    /// A condition in the language of `WhereClause`; `nil` for all rows.
    public var condition: String?
    /// The shape that rows are compared with.
    public var geometry: Geometry?
    /// The system of the shape; `nil` for the layer's.
    public var spatialReference: SpatialReference?
    /// How the shape and that of a row must relate.
    public var relation = SpatialRelation.intersects
    /// The matrix of ``SpatialRelation/relation``.
    public var matrix: String?
    /// Meters within which rows must lie of the shape; `nil` for rows that have the relation to the
    /// shape itself.
    public var distanceMeters: Double?
    /// The only rows wanted, by id.
    public var objectIDs: [Int64]?
    /// The order of the rows; that of their ids where it says nothing.
    public var order: [FeatureOrder] = []

    /// Selects all rows.
    public init() {}
}

/// A field that rows are sorted by.
public struct FeatureOrder: Hashable, Sendable {
    /// The field's name.
    public var field: String
    /// Whether the least value comes first.
    public var isAscending: Bool

    /// Sorts by a field.
    public init(field: String, isAscending: Bool = true) {
        self.field = field
        self.isAscending = isAscending
    }
}

/// The definition of an input by the rows of a stored layer:
/// `{"type":"layer","layerName":…,"where":…}`.
public struct LayerDefinition: Hashable, Sendable {
    /// The layer's name or number.
    public var layerName: String
    /// The rows.
    public var selection: FeatureSelection
    /// The fields that the input reads from columns of other names, beside those that the service
    /// declares.
    public var mapping: FieldMapping

    /// Makes a definition.
    public init(
        layerName: String, selection: FeatureSelection = FeatureSelection(),
        mapping: FieldMapping = FieldMapping()
    ) {
        self.layerName = layerName
        self.selection = selection
        self.mapping = mapping
    }
}
