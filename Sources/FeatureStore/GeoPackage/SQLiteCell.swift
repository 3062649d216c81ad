// Reads GeoPackage cells as attribute values.

import Geo

extension LayerColumn {
    /// Returns a cell's value, or null if its kind does not suit the column's type.
    func value(of statement: SQLStatement, at index: Int32) -> AttributeValue {
        let stored = statement.type(at: index)
        switch (field.type, stored) {
        case (.integer, SQLStorage.integer), (.objectID, SQLStorage.integer):
            return .integer(Int(statement.integer(at: index)))
        case (.integer, SQLStorage.double), (.double, SQLStorage.double):
            let number = statement.double(at: index)
            return number.isFinite ? .double(number) : .null
        case (.double, SQLStorage.integer): return .double(Double(statement.integer(at: index)))
        case (.string, SQLStorage.text), (.string, SQLStorage.integer),
            (.string, SQLStorage.double):
            return statement.text(at: index).map(AttributeValue.string) ?? .null
        case (.date, SQLStorage.text):
            let text = statement.text(at: index)
            let date = text.flatMap(kind.isDayOnly ? StoredDate.day : StoredDate.milliseconds)
            return date.map(AttributeValue.date) ?? .null
        default: return .null
        }
    }
}
