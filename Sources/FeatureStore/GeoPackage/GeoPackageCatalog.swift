// Reads a GeoPackage's layers from its metadata tables (`gpkg_contents` and others).

import DataStructures
import Geo

/// Reads which layers a file has, with their columns and shapes.
///
/// Nothing is cached between accesses: another process may change the file at any time, so each
/// query reads these tables in its own snapshot. That costs about 0.1 ms per layer.
struct GeoPackageCatalog {
    let connection: SQLConnection
    /// The store's name, for errors.
    let store: String

    /// The file's metadata tables (`gpkg_…`), in lower case.
    private let tables: Set<String>

    /// Lists the file's tables.
    init(_ connection: SQLConnection, store: String) throws(SQLFailure) {
        self.connection = connection
        self.store = store
        var tables: Set<String> = []
        try connection.forEachRow(
            "SELECT lower(name) FROM sqlite_master WHERE type IN ('table', 'view') "
                + "AND name LIKE 'gpkg\\_%' ESCAPE '\\'"
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0) { tables.insert(name) }
        }
        self.tables = tables
    }

    /// Whether the file has `gpkg_contents`, the table that makes it a GeoPackage.
    var isGeoPackage: Bool { tables.contains("gpkg_contents") }

    /// Returns whether the file has a table. Pass the name in lower case.
    func has(_ table: String) -> Bool { tables.contains(table) }

    /// Returns the layer names, sorted, without style tables.
    func names() throws(SQLFailure) -> [String] {
        var names: [String] = []
        try connection.forEachRow(
            "SELECT table_name FROM gpkg_contents "
                + "WHERE data_type IN ('features', 'attributes', 'aspatial')"
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0) { names.append(name) }
        }
        let hidden: Set = ["layer_styles", "qgis_projects"]
        return names.filter { !hidden.contains($0.lowercased()) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the readable layers, sorted by name.
    func layers() throws -> [LayerTable] {
        try names().compactMap { try read($0) }
    }

    /// Finds a layer by name, ignoring case.
    ///
    /// - Throws: ``FeatureStoreError`` listing the known names.
    func layer(named name: String) throws -> LayerTable {
        let names = try names()
        let wanted = name.lowercased()
        // Exact spelling first: tables whose names differ only in the case of é are two tables.
        guard
            let found = names.first(where: { $0 == name })
                ?? names.first(where: { $0.lowercased() == wanted })
        else {
            throw FeatureStoreError.noLayer(
                name, store: store, known: names, nearest: NearestName.of(name, among: names))
        }
        if let layer = try read(found) { return layer }
        throw FeatureStoreError.unreadable(
            store: store,
            reason: "the table of the layer \"\(found)\" is missing, or has no column that "
                + "numbers its rows (INTEGER PRIMARY KEY)")
    }
}

// MARK: - One layer

extension GeoPackageCatalog {
    private struct Contents {
        var title = ""
        var description = ""
        var extent: Envelope?
        var column: String?
        var type = WellKnownType.geometry
        var system: Int32 = 0
        var z: Int64 = 0
        var m: Int64 = 0
    }

    /// Reads a layer; `nil` if its table is missing or its rows have no numbers.
    private func read(_ name: String) throws -> LayerTable? {
        guard let contents = try contents(of: name) else { return nil }
        guard let type = try kind(ofTable: name) else { return nil }
        let (found, key) = try columns(of: name, shapes: contents.column)
        let isView = type == "view"
        guard let objectID = try objectID(key, among: found, of: name, isView: isView) else {
            return nil
        }
        let aliases = try aliases(of: name)
        let indexed = try indexedColumns(of: name)
        let columns = found.filter { $0.field.name != objectID.field.name }.map { column in
            var column = column
            let folded = column.field.name.lowercased()
            column.field.alias = aliases[folded] ?? column.field.name
            column.field.hasIndex = indexed.contains(folded)
            return column
        }
        var shapes: LayerTable.Shapes?
        if let column = contents.column {
            shapes = LayerTable.Shapes(
                column: column, type: contents.type, systemID: contents.system,
                needsZ: contents.z == 1, hasM: contents.m != 0,
                index: try index(of: name, column), statedExtent: contents.extent)
        }
        let geometryType = try shapes.map { try self.geometryType(of: $0, in: name) }
        let schema = LayerSchema(
            name: name, geometryType: geometryType,
            spatialReference: try SpatialReferenceList(connection).reference(contents.system),
            fields: columns.map(\.field), objectIDField: objectID.field.name,
            hasMeasures: contents.m != 0 && geometryType == .polyline,
            title: contents.title == name ? "" : contents.title,
            description: contents.description)
        return LayerTable(
            schema: schema, table: name.sqlName, objectID: objectID, columns: columns,
            isView: isView, shapes: shapes, dialect: SQLiteDialect())
    }

