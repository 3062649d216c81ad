// Reads feature sets from Esri JSON, tolerating whatever pasted query results contain.

/// Reads a feature set from Esri JSON.
///
/// Accepts a feature set with any of its usual keys, a bare array of features or geometries, or one
/// of these alone. A feature's own spatial reference overrides the set's; without either,
/// ``defaultSpatialReference`` applies. A multipoint becomes one feature for each point, unless you
/// expect multipoints.
public struct EsriFeatureReader: Sendable {
    /// The only kind of shape to accept; `nil` for any, as long as all are the same.
    public var expectedType: GeometryType?
    /// The system for shapes that name none.
    public var defaultSpatialReference = SpatialReference.wgs84
    /// Whether a multipoint with several points becomes several features. A single point is always
    /// a point.
    package var splitsMultipoints = true
    /// Whether lines of one vertex and rings of fewer than three corners are left out, as in rows
    /// that other programs rounded; otherwise they are errors.
    package var dropsCollapsed = false
    /// Limits on what is accepted.
    public var limits: FeatureLimits

    /// Makes a reader.
    public init(expectedType: GeometryType? = nil, limits: FeatureLimits = FeatureLimits()) {
        self.expectedType = expectedType
        self.limits = limits
    }

    /// Reads a feature set, an array of features or geometries, or one of them.
    ///
    /// - Throws: ``FeatureReadError`` naming the feature, what was found and what would be
    ///   accepted.
    /// - Complexity: O(*n*) in the size of `value`.
    public func featureSet(_ value: JSONValue) throws(FeatureReadError) -> FeatureSet {
        let header = value.object ?? JSONObject()
        guard let features = value.array ?? header["features"]?.array ?? alone(value) else {
            let found = header["features"].map { "features is \($0.excerpt)" }
            throw FeatureReadError(
                (found ?? "found \(value.excerpt)")
                    + "; an object with an array \"features\" is needed")
        }
        if let transform = header["transform"], !transform.isNull {
            throw FeatureReadError(
                "its coordinates are counts of a grid (transform); query it without "
                    + "quantizationParameters")
        }
        let reference = try header["spatialReference"].flatMap { value throws(FeatureReadError) in
            try SpatialReference(esriJSON: value)
        }
        var table = FeatureTable(limits: limits)
        try declareFields(header["fields"], in: &table)
        var geometryReader = EsriGeometryReader()
        geometryReader.dropsCollapsed = dropsCollapsed
        geometryReader.hasZ = header["hasZ"]?.bool ?? false
        geometryReader.hasM = header["hasM"]?.bool ?? false
        var type = expectedType
        var hasMeasures = false
        for (row, feature) in features.enumerated() {
            geometryReader.feature = row + 1
            let (shape, own) = try self.shape(of: feature, geometryReader)
            let points = expectedType == .multipoint ? nil : shape?.points
            let mayBeSplit = splitsMultipoints || points?.count == 1
            let parts = mayBeSplit ? points ?? [shape] : [shape]
            let setReference = reference ?? defaultSpatialReference
            let attributes = try attributes(of: feature, row: row + 1)
            for shape in parts {
                try check(shape, against: &type, row: row + 1)
                if case .polyline(_, .some) = shape { hasMeasures = true }
                try table.add(
                    attributes, geometry: shape,
                    spatialReference: own == setReference ? nil : own)
            }
        }
        if type == nil {
            type = header["geometryType"]?.string.flatMap(GeometryType.init)
            if type == .multipoint { type = .point }
        }
        return table.featureSet(
            geometryType: type, spatialReference: reference ?? defaultSpatialReference,
            hasMeasures: hasMeasures)
    }

    /// Returns a single feature or geometry as a list of one; `nil` for a set.
    private func alone(_ value: JSONValue) -> [JSONValue]? {
        guard value["features"] == nil else { return nil }
        return value["geometry"]?.object != nil || Self.isGeometry(value) ? [value] : nil
    }

