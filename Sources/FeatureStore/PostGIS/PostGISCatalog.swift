// Reads the layers in a PostgreSQL schema from the catalogue.

import DataStructures
import Geo
import PostgreSQL

/// The schema that holds a store's layers.
struct PostGISSchema: Hashable, Sendable {
    var name: String
    /// The schema where PostGIS is installed; `nil` if the database lacks it.
    var spatial: String?

    /// PostGIS's schema in SQL with a trailing point, to prefix function names.
    var functions: String? { spatial.map { $0.sqlName + "." } }

    /// Returns a table's name in SQL, with its schema.
    func table(_ name: String) -> String { "\(self.name.sqlName).\(name.sqlName)" }
}

/// Reads which layers a schema has, with their columns and shapes.
///
/// A layer is a table or view with a geometry column and a whole-number key, or a table without
/// shapes made by ``PostGISStore``. Nothing is cached between accesses: each query reads the
/// catalogue in its own snapshot.
struct PostGISCatalog {
    let connection: PostgresConnection
    let schema: PostGISSchema
    /// The store's name, for errors.
    let store: String

    /// What the store remembers about layers it has made.
    struct Mark: Hashable {
        var title: String
    }

    /// Tables that are never layers, whatever their columns.
    private static let hidden: Set = [
        "geometry_columns", "geography_columns", "spatial_ref_sys", "raster_columns",
        "raster_overviews", "layer_styles", "qgis_projects",
    ]

