// A layer as its database declares it.

import DataStructures
import Geo

/// A column with what its database makes of its values.
struct LayerColumn: Hashable, Sendable {
    /// The column as callers see it.
    var field: LayerField
    /// The declared type.
    var kind: ColumnKind
    /// The column in SQL text.
    var sql: String
    /// Whether the column numbers the rows.
    var isObjectID = false
}

/// A table or view of features or attributes.
struct LayerTable: Sendable {
    /// What callers see.
    var schema: LayerSchema
    /// The table in SQL text.
    var table: String
    /// The column that numbers the rows.
    var objectID: LayerColumn
    /// The other columns, in the order of the schema's fields.
    var columns: [LayerColumn]
    /// Whether the layer is a view, which cannot be edited.
    var isView: Bool
    /// The shapes, or `nil` for a table without any.
    var shapes: Shapes?
    /// The language of the database.
    var dialect: any SQLDialect = SQLiteDialect()

    /// The column of shapes.
    struct Shapes: Hashable, Sendable {
        /// The column's name.
        var column: String
        /// The kind of shapes that the column holds.
        var type: WellKnownType
        /// The number of the coordinate system in the own list of the file or database.
        var systemID: Int32
        /// Whether every shape must have elevations.
        var needsZ: Bool
        /// Whether shapes have measures.
        var hasM: Bool
        /// The table of the spatial index in a file, or `nil` without one.
        var index: String?
        /// The box that a file states, which may be out of date.
        var statedExtent: Envelope?
        /// The form in which shapes are read.
        var form = ShapeForm.geoPackage

        /// The column in SQL text.
        var sql: String { column.sqlName }
    }

    /// The column of a name in any case of letters, the object id among them.
    func column(named name: String) -> LayerColumn? {
        if schema.isObjectID(name) { return objectID }
        let wanted = name.lowercased()
        return columns.first { $0.field.name.lowercased() == wanted }
    }

    /// The column of a name that a caller gives.
    ///
    /// - Throws: ``FeatureStoreError/noField(_:layer:known:nearest:)``.
    func requireColumn(_ name: String) throws(FeatureStoreError) -> LayerColumn {
        if let column = column(named: name) { return column }
        throw noField(name)
    }

    /// The error for a name of no field.
    func noField(_ name: String) -> FeatureStoreError {
        let known = [objectID.field.name] + columns.map(\.field.name)
        return .noField(
            name, layer: schema.name, known: known,
            nearest: NearestName.of(name, among: known))
    }
}