    private func kind(ofTable name: String) throws(SQLFailure) -> String? {
        let statement = try SQLStatement(
            "SELECT type FROM sqlite_master WHERE type IN ('table', 'view') "
                + "AND name = ?1 COLLATE NOCASE", on: connection)
        try statement.bind([.text(name)])
        return try statement.step() ? statement.text(at: 0) : nil
    }

    private func contents(of name: String) throws(SQLFailure) -> Contents? {
        let statement = try SQLStatement(
            "SELECT identifier, description, min_x, min_y, max_x, max_y FROM gpkg_contents "
                + "WHERE table_name = ?1", on: connection)
        try statement.bind([.text(name)])
        guard try statement.step() else { return nil }
        var contents = Contents()
        contents.title = statement.text(at: 0) ?? ""
        contents.description = statement.text(at: 1) ?? ""
        if (2...5).allSatisfy({
            statement.type(at: $0) == SQLStorage.double
                || statement.type(at: $0) == SQLStorage.integer
        }) {
            contents.extent = Envelope(
                minX: statement.double(at: 2), minY: statement.double(at: 3),
                maxX: statement.double(at: 4), maxY: statement.double(at: 5))
        }
        guard has("gpkg_geometry_columns") else { return contents }
        let columns = try SQLStatement(
            "SELECT column_name, geometry_type_name, srs_id, z, m FROM gpkg_geometry_columns "
                + "WHERE table_name = ?1 COLLATE NOCASE", on: connection)
        try columns.bind([.text(name)])
        guard try columns.step() else { return contents }
        contents.column = columns.text(at: 0)
        let typeName = columns.text(at: 1)?.uppercased() ?? ""
        contents.type = WellKnownType(named: typeName) ?? .geometry
        contents.system = Int32(truncatingIfNeeded: columns.integer(at: 2))
        contents.z = columns.integer(at: 3)
        contents.m = columns.integer(at: 4)
        return contents
    }

    /// Returns the value columns, and the name of the integer primary key if there is exactly one.
    private func columns(
        of name: String, shapes: String?
    ) throws(SQLFailure) -> (columns: [LayerColumn], key: String?) {
        var columns: [LayerColumn] = []
        var keys: [(name: String, isInteger: Bool)] = []
        try connection.forEachRow(
            "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1) ORDER BY cid",
            [.text(name)]
        ) { row throws(SQLFailure) in
            guard let name = row.text(at: 0) else { return }
            let kind = ColumnKind(declared: row.text(at: 1) ?? "")
            if row.integer(at: 3) > 0 { keys.append((name, kind.name == "INTEGER")) }
            guard let type = kind.type, name.lowercased() != shapes?.lowercased() else { return }
            let usual = ColumnKind.usualName(of: type)
            columns.append(
                LayerColumn(
                    field: LayerField(
                        name, type, length: kind.length, isNullable: row.integer(at: 2) == 0,
                        storedType: kind.name == usual ? nil : kind.name),
                    kind: kind, sql: name.sqlName))
        }
        let key = keys.count == 1 && keys[0].isInteger ? keys[0].name : nil
        return (columns, key)
    }

