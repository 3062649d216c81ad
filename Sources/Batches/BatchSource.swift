// Where the stops of a batch come from: the rows of a layer, or of a file, by group.

package import Geo

/// The rows of a group.
package struct BatchRows: Sendable {
    /// The rows.
    package var features: FeatureSet
    /// The id of each row in its layer, or its number in its file, from 1.
    package var ids: [Int64]
    /// Whether the group has more rows than one route may have; the others are not read.
    package var isCut = false

    /// Makes rows.
    package init(features: FeatureSet, ids: [Int64], isCut: Bool = false) {
        self.features = features
        self.ids = ids
        self.isCut = isCut
    }

    /// The same rows as the stops of one route: all have its name, which groups them.
    ///
    /// - Complexity: O(*n*) for *n* rows.
    package func named(_ route: String) -> BatchRows {
        var rows = self
        let column = features.fieldIndex("RouteName") ?? features.fields.count
        if column == features.fields.count {
            rows.features.fields.append(Field("RouteName", .string))
        } else {
            rows.features.fields[column].type = .string
            rows.features.fields[column].length = nil
        }
        for row in rows.features.features.indices {
            if rows.features.features[row].values.count == column {
                rows.features.features[row].values.append(.string(route))
            } else {
                rows.features.features[row].values[column] = .string(route)
            }
        }
        return rows
    }
}

/// Rows that are read group by group, from any thread.
package protocol BatchSource: Sendable {
    /// The field whose values group the rows.
    var groupField: Field { get }

    /// The names of all fields.
    var fieldNames: [String] { get }

    /// The number of all rows.
    ///
    /// - Throws: An error that names the file or layer.
    func rowCount() throws -> Int

    /// The groups in their order: missing values first, then ascending.
    ///
    /// - Throws: An error that names the file or layer.
    func keys() throws -> [BatchKey]

    /// The rows of a group, in the order of the layer or file.
    ///
    /// - Throws: An error that names the file or layer.
    func rows(of key: BatchKey) throws -> BatchRows
}
