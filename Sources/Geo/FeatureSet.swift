// Tables of features, the form in which stops, barriers and answers travel.

/// A table of features that share a spatial reference.
///
/// Every input and output table has this form: stops, barriers, stored layers, routes and
/// directions. Readers make sets from CSV, GPX, GeoJSON and Esri JSON, and writers turn them back.
/// All rows have one value for each field, in the same order, and shapes of the same kind; a row
/// may lack its shape, and a ``Feature`` may override the spatial reference. Field names are found
/// without regard to case.
///
/// ```swift
/// let depot = Feature(values: [.string("Depot")], geometry: .point(place))
/// let stops = FeatureSet(
///     geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
///     features: [depot])
/// let name = stops.value("name", of: depot)    // .string("Depot")
/// ```
public struct FeatureSet: Hashable, Sendable {
    /// The kind of shape, or `nil` for a table without shapes.
    public var geometryType: GeometryType?
    /// The system for all shapes that name none.
    public var spatialReference: SpatialReference
    /// The columns.
    public var fields: [Field]
    /// The rows.
    public var features: [Feature]
    /// Whether polylines carry measures.
    public var hasMeasures: Bool

    /// Makes a feature set.
    public init(
        geometryType: GeometryType?, spatialReference: SpatialReference, fields: [Field],
        features: [Feature] = [], hasMeasures: Bool = false
    ) {
        self.geometryType = geometryType
        self.spatialReference = spatialReference
        self.fields = fields
        self.features = features
        self.hasMeasures = hasMeasures
    }

    /// Finds a field's position by name, ignoring case if no field has exactly this name.
    public func fieldIndex(_ name: String) -> Int? {
        if let exact = fields.firstIndex(where: { $0.name == name }) { return exact }
        let wanted = name.lowercased()
        return fields.firstIndex { $0.name.lowercased() == wanted }
    }

    /// Returns a feature's value in a field, ignoring the name's case; `nil` if the field does not
    /// exist.
    public func value(_ name: String, of feature: Feature) -> AttributeValue? {
        fieldIndex(name).map { feature.values[$0] }
    }

    /// Returns a feature's text in a field; `nil` if there is none.
    package func string(_ name: String, of feature: Feature) -> String? {
        if case .string(let text)? = value(name, of: feature) { text } else { nil }
    }

    /// Returns a feature's whole number in a field; `nil` if there is none.
    package func integer(_ name: String, of feature: Feature) -> Int? {
        switch value(name, of: feature) {
        case .integer(let number)?: number
        case .double(let number)?: Int(exactly: number)
        case .date(let number)?: Int(number)
        default: nil
        }
    }
}

extension FeatureSet {
    /// Returns the set with each multipoint split into one row per point; sets with other shapes
    /// stay as they are.
    ///
    /// - Complexity: O(*n*) in the rows and points.
    package func splittingMultipoints() -> FeatureSet {
        let hasSets = features.contains {
            if case .multipoint = $0.geometry { true } else { false }
        }
        guard hasSets || geometryType == .multipoint else { return self }
        var split = self
        if geometryType == .multipoint { split.geometryType = .point }
        guard hasSets else { return split }
        split.features = features.flatMap { feature -> [Feature] in
            guard case .multipoint(let places)? = feature.geometry else { return [feature] }
            return places.map { place in
                var one = feature
                one.geometry = .point(place)
                return one
            }
        }
        return split
    }
}
