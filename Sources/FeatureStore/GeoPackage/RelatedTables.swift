// Relations between layers: the GeoPackage related tables extension (OGC 18-000).

/// A relation between rows in two layers, in the form GDAL and QGIS read.
struct RelatedTables {
    let base: LayerTable
    let related: LayerTable
    /// The table that pairs the ids of related rows.
    let mapping: String

    private static let relations = """
        CREATE TABLE IF NOT EXISTS gpkgext_relations (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          base_table_name TEXT NOT NULL,
          base_primary_column TEXT NOT NULL DEFAULT 'id',
          related_table_name TEXT NOT NULL,
          related_primary_column TEXT NOT NULL DEFAULT 'id',
          relation_name TEXT NOT NULL,
          mapping_table_name TEXT NOT NULL UNIQUE)
        """

    /// Declares the relation, replacing an earlier one, and fills it with pairs of rows that have
    /// equal values in a field.
    func create(joining field: String, on connection: SQLConnection) throws(SQLFailure) {
        try connection.run(GeoPackageTables.extensions)
        try connection.run(Self.relations)
        try Self.remove(mapping, on: connection)
        try connection.run(
            "CREATE TABLE \(mapping.sqlName) (id INTEGER PRIMARY KEY AUTOINCREMENT, "
                + "base_id INTEGER NOT NULL, related_id INTEGER NOT NULL)")
        for table in ["gpkgext_relations", mapping] {
            try connection.run(
                "DELETE FROM gpkg_extensions WHERE table_name = ?1 "
                    + "AND extension_name = 'gpkg_related_tables'", [.text(table)])
            try connection.run(
                "INSERT INTO gpkg_extensions VALUES (?1, NULL, 'gpkg_related_tables', "
                    + "'http://www.geopackage.org/18-000.html', 'read-write')", [.text(table)])
        }
        let (baseKey, relatedKey) = (base.objectID.field.name, related.objectID.field.name)
        try connection.run(
            "INSERT INTO gpkgext_relations (base_table_name, base_primary_column, "
                + "related_table_name, related_primary_column, relation_name, mapping_table_name) "
                + "VALUES (?1, ?2, ?3, ?4, 'features', ?5)",
            [
                .text(base.schema.name), .text(baseKey), .text(related.schema.name),
                .text(relatedKey), .text(mapping),
            ])
        let column = field.sqlName
        try connection.run(
            "INSERT INTO \(mapping.sqlName) (base_id, related_id) "
                + "SELECT base.\(baseKey.sqlName), related.\(relatedKey.sqlName) "
                + "FROM \(related.table) AS related JOIN \(base.table) AS base "
                + "ON base.\(column) = related.\(column) ORDER BY related.\(relatedKey.sqlName)")
    }

    /// Removes a layer's relations when the layer is removed.
    static func removeAll(of table: String, on connection: SQLConnection) throws(SQLFailure) {
        guard try hasRelations(on: connection) else { return }
        var found: [String] = []
        try connection.forEachRow(
            "SELECT mapping_table_name FROM gpkgext_relations WHERE base_table_name = ?1 "
                + "COLLATE NOCASE OR related_table_name = ?1 COLLATE NOCASE", [.text(table)]
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0) { found.append(name) }
        }
        for mapping in found { try remove(mapping, on: connection) }
    }

    private static func hasRelations(on connection: SQLConnection) throws(SQLFailure) -> Bool {
        try connection.integer(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'gpkgext_relations'")
            != nil
    }

    private static func remove(
        _ mapping: String, on connection: SQLConnection
    ) throws(SQLFailure) {
        try connection.run("DROP TABLE IF EXISTS \(mapping.sqlName)")
        let name = [SQLValue.text(mapping)]
        try connection.run("DELETE FROM gpkgext_relations WHERE mapping_table_name = ?1", name)
        try connection.run(
            "DELETE FROM gpkg_extensions WHERE table_name = ?1 "
                + "AND extension_name = 'gpkg_related_tables'", name)
    }
}
