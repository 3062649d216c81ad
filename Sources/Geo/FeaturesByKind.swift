// Splits an input's features by kind of shape.

/// An input's features, split by kind of shape.
public struct FeaturesByKind: Hashable, Sendable {
    /// Points, and rows without a shape.
    public var points: FeatureSet?
    /// Lines.
    public var polylines: FeatureSet?
    /// Areas.
    public var polygons: FeatureSet?

    /// Makes a split; pass `nil` for kinds that do not occur.
    public init(
        points: FeatureSet? = nil, polylines: FeatureSet? = nil, polygons: FeatureSet? = nil
    ) {
        self.points = points
        self.polylines = polylines
        self.polygons = polygons
    }
}

/// Three tables that grow side by side, for points, lines and areas.
package struct FeatureSplit {
    private var points: FeatureTable
    private var polylines: FeatureTable
    private var polygons: FeatureTable

    /// Makes empty tables.
    package init(limits: FeatureLimits) {
        points = FeatureTable(limits: limits)
        polylines = FeatureTable(limits: limits)
        polygons = FeatureTable(limits: limits)
    }

    /// Declares a column in all three tables.
    package mutating func declare(
        _ name: String, _ type: FieldType?
    ) throws(FeatureReadError) {
        try points.declare(name, type)
        try polylines.declare(name, type)
        try polygons.declare(name, type)
    }

    /// Adds a row to the table for its shape; rows without a shape go to the points.
    mutating func add(
        _ attributes: [(name: String, value: AttributeValue)], _ shape: Geometry?
    ) throws(FeatureReadError) {
        try add(attributes, shape, as: shape?.type ?? .point)
    }

    /// Adds a row to a kind's table.
    package mutating func add(
        _ attributes: [(name: String, value: AttributeValue)], _ shape: Geometry?,
        as type: GeometryType
    ) throws(FeatureReadError) {
        switch type {
        case .polyline: try polylines.add(attributes, geometry: shape)
        case .polygon: try polygons.add(attributes, geometry: shape)
        case .point, .multipoint:
            guard case .multipoint(let places)? = shape else {
                return try points.add(attributes, geometry: shape)
            }
            for place in places { try points.add(attributes, geometry: .point(place)) }
        }
    }

    /// Returns the sets; `nil` for kinds that did not occur.
    package func finished(in reference: SpatialReference) -> FeaturesByKind {
        func set(_ table: FeatureTable, _ type: GeometryType) -> FeatureSet? {
            table.count == 0
                ? nil : table.featureSet(geometryType: type, spatialReference: reference)
        }
        return FeaturesByKind(
            points: set(points, .point), polylines: set(polylines, .polyline),
            polygons: set(polygons, .polygon))
    }
}
