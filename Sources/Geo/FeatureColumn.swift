// A table's columns, each declared with the value that a row has in it.

/// A column of a table, with its value in each row.
///
/// Declare a table as a list of such columns, and make its rows by
/// ``FeatureSet/init(_:of:shape:in:place:)``. A field and its values then stand on one line, so no
/// value can come under another column's name.
///
/// ```swift
/// let columns: [FeatureColumn<Depot>] = [
///     FeatureColumn("Name") { $0.name }, FeatureColumn("Bays") { $0.bays },
/// ]
/// let table = FeatureSet(columns, of: depots, shape: .point) { .point($0.place) }
/// ```
package struct FeatureColumn<Row> {
    package let field: Field
    package let value: (Row) -> AttributeValue

    /// Declares a column whose values are ready.
    package init(_ field: Field, _ value: @escaping (Row) -> AttributeValue) {
        self.field = field
        self.value = value
    }

    /// Declares a column of texts.
    package init(_ name: String, length: Int? = nil, _ text: @escaping (Row) -> String?) {
        self.init(Field(name, .string, length: length)) { text($0).map { .string($0) } ?? .null }
    }

    /// Declares a column of whole numbers.
    package init(_ name: String, _ number: @escaping (Row) -> Int?) {
        self.init(Field(name, .integer)) { number($0).map { .integer($0) } ?? .null }
    }

    /// Declares a column of numbers.
    package init(_ name: String, _ number: @escaping (Row) -> Double?) {
        self.init(Field(name, .double)) { number($0).map { .double($0) } ?? .null }
    }

    /// Declares a column of times in epoch milliseconds.
    package init(_ name: String, _ time: @escaping (Row) -> Int64?) {
        self.init(Field(name, .date)) { time($0).map { .date($0) } ?? .null }
    }

    /// Declares the column of the rows' ids.
    package init(id name: String, _ number: @escaping (Row) -> Int) {
        self.init(Field(name, .objectID)) { .integer(number($0)) }
    }
}

extension FeatureSet {
    /// Makes a table from its columns.
    ///
    /// - Parameters:
    ///   - rows: What each row is about, in order.
    ///   - type: The kind of shapes; `nil` for a table without shapes.
    ///   - reference: The shapes' spatial reference.
    ///   - place: Returns a row's shape.
    /// - Complexity: O(*n*) for *n* values.
    package init<Row>(
        _ columns: [FeatureColumn<Row>], of rows: some Sequence<Row>,
        shape type: GeometryType? = nil,
        in reference: SpatialReference = .wgs84, place: (Row) -> Geometry? = { _ in nil }
    ) {
        self.init(
            geometryType: type, spatialReference: reference, fields: columns.map(\.field),
            features: rows.map { row in
                Feature(values: columns.map { $0.value(row) }, geometry: place(row))
            })
    }

    /// Returns the table without the columns that no row has a value in.
    package var withoutEmptyColumns: FeatureSet {
        keepingColumns { column in features.contains { $0.values[column] != .null } }
    }

    /// Returns the set with only some of its columns.
    ///
    /// - Parameter isKept: Whether to keep the column at a position.
    package func keepingColumns(where isKept: (Int) -> Bool) -> FeatureSet {
        let kept = fields.indices.filter(isKept)
        guard kept.count < fields.count else { return self }
        var set = self
        set.fields = kept.map { fields[$0] }
        for row in set.features.indices {
            set.features[row].values = kept.map { features[row].values[$0] }
        }
        return set
    }
}
