// Writes feature sets as Esri JSON, key for key as a route service answers.

extension JSONWriter {
    /// Writes a feature set: its `fieldAliases`, `fields`, `geometryType`, `spatialReference` and
    /// `features`.
    ///
    /// - Parameters:
    ///   - decimals: How many decimals coordinates get; `nil` for all.
    ///   - measureDecimals: How many decimals measures get; `nil` for all.
    ///   - leading: Writes members that come first.
    public mutating func esriFeatureSet(
        _ set: FeatureSet, decimals: Int? = nil, measureDecimals: Int? = nil,
        leading: (inout JSONWriter) -> Void = { _ in }
    ) {
        beginEsriFeatureSet(set, leading: leading)
        esriFeatures(of: set, decimals: decimals, measureDecimals: measureDecimals)
        endEsriFeatureSet()
    }

    /// Writes a feature set up to its first feature.
    ///
    /// - Parameter leading: Writes members that come first.
    public mutating func beginEsriFeatureSet(
        _ set: FeatureSet, leading: (inout JSONWriter) -> Void = { _ in }
    ) {
        beginObject()
        leading(&self)
        object("fieldAliases") { writer in
            for field in set.fields { writer.member(field.name, field.name) }
        }
        array("fields") { writer in
            for field in set.fields { writer.esriField(field) }
        }
        if let type = set.geometryType {
            member("geometryType", type.rawValue)
            key("spatialReference")
            esriSpatialReference(set.spatialReference)
        }
        if set.hasMeasures { member("hasM", true) }
        key("features")
        beginArray()
    }

    /// Writes features after ``beginEsriFeatureSet(_:leading:)``.
    ///
    /// - Parameters:
    ///   - decimals: How many decimals coordinates get; `nil` for all.
    ///   - measureDecimals: How many decimals measures get; `nil` for all.
    /// - Complexity: O(*n*) in the values and coordinates.
    public mutating func esriFeatures(
        of set: FeatureSet, decimals: Int? = nil, measureDecimals: Int? = nil
    ) {
        for feature in set.features {
            esriFeature(
                feature, of: set, decimals: decimals, measureDecimals: measureDecimals)
        }
    }

    /// Ends a feature set.
    ///
    /// - Parameter trailing: Writes members that come after the features.
    public mutating func endEsriFeatureSet(trailing: (inout JSONWriter) -> Void = { _ in }) {
        endArray()
        trailing(&self)
        endObject()
    }

    /// Writes a shape. An empty shape is written in the form its kind has in Esri JSON.
    ///
    /// - Parameters:
    ///   - type: The kind of shape, if it is empty.
    ///   - decimals: How many decimals coordinates get; `nil` for all.
    ///   - measureDecimals: How many decimals measures get; `nil` for all.
    ///   - reference: The shape's own spatial reference, to write with it.
    public mutating func esriGeometry(
        _ geometry: Geometry, type: GeometryType? = nil, decimals: Int? = nil,
        measureDecimals: Int? = nil, spatialReference reference: SpatialReference? = nil
    ) {
        beginObject()
        switch geometry {
        case .point(let coordinate):
            key("x")
            self.coordinate(coordinate.x, decimals: decimals)
            key("y")
            self.coordinate(coordinate.y, decimals: decimals)
        case .multipoint(let coordinates):
            key("points")
            vertices(coordinates, measures: nil, decimals, nil)
        case .polyline(let paths, let measures):
            parts("paths", paths, measures: measures, decimals, measureDecimals)
        case .polygon(let rings): parts("rings", rings, measures: nil, decimals, nil)
        case .empty:
            switch type {
            case .polyline: array("paths") { _ in }
            case .polygon: array("rings") { _ in }
            case .multipoint: array("points") { _ in }
            case .point, nil: member("x", "NaN")
            }
        }
        if let reference {
            key("spatialReference")
            esriSpatialReference(reference)
        }
        endObject()
    }

    /// Writes an attribute's value.
    public mutating func attribute(_ value: AttributeValue) {
        switch value {
        case .null: null()
        case .integer(let number): integer(number)
        case .double(let number): number.isFinite ? self.number(number) : null()
        case .string(let text): string(text)
        case .date(let milliseconds): integer(milliseconds)
        }
    }

    private mutating func esriField(_ field: Field) {
        beginObject()
        member("name", field.name)
        member("type", field.type.rawValue)
        member("alias", field.name)
        if let length = field.length { member("length", length) }
        endObject()
    }

    /// Writes a row.
    ///
    /// - Parameters:
    ///   - set: The set whose fields the row's values belong to.
    ///   - decimals: How many decimals coordinates get; `nil` for all.
    ///   - measureDecimals: How many decimals measures get; `nil` for all.
    package mutating func esriFeature(
        _ feature: Feature, of set: FeatureSet, decimals: Int? = nil, measureDecimals: Int? = nil
    ) {
        beginObject()
        object("attributes") { writer in
            for (field, value) in zip(set.fields, feature.values) {
                writer.key(field.name)
                writer.attribute(value)
            }
        }
        if let geometry = feature.geometry {
            key("geometry")
            esriGeometry(
                geometry, type: set.geometryType, decimals: decimals,
                measureDecimals: measureDecimals, spatialReference: feature.spatialReference)
        }
        endObject()
    }

    private mutating func parts(
        _ name: String, _ parts: [[Coordinate]], measures: [[Double]]?, _ decimals: Int?,
        _ measureDecimals: Int?
    ) {
        array(name) { writer in
            for (row, part) in parts.enumerated() {
                let own = measures.flatMap { $0.indices.contains(row) ? $0[row] : nil }
                writer.vertices(part, measures: own, decimals, measureDecimals)
            }
        }
    }

    private mutating func vertices(
        _ coordinates: [Coordinate], measures: [Double]?, _ decimals: Int?,
        _ measureDecimals: Int?
    ) {
        beginArray()
        for (row, coordinate) in coordinates.enumerated() {
            beginArray()
            self.coordinate(coordinate.x, decimals: decimals)
            self.coordinate(coordinate.y, decimals: decimals)
            if let measures {
                let measure = measures.indices.contains(row) ? measures[row] : .nan
                self.coordinate(measure, decimals: measureDecimals)
            }
            endArray()
        }
        endArray()
    }
}
