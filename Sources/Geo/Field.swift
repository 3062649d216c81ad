// A column of a feature set.

/// A column of a feature set.
public struct Field: Hashable, Sendable {
    /// The column's name, which is also its alias.
    public var name: String
    /// The type its values have.
    public var type: FieldType
    /// The greatest number of characters in a text column.
    public var length: Int?

    /// Declares a column.
    public init(_ name: String, _ type: FieldType, length: Int? = nil) {
        self.name = name
        self.type = type
        self.length = length
    }
}
