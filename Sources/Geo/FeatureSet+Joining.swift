// Rows of several sets as one set.

extension FeatureSet {
    /// Joins the features of several sets under the union of their columns. Returns `nil` if there
    /// is no set.
    ///
    /// Shapes keep their spatial reference. If types differ, a column becomes a text column, and
    /// each value keeps its own type.
    ///
    /// - Complexity: O(*n*) in the number of values, for each set.
    package static func joined(_ sets: [FeatureSet?]) -> FeatureSet? {
        let sets = sets.compactMap(\.self)
        guard var result = sets.first else { return nil }
        for set in sets.dropFirst() {
            var columns: [Int] = []
            for field in set.fields {
                if let column = result.fieldIndex(field.name) {
                    if result.fields[column].type != field.type {
                        result.fields[column].type = .string
                    }
                    columns.append(column)
                } else {
                    columns.append(result.fields.count)
                    result.fields.append(field)
                }
            }
            for row in result.features.indices {
                let missing = result.fields.count - result.features[row].values.count
                result.features[row].values += Array(repeating: .null, count: missing)
            }
            for feature in set.features {
                var values = [AttributeValue](repeating: .null, count: result.fields.count)
                for (column, value) in zip(columns, feature.values) { values[column] = value }
                let own = feature.spatialReference ?? set.spatialReference
                result.features.append(
                    Feature(
                        values: values, geometry: feature.geometry,
                        spatialReference: own == result.spatialReference ? nil : own))
            }
        }
        return result
    }
}
