// Checks whether a schema can be stored.

import Geo

/// Checks a new layer's names and types.
struct SchemaCheck {
    let schema: LayerSchema

    /// The greatest number of columns; SQLite's own limit is 2,000.
    static let maximumFields = 1_000
    private static let maximumName = 120
    /// Prefixes reserved for metadata tables.
    private static let reserved = ["gpkg_", "rtree_", "sqlite_", "waypost_"]

    init(_ schema: LayerSchema) { self.schema = schema }

    /// Checks the schema.
    ///
    /// - Throws: ``FeatureStoreError/badSchema(_:)`` naming the layer or field and what to change.
    func check() throws(FeatureStoreError) {
        try check(name: schema.name, of: "the layer's name")
        let folded = schema.name.lowercased()
        if let start = Self.reserved.first(where: { folded.hasPrefix($0) }) {
            throw .badSchema(
                "the layer's name \"\(schema.name)\" begins with \"\(start)\", which is reserved; "
                    + "choose another name")
        }
        if ["layer_styles", "qgis_projects"].contains(folded) {
            throw .badSchema("QGIS reserves the name \"\(schema.name)\"; choose another")
        }
        try check(name: schema.objectIDField, of: "the name of the object id")
        guard schema.fields.count <= Self.maximumFields else {
            throw .badSchema(
                "\(schema.fields.count) fields; at most \(Self.maximumFields) are allowed")
        }
        var known: Set = [schema.objectIDField.lowercased()]
        for field in schema.fields {
            try check(name: field.name, of: "a field's name")
            guard known.insert(field.name.lowercased()).inserted else {
                throw .badSchema(
                    "two fields are named \"\(field.name)\" in some case of letters, or one has "
                        + "the name of the object id; rename one")
            }
            try check(typeOf: field)
        }
    }

    /// Returns a name for the shape column that no field has.
    static func shapeColumn(beside schema: LayerSchema) -> String {
        let taken = Set(
            schema.fields.map { $0.name.lowercased() } + [schema.objectIDField.lowercased()])
        let names = ["geom", "geometry", "shape"] + (1...maximumFields).map { "geom_\($0)" }
        return names.first { !taken.contains($0) } ?? "geom_\(maximumFields + 1)"
    }

    private func check(name: String, of what: String) throws(FeatureStoreError) {
        guard !name.isEmpty, name.unicodeScalars.count <= Self.maximumName else {
            throw .badSchema(
                "\(what) has \(name.unicodeScalars.count) characters; 1 to \(Self.maximumName) "
                    + "are allowed")
        }
        let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard !isControl else {
            throw .badSchema(
                "\(what) \"\(name.excerpt(40))\" has a control character; leave it out")
        }
    }

    private func check(typeOf field: LayerField) throws(FeatureStoreError) {
        guard field.type != .objectID else {
            throw .badSchema(
                "the field \"\(field.name)\" is an object id; a layer has one, named by "
                    + "objectIDField")
        }
        if let length = field.length, length < 1 {
            throw .badSchema("the field \"\(field.name)\" has the length \(length), less than 1")
        }
        guard let type = field.storedType else { return }
        let names = ColumnKind.names(of: field.type)
        guard names.contains(type.uppercased()) else {
            throw .badSchema(
                "the field \"\(field.name)\" is to be stored as \(type.excerpt(40)); a "
                    + "\(field.type.rawValue) is stored as one of "
                    + names.joined(separator: ", "))
        }
    }
}