    /// Returns the names of readable layers, sorted by code points.
    func names() throws -> [String] {
        var names = Set(
            try connection.query(
                """
                SELECT c.relname::text FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = $1 AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
                  AND NOT c.relispartition AND has_table_privilege(c.oid, 'SELECT')
                  AND EXISTS (
                    SELECT FROM pg_catalog.pg_attribute a
                    JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
                    JOIN pg_catalog.pg_namespace tn ON tn.oid = t.typnamespace
                    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                      AND t.typname = 'geometry' AND tn.nspname = $2)
                """, [.text(schema.name), PostgresValue(schema.spatial)]
            ).compactMap { $0.text(0) })
        let made = try marks().keys
        if !made.isEmpty {
            let tables = try connection.query(
                """
                SELECT c.relname::text FROM pg_catalog.pg_class c
                JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                WHERE n.nspname = $1 AND c.relkind = 'r' AND has_table_privilege(c.oid, 'SELECT')
                """, [.text(schema.name)])
            names.formUnion(tables.compactMap { $0.text(0) }.filter { made.contains($0) })
        }
        return names.filter {
            !Self.hidden.contains($0.lowercased()) && $0 != PostGISChanges.table
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the readable layers, sorted by name.
    func layers() throws -> [LayerTable] {
        let marks = try marks()
        return try names().compactMap { name in
            try relation(name).flatMap { try read($0, marks[name]) }
        }
    }

    /// Finds a layer by name, ignoring case.
    ///
    /// - Throws: ``FeatureStoreError`` listing the known names.
    func layer(named name: String) throws -> LayerTable {
        let names: [String]
        // Exact spelling first: it is the usual case and needs no list of all names.
        let exact = name.utf8.contains(0) ? nil : try relation(name)
        if let exact, let layer = try read(exact, marks(of: name)[name]) { return layer }
        names = try self.names()
        let wanted = name.lowercased()
        guard let found = names.first(where: { $0 == name || $0.lowercased() == wanted }) else {
            throw FeatureStoreError.noLayer(
                name, store: store, known: names, nearest: NearestName.of(name, among: names))
        }
        if let relation = try relation(found),
            let layer = try read(relation, marks(of: found)[found])
        {
            return layer
        }
        throw FeatureStoreError.unreadable(
            store: store,
            reason: "the table of the layer \"\(found)\" has no column that numbers its rows: a "
                + "primary key of one column of whole numbers, or in a view a column named fid, "
                + "gid, id or objectid")
    }

    /// Returns what is remembered about layers the store has made, by name.
    private func marks(of name: String? = nil) throws -> [String: Mark] {
        let table = schema.table(PostGISChanges.table)
        let mayRead = try connection.query(
            "SELECT has_table_privilege(to_regclass($1)::oid, 'SELECT')", [.text(table)]
        ).first?.bool(0)
        guard mayRead == true else { return [:] }
        let rows = try connection.query(
            "SELECT layer, title FROM \(table) WHERE title IS NOT NULL "
                + "AND ($1::text IS NULL OR layer = $1)", [PostgresValue(name)])
        return Dictionary(
            rows.compactMap { row in
                row.text(0).map { ($0, Mark(title: row.text(1) ?? "")) }
            }, uniquingKeysWith: { first, _ in first })
    }
}

// MARK: - One layer

extension PostGISCatalog {
    struct Relation: Hashable {
        var id: Int64
        var name: String
        var kind: String
        var description: String

        var isTable: Bool { kind == "r" || kind == "p" }
    }

    /// A column as the catalogue describes it.
    private struct Attribute {
        var number: Int64
        var name: String
        var type: String
        var typeSchema: String
        var modifier: Int64
        var isNullable: Bool
        var comment: String?
        /// Whether texts that differ may compare equal.
        var foldsTexts: Bool
    }

    /// A table's indexes.
    private struct Indexes {
        /// The columns that lead an index over all rows.
        var columns: Set<Int64> = []
        /// The primary key, if it is a single column.
        var key: Int64?
    }

    /// Finds a table or view by its exact name.
    func relation(_ name: String) throws -> Relation? {
        try connection.query(
            """
            SELECT c.oid, c.relname::text, c.relkind::text,
              pg_catalog.obj_description(c.oid, 'pg_class')
            FROM pg_catalog.pg_class c
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
            """, [.text(schema.name), .text(name)]
        ).first.flatMap { row in
            guard let id = row.integer(0), let name = row.text(1), let kind = row.text(2) else {
                return nil
            }
            return Relation(id: id, name: name, kind: kind, description: row.text(3) ?? "")
        }
    }

    /// Reads a layer; `nil` if its rows have no numbers, or if it has no shapes and the store did
    /// not make it.
    private func read(_ relation: Relation, _ mark: Mark?) throws -> LayerTable? {
        let attributes = try attributes(of: relation)
        let shape = attributes.first {
            $0.type == "geometry" && $0.typeSchema == schema.spatial
        }
        guard shape != nil || mark != nil, !Self.hidden.contains(relation.name.lowercased()) else {
            return nil
        }
        let indexes = try indexes(of: relation)
        let found = attributes.compactMap { attribute -> (Int64, LayerColumn)? in
            column(attribute, isIndexed: indexes.columns.contains(attribute.number), mark)
                .map { (attribute.number, $0) }
        }
        let key = Self.objectID(indexes.key, among: found, relation)
        guard let (number, objectID) = key else { return nil }
        let columns = found.filter { $0.0 != number }.map(\.1)
        let table = schema.table(relation.name)
        let shapes = try shape.map { try self.shapes($0, of: relation, table) }
        let geometryType = try shapes.map { try self.geometryType(of: $0, table) }
        let described = LayerSchema(
            name: relation.name, geometryType: geometryType,
            spatialReference: try shapes.map {
                try SpatialSystems(connection, schema).reference($0.systemID)
            } ?? .wgs84,
            fields: columns.map(\.field), objectIDField: objectID.field.name,
            hasMeasures: shapes?.hasM == true && geometryType == .polyline,
            title: mark?.title ?? "", description: relation.description)
        return LayerTable(
            schema: described, table: table, objectID: objectID, columns: columns,
            isView: !relation.isTable, shapes: shapes,
            dialect: PostgresDialect(functions: schema.functions))
    }

    private func attributes(of relation: Relation) throws -> [Attribute] {
        try connection.query(
            """
            SELECT a.attnum, a.attname::text, b.typname::text, n.nspname::text,
              CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END,
              a.attnotnull OR t.typnotnull, pg_catalog.col_description(a.attrelid, a.attnum),
              coalesce(NOT co.collisdeterministic, false)
            FROM pg_catalog.pg_attribute a
            JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
            JOIN pg_catalog.pg_type b
              ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
            JOIN pg_catalog.pg_namespace n ON n.oid = b.typnamespace
            LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
            WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
            """, [.integer(relation.id)]
        ).compactMap { row in
            guard let number = row.integer(0), let name = row.text(1), let type = row.text(2),
                let typeSchema = row.text(3)
            else { return nil }
            return Attribute(
                number: number, name: name, type: type, typeSchema: typeSchema,
                modifier: row.integer(4) ?? -1, isNullable: row.bool(5) != true,
                comment: row.text(6),
                foldsTexts: row.bool(7) == true)
        }
    }

    private func column(
        _ attribute: Attribute, isIndexed: Bool, _ mark: Mark?
    ) -> LayerColumn? {
        // Types in other schemas may share names with built-in types.
        let isOwn = attribute.typeSchema == "pg_catalog"
        let known = attribute.type == "geometry" || isOwn ? attribute.type : "other"
        let kind = ColumnKind(
            postgres: known, modifier: attribute.modifier, foldsTexts: attribute.foldsTexts)
        guard let kind, let type = kind.type else { return nil }
        let usual = ColumnKind.usualName(of: type)
        return LayerColumn(
            field: LayerField(
                attribute.name, type,
                // In tables made by others, column comments are sentences.
                alias: mark == nil ? nil : attribute.comment, length: kind.length,
                isNullable: attribute.isNullable, hasIndex: isIndexed,
                storedType: kind.name == usual ? nil : kind.name),
            kind: kind, sql: attribute.name.sqlName)
    }

    private func indexes(of relation: Relation) throws -> Indexes {
        var indexes = Indexes()
        let rows = try connection.query(
            """
            SELECT i.indkey[0]::int8, i.indisprimary AND i.indnkeyatts = 1
            FROM pg_catalog.pg_index i
            WHERE i.indrelid = $1::oid AND i.indisvalid AND i.indpred IS NULL
            """, [.integer(relation.id)])
        for row in rows {
            guard let column = row.integer(0) else { continue }
            indexes.columns.insert(column)
            if row.bool(1) == true { indexes.key = column }
        }
        return indexes
    }

    /// Chooses the column that numbers the rows: a table's key or, in a view, a column named like
    /// one.
    private static func objectID(
        _ key: Int64?, among columns: [(Int64, LayerColumn)], _ relation: Relation
    ) -> (Int64, LayerColumn)? {
        let whole: [PostgresColumnType.Storage] = [.smallInteger, .integer, .bigInteger]
        let candidates = columns.filter { whole.contains($0.1.storage) }
        var found = candidates.first { $0.0 == key }
        if !relation.isTable {
            found =
                ["ogc_fid", "fid", "objectid", "gid", "id"].lazy.compactMap { name in
                    candidates.first { $0.1.field.name.lowercased() == name }
                }.first
        }
        found?.1.isObjectID = true
        found?.1.field.type = .objectID
        found?.1.field.isNullable = false
        return found
    }

    /// Reads the geometry column from its type, or else from the table's constraints.
    private func shapes(
        _ attribute: Attribute, of relation: Relation, _ table: String
    ) throws -> LayerTable.Shapes {
        if attribute.modifier >= 0 {
            let modifier = ShapeModifier(attribute.modifier)
            return LayerTable.Shapes(
                column: attribute.name, type: modifier.type, systemID: modifier.systemID,
                needsZ: modifier.hasZ, hasM: modifier.hasM, form: .wellKnownBinary)
        }
        let functions = schema.functions ?? ""
        let declared = try connection.query(
            "SELECT type::text, srid, coord_dimension FROM \(functions)geometry_columns "
                + "WHERE f_table_schema = $1 AND f_table_name = $2 AND f_geometry_column = $3",
            [.text(schema.name), .text(relation.name), .text(attribute.name)]
        ).first
        var name = declared?.text(0) ?? "GEOMETRY"
        let hasM = name.hasSuffix("M") && name != "GEOM"
        if hasM { name.removeLast() }
        var system = declared?.integer(1) ?? 0
        if system == 0 {
            let column = attribute.name.sqlName
            system =
                try connection.query(
                    "SELECT \(functions)ST_SRID(\(column))::int8 FROM \(table) "
                        + "WHERE \(column) IS NOT NULL LIMIT 1"
                ).first?.integer(0) ?? 0
        }
        let dimensions = declared?.integer(2) ?? 2
        return LayerTable.Shapes(
            column: attribute.name,
            type: WellKnownType(named: name) ?? .geometry,
            systemID: Int32(truncatingIfNeeded: system),
            needsZ: dimensions == 4 || dimensions == 3 && !hasM, hasM: hasM || dimensions == 4,
            form: .wellKnownBinary)
    }

    /// Returns the kind of shapes in a layer; if the column allows any kind, the first shape's.
    private func geometryType(
        of shapes: LayerTable.Shapes, _ table: String
    ) throws -> GeometryType {
        if let type = shapes.type.geometryType { return type }
        let name = try connection.query(
            "SELECT \(schema.functions ?? "")GeometryType(\(shapes.sql))::text FROM \(table) "
                + "WHERE \(shapes.sql) IS NOT NULL LIMIT 1"
        ).first?.text(0)
        let type = name.flatMap { name in
            WellKnownType(named: name.hasSuffix("M") ? String(name.dropLast()) : name)
        }
        // A collection may begin with any kind of shape; a query will report such a row.
        return type?.geometryType ?? .point
    }
}

extension WellKnownType {
    /// The kind of shape, or `nil` if any is allowed.
    fileprivate var geometryType: GeometryType? {
        switch self {
        case .point: .point
        case .multiPoint: .multipoint
        case .lineString, .multiLineString: .polyline
        case .polygon, .multiPolygon: .polygon
        case .geometry, .geometryCollection: nil
        }
    }
}

/// The modifier on PostGIS's geometry type: kind of shape, system, and extra dimensions.
///
///     bits 28…8  number of the coordinate system, signed
///     bits 7…2   kind of shape, as in well-known binary
///     bit 1      elevations
///     bit 0      measures
///
/// Source: `TYPMOD_GET_SRID` and its neighbors in PostGIS, *liblwgeom.h*.
struct ShapeModifier: Hashable {
    var systemID: Int32
    var type: WellKnownType
    var hasZ: Bool
    var hasM: Bool

    init(_ modifier: Int64) {
        let number = (modifier & 0x0FFF_FF00) - (modifier & 0x1000_0000)
        systemID = Int32(truncatingIfNeeded: number >> 8)
        type = WellKnownType(rawValue: UInt32(modifier & 0xFC) >> 2) ?? .geometry
        hasZ = modifier & 2 != 0
        hasM = modifier & 1 != 0
    }
}
