// Writes answers' tables as layers of a GeoPackage or database.

package import FeatureStore
package import Geo

/// Writes answers' tables as layers of a GeoPackage or database.
///
/// Rows have an id, `fid`. Local clock times are written as texts without a zone, because dates in
/// a GeoPackage are instants.
///
/// ```swift
/// try store.load { loader throws(FeatureStoreError) in
///     let writer = TableWriter(loader, of: store.name, dates: answer.dateTexts)
///     try writer.create("stops", title: "Stops", for: stops)
///     try writer.append(stops, to: "stops", after: 0)
/// }
/// ```
package struct TableWriter {
    /// The column for row ids in every table.
    static let objectIDField = "fid"

    private let loader: any RowLoader
    /// The store's name, for messages.
    private let name: String
    private let dates: DateTexts

    package init(_ loader: any RowLoader, of name: String, dates: DateTexts) {
        self.loader = loader
        self.name = name
        self.dates = dates
    }

    /// Creates a table that suits the given rows.
    ///
    /// - Parameters:
    ///   - indexed: A column to search by, which gets an index.
    ///   - description: A text about the table.
    /// - Returns: The table's schema.
    @discardableResult
    package func create(
        _ table: String, title: String, for rows: FeatureSet, indexed: String? = nil,
        description: String = ""
    ) throws(FeatureStoreError) -> LayerSchema {
        let columns = rows.withTexts(ofLocalFields: dates.localFields).fields
        let schema = LayerSchema(
            name: table, geometryType: rows.geometryType,
            spatialReference: rows.spatialReference,
            fields: columns.map { LayerField($0.name, $0.type, hasIndex: $0.name == indexed) },
            objectIDField: Self.objectIDField, hasMeasures: rows.hasMeasures, title: title,
            description: description)
        try loader.create(schema)
        return schema
    }

    /// Appends rows to a table.
    ///
    /// - Parameter last: The last existing row's id.
    package func append(
        _ rows: FeatureSet, to table: String, after last: Int64
    ) throws(FeatureStoreError) {
        var set = rows
        set.fields.insert(Field(Self.objectIDField, .objectID), at: 0)
        for row in set.features.indices {
            let values = zip(rows.fields, rows.features[row].values).map {
                $1.stored(as: $0, dates: dates)
            }
            set.features[row].values = [.integer(Int(last) + row + 1)] + values
            if set.features[row].geometry?.isWithoutCoordinates == true {
                set.features[row].geometry = nil
            }
        }
        do throws(FeatureStoreError) {
            try loader.append(
                set.withTexts(ofLocalFields: dates.localFields), to: table, keepsObjectIDs: true)
        } catch {
            guard case .badRow(let row, let reason) = error else { throw error }
            throw .unwritable(store: name, reason: "table \(table), new row \(row): \(reason)")
        }
    }
}

extension Geometry {
    /// Whether the shape has no coordinates. Files then store no shape.
    fileprivate var isWithoutCoordinates: Bool {
        switch self {
        case .empty: true
        case .point: false
        case .multipoint(let places): places.isEmpty
        case .polyline(let parts, _), .polygon(let parts): parts.allSatisfy(\.isEmpty)
        }
    }
}

extension AttributeValue {
    /// The instants that files can store: the years 1 to 9999.
    private static let instants = Int64(-62_135_596_800_000)...253_402_300_799_999

    /// Converts the value to a column's type, or to null if that is impossible. One odd value must
    /// not end a batch.
    fileprivate func stored(as field: Field, dates: DateTexts) -> AttributeValue {
        let value = converted(as: field.type)
        switch value {
        case .double(let number): return number.isFinite ? value : .null
        case .date(let time):
            guard Self.instants.contains(time) else { return .null }
            return dates.localFields.contains(field.name)
                ? .string(dates.text(time, of: field.name)) : value
        case .string(let text):
            // In files, texts end at a zero.
            return text.utf8.contains(0) ? .string(text.replacing("\0", with: " ")) : value
        case .null, .integer: return value
        }
    }

    private func converted(as type: FieldType) -> AttributeValue {
        switch (type, self) {
        case (_, .null), (.string, .string), (.date, .date), (.double, .double),
            (.integer, .integer), (.objectID, .integer):
            self
        case (.string, _): .string(CSVFeatureWriter.cell(self))
        case (.double, .integer(let number)): .double(Double(number))
        case (.integer, .double(let number)), (.objectID, .double(let number)):
            Int(exactly: number).map { .integer($0) } ?? .null
        case (.date, .integer(let number)): .date(Int64(number))
        case (.date, .double(let number)): Int64(exactly: number).map { .date($0) } ?? .null
        default: .null
        }
    }
}

extension FeatureSet {
    /// The same columns, with local clock times as texts.
    fileprivate func withTexts(ofLocalFields names: Set<String>) -> FeatureSet {
        var set = self
        for column in fields.indices
        where fields[column].type == .date && names.contains(fields[column].name) {
            set.fields[column].type = .string
        }
        return set
    }
}
