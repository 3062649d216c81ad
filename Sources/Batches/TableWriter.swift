// Tables of answers as layers of a GeoPackage or a database.

package import FeatureStore
package import Geo

/// Writes tables of answers as layers of a GeoPackage or a database.
///
/// Rows have an id, `fid`. Times of local clocks are texts without a zone, since dates of a
/// GeoPackage are instants.
///
/// ```swift
/// try store.load { loader throws(FeatureStoreError) in
///     let writer = TableWriter(loader, of: store.name, dates: answer.dateTexts)
///     try writer.create("stops", title: "Stops", for: stops)
///     try writer.append(stops, to: "stops", after: 0)
/// }
/// ```
package struct TableWriter {
    /// The column of row ids in every table.
    static let objectIDField = "fid"

    private let loader: any RowLoader
    /// The name of the store, for messages.
    private let name: String
    private let dates: DateTexts

    /// Prepares to write by a loader.
    package init(_ loader: any RowLoader, of name: String, dates: DateTexts) {
        self.loader = loader
        self.name = name
        self.dates = dates
    }

    /// Makes a table that suits some rows.
    ///
    /// - Parameters:
    ///   - indexed: The name of a column that is searched by.
    ///   - description: A text about the table.
    /// - Returns: The schema of the table.
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

    /// Adds rows to a table.
    ///
    /// - Parameter last: The id of the last row before these.
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
    /// Whether the shape has no coordinates: a file has none for it.
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
    /// The instants that files have: those of the years 1 to 9999.
    private static let instants = Int64(-62_135_596_800_000)...253_402_300_799_999

    /// The value as a column of a type has it; null where that is not possible. One odd value must
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
            // Texts of files end at a zero.
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
    /// The same columns, those with the times of local clocks as texts.
    fileprivate func withTexts(ofLocalFields names: Set<String>) -> FeatureSet {
        var set = self
        for column in fields.indices
        where fields[column].type == .date && names.contains(fields[column].name) {
            set.fields[column].type = .string
        }
        return set
    }
}
