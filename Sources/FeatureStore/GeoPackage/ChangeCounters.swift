// Triggers in the file count the changes to each layer.

import GRDBSQLite

/// Counts changes to each layer, whichever program makes them.
///
/// SQLite reports that another connection has changed the file (`PRAGMA data_version`), but not
/// which table. Three triggers on each table count its changed rows in `gpkg_waypost_changes`, as
/// GDAL does in `gpkg_ogr_contents`; they also run in QGIS and ArcGIS. This program makes them with
/// its first edit. Until then any change to the file counts as a change to every layer.
///
/// The table's name begins like GDAL's own, because GDAL and QGIS list every other table that is
/// not registered as a layer.
///
/// Rejected: the date in `gpkg_contents`, which programs write late, coarsely or not at all.
enum ChangeCounters {
    static let table = "gpkg_waypost_changes"
    private static let events = ["insert", "update", "delete"]

    /// Makes counters for tables that lack them.
    static func install(
        for layers: [String], on connection: SQLConnection
    ) throws(SQLFailure) {
        try connection.run(
            "CREATE TABLE IF NOT EXISTS \(table) "
                + "(layer TEXT NOT NULL PRIMARY KEY, changes INTEGER NOT NULL)")
        let counted = try countedTables(on: connection)
        for layer in layers where !counted.contains(layer) {
            // Views cannot have these triggers, and missing tables have none at all.
            let isTable = try connection.integer(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", [.text(layer)])
            if isTable != nil { try install(for: layer, on: connection) }
        }
    }

    private static func install(
        for name: String, on connection: SQLConnection
    ) throws(SQLFailure) {
        try drop(for: name, on: connection)
        // Larger than any count the table had before, even under an earlier name.
        try connection.run(
            "INSERT INTO \(table) SELECT ?1, coalesce(max(changes), 0) + 1 FROM \(table)",
            [.text(name)])
        for event in events {
            try connection.run(
                "CREATE TRIGGER \(triggerName(event, name)) AFTER \(event) ON \(name.sqlName) "
                    + "BEGIN UPDATE \(table) SET changes = changes + 1 "
                    + "WHERE layer = \(name.sqlText); END")
        }
    }

    /// Removes a table's counter.
    static func drop(for name: String, on connection: SQLConnection) throws(SQLFailure) {
        try dropTriggers(for: name, on: connection)
        try connection.run("DELETE FROM \(table) WHERE layer = ?1", [.text(name)])
    }

    /// Removes a table's triggers while many rows are added.
    static func dropTriggers(for name: String, on connection: SQLConnection) throws(SQLFailure) {
        for event in events {
            try connection.run("DROP TRIGGER IF EXISTS \(triggerName(event, name))")
        }
    }

    /// Makes a table's triggers again and counts one change.
    static func restore(for name: String, on connection: SQLConnection) throws(SQLFailure) {
        let changes = try connection.integer(
            "SELECT changes FROM \(table) WHERE layer = ?1", [.text(name)])
        try install(for: name, on: connection)
        if let changes {
            try connection.run(
                "UPDATE \(table) SET changes = max(changes, ?1 + 1) WHERE layer = ?2",
                [.integer(changes), .text(name)])
        }
    }

    /// Returns the counts for all tables that have all three triggers.
    static func counts(on connection: SQLConnection) throws(SQLFailure) -> [String: Int64] {
        let exists = try connection.integer(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", [.text(table)])
        guard exists != nil else { return [:] }
        let counted = try countedTables(on: connection)
        var counts: [String: Int64] = [:]
        try connection.forEachRow(
            "SELECT layer, changes FROM \(table)"
        ) { row throws(SQLFailure) in
            if let layer = row.text(at: 0), counted.contains(layer) {
                counts[layer] = row.integer(at: 1)
            }
        }
        return counts
    }

    private static func countedTables(
        on connection: SQLConnection
    ) throws(SQLFailure) -> Set<String> {
        var names: Set<String> = []
        try connection.forEachRow(
            "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger' "
                + "AND name LIKE 'waypost\\_changes\\_%' ESCAPE '\\' "
                + "GROUP BY tbl_name HAVING count(*) = \(events.count)"
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0) { names.insert(name) }
        }
        return names
    }

    private static func triggerName(_ event: String, _ table: String) -> String {
        "waypost_changes_\(event)_\(table)".sqlName
    }
}

extension String {
    /// The name as an SQL string literal, in single quotes with its own quotes doubled. Use it only
    /// for names from the file's schema in triggers, which cannot have parameters.
    fileprivate var sqlText: String {
        var text = "'"
        for scalar in unicodeScalars {
            if scalar == "'" { text.unicodeScalars.append(scalar) }
            text.unicodeScalars.append(scalar)
        }
        return text + "'"
    }
}
