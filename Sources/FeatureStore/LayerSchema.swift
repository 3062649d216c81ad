// What a layer is like: its name, its kind of shape, its fields.

public import Geo

/// A layer's name, kind of shape and fields.
public struct LayerSchema: Hashable, Sendable {
    /// The layer's name.
    public var name: String
    /// The kind of shape, or `nil` for a table without shapes.
    public var geometryType: GeometryType?
    /// Whether lines have measures.
    public var hasMeasures: Bool
    /// The system of the shapes.
    public var spatialReference: SpatialReference
    /// The columns but the object id and the shape, in order.
    public var fields: [LayerField]
    /// The name of the column that numbers the rows.
    public var objectIDField: String
    /// A title for users, or empty.
    public var title: String
    /// A text for users, or empty.
    public var description: String

    /// Declares a layer.
    public init(
        name: String, geometryType: GeometryType?, spatialReference: SpatialReference = .wgs84,
        fields: [LayerField], objectIDField: String = "fid", hasMeasures: Bool = false,
        title: String = "", description: String = ""
    ) {
        self.name = name
        self.geometryType = geometryType
        self.hasMeasures = hasMeasures
        self.spatialReference = spatialReference
        self.fields = fields
        self.objectIDField = objectIDField
        self.title = title
        self.description = description
    }

    /// The field of a name in any case of letters, the object id not among them.
    public func field(named name: String) -> LayerField? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }
    }

    /// Whether a name, in any case of letters, is that of the object id.
    public func isObjectID(_ name: String) -> Bool {
        name.lowercased() == objectIDField.lowercased()
    }
}

/// A column of a layer.
public struct LayerField: Hashable, Sendable {
    /// The column's name.
    public var name: String
    /// A name for users; the column's name where none is given.
    public var alias: String
    /// The type of its values.
    public var type: FieldType
    /// The greatest number of characters of a text column, where bounded.
    public var length: Int?
    /// Whether a row may lack a value.
    public var isNullable: Bool
    /// Whether the store has an index that begins with the column.
    public var hasIndex: Bool
    /// The type as the store names it (`MEDIUMINT`, `DATE`), or `nil` for the usual one of `type`.
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
