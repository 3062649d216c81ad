// A column of a stored layer.

public import Geo

/// Describes a layer's column.
public struct LayerField: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// The name shown to users; the column's name if none is given.
    public var alias: String
    /// The type its values have.
    public var type: FieldType
    /// The greatest number of characters in a text column, if limited.
    public var length: Int?
    /// Whether rows may have null here.
    public var isNullable: Bool
    /// Whether the store has an index that begins with this column.
    public var hasIndex: Bool
    /// The store's name for the type (`MEDIUMINT`, `DATE`), or `nil` for the usual one for `type`.
    public var storedType: String?

    /// Declares a column.
    public init(
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
