// Rows of an answer's tables, written by column.

package import Geo

/// The values of a class's columns for one kind of row.
///
/// Declare the values once, as a constant. Tables take the order of columns and their types from
/// the class.
///
/// ```swift
/// private static let values = ColumnValues<Visit>(for: .stops) { values in
///     values.set(.name) { $0.stop.name }
///     values.set(each: .cumulatedCost) { visit, cost in visit.total(of: cost) }
/// }
/// var table = Self.values.table(over: attributes, in: .wgs84)
/// for visit in visits { table.append(visit, .point(visit.place)) }
/// ```
///
/// - Precondition: Every column that answers of the class have is set once, with values of its
///   type, and no other column.
package struct ColumnValues<Row>: Sendable {
    /// Returns a row's value in a column, for the attribute at a position if the column repeats.
    package typealias Value = @Sendable (Row, _ attribute: Int) -> AttributeValue

    private let classes: [AnalysisClass]
    /// Each class's columns in answers, then those on request.
    private let columns: [[Column]]
    private var values: [Column: Value] = [:]
    /// The values in the order of ``columns``.
    private var ordered: [[Value]] = []

    /// Declares the values for some classes that share their rows.
    package init(for classes: AnalysisClass..., declare: (inout ColumnValues) -> Void) {
        self.classes = classes
        columns = classes.map(\.answered)
        declare(&self)
        for column in values.keys where !columns.joined().contains(column) {
            preconditionFailure("\(column.name) is no column of \(classes.map(\.name))")
        }
        ordered = columns.map { columns in
            columns.map { column in
                guard let value = values[column] else {
                    preconditionFailure("\(column.name) of \(classes.map(\.name)) has no value")
                }
                return value
            }
        }
    }

    /// Begins a table of a class.
    ///
    /// - Parameters:
    ///   - name: The class; if the values serve only one, leave it out.
    ///   - attributes: The attributes that columns repeat for.
    ///   - requested: The columns on request to include.
    ///   - omitted: Columns to leave out.
    ///   - needed: The names or prefixes of the only columns to include; `nil` for all.
    package func table(
        of name: AnalysisClass? = nil, over attributes: ColumnAttributes = ColumnAttributes(),
        in reference: SpatialReference, with requested: [Column] = [],
        without omitted: [Column] = [], needing needed: Set<String>? = nil
    ) -> ColumnTable<Row> {
        let place = name.flatMap { wanted in classes.firstIndex { $0.name == wanted.name } } ?? 0
        let (found, columns, values) = (classes[place], columns[place], ordered[place])
        let usual = columns.count - found.fieldsOnRequest.count
        var fields: [Field] = []
        var cells: [ColumnTable<Row>.Cell] = []
        attributes.repeating(columns) { index, attribute in
            let column = columns[index]
            guard needed?.contains(column.name) ?? true else { return }
            guard index < usual ? !omitted.contains(column) : requested.contains(column) else {
                return
            }
            fields.append(column.field(of: attribute))
            cells.append((values[index], attribute?.position ?? 0))
        }
        return ColumnTable(
            set: FeatureSet(
                geometryType: found.geometryType, spatialReference: reference, fields: fields),
            cells: cells)
    }

    private mutating func set(_ column: Column, _ types: [FieldType], _ value: @escaping Value) {
        precondition(types.contains(column.type), "\(column.name) has values of another type")
        precondition(
            values.updateValue(value, forKey: column) == nil, "\(column.name) is set twice")
    }

    /// Sets a column of whole numbers.
    package mutating func set(_ column: Column, _ value: @escaping @Sendable (Row) -> Int?) {
        set(column, [.integer, .objectID]) { row, _ in value(row).map { .integer($0) } ?? .null }
    }

    /// Sets a column of numbers.
    package mutating func set(_ column: Column, _ value: @escaping @Sendable (Row) -> Double?) {
        set(column, [.double]) { row, _ in value(row).map { .double($0) } ?? .null }
    }

    /// Sets a column of texts.
    package mutating func set(_ column: Column, _ value: @escaping @Sendable (Row) -> String?) {
        set(column, [.string]) { row, _ in value(row).map { .string($0) } ?? .null }
    }

    /// Sets a column of times in epoch milliseconds.
    package mutating func set(_ column: Column, _ value: @escaping @Sendable (Row) -> Int64?) {
        set(column, [.date]) { row, _ in value(row).map { .date($0) } ?? .null }
    }

    /// Sets a column of numbers that repeats, by the attribute's position.
    package mutating func set(
        each column: Column, _ value: @escaping @Sendable (Row, _ attribute: Int) -> Double?
    ) {
        set(column, [.double]) { row, attribute in
            value(row, attribute).map { .double($0) } ?? .null
        }
    }

    /// Sets a column of whole numbers that repeats, by the attribute's position.
    package mutating func set(
        each column: Column, _ value: @escaping @Sendable (Row, _ attribute: Int) -> Int?
    ) {
        set(column, [.integer]) { row, attribute in
            value(row, attribute).map { .integer($0) } ?? .null
        }
    }
}

/// A table of an answer while its rows are written. Columns have their positions already, so a cell
/// costs no search.
package struct ColumnTable<Row> {
    fileprivate typealias Cell = (value: ColumnValues<Row>.Value, attribute: Int)

    /// The fields, and the rows so far.
    package var set: FeatureSet
    private let cells: [Cell]

    fileprivate init(set: FeatureSet, cells: [Cell]) {
        self.set = set
        self.cells = cells
    }

    /// Makes a row.
    ///
    /// - Parameter more: The values of fields that were added behind the class's own.
    package func feature(
        of row: Row, _ geometry: Geometry?, and more: [AttributeValue] = []
    ) -> Feature {
        var values: [AttributeValue] = []
        values.reserveCapacity(cells.count + more.count)
        for cell in cells { values.append(cell.value(row, cell.attribute)) }
        values += more
        return Feature(values: values, geometry: geometry)
    }

    package mutating func append(
        _ row: Row, _ geometry: Geometry?, and more: [AttributeValue] = []
    ) {
        set.features.append(feature(of: row, geometry, and: more))
    }
}