    private func shape(
        of feature: JSONValue, _ reader: EsriGeometryReader
    ) throws(FeatureReadError) -> (Geometry?, SpatialReference?) {
        guard feature.object != nil else {
            throw FeatureReadError(
                feature: reader.feature,
                "is \(feature.excerpt); an object with geometry and attributes is needed")
        }
        let value = feature["geometry"] ?? (Self.isGeometry(feature) ? feature : .null)
        if value.isNull { return (nil, nil) }
        let shape = try reader.geometry(value)
        guard let named = value["spatialReference"] else { return (shape, nil) }
        do {
            return (shape, try SpatialReference(esriJSON: named))
        } catch {
            throw FeatureReadError(feature: reader.feature, error.reason)
        }
    }

    /// Whether a row is itself a geometry, as in `[{"x":1,"y":2}]`.
    package static func isGeometry(_ feature: JSONValue) -> Bool {
        feature["attributes"] == nil
            && ["x", "paths", "rings", "points", "curvePaths", "curveRings", "xmin"]
                .contains { feature[$0] != nil }
    }

    private func check(
        _ shape: Geometry?, against type: inout GeometryType?, row: Int
    ) throws(FeatureReadError) {
        guard let shape, shape != .empty else { return }
        let isMultipoint = if case .multipoint = shape { true } else { false }
        if isMultipoint, type == .multipoint { return }
        guard let found = isMultipoint ? .multipoint : shape.type else { return }
        if let wanted = type, wanted != found {
            throw FeatureReadError(
                feature: row, "is a \(found.word); a \(wanted.word) is needed")
        }
        type = found
    }

    private func attributes(
        of feature: JSONValue, row: Int
    ) throws(FeatureReadError) -> [(name: String, value: AttributeValue)] {
        guard let value = feature["attributes"], !value.isNull else { return [] }
        guard let object = value.object else {
            throw FeatureReadError(
                feature: row, "attributes is \(value.excerpt); an object is needed")
        }
        return object.members.map { ($0.key, AttributeValue(json: $0.value)) }
    }

    private func declareFields(
        _ value: JSONValue?, in table: inout FeatureTable
    ) throws(FeatureReadError) {
        for field in value?.array ?? [] {
            guard let name = field["name"]?.string else { continue }
            let type = field["type"]?.string.flatMap(FieldType.init(esriName:))
            try table.declare(name, type, length: field["length"]?.integer)
        }
    }
}

extension GeometryType {
    /// The kind as a noun for messages.
    var word: String {
        switch self {
        case .point: "point"
        case .polyline: "polyline"
        case .polygon: "polygon"
        case .multipoint: "multipoint"
        }
    }
}

extension Geometry {
    /// The points of a multipoint as separate shapes; `nil` for other shapes.
    fileprivate var points: [Geometry?]? {
        guard case .multipoint(let places) = self else { return nil }
        return places.map { .point($0) }
    }
}

extension FieldType {
    /// Finds a type by Esri's name; `nil` if it is not a type for values.
    init?(esriName: String) {
        switch esriName {
        case "esriFieldTypeOID": self = .objectID
        case "esriFieldTypeSmallInteger", "esriFieldTypeInteger": self = .integer
        case "esriFieldTypeSingle", "esriFieldTypeDouble", "esriFieldTypeBigInteger": self = .double
        case "esriFieldTypeDate": self = .date
        case "esriFieldTypeString", "esriFieldTypeGUID", "esriFieldTypeGlobalID",
            "esriFieldTypeXML", "esriFieldTypeDateOnly", "esriFieldTypeTimeOnly",
            "esriFieldTypeTimestampOffset":
            self = .string
        default: return nil
        }
    }
}

extension AttributeValue {
    /// Converts a JSON value. Booleans become 1 and 0; lists and objects become their JSON text.
    init(json value: JSONValue) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .number(let number):
            self = value.integer.map(AttributeValue.integer) ?? .double(number)
        case .string(let text): self = .string(text)
        case .array, .object: self = .string(value.text)
        }
    }
}
