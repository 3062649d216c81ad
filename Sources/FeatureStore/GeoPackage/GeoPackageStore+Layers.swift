// Makes, removes and styles a GeoPackage's layers.

import Geo

extension GeoPackageStore {
    /// Makes an empty layer, with a spatial index if it has shapes.
    package func create(_ schema: LayerSchema) throws(FeatureStoreError) {
        try writing { connection in try self.create(schema, on: connection) }
    }

    /// Removes a layer with all its rows, its index and its styles.
    package func drop(_ layer: String) throws(FeatureStoreError) {
        try writing { connection in try self.drop(layer, on: connection) }
    }

    /// Stores a style with a layer; QGIS applies it when you open the file there.
    ///
    /// A style with the same name is replaced.
    ///
    /// - Parameters:
    ///   - qml: The style in QGIS's format, or `nil`.
    ///   - sld: The style as OGC 05-078, or `nil`.
    ///   - name: The style's name in lists.
    package func setStyle(
        qml: String?, sld: String? = nil, named name: String = "default", for layer: String
    ) throws(FeatureStoreError) {
        try writing { connection in
            try self.setStyle(qml: qml, sld: sld, named: name, for: layer, on: connection)
        }
    }
}

extension GeoPackageStore {
    func create(_ schema: LayerSchema, on connection: SQLConnection) throws {
        let catalog = try GeoPackageCatalog(connection, store: name)
        try SchemaCheck(schema).check()
        let taken = try connection.integer(
            "SELECT 1 FROM sqlite_master WHERE name = ?1 COLLATE NOCASE "
                + "UNION ALL SELECT 1 FROM gpkg_contents WHERE table_name = ?1 COLLATE NOCASE",
            [.text(schema.name)])
        if taken != nil { throw FeatureStoreError.layerExists(schema.name, store: name) }

        let shapes = schema.geometryType == nil ? nil : SchemaCheck.shapeColumn(beside: schema)
        let system =
            schema.geometryType == nil
            ? nil : try SpatialReferenceList(connection).number(of: schema.spatialReference)
        try connection.run(Self.tableDefinition(schema, shapes: shapes))
        try connection.run(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) "
                + "VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .text(schema.name), .text(shapes == nil ? "attributes" : "features"),
                .text(try identifier(of: schema, on: connection)), .text(schema.description),
                system.map { .integer(Int64($0)) } ?? .null,
            ])
        if let shapes, let system, let type = schema.geometryType {
            try connection.run(GeoPackageTables.geometryColumns)
            try connection.run(GeoPackageTables.extensions)
            try connection.run(
                "INSERT INTO gpkg_geometry_columns VALUES (?1, ?2, ?3, ?4, 0, ?5)",
                [
                    .text(schema.name), .text(shapes), .text(type.stored.name),
                    .integer(Int64(system)), .integer(schema.hasMeasures ? 1 : 0),
                ])
            try SpatialIndexTables(
                table: schema.name, column: shapes, key: schema.objectIDField
            ).create(on: connection)
        }
        for field in schema.fields where field.hasIndex {
            try connection.run(
                "CREATE INDEX \("\(schema.name)_\(field.name)_index".sqlName) "
                    + "ON \(schema.name.sqlName) (\(field.name.sqlName))")
        }
        try describe(schema, catalog, on: connection)
        try ChangeCounters.install(for: catalog.names(), on: connection)
    }

    /// Returns the title, or the name if another layer has the same title: titles must differ
    /// within a file.
    private func identifier(
        of schema: LayerSchema, on connection: SQLConnection
    ) throws(SQLFailure) -> String {
        guard !schema.title.isEmpty else { return schema.name }
        let taken = try connection.integer(
            "SELECT 1 FROM gpkg_contents WHERE identifier = ?1", [.text(schema.title)])
        return taken == nil ? schema.title : schema.name
    }

    private static func tableDefinition(_ schema: LayerSchema, shapes: String?) -> String {
        var columns = [
            "\(schema.objectIDField.sqlName) INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"
        ]
        if let shapes, let type = schema.geometryType {
            columns.append("\(shapes.sqlName) \(type.stored.name)")
        }
        for field in schema.fields {
            var type = field.storedType?.uppercased() ?? ColumnKind.usualName(of: field.type)
            if field.type == .string, let length = field.length { type += "(\(length))" }
            columns.append("\(field.name.sqlName) \(type)\(field.isNullable ? "" : " NOT NULL")")
        }
        return "CREATE TABLE \(schema.name.sqlName) (\(columns.joined(separator: ", ")))"
    }

    /// Stores field aliases that differ from the column names.
    private func describe(
        _ schema: LayerSchema, _ catalog: GeoPackageCatalog, on connection: SQLConnection
    ) throws(SQLFailure) {
        let described = schema.fields.filter { $0.alias != $0.name && !$0.alias.isEmpty }
        guard !described.isEmpty else { return }
        if !catalog.has("gpkg_data_columns") {
            for statement in GeoPackageTables.dataColumns { try connection.run(statement) }
            try connection.run(GeoPackageTables.extensions)
            for table in ["gpkg_data_columns", "gpkg_data_column_constraints"] {
                try connection.run(
                    "INSERT OR REPLACE INTO gpkg_extensions VALUES (?1, NULL, 'gpkg_schema', "
                        + "'http://www.geopackage.org/spec130/#extension_schema', 'read-write')",
                    [.text(table)])
            }
        }
        // GDAL reads `name`, which must differ within a table; `title` is meant for users.
        var names: Set<String> = []
        for field in described {
            let isNew = names.insert(field.alias).inserted
            try connection.run(
                "INSERT OR REPLACE INTO gpkg_data_columns (table_name, column_name, name, title) "
                    + "VALUES (?1, ?2, ?3, ?4)",
                [
                    .text(schema.name), .text(field.name), isNew ? .text(field.alias) : .null,
                    .text(field.alias),
                ])
        }
    }

    func drop(_ name: String, on connection: SQLConnection) throws {
        let catalog = try GeoPackageCatalog(connection, store: self.name)
        let layer = try catalog.layer(named: name)
        let table = layer.schema.name
        try ChangeCounters.install(for: catalog.names(), on: connection)
        if layer.isView {
            try connection.run("DROP VIEW \(layer.table)")
        } else {
            try ChangeCounters.drop(for: table, on: connection)
            if let shapes = layer.shapes, let index = shapes.index {
                try SpatialIndexTables(
                    table: table, column: shapes.column, key: layer.objectID.field.name
                ).dropTriggers(on: connection)
                try connection.run("DROP TABLE \(index.sqlName)")
            }
        }
        try RelatedTables.removeAll(of: table, on: connection)
        var rows = [("gpkg_extensions", "table_name"), ("gpkg_geometry_columns", "table_name")]
        rows += [("gpkg_data_columns", "table_name"), ("gpkg_ogr_contents", "table_name")]
        rows += [("gpkg_metadata_reference", "table_name"), ("layer_styles", "f_table_name")]
        for (other, column) in rows {
            let exists = try connection.integer(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", [.text(other)])
            guard exists != nil else { continue }
            try connection.run(
                "DELETE FROM \(other) WHERE \(column) = ?1 COLLATE NOCASE", [.text(table)])
        }
        try connection.run("DELETE FROM gpkg_contents WHERE table_name = ?1", [.text(table)])
        if !layer.isView { try connection.run("DROP TABLE \(layer.table)") }
    }

    func setStyle(
        qml: String?, sld: String?, named name: String, for layer: String,
        on connection: SQLConnection
    ) throws {
        let catalog = try GeoPackageCatalog(connection, store: self.name)
        let layer = try catalog.layer(named: layer)
        let table = SQLValue.text(layer.schema.name)
        try connection.run(GeoPackageTables.styles)
        try connection.run(
            "INSERT OR IGNORE INTO gpkg_contents (table_name, data_type, identifier) "
                + "VALUES ('layer_styles', 'attributes', 'layer_styles')")
        try connection.run(
            "DELETE FROM layer_styles WHERE f_table_name = ?1 AND styleName = ?2",
            [table, .text(name)])
        try connection.run(
            "UPDATE layer_styles SET useAsDefault = 0 WHERE f_table_name = ?1", [table])
        try connection.run(
            "INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, "
                + "f_geometry_column, styleName, styleQML, styleSLD, useAsDefault, description, "
                + "owner, ui) VALUES ('', '', ?1, ?2, ?3, ?4, ?5, 1, '', '', NULL)",
            [
                table, .text(layer.shapes?.column ?? ""), .text(name),
                qml.map(SQLValue.text) ?? .null, sld.map(SQLValue.text) ?? .null,
            ])
    }
}

extension GeometryType {
    /// The kind of shapes in new layers: lines and areas may have any number of parts.
    fileprivate var stored: WellKnownType {
        switch self {
        case .point: .point
        case .multipoint: .multiPoint
        case .polyline: .multiLineString
        case .polygon: .multiPolygon
        }
    }
}