    /// Chooses the column that numbers the rows: the integer key; in a view, a column named like
    /// one; otherwise SQLite's own row number.
    private func objectID(
        _ key: String?, among columns: [LayerColumn], of name: String, isView: Bool
    ) throws(SQLFailure) -> LayerColumn? {
        var found = columns.first { $0.field.name == key }
        if isView {
            let names = ["ogc_fid", "fid", "objectid", "id"]
            found =
                names.lazy.compactMap { name in
                    columns.first {
                        $0.field.name.lowercased() == name && $0.field.type == .integer
                    }
                }.first
        } else if found == nil, try hasRowNumbers(name),
            !columns.contains(where: { $0.field.name.lowercased() == "rowid" })
        {
            let kind = ColumnKind(declared: "INTEGER")
            found = LayerColumn(field: LayerField("rowid", .integer), kind: kind, sql: "rowid")
        }
        found?.isObjectID = true
        found?.field.type = .objectID
        found?.field.isNullable = false
        return found
    }

    /// Returns whether a table without an integer key has SQLite's own row numbers.
    private func hasRowNumbers(_ name: String) throws(SQLFailure) -> Bool {
        do throws(SQLFailure) {
            _ = try SQLStatement("SELECT rowid FROM \(name.sqlName) LIMIT 0", on: connection)
            return true
        } catch {
            // SQLITE_ERROR, no such column: the table was made WITHOUT ROWID.
            if error.primaryCode == 1 { return false }
            throw error
        }
    }

    /// Returns aliases by column name, both in lower case.
    private func aliases(of name: String) throws(SQLFailure) -> [String: String] {
        guard has("gpkg_data_columns") else { return [:] }
        var aliases: [String: String] = [:]
        try connection.forEachRow(
            "SELECT column_name, coalesce(nullif(title, ''), nullif(name, '')) "
                + "FROM gpkg_data_columns WHERE table_name = ?1 COLLATE NOCASE", [.text(name)]
        ) { row throws(SQLFailure) in
            if let column = row.text(at: 0), let alias = row.text(at: 1) {
                aliases[column.lowercased()] = alias
            }
        }
        return aliases
    }

    /// Returns the columns, in lower case, that lead an index over all rows.
    private func indexedColumns(of name: String) throws(SQLFailure) -> Set<String> {
        var names: Set<String> = []
        try connection.forEachRow(
            "SELECT info.name FROM pragma_index_list(?1) AS list, "
                + "pragma_index_info(list.name) AS info "
                + "WHERE info.seqno = 0 AND list.partial = 0", [.text(name)]
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0) { names.insert(name.lowercased()) }
        }
        return names
    }

    /// Returns the table behind a column's spatial index, if the file declares one.
    private func index(of name: String, _ column: String) throws(SQLFailure) -> String? {
        let table = "rtree_\(name)_\(column)"
        guard has("gpkg_extensions"), try kind(ofTable: table) == "table" else { return nil }
        let declared = try connection.integer(
            "SELECT 1 FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index' "
                + "AND table_name = ?1 COLLATE NOCASE AND column_name = ?2 COLLATE NOCASE",
            [.text(name), .text(column)])
        return declared == nil ? nil : table
    }

    /// Returns the kind of shapes in a layer; if the file allows any kind, the first shape's.
    private func geometryType(
        of shapes: LayerTable.Shapes, in name: String
    ) throws -> GeometryType {
        switch shapes.type {
        case .point: return .point
        case .multiPoint: return .multipoint
        case .lineString, .multiLineString: return .polyline
        case .polygon, .multiPolygon: return .polygon
        case .geometry, .geometryCollection: break
        }
        let statement = try SQLStatement(
            "SELECT \(shapes.sql) FROM \(name.sqlName) WHERE \(shapes.sql) IS NOT NULL LIMIT 1",
            on: connection)
        guard try statement.step() else { return .point }
        return statement.withBytes(at: 0) { bytes -> GeometryType in
            do throws(FeatureReadError) {
                let first = try GeoPackageBinary.geometry(bytes)
                if case .multipoint = first { return .multipoint }
                return first.type ?? .point
            } catch {
                // A query on the layer will report the bad row; the list of layers must stay
                // readable.
                return .point
            }
        }
    }
}
