// A layer as its database declares it.

import DataStructures
import Geo

/// A table or view with features or attributes.
struct LayerTable: Sendable {
    /// The layer as callers see it.
    var schema: LayerSchema
    /// The table's name in SQL.
    var table: String
    /// The column with the row ids.
    var objectID: LayerColumn
    /// The other columns, in the order of the schema's fields.
    var columns: [LayerColumn]
    /// Whether the layer is a view, which cannot be edited.
    var isView: Bool
    /// The shape column; `nil` for a table without shapes.
    var shapes: Shapes?
    /// The database's SQL dialect.
    var dialect: any SQLDialect

    struct Shapes: Hashable, Sendable {
        var column: String
        /// The kind of shapes the column holds.
        var type: WellKnownType
        /// The coordinate system's number in the file's or database's own list.
        var systemID: Int32
        /// Whether every shape must have elevations.
        var needsZ: Bool
        /// Whether shapes have measures.
        var hasM: Bool
        /// The spatial index table in a file; `nil` if there is none.
        var index: String?
        /// The box stated in the file, which may be out of date.
        var statedExtent: Envelope?
        /// The binary form of shapes.
        var form = ShapeForm.geoPackage

        var sql: String { column.sqlName }
    }

    /// Finds a column by name, ignoring case; the object id counts.
    func column(named name: String) -> LayerColumn? {
        if schema.isObjectID(name) { return objectID }
        let wanted = name.lowercased()
        return columns.first { $0.field.name.lowercased() == wanted }
    }

    /// Finds a column by a name from the caller.
    ///
    /// - Throws: ``FeatureStoreError/noField(_:layer:known:nearest:)``.
    func requireColumn(_ name: String) throws(FeatureStoreError) -> LayerColumn {
        if let column = column(named: name) { return column }
        throw noField(name)
    }

    /// Makes the error for an unknown field name.
    func noField(_ name: String) -> FeatureStoreError {
        let known = [objectID.field.name] + columns.map(\.field.name)
        return .noField(
            name, layer: schema.name, known: known,
            nearest: NearestName.of(name, among: known))
    }
}
