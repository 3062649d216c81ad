// Describes a layer: its name, kind of shape and fields.

package import Geo

/// A layer's name, kind of shape and fields.
package struct LayerSchema: Hashable, Sendable {
    /// The layer's name.
    package var name: String
    /// The kind of shape, or `nil` for a table without shapes.
    package var geometryType: GeometryType?
    /// Whether lines carry measures.
    package var hasMeasures: Bool
    /// The coordinate system for shapes.
    package var spatialReference: SpatialReference
    /// The columns in order, without the object id and the shape.
    package var fields: [LayerField]
    /// The name of the column with the row ids.
    package var objectIDField: String
    /// A title for users; may be empty.
    package var title: String
    /// A text for users; may be empty.
    package var description: String

    /// Declares a layer.
    package init(
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

    /// Finds a field by name, ignoring case. The object id does not count.
    package func field(named name: String) -> LayerField? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }
    }

    /// Returns whether a name, ignoring case, means the object id: its column's name, or
    /// `OBJECTID`, as clients of ArcGIS call it, if no column is called so.
    package func isObjectID(_ name: String) -> Bool {
        let wanted = name.lowercased()
        if wanted == objectIDField.lowercased() { return true }
        return wanted == "objectid" && field(named: name) == nil
    }
}
