// Where a batch's stops come from: rows of a layer or file, by group.

package import Geo

/// A group's rows, which become the stops of one route.
package struct BatchRows: Sendable {
    package var features: FeatureSet
    /// Each row's id in its layer, or its number in its file, from 1.
    package var ids: [Int64]
    /// Whether the group has more rows than a route may have. The others are not read.
    package var isCut = false

    package init(features: FeatureSet, ids: [Int64], isCut: Bool = false) {
        self.features = features
        self.ids = ids
        self.isCut = isCut
    }

    /// Returns the same rows with the route's name in each, which makes them stops of one route.
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

/// Rows that can be read group by group, from any thread.
package protocol BatchSource: Sendable {
    /// Rows with the same value in this field form a group.
    var groupField: Field { get }

    var fieldNames: [String] { get }

    /// Counts all rows.
    ///
    /// - Throws: An error that names the file or layer.
    func rowCount() throws -> Int

    /// Lists the groups in order: missing values first, then ascending.
    ///
    /// - Throws: An error that names the file or layer.
    func keys() throws -> [BatchKey]

    /// Reads a group's rows, in the order of the layer or file.
    ///
    /// - Throws: An error that names the file or layer.
    func rows(of key: BatchKey) throws -> BatchRows
}
