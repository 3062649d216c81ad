// Builds a feature set from rows that each bring their own columns.

/// Collects rows of named values into a ``FeatureSet`` whose columns are the union of all rows'
/// columns.
///
/// Names that differ only in case share a column, spelled as it came first.
struct FeatureTable {
    private struct Column {
        var name: String
        /// The type declared in the input, or `nil` to infer it from the values.
        var declared: FieldType?
        var length: Int?
        var hasText = false
        var hasFraction = false
        var hasNumber = false
    }

    private let limits: FeatureLimits
    private var columns: [Column] = []
    private var columnsByName: [String: Int] = [:]
    private var features: [Feature] = []
    private var vertexCount = 0

    init(limits: FeatureLimits) { self.limits = limits }

    /// How many rows have been added.
    var count: Int { features.count }

    /// Declares a column and its type.
    mutating func declare(
        _ name: String, _ type: FieldType?, length: Int? = nil
    ) throws(FeatureReadError) {
        let column = try column(of: name)
        columns[column].declared = type
        columns[column].length = length
    }

    mutating func add(
        _ attributes: some Sequence<(name: String, value: AttributeValue)>, geometry: Geometry?,
        spatialReference: SpatialReference? = nil
    ) throws(FeatureReadError) {
        let row = features.count + 1
        guard row <= limits.maximumFeatures else {
            throw FeatureReadError(
                "more than \(limits.maximumFeatures) features; send fewer at once")
        }
        vertexCount += geometry?.vertexCount ?? 0
        guard vertexCount <= limits.maximumVertices else {
            throw FeatureReadError(
                feature: row,
                "more than \(limits.maximumVertices) vertices up to here; simplify the shapes")
        }
        var values = [AttributeValue](repeating: .null, count: columns.count)
        for attribute in attributes {
            let column = try column(of: attribute.name)
            if column >= values.count {
                values.append(contentsOf: repeatElement(.null, count: column + 1 - values.count))
            }
            note(attribute.value, in: column)
            values[column] = attribute.value
        }
        // Shorter rows are padded at the end, so the product counts, not the sum.
        guard row * columns.count <= limits.maximumValues else {
            throw FeatureReadError(
                feature: row, "more than \(limits.maximumValues) attribute values up to here")
        }
        features.append(
            Feature(values: values, geometry: geometry, spatialReference: spatialReference))
    }

    /// Returns the collected set; every row has a value for every column.
    func featureSet(
        geometryType: GeometryType?, spatialReference: SpatialReference, hasMeasures: Bool = false
    ) -> FeatureSet {
        let fields = columns.map { Field($0.name, type(of: $0), length: $0.length) }
        let rows = features.map { feature in
            var feature = feature
            feature.values.append(
                contentsOf: repeatElement(.null, count: columns.count - feature.values.count))
            for (column, field) in fields.enumerated() {
                feature.values[column] = feature.values[column].converted(to: field.type)
            }
            return feature
        }
        return FeatureSet(
            geometryType: geometryType, spatialReference: spatialReference, fields: fields,
            features: rows, hasMeasures: hasMeasures)
    }

    private mutating func column(of name: String) throws(FeatureReadError) -> Int {
        if let column = columnsByName[name] { return column }
        let folded = name.lowercased()
        if let column = columnsByName[folded] {
            columnsByName[name] = column
            return column
        }
        guard columns.count < limits.maximumFields else {
            throw FeatureReadError(
                feature: features.count + 1,
                "attribute \"\(name.excerpt(60))\" is beyond the \(limits.maximumFields) columns "
                    + "that one set may have")
        }
        columns.append(Column(name: name))
        columnsByName[folded] = columns.count - 1
        columnsByName[name] = columns.count - 1
        return columns.count - 1
    }

    private mutating func note(_ value: AttributeValue, in column: Int) {
        switch value {
        case .null, .date: break
        case .string: columns[column].hasText = true
        case .double:
            columns[column].hasNumber = true
            columns[column].hasFraction = true
        case .integer(let number):
            columns[column].hasNumber = true
            if Int32(exactly: number) == nil { columns[column].hasFraction = true }
        }
    }

    private func type(of column: Column) -> FieldType {
        if let declared = column.declared { return declared }
        if column.hasText || !column.hasNumber { return .string }
        return column.hasFraction ? .double : .integer
    }
}

extension AttributeValue {
    /// Returns the value as a column type stores it; a value that does not fit stays as it is.
    func converted(to type: FieldType) -> AttributeValue {
        switch (type, self) {
        case (.double, .integer(let number)): .double(Double(number))
        case (.date, .integer(let number)): .date(Int64(number))
        case (.date, .double(let number)) where number.magnitude < 1e18:
            .date(Int64(number.rounded()))
        default: self
        }
    }
}

extension Geometry {
    /// How many coordinates the shape has.
    package var vertexCount: Int {
        switch self {
        case .point: 1
        case .multipoint(let coordinates): coordinates.count
        case .polyline(let paths, _): paths.reduce(0) { $0 + $1.count }
        case .polygon(let rings): rings.reduce(0) { $0 + $1.count }
        case .empty: 0
        }
    }
}
