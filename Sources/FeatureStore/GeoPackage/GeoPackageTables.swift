// The tables, indexes and triggers that make a file a GeoPackage.

import Geo

/// The SQL statements from OGC 12-128r17, *GeoPackage 1.3*, annexes C and F.
enum GeoPackageTables {
    /// `GPKG`, stored in the file header.
    static let applicationID = 0x4750_4B47
    /// Version 1.3.0.
    static let version = 10_300

    static func create(on connection: SQLConnection) throws(SQLFailure) {
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run("PRAGMA user_version = \(version)")
        for statement in [systems, contents, geometryColumns, extensions] {
            try connection.run(statement)
        }
        for (name, id, organization, definition) in [
            ("Undefined Cartesian SRS", Int64(-1), "NONE", "undefined"),
            ("Undefined geographic SRS", 0, "NONE", "undefined"),
            ("WGS 84", 4326, "EPSG", wgs84),
        ] {
            try connection.run(
                "INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, "
                    + "organization_coordsys_id, definition) VALUES (?1, ?2, ?3, ?2, ?4)",
                [.text(name), .integer(id), .text(organization), .text(definition)])
        }
    }

    private static let systems = """
        CREATE TABLE gpkg_spatial_ref_sys (
          srs_name TEXT NOT NULL,
          srs_id INTEGER PRIMARY KEY,
          organization TEXT NOT NULL,
          organization_coordsys_id INTEGER NOT NULL,
          definition TEXT NOT NULL,
          description TEXT)
        """

    private static let contents = """
        CREATE TABLE gpkg_contents (
          table_name TEXT NOT NULL PRIMARY KEY,
          data_type TEXT NOT NULL,
          identifier TEXT UNIQUE,
          description TEXT DEFAULT '',
          last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
          min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
          srs_id INTEGER,
          CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))
        """

    static let geometryColumns = """
        CREATE TABLE IF NOT EXISTS gpkg_geometry_columns (
          table_name TEXT NOT NULL,
          column_name TEXT NOT NULL,
          geometry_type_name TEXT NOT NULL,
          srs_id INTEGER NOT NULL,
          z TINYINT NOT NULL,
          m TINYINT NOT NULL,
          CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
          CONSTRAINT uk_gc_table_name UNIQUE (table_name),
          CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
          CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id))
        """

    static let extensions = """
        CREATE TABLE IF NOT EXISTS gpkg_extensions (
          table_name TEXT,
          column_name TEXT,
          extension_name TEXT NOT NULL,
          definition TEXT NOT NULL,
          scope TEXT NOT NULL,
          CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name))
        """

    /// Field names for users: the schema extension.
    static let dataColumns = [
        """
        CREATE TABLE IF NOT EXISTS gpkg_data_columns (
          table_name TEXT NOT NULL,
          column_name TEXT NOT NULL,
          name TEXT,
          title TEXT,
          description TEXT,
          mime_type TEXT,
          constraint_name TEXT,
          CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
          CONSTRAINT gdc_tn UNIQUE (table_name, name))
        """,
        """
        CREATE TABLE IF NOT EXISTS gpkg_data_column_constraints (
          constraint_name TEXT NOT NULL,
          constraint_type TEXT NOT NULL,
          value TEXT,
          min NUMERIC,
          min_is_inclusive BOOLEAN,
          max NUMERIC,
          max_is_inclusive BOOLEAN,
          description TEXT,
          CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value))
        """,
    ]

    /// The table where QGIS looks for styles.
    static let styles = """
        CREATE TABLE IF NOT EXISTS layer_styles (
          id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          f_table_catalog TEXT(256),
          f_table_schema TEXT(256),
          f_table_name TEXT(256),
          f_geometry_column TEXT(256),
          styleName TEXT(30),
          styleQML TEXT,
          styleSLD TEXT,
          useAsDefault BOOLEAN,
          description TEXT,
          owner TEXT(30),
          ui TEXT(30),
          update_time DATETIME DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')))
        """

    private static let wgs84 =
        "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,"
        + "AUTHORITY[\"EPSG\",\"7030\"]],AUTHORITY[\"EPSG\",\"6326\"]],"
        + "PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],"
        + "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],"
        + "AXIS[\"Latitude\",NORTH],AXIS[\"Longitude\",EAST],AUTHORITY[\"EPSG\",\"4326\"]]"
}

/// A layer's spatial index in the form every GeoPackage declares.
struct SpatialIndexTables {
    /// The names of the layer's table, shape column and key column, without quotes.
    let table: String
    let column: String
    let key: String

    var name: String { "rtree_\(table)_\(column)" }

    /// Makes the empty index and declares it.
    func create(on connection: SQLConnection) throws(SQLFailure) {
        try connection.run(
            "CREATE VIRTUAL TABLE \(name.sqlName) USING rtree(id, minx, maxx, miny, maxy)")
        try connection.run(
            "INSERT OR REPLACE INTO gpkg_extensions VALUES (?1, ?2, 'gpkg_rtree_index', "
                + "'http://www.geopackage.org/spec130/#extension_rtree', 'write-only')",
            [.text(table), .text(column)])
        try createTriggers(on: connection)
    }

    /// Removes the triggers, to add rows faster and fill the index afterwards.
    func dropTriggers(on connection: SQLConnection) throws(SQLFailure) {
        for name in ["insert", "update1", "update2", "update3", "update4", "delete"] {
            try connection.run("DROP TRIGGER IF EXISTS \("\(self.name)_\(name)".sqlName)")
        }
    }

    /// Makes the triggers that keep the index up to date, whichever program edits the layer.
    func createTriggers(on connection: SQLConnection) throws(SQLFailure) {
        let (key, shape, index) = (key.sqlName, column.sqlName, name.sqlName)
        let isSame = "OLD.\(key) = NEW.\(key)"
        let isOther = "OLD.\(key) != NEW.\(key)"
        let hasShape = "(NEW.\(shape) NOTNULL AND NOT ST_IsEmpty(NEW.\(shape)))"
        let hasNone = "(NEW.\(shape) ISNULL OR ST_IsEmpty(NEW.\(shape)))"
        let insert =
            "INSERT OR REPLACE INTO \(index) VALUES (NEW.\(key), ST_MinX(NEW.\(shape)), "
            + "ST_MaxX(NEW.\(shape)), ST_MinY(NEW.\(shape)), ST_MaxY(NEW.\(shape)))"
        let delete = "DELETE FROM \(index) WHERE id = OLD.\(key)"
        let triggers = [
            ("insert", "INSERT", "\(hasShape)", insert),
            ("update1", "UPDATE OF \(shape)", "\(isSame) AND \(hasShape)", insert),
            ("update2", "UPDATE OF \(shape)", "\(isSame) AND \(hasNone)", delete),
            ("update3", "UPDATE", "\(isOther) AND \(hasShape)", "\(delete); \(insert)"),
            (
                "update4", "UPDATE", "\(isOther) AND \(hasNone)",
                "DELETE FROM \(index) WHERE id IN (OLD.\(key), NEW.\(key))"
            ),
            ("delete", "DELETE", "OLD.\(shape) NOT NULL", delete),
        ]
        for (name, event, condition, action) in triggers {
            try connection.run(
                "CREATE TRIGGER \("\(self.name)_\(name)".sqlName) AFTER \(event) ON "
                    + "\(table.sqlName) WHEN \(condition) BEGIN \(action); END")
        }
    }
}
