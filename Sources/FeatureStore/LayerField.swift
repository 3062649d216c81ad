// A column of a stored layer.

package import Geo

/// Describes a layer's column.
package struct LayerField: Hashable, Sendable {
    /// The column's name.
    package var name: String
    /// The name shown to users; the column's name if none is given.
    package var alias: String
    /// The type its values have.
    package var type: FieldType
    /// The greatest number of characters in a text column, if limited.
    package var length: Int?
    /// Whether rows may have null here.
    package var isNullable: Bool
    /// Whether the store has an index that begins with this column.
    package var hasIndex: Bool
    /// The store's name for the type (`MEDIUMINT`, `DATE`), or `nil` for the usual one for `type`.
    package var storedType: String?

    /// Declares a column.
    package init(
        _ name: String, _ type: FieldType, alias: String? = nil, length: Int? = nil,
        isNullable: Bool = true, hasIndex: Bool = false, storedType: String? = nil
    ) {
        self.name = name
        self.alias = alias ?? name
        self.type = type
        self.length = length
        self.isNullable = isNullable
        self.hasIndex = hasIndex
        self.storedType = storedType
    }
}
